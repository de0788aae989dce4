import type { LogEntry, VisibleEvent } from '../../app/api'
import { turnEvents, nonEmptyParts, type TurnEvents } from '../../app/turns'
import type { Side } from '../sides'
import type { SummaryLine, TurnSummary } from '../../frame/summary'
import { sideOf, unitSide, type PacificView } from './play_view'

const MONTHS = ['August', 'September', 'October', 'November']

/** The completed turns of the campaign, the latest first (11). */
export function summaries(log: readonly LogEntry[], view: PacificView): TurnSummary[] {
  return turnEvents(log, view.turn).filter(({ events }) => events.some((event) => event.event === 'all_returned')).map(summary).toReversed()
}

function summary({ turn, events, seq }: TurnEvents): TurnSummary {
  const shifts = events.filter((event) => event.event === 'marker_shifted')
  const of = (...kinds: readonly string[]): VisibleEvent[] => events.filter((event) => kinds.includes(event.event))
  return {
    turn, title: `Turn ${turn}, ${MONTHS[turn - 1] ?? ''}`, result: markerText(shifts), seq,
    parts: nonEmptyParts([
      { title: 'Initiative track', lines: lines(shifts) },
      { title: 'Sunk', lines: lines(of('sunk')) },
      { title: 'Damaged', lines: lines(of('damaged', 'out_of_time')) },
      { title: 'Henderson Field and Guadalcanal', lines: lines(of('bombarded', 'henderson_struck', 'henderson_disrupted', 'landed', 'express_landed')) },
      { title: 'Arrived', lines: lines(of('ships_arrived', 'reserve_released', 'carrier_returned')) },
    ]),
  }
}

/** The marker at the end, positive on the Allies' side. */
function markerText(shifts: readonly VisibleEvent[]): string {
  const last = shifts.at(-1)
  return last ? last.text.replace(/\.$/, '') : 'the marker did not move'
}

const lines = (events: readonly VisibleEvent[]): SummaryLine[] => events.map((event, k) => ({ id: `${k} ${event.event}`, side: sideOfEvent(event), text: event.text }))

function sideOfEvent(event: VisibleEvent): Side | undefined {
  if (event['side'] === 'japan' || event['side'] === 'allies') return event['side']
  if (typeof event['unit'] === 'string') return unitSide(event['unit'])
  return typeof event['force'] === 'string' ? sideOf(event['force']) : undefined
}
