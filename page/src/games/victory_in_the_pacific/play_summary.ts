import type { LogEntry, VisibleEvent } from '../../app/api'
import { shortDate } from '../../app/timeline'
import { bySide, ownerChanges, turnEvents, nonEmptyParts, type TurnEvents } from '../../app/turns'
import type { SummaryLine, SummaryPart, SummaryRow, TurnSummary } from '../../frame/summary'
import { listed, SIDES, type Facts, type VitpView } from './play_view'
import { leadText } from './play_prompts'

type Holders = Readonly<Record<string, string | null>>
const HOME_SEA = 'japanese_islands'

/** The scored turns, the latest first, and before them the current turn as it would end now (5.7). */
export function summaries(log: readonly LogEntry[], view: VitpView, facts: Facts): TurnSummary[] {
  const over = turnEvents(log, view.turn).filter(({ events }) => events.some((event) => event.event === 'points_scored'))
  const summaries = over.map((one) => summary(one, facts)).toReversed()
  return view.forecast.scored ? summaries : [forecast(view, facts), ...summaries]
}

const titleOf = (turn: number, facts: Facts): string => {
  const date = facts.turns.find((row) => row.turn === turn)?.date
  return `Turn ${turn}${date ? `, ${shortDate(date)}` : ''}`
}

function forecast(view: VitpView, facts: Facts): TurnSummary {
  const { holders, japan, allies, lead } = view.forecast
  return {
    turn: view.turn, title: `${titleOf(view.turn, facts)}, if it ended now`, result: resultText(japan, allies, lead),
    parts: [{ title: 'Points of control', table: pointsTable(holders, japan, allies, facts) }],
  }
}

const resultText = (japan: number, allies: number, lead: number): string => `Japan ${japan}, Allies ${allies}: ${leadText(lead).replace(/^T/, 't')}`

function summary({ turn, events, seq }: TurnEvents, facts: Facts): TurnSummary {
  const points = events.findLast((event) => event.event === 'points_scored')!
  const [japan, allies, lead] = ['japan', 'allies', 'lead'].map((field) => Number(points[field])) as [number, number, number]
  const holders = Object.fromEntries(events.filter((event) => event.event === 'flag_set').map((event) => [String(event['area']), (event['side'] as string | null) ?? null]))
  const units = { name: (id: string) => facts.name(id), sideOf: (id: string) => facts.sideOf(id) }
  const parts: SummaryPart[] = [
    { title: 'Points of control', table: pointsTable(holders, japan, allies, facts), lines: [trackLine(japan, allies, lead)] },
    { title: 'Sunk and lost', lines: bySide(lost(events, facts), units) },
    { title: 'Damaged', lines: bySide(damaged(events, facts), units) },
    { title: 'Ports and bases', lines: captured(events, facts) },
    { title: 'Arrived', lines: arrived(events, facts) },
    { title: 'Left', lines: bySide(left(events, facts), units) },
  ]
  return { turn, title: titleOf(turn, facts), result: resultText(japan, allies, lead), seq, parts: nonEmptyParts(parts) }
}

/** 2.5 The points of each side in each sea area that it controls; 19.3 Japan's home sea may be worth one more. */
function pointsTable(holders: Holders, japan: number, allies: number, facts: Facts): SummaryPart['table'] {
  const rows = [...facts.areas.values()].flatMap((area): SummaryRow[] => {
    const side = SIDES.find((one) => one === holders[area.id])
    return side ? [{ id: area.id, name: area.name, side, figures: SIDES.map((one) => (one === side ? area.worth[side]! : '')) }] : []
  })
  const more = japan - rows.reduce((n, row) => n + Number(row.figures[0]), 0)
  const home = more > 0 && holders[HOME_SEA] === 'japan' ? [{ id: 'home', name: 'The home sea, scored again (19.3)', side: 'japan' as const, figures: [more, ''] }] : []
  return { head: ['Sea area', 'Japan', 'Allies'], rows: [...rows, ...home, { id: 'total', name: 'Total', figures: [japan, allies], total: true }] }
}

/** The marker's position and its change in the turn; the track ends at 29. */
function trackLine(japan: number, allies: number, lead: number): SummaryLine {
  const gain = japan - allies
  const by = gain === 0 ? 'The marker stays' : `${gain > 0 ? 'Japan gains' : 'The Allies gain'} ${Math.abs(gain)}`
  const end = Math.abs(lead) === 29 ? ', at the end of the track' : ''
  return { id: 'track', side: gain > 0 ? 'japan' : gain < 0 ? 'allies' : undefined, text: `${by}: ${leadText(lead).replace(/^T/, 't')}${end}.` }
}

/** Units, each with its note. */
type Noted = ReadonlyMap<string, string>

/** 4.5, 7.61 The losses, and when land-based units return. */
function lost(events: readonly VisibleEvent[], facts: Facts): Noted {
  const found = events.filter((event) => event.event === 'lost').map((event): [string, string] => [String(event['unit']), event['back'] ? ` (back on turn ${Number(event['back'])})` : ''])
  const late = events.filter((event) => event.event === 'arrival_lost').map((event): [string, string] => [String(event['unit']), ` (due at ${facts.name(String(event['place']))})`])
  return new Map([...found, ...late])
}

/** 7.63, 9.41 The damage at the end of the turn of each unit that took some. */
function damaged(events: readonly VisibleEvent[], facts: Facts): Noted {
  const points = new Map<string, number>()
  const hurt = new Set<string>()
  for (const event of events) {
    const unit = String(event['unit'])
    if (['damaged', 'bottomed', 'repaired'].includes(event.event)) points.set(unit, Number(event['damage']))
    if (event.event === 'damaged' || event.event === 'bottomed') hurt.add(unit)
    if (event.event === 'lost') hurt.delete(unit)
  }
  return new Map([...hurt].map((id) => {
    const n = points.get(id)!
    const unit = facts.units.get(id)
    const bottom = unit && unit.kind !== 'lba' && unit.kind !== 'amphibious' && n > unit.armor
    return [id, ` ${n}${bottom ? ' (on the bottom)' : ''}`]
  }))
}

/** 14.2, 13.42 The ports and bases that changed hands. */
const captured = (events: readonly VisibleEvent[], facts: Facts): SummaryLine[] =>
  ownerChanges(events.filter((event) => event.event === 'captured').map((event) => [String(event['place']), String(event['side'])] as const), (place) => facts.within(place))

/** 4.4 The units that entered, by origin: new, returning after a loss, or from the yards of San Diego. */
function arrived(events: readonly VisibleEvent[], facts: Facts): SummaryLine[] {
  const kinds = ['arrived', 'returned', 'from_the_yards']
  const at = new Map<string, string[]>()
  for (const event of events) {
    if (!kinds.includes(event.event)) continue
    const place = String(event['place'] ?? '')
    at.set(place, [...(at.get(place) ?? []), String(event['unit'])])
  }
  return SIDES.flatMap((side) =>
    [...at].flatMap(([place, ids]) => {
      const own = ids.filter((id) => facts.sideOf(id) === side).map((id) => facts.name(id))
      return own.length ? [{ id: `${side} ${place}`, side, text: `${place ? `${facts.name(place)}: ` : ''}${listed(own)}.` }] : []
    }),
  )
}

/** 4.42, 11.23, 17.12 The units that left the map without being lost. */
function left(events: readonly VisibleEvent[], facts: Facts): Noted {
  const where: Readonly<Record<string, string>> = { withdrawn: ' (withdrawn)', to_the_yards: ' (to San Diego)', sent_west: ' (to the West Coast)' }
  return new Map(events.flatMap((event) => (where[event.event] !== undefined && facts.units.has(String(event['unit'])) ? [[String(event['unit']), where[event.event]!] as const] : [])))
}
