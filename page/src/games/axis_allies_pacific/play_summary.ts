import type { LogEntry, VisibleEvent } from '../../app/api'
import { validEntries } from '../../app/observation.svelte'
import { nonEmptyParts } from '../../app/turns'
import { sideName, type Side } from '../../board/sides'
import type { SummaryLine, TurnSummary } from '../../frame/summary'
import { counted, listed } from '../../lib/text'
import { textsOf } from './play_log'
import { sideOf, type Facts, type WarView } from './play_view'
import { someText } from './unit_text'

interface TurnLog {
  round: number
  side: Side
  turn: number
  events: VisibleEvent[]
  seq: number
}

const SIDES: readonly Side[] = ['japan', 'uk', 'usa']

/** The finished turns of the sides, the latest first, as far as the viewer can see. */
export function summaries(log: readonly LogEntry[], view: WarView, facts: Facts): TurnSummary[] {
  const turns: TurnLog[] = []
  for (const entry of validEntries(log)) {
    for (const event of entry.events ?? []) {
      if (event.event === 'turn_opened') turns.push({ round: 0, side: String(event['side']), turn: 0, events: [], seq: entry.seq })
      turns.at(-1)?.events.push(event)
      if (turns.length) turns.at(-1)!.seq = entry.seq
    }
  }
  // This is not the active side of the view, which after the last round is the side whose turn would be next.
  let { round } = view
  for (const one of turns.toReversed()) {
    one.round = round
    one.turn = (round - 1) * SIDES.length + SIDES.indexOf(one.side) + 1
    if (one.side === 'japan') round--
  }
  return turns.filter(({ events }) => events.some((event) => event.event === 'collected')).map((one) => summary(one, facts)).toReversed()
}

function summary({ round, side, turn, events, seq }: TurnLog, facts: Facts): TurnSummary {
  const of = (kind: string): VisibleEvent[] => events.filter((event) => event.event === kind)
  const points = of('points_scored').at(-1)
  const income = of('collected').map((event) => event.text).join(' ')
  const lines = (found: readonly string[]): SummaryLine[] => found.map((text, k) => ({ id: String(k), side, text }))
  return {
    turn, title: `Round ${round}, ${sideName(side)}`, seq, result: points ? `Japan has ${counted(Number(points['total']), 'victory point')}` : income.replace(/\.$/, ''),
    parts: nonEmptyParts([
      { title: 'Income', lines: lines([...of('collected'), ...of('pool_collected'), ...of('points_scored')].map((event) => event.text)) },
      { title: 'Taken', lines: lines([...of('captured'), ...of('convoy_taken'), ...of('entered')].map((event) => event.text)) },
      { title: 'Lost', lines: losses(of('lost')) },
      { title: 'Bought', lines: lines(textsOf(of('bought').toSorted((a, b) => String(a['economy']).localeCompare(String(b['economy']))))) },
      { title: 'Battles', lines: lines(of('battle_ended').map((event) => `${facts.name(String(event['place']))}: ${event['attackers_left'] ? (event['defenders_left'] ? 'both sides remain' : 'the attacker remains') : event['defenders_left'] ? 'the defender remains' : 'nobody is left'}.`)) },
    ]),
  }
}

/** The losses of each power in the turn, kind by kind. */
function losses(events: readonly VisibleEvent[]): SummaryLine[] {
  const by = new Map<string, Map<string, number>>()
  for (const event of events) {
    const own = by.get(String(event['power'])) ?? new Map<string, number>()
    own.set(String(event['piece']), (own.get(String(event['piece'])) ?? 0) + Number(event['number']))
    by.set(String(event['power']), own)
  }
  return [...by].map(([power, own]) => ({ id: power, side: sideOf(power), text: `${sideName(power)}: ${listed([...own].map(([piece, n]) => someText(piece, n)))}.` }))
}
