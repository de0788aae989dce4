import { counted } from '../../lib/text'
import type { LogEntry, VisibleEvent } from '../../app/api'
import { shortDate } from '../../app/timeline'
import { bySide, ownerChanges, turnEvents, nonEmptyParts, type TurnEvents } from '../../app/turns'
import type { SummaryLine, TurnSummary } from '../../frame/summary'
import { isSide, sideOf, SIDES, type Facts, type HoldView } from './play_view'
import { leadText } from './play_prompts'

/** The scored turns, the latest first, as far as the viewer can see (11). */
export function summaries(log: readonly LogEntry[], view: HoldView, facts: Facts): TurnSummary[] {
  return turnEvents(log, view.turn)
    .filter(({ events }) => events.some((event) => event.event === 'points_scored'))
    .map((one) => summary(one, facts))
    .toReversed()
}

const units = (events: readonly VisibleEvent[], ...kinds: readonly string[]): string[] =>
  events.flatMap((event) => (kinds.includes(event.event) && typeof event['unit'] === 'string' ? [event['unit']] : []))
const plain = (ids: readonly string[]): Map<string, string> => new Map(ids.map((id) => [id, '']))

function summary({ turn, events, seq }: TurnEvents, facts: Facts): TurnSummary {
  const points = events.findLast((event) => event.event === 'points_scored')!
  const [japan, allies, lead] = ['japan', 'allies', 'points'].map((field) => Number(points[field])) as [number, number, number]
  const dates = facts.turns.find((row) => row.turn === turn)?.dates
  const named = { name: (id: string) => facts.name(id), sideOf }
  const lost = units(events, 'sunk', 'no_way_home')
  const taken = events.filter((event) => event.event === 'base_taken' || event.event === 'place_taken').map((event) => [String(event['place']), String(event['side'])] as const)
  const result = `Japan ${japan}, Allies ${allies}: ${leadText(lead).replace(/^T/, 't')}`
  return {
    turn, title: `Turn ${turn}${dates ? `, ${shortDate(dates)}` : ''}`, result, seq,
    parts: nonEmptyParts([
      { title: 'Victory points', lines: [{ id: 'points', side: japan > allies ? 'japan' : allies > japan ? 'allies' : undefined, text: `${result}.` }] },
      { title: 'Sea areas that changed', lines: areas(events, facts) },
      { title: 'Ports and bases', lines: ownerChanges(taken, (place) => facts.within(place)) },
      { title: 'Sunk and lost', lines: bySide(plain(lost), named) },
      { title: 'Hit', lines: bySide(hits(events, lost), named) },
      { title: 'Arrived', lines: bySide(plain(units(events, 'arrived', 'returned', 'rebuilt')), named) },
    ]),
  }
}

/** 9.0.1 The sea areas whose control changed in the turn, by their controller at its end. */
function areas(events: readonly VisibleEvent[], facts: Facts): SummaryLine[] {
  const last = new Map(events.filter((event) => event.event === 'area_controlled').map((event) => [String(event['area']), event['side']]))
  return [...SIDES, null].flatMap((side) => {
    const own = [...last].filter(([, holder]) => (isSide(holder) ? holder : null) === side).map(([area]) => area)
    const words = own.map((area) => (side ? `${facts.within(area)} (${facts.areas.get(area)?.worth[side] ?? 0})` : facts.within(area))).join(', ')
    const who = side === 'japan' ? 'Japan holds' : side === 'allies' ? 'The Allies hold' : 'Nobody holds'
    return own.length ? [{ id: String(side), side: side ?? undefined, text: `${who} ${words}.` }] : []
  })
}

/** 8.1.5 The strength points that each surviving block has lost to fire. */
function hits(events: readonly VisibleEvent[], lost: readonly string[]): Map<string, string> {
  const found = new Map<string, number>()
  for (const event of events) {
    const target = String(event['target'])
    if (event.event === 'fired' && Number(event['hits']) > 0 && !lost.includes(target)) found.set(target, (found.get(target) ?? 0) + Number(event['hits']))
  }
  return new Map([...found].map(([id, n]) => [id, ` (${counted(n, 'hit')})`]))
}
