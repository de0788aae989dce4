import type { LogEntry, VisibleEvent } from '../../app/api'
import type { DiceOnTable } from '../../app/battle_dice'
import type { GroupSelection } from '../../app/group_selection'
import { validEntries } from '../../app/observation.svelte'
import type { Side } from '../sides'
import type { SideRolls } from '../../app/rolls'
import type { FleetShown } from '../../frame/battle'
import { firesOf } from './play_rolls'
import { currentAims, isDay, shotsOf, sinksAt } from './play_shots'
import { currentUnit, type Marks } from './play_units'
import { counted, frameOf, KINDS, listedShort, procedureOf, SIDES, topFrame, whereIs, type Facts, type FrameView, type VitpView } from './play_view'
import type { CounterView, Kind } from './types'
import { shortName } from './unit_text'

export interface Battle {
  title: string
  steps: readonly string[]
  now: number
  facts: string[]
  fire: SideRolls[]
  sides: FleetShown<CounterView>[]
  words: Readonly<Record<string, string>>
  /** a key that identifies the battle */
  battle: string
}

const SIDE_NAMES: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'Allies' }
const OPENS = new Set(['area_named', 'action_settled', 'raid_opened', 'chase_opened', 'japan_stays'])
const ABOUT = new Set(['fired', 'torpedoed', 'action_settled', 'raid_opened', 'chase_opened', 'retreated', 'island_fired'])
/** Events that follow any round, even of a chase or raid, and concern all units at sea in the area (5.4). */
const AFTER_A_ROUND: ReadonlySet<string> = new Set(['strike', 'landing'])
const FOUGHT = ['battle', 'air_raid', 'action', 'flight'] as const

/** A fight on the battle board: its events, and its part of the view. */
export interface Fight {
  events: readonly VisibleEvent[]
  view: VitpView
  /** the sea area, where known */
  area?: string
  /** the units that it has sunk so far, in all rounds */
  lost: readonly string[]
  /** the points of damage by fire on each unit so far, in all rounds */
  dealt: ReadonlyMap<string, number>
  /** the air raid that the fight was, once the frames of the view no longer contain it */
  raid?: { place: string; ships: readonly string[] }
}

/** Events that end one fight and begin another. */
const BOUNDS: ReadonlySet<string> = new Set(['area_named', 'combat_ended', 'surprised', 'raid_opened', 'chase_opened', 'japan_stays'])
const SHOWN: ReadonlySet<string> = new Set(['fired', 'torpedoed', 'island_fired'])

/** Whether the dice being shown were not rolled in a fight, such as those for the first turn's groups or for speed. */
export const rollsElsewhere = (rolled: readonly VisibleEvent[] | undefined): boolean => !!rolled && !rolled.some((event) => ABOUT.has(event.event))

/** The current fight, or that of the last entry, and no other fight of the turn; null where there is none. */
export function fightOf(log: readonly LogEntry[], view: VitpView, past: boolean): Fight | null {
  const on = FOUGHT.some((procedure) => frameOf(view, procedure))
  const stands = validEntries(log)
  const last = stands.at(-1)?.events ?? []
  if (!on && !(past && last.some((event) => ABOUT.has(event.event)))) return null
  const events = stands.flatMap((entry) => entry.events ?? [])
  const turn = events.findLastIndex((event) => event.event === 'turn_opened') + 1
  // Where the last entry finished one fight and began the next, the finished one is shown.
  const fought = past ? last.findLastIndex((event) => SHOWN.has(event.event)) : -1
  const at = fought < 0 ? events.length - 1 : events.length - last.length + fought
  const begins = (k: number): boolean => BOUNDS.has(events[k]!.event)
  let from = turn
  for (let k = turn; k <= at; k++) if (begins(k)) from = k
  let upTo = events.length
  for (let k = events.length - 1; k > at; k--) if (begins(k)) upTo = k
  const ended = upTo < events.length || (events[from]?.event === 'combat_ended' && !on)
  const own = events.slice(from, upTo)
  const area = events.slice(turn, upTo).findLast((event) => typeof event['area'] === 'string' && (ABOUT.has(event.event) || BOUNDS.has(event.event)))?.['area']
  const lost = own.filter((event) => event.event === 'lost').map((event) => String(event['unit']))
  return { events: lastAction(own), area: area as string | undefined, view: ended ? { ...view, frames: [] } : view, lost, dealt: dealtIn(own), raid: on && fought < 0 ? undefined : raidIn(own) }
}

function dealtIn(events: readonly VisibleEvent[]): Map<string, number> {
  const dealt = new Map<string, number>()
  for (const { event, target, damage } of events) if (SHOWN.has(event) && typeof damage === 'number' && damage) dealt.set(String(target), (dealt.get(String(target)) ?? 0) + damage)
  return dealt
}

/** The air raid in the events, unless an action at sea came after it. */
function raidIn(events: readonly VisibleEvent[]): Fight['raid'] {
  const last = events.findLast(({ event }) => event === 'raid_opened' || event === 'action_settled')
  return last?.event === 'raid_opened' ? { place: String(last['place']), ships: list(last['units']) } : undefined
}

/** The events since the last action with fire began, or the whole fight if no unit has fired. */
function lastAction(events: readonly VisibleEvent[]): VisibleEvent[] {
  let from = 0
  let begun = 0
  const fired = new Set<unknown>()
  events.forEach((event, k) => {
    if (OPENS.has(event.event) || (event.event === 'aimed' && fired.has(event['side']))) {
      begun = k
      fired.clear()
    }
    if (event.event === 'area_named') from = k
    if (event.event === 'fired') {
      from = begun
      for (let i = k; i >= begun; i--) if (events[i]!.event === 'aimed') fired.add(events[i]!['side'])
    }
  })
  return events.slice(from)
}

/** All data of the battle board. */
export function currentBattle({ events, view, area, lost, dealt, raid }: Fight, facts: Facts, mine: string | null, marks: Marks, selection: GroupSelection | null, table: DiceOnTable | null = null): Battle {
  const order: Side[] = mine === 'allies' ? ['japan', 'allies'] : mine === 'japan' ? ['allies', 'japan'] : [...SIDES]
  const there = fighters(events, view, facts, raid)
  const title = titleOf(view, facts, area, raid)
  return {
    title, battle: `${title} ${view.turn}`, ...stepsOf(view, events, table, facts, raid),
    facts: [...begun(events, view, facts), ...events.filter((event) => TOLD.includes(event.event)).map((event) => event.text)].slice(-3),
    fire: firesOf(events, !isFought(events, 'night'), facts),
    sides: order.map((side) => {
      const own = fleet(side, there, events, view, facts, marks, selection, dealt)
      const sunk = own.stations.flatMap(({ units }) => units.filter((one) => one.sunk).map(({ id }) => id))
      return { ...own, sunk: [...new Set([...lost.filter((id) => facts.sideOf(id) === side), ...sunk])].map((id) => facts.name(id)) }
    }),
    words: wordsOf(events, view, facts, selection, table),
  }
}

/** Whether the action in the events is of this type, day or night. */
const isFought = (events: readonly VisibleEvent[], light: string): boolean => events.findLast((event) => event.event === 'action_settled')?.['action'] === light

const TOLD = ['actions_named', 'action_rolled', 'action_settled', 'raid_opened', 'chase_opened']

/** The start of a fight whose beginning is not in the log, in a match that was set up in the middle of the fight. */
function begun(events: readonly VisibleEvent[], view: VitpView, facts: Facts): string[] {
  const seen = new Set(events.map((event) => event.event))
  const names = (value: unknown): string => listedShort(list(value).map((id) => facts.name(id)))
  const [chase, raid, action] = ['chase', 'air_raid', 'action'].map((procedure) => frameOf(view, procedure))
  const sentences: string[] = []
  if (raid && !seen.has('raid_opened')) sentences.push(`Air raid on ${facts.within(String(raid['place']))} by ${names(raid['ships'])}.`)
  if (chase && !seen.has('chase_opened')) sentences.push(`${names(chase['ships'])} ${list(chase['ships']).length > 1 ? 'chase' : 'chases'} ${names(chase['group'])}.`)
  if (action && !raid && !seen.has('action_settled')) {
    const night = frameOf(view, 'round')?.['both'] && action['way'] === 'day' ? ', then night action,' : ''
    sentences.push(`${action['way'] === 'day' ? 'Day' : 'Night'} action${night} in ${facts.within(String(action['area']))}.`)
  }
  return sentences
}

const list = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])

/** The units that fight now, as far as they are still there; empty where there is no fight. */
function currentFighting(view: VitpView): ReadonlySet<string> {
  const of = (procedure: string, units: (frame: FrameView) => readonly string[]): [FrameView, readonly string[]] | null => {
    const frame = frameOf(view, procedure)
    return frame ? [frame, units(frame)] : null
  }
  const inPort = (frame: FrameView): string[] => SIDES.flatMap((side) => view.units[side][String(frame['place'])] ?? [])
  const [frame, units] = of('action', (one) => list(one['units']))
    ?? of('chase', (one) => [...list(one['group']), ...list(one['ships'])])
    ?? of('air_raid', (one) => [...list(one['ships']), ...inPort(one)])
    ?? of('flight', (one) => [...list(one['flees']), ...list(one['ships'])])
    ?? of('battle', (one) => list(one['units'])) ?? [null, []]
  return new Set(units.filter((id) => [frame?.['area'], frame?.['place']].includes(whereIs(id, view))))
}

/**
 * The current action's type replaces the question for it; while rolled dice are shown, their step is the current
 * one.
 */
function stepsOf(view: VitpView, events: readonly VisibleEvent[], table: DiceOnTable | null, facts: Facts, raid: Fight['raid']): { steps: readonly string[]; now: number } {
  const fired = table?.events.findLast(({ event }) => event === 'fired' || event === 'torpedoed')
  const now = !fired ? stepOf(view) : fired.event === 'torpedoed' ? 3 : (fired['side'] ?? facts.sideOf(String(fired['unit']))) === 'japan' ? 1 : 2
  const way = now > 0 ? (frameOf(view, 'action')?.['way'] ?? events.findLast((event) => event.event === 'action_settled')?.['action'] ?? (raid && 'day')) : undefined
  const [, ...rest] = STEPS
  return { steps: way === 'day' ? ['Day action', ...rest] : way === 'night' ? ['Night action', ...rest] : STEPS, now }
}

const STEPS = ['Day or night', 'Japan fires', 'Allies fire', 'Submarines', 'Landings', 'Stay or retreat', 'Pursuit'] as const

function stepOf(view: VitpView): number {
  const top = topFrame(view)
  const at: Readonly<Record<string, number>> = {
    naming: 0, name_action: 0, forming: 0, tasking: 0, kamikaze_naming: 1, roles: 1, joining: 1, island_aiming: 4, announcement: 2, strike: 3, landing: 4, stay_or_retreat: 5, stay_or_part: 5, detaching: 5, grouping: 6, pursuit: 6, chases: 6, stopping: 6, way_home: 6,
  }
  return top?.procedure === 'targeting' ? (top['side'] === 'japan' ? 1 : 2) : (at[top?.procedure ?? ''] ?? STEPS.length)
}

function titleOf(view: VitpView, facts: Facts, known: string | undefined, ended: Fight['raid']): string {
  const raid = frameOf(view, 'air_raid')?.['place'] ?? (frameOf(view, 'action') ?? frameOf(view, 'chase') ?? { place: ended?.place })['place']
  if (typeof raid === 'string') return `Air raid on ${facts.name(raid)}`
  const area = FOUGHT.map((procedure) => frameOf(view, procedure)?.['area']).find((one) => typeof one === 'string') ?? known
  return `Battle in ${typeof area === 'string' ? facts.within(area) : 'the Pacific'}`
}

/** The participants, including those that left since this action began. */
function fighters(events: readonly VisibleEvent[], view: VitpView, facts: Facts, ended: Fight['raid']): Set<string> {
  const frame = frameOf(view, 'action') ?? frameOf(view, 'battle')
  const raid = frameOf(view, 'air_raid')
  const flight = frameOf(view, 'flight')
  const ids = [...list(frame?.['units']), ...list(raid?.['ships']), ...list(flight?.['flees']), ...list(flight?.['ships'])]
  const port = raid ? String(raid['place']) : ended?.place
  if (port && !frameOf(view, 'action')) for (const side of SIDES) ids.push(...(view.units[side][port] ?? []))
  if (!raid) ids.push(...(ended?.ships ?? []))
  const top = topFrame(view)
  if (top && AFTER_A_ROUND.has(top.procedure)) for (const side of SIDES) ids.push(...(view.units[side][String(top['area'])] ?? []))
  for (const event of events) {
    if (SHOWN.has(event.event)) ids.push(String(event['unit']), String(event['target']))
    if (!view.frames.length && (event.event === 'chase_opened' || event.event === 'raid_opened')) ids.push(...list(event['units']), ...list(event['pursuers']))
  }
  return new Set(ids.filter((id) => facts.units.has(id)))
}

const STATIONS: readonly (readonly [name: string, kinds: readonly Kind[]])[] = [
  ['Carriers', ['carrier']], ['Battleships', ['battleship']], ['Cruisers', ['cruiser']], ['Air units', ['lba']], ['Amphibious units', ['amphibious']],
  ['Submarine', ['submarine']],
]

/** 7.64 The units that were disabled in this action and go home. */
const disabledIn = (events: readonly VisibleEvent[]): ReadonlySet<string> => new Set(events.filter((event) => event.event === 'was_disabled').map((event) => String(event['unit'])))

function fleet(side: Side, there: ReadonlySet<string>, events: readonly VisibleEvent[], view: VitpView, facts: Facts, marks: Marks, selection: GroupSelection | null, dealt: ReadonlyMap<string, number>): FleetShown<CounterView> {
  const action = frameOf(view, 'action')
  const pending = (action?.['marks'] as Record<string, number> | undefined) ?? {}
  const taking = currentFighting(view)
  const own = [...there].filter((id) => facts.units.get(id)!.side === side).map((id) => {
    const lost = view.units[side]['lost']?.includes(id) || Object.entries(view.units[side]).some(([spot, ids]) => spot.startsWith('return_') && ids.includes(id))
    // A lost unit has no damage in the view: its last figures remain.
    const damage = (lost ? dealt.get(id) : undefined) ?? (view.damage[id] ?? 0) + (pending[id] ?? 0)
    const disabled = disabledIn(events).has(id) && !lost
    return currentUnit(id, view, facts, marks, { disabled: disabled || undefined, damage: damage || undefined, hurt: pending[id] ? (view.damage[id] ?? 0) : undefined, sunk: lost || undefined, acted: (!lost && taking.size > 0 && !taking.has(id)) || undefined })
  })
  const rank = (one: CounterView): number => KINDS.indexOf(one.facts.kind) * 100 - one.facts.airstrike * 3 - one.facts.gunnery
  const stations = STATIONS.flatMap(([name, kinds]) => {
    const units = own.filter((one) => kinds.includes(one.facts.kind)).toSorted((a, b) => rank(a) - rank(b))
    return units.length ? [{ name, units }] : []
  })
  const day = isDay(view)
  const left = topFrame(view)?.['side'] === side && procedureOf(view) === 'targeting' ? [...(selection?.choicesByUnit.keys() ?? [])] : []
  const shots = left.reduce((n, id) => n + shotsOf(id, day, view, facts).shots, 0)
  return { side, sideName: SIDE_NAMES[side], note: left.length ? `${counted(left.length, 'unit')} to aim, ${counted(shots, 'shot')}` : counted(own.filter((one) => !one.sunk && !one.acted).length, 'unit'), stations }
}

/** A short label below a unit: its target, its hits, or where it went. */
function wordsOf(events: readonly VisibleEvent[], view: VitpView, facts: Facts, selection: GroupSelection | null, table: DiceOnTable | null): Record<string, string> {
  const words: Record<string, string> = {}
  const [taking, all] = [currentFighting(view), list(frameOf(view, 'battle')?.['units'])]
  const short = (id: string): string => shortName(facts.name(id))
  for (const id of all) {
    const at = whereIs(id, view)
    if (!taking.has(id) && at && facts.places.has(at)) words[id] = `at ${facts.name(at)}`
  }
  const pending = (frameOf(view, 'action')?.['marks'] as Record<string, number> | undefined) ?? {}
  for (const id of new Set([...Object.keys(pending), ...(table?.lying ? table.aims.map(({ target }) => target) : [])])) {
    if (!facts.units.has(id)) continue
    const damage = view.damage[id] ?? 0
    words[id] = (pending[id] ?? 0) > 0 && !sinksAt(id, view, facts) ? (facts.units.get(id)!.kind === 'lba' ? 'will be lost' : 'will sink') : damage + (pending[id] ?? 0) ? `${damage + (pending[id] ?? 0)} damage` : 'unharmed'
  }
  for (const event of events) {
    const [unit, target] = [String(event['unit']), String(event['target'])]
    if (SHOWN.has(event.event) && event['disabled'] && !words[target]?.startsWith('will')) words[target] = 'disabled'
    if (event.event === 'went_home' && typeof event['place'] === 'string') words[unit] = `to ${facts.name(event['place'])}`
    if (event.event === 'was_disabled') words[unit] = 'disabled'
    if (event.event === 'lost') words[unit] = facts.units.get(unit)?.kind === 'lba' ? 'destroyed' : 'sunk'
  }
  const { groups } = (frameOf(view, 'grouping') ?? frameOf(view, 'flight') ?? {}) as { groups?: string[][] }
  groups?.forEach((ids, k) => ids.forEach((id) => (words[id] = `group ${k + 1}`)))
  const tasks = (frameOf(view, 'pursuit')?.['tasks'] as { group: string[]; place: string | null; ships: string[] }[] | undefined) ?? []
  for (const task of tasks) for (const id of task.ships) words[id] = task.place ? `raids ${facts.name(task.place)}` : `pursues ${task.group.map(short)[0] ?? ''}`
  const aims = table?.aims.length ? table.aims : procedureOf(view) === 'targeting' ? currentAims(view, selection?.filled ?? []) : []
  // For a unit that fires and was hit before, the target is shown until its dice are.
  for (const { unit, target } of aims) if (!table?.lying || !words[unit]) words[unit] = `at ${short(target)}`
  return words
}
