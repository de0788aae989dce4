import type { LogEntry, VisibleEvent } from '../../app/api'
import { validEntries } from '../../app/observation.svelte'
import { nonEmptyParts } from '../../app/turns'
import type { SummaryLine, TurnSummary } from '../../frame/summary'
import { counted, listed } from '../../lib/text'
import { sideOfEvent } from './play_log'
import { turnName } from './play_view'

interface TurnLog {
  turn: number
  events: { event: VisibleEvent; entry: LogEntry }[]
  seq: number
}

/**
 * The completed Game-Turns, the latest first, as far as the viewer knows; the last one is complete when the match
 * is.
 */
export function summaries(log: readonly LogEntry[]): TurnSummary[] {
  const turns: TurnLog[] = []
  for (const entry of validEntries(log)) {
    for (const event of entry.events ?? []) {
      if (event.event === 'turn_opened') turns.push({ turn: Number(event['turn']), events: [], seq: entry.seq })
      const last = turns.at(-1)
      if (!last) continue
      last.events.push({ event, entry })
      last.seq = entry.seq
    }
  }
  const first = turns[0]?.turn ?? 0
  const over = log.some(({ act }) => act === 'end') ? turns : turns.slice(0, -1)
  return over.map((one) => summary(one, first)).toReversed()
}

type LoggedEvent = TurnLog['events'][number]
const linesOf = (events: readonly LoggedEvent[], ...kinds: string[]): SummaryLine[] => events.flatMap(({ event, entry }, k) => (kinds.includes(event.event) ? [{ id: String(k), side: sideOfEvent(event, entry), text: event.text }] : []))

/** The losses, gains, battles and finds among the given events. */
export const partsOf = (events: readonly LoggedEvent[]): TurnSummary['parts'] => nonEmptyParts([
  { title: 'Lost', lines: [...linesOf(events, 'ship_sunk'), ...linesOf(events, 'unit_lost', 'aboard_lost', 'hit_on_ground', 'worn_out', 'sub_overdue', 'link_ship_lost')] },
  { title: 'Taken', lines: [...linesOf(events, 'captured'), ...linesOf(events, 'landed', 'surrendered')] },
  { title: 'Battles', lines: linesOf(events, 'battle', 'ground_battle', 'struck', 'bombarded', 'sub_attack', 'link_attacked', 'link_raided', 'link_struck') },
  { title: 'Supply', lines: linesOf(events, 'supplied', 'unguarded', 'pool') },
  { title: 'Flown and built', lines: linesOf(events, 'flown_in', 'flown_to', 'work_begun', 'work_done', 'rebuilt', 'made_whole', 'staff_set_up', 'raised') },
  { title: 'Found', lines: linesOf(events, 'contact', 'base_searched', 'port_searched', 'found') },
])

function summary({ turn, events, seq }: TurnLog, first: number): TurnSummary {
  return {
    turn: turn - first + 1, title: `Game-Turn ${turnName(turn)}`, seq,
    result: headline(linesOf(events, 'ship_sunk'), linesOf(events, 'unit_lost'), linesOf(events, 'captured')),
    parts: partsOf(events),
  }
}

const NAMED = 2
/** The gains and losses of a Game-Turn, in a line: two by name, more by number. */
function headline(sunk: readonly SummaryLine[], lost: readonly SummaryLine[], taken: readonly SummaryLine[]): string {
  const all = [...sunk, ...lost, ...taken]
  if (!all.length) return 'Nothing was lost or changed hands'
  if (all.length <= NAMED) return all.map(({ text }) => text).join(' ').replace(/\.$/, '')
  const parts = [[sunk, 'ship sunk', 'ships sunk'], [lost, 'unit lost', 'units lost'], [taken, 'place taken', 'places taken']] as const
  return listed(parts.flatMap(([of, one, many]) => (of.length ? [counted(of.length, one, many)] : [])))
}
