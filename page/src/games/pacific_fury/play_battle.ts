import type { LogEntry, VisibleEvent } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { validEntries } from '../../app/observation.svelte'
import type { SideRolls } from '../../app/rolls'
import type { FleetShown } from '../../frame/battle'
import type { Side } from '../sides'
import { WORDS } from './catalogue'
import { firesOf, isRolled } from './play_rolls'
import { OperationTracker } from './play_timeline'
import type { Unit } from './types'
import { counted, forceName, isForce, sea, sideOf, SIDES, topFrame, unitSide, type PacificView } from './play_view'

/** A side's ships, all in one station, some with text below. */
export interface BattleSide extends FleetShown<Unit> {
  words: Record<string, string>
}

export interface Battle {
  title: string
  steps: readonly string[]
  now: number
  fire: SideRolls[]
  sides: BattleSide[]
  /** distinguishes this battle from all others */
  battle: string
}

const SIDE_NAMES: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'Allies' }
const FIGHTS = ['surface_combat', 'carrier_combat', 'air_strike', 'bombardment']
const ABOUT = new Set(['battle_opened', 'round_opened', 'fired', 'henderson_fired', 'bombarded', 'henderson_struck', 'base_shown', 'hits_assigned', 'sinking_rolled'])

/** The events of an entry with dice that its player decided: a battle opened, a target, the last hit. */
const DECIDED = new Set(['battle_opened', 'target_chosen', 'hits_assigned'])

/** The log; for unrolled dice also what was decided before them: firers, targets and hits. */
export function shownEntries(store: MatchStore): readonly LogEntry[] {
  const { playback, log } = store
  const entry = playback?.pastSeq == null && playback?.hidesDice ? playback.step!.entries[0]! : null
  const all = entry?.events ?? []
  const events = all.slice(0, Math.max(0, all.findIndex(isRolled))).filter((event) => DECIDED.has(event.event))
  return entry && events.length ? [...log, { ...entry, events }] : log
}

/** The entries of the current battle, or of the one that the last entry ended; undefined if there is none. */
export function battleEntries(log: readonly LogEntry[], view: PacificView, past: boolean): LogEntry[] | null {
  const top = topFrame(view)?.procedure ?? ''
  const on = view.frames.some((frame) => FIGHTS.includes(frame.procedure)) || ['assign_hits', 'return_or_stay', 'cleared_sound'].includes(top)
  const stands = validEntries(log)
  const last = stands.at(-1)
  if (!on && !(past && last?.events?.some((event) => ABOUT.has(event.event) || event.event === 'target_chosen'))) return null
  const watch = new OperationTracker()
  let from = 0
  stands.forEach((entry, place) => {
    if (watch.begins(entry) || showsBase(entry)) from = place
  })
  return stands.slice(from)
}

const showsBase = (entry: LogEntry): boolean => !!entry.events?.some((event) => event.event === 'base_shown')

/** The entry with which a battle began; 0 if the match was set up in the middle of it: no later entry may change the key. */
const beganAt = ([first]: readonly LogEntry[]): number => (first && (new OperationTracker().begins(first) || showsBase(first)) ? first.seq : 0)

/** The content of the battle panel. `plan` has the hits filled in and not yet submitted. */
export function currentBattle(
  entries: readonly LogEntry[], view: PacificView, units: ReadonlyMap<string, Unit>, mine: string | null, plan: Readonly<Record<string, number>>,
  highlighted: ReadonlySet<string>,
): Battle {
  const events = entries.flatMap((entry) => entry.events ?? [])
  const opened = events.findIndex((event) => ABOUT.has(event.event) || event.event === 'target_chosen')
  const about = events.slice(Math.max(0, opened))
  const rounds = splitRounds(about)
  const kind = kindOf(about, view)
  const title = titleOf(kind, about, rounds.length, view)
  return {
    title, battle: `${title.split(',')[0]!} ${view.turn} ${beganAt(entries)}`,
    ...stepsOf(kind, view),
    fire: firesOf(rounds.at(-1) ?? [], units),
    sides: sidesOf(about, rounds.at(-1) ?? [], view, units, mine, plan, highlighted),
  }
}

type Kind = 'surface' | 'carrier' | 'strike' | 'bombardment' | 'torpedo'

const KINDS: Readonly<Record<string, Kind>> = { surface_combat: 'surface', carrier_combat: 'carrier', air_strike: 'strike', bombardment: 'bombardment' }

/** The kind of fight: from the present procedure, or, once it is over, from its events. */
function kindOf(events: readonly VisibleEvent[], view: PacificView): Kind {
  const underWay = view.frames.findLast((frame) => frame.procedure in KINDS)
  if (underWay) return KINDS[underWay.procedure]!
  if (topFrame(view)?.procedure === 'assign_hits') return 'torpedo'
  if (events.some((event) => event.event === 'base_shown')) return 'torpedo'
  const opened = events.find((event) => event.event === 'battle_opened')
  if (opened) return ['the_slot', 'ironbottom_sound'].includes(String(opened['zone'])) ? 'surface' : 'carrier'
  return events.some((event) => event.event === 'target_chosen') ? 'strike' : 'bombardment'
}

function titleOf(kind: Kind, events: readonly VisibleEvent[], round: number, view: PacificView): string {
  const opened = events.find((event) => event.event === 'battle_opened')
  const fight = view.frames.findLast((frame) => frame.procedure in KINDS)
  const zone = String(opened?.['zone'] ?? fight?.['zone'] ?? '')
  const target = String(events.find((event) => event.event === 'target_chosen')?.['target'] ?? fight?.['target'] ?? '')
  const when = round > 1 ? `, round ${round}` : ''
  switch (kind) {
    case 'surface':
      return `Surface combat in ${sea(zone)}${when}`
    case 'carrier':
      return `Carrier combat in ${sea(zone)}${when}`
    case 'strike':
      return `Air strike at ${target === 'henderson_field' ? 'Henderson Field' : target === 'ironbottom_sound' ? 'all in Ironbottom Sound' : forceName(target)}${when}`
    case 'bombardment':
      return `Bombardment of Henderson Field${when}`
    case 'torpedo':
      return 'Torpedo hits at Espiritu Santo'
  }
}

/** The questions of each kind of battle, with the dice between. */
const STEPS: Readonly<Record<Kind, readonly string[]>> = {
  surface: ['Fire', 'assign_hits', 'Sinking rolls', 'return_or_stay'],
  carrier: ['carrier_combat', 'Fire', 'assign_hits', 'Sinking rolls', 'return_or_stay'],
  strike: ['Fire', 'assign_hits', 'Sinking rolls', 'return_or_stay', 'air_strike'],
  bombardment: ['Fire', 'bombardment'],
  torpedo: ['assign_hits', 'Sinking rolls'],
}

function stepsOf(kind: Kind, view: PacificView): { steps: readonly string[]; now: number } {
  const asked = topFrame(view)?.procedure ?? ''
  const steps = asked === 'cleared_sound' ? [...STEPS[kind], asked] : STEPS[kind]
  const now = steps.indexOf(asked)
  return { steps: steps.map((step) => WORDS.battle(step) || step), now: now < 0 ? steps.length : now }
}

function splitRounds(events: readonly VisibleEvent[]): VisibleEvent[][] {
  const rounds: VisibleEvent[][] = []
  let bombed = false
  for (const event of events) {
    const opens = event.event === 'round_opened' || (bombed && event.event === 'fired')
    if (opens || !rounds.length) rounds.push([])
    if (opens) bombed = false
    if (event.event === 'bombarded') bombed = true
    rounds.at(-1)!.push(event)
  }
  // Events before the first round (a meeting, targets named) belong to it.
  const shots = (round: readonly VisibleEvent[]): boolean => round.some((event) => event.event === 'round_opened' || event.event === 'fired')
  if (rounds.length > 1 && !shots(rounds[0]!)) rounds.splice(0, 2, [...rounds[0]!, ...rounds[1]!])
  return rounds
}

/** The forces that take part: those named by events, and those that the view lists together with them. */
function engaged(events: readonly VisibleEvent[], view: PacificView): Set<string> {
  const forces = new Set<string>()
  for (const event of events) {
    for (const field of ['attacker', 'force', 'target']) {
      const id = event[field]
      if (typeof id === 'string' && isForce(id)) forces.add(id)
    }
    const zone = event.event === 'battle_opened' ? event['zone'] : event['target'] === 'ironbottom_sound' ? 'ironbottom_sound' : null
    const striker = event.event === 'target_chosen' ? sideOf(String(event['force'])) : null
    if (!zone) continue
    for (const id of forcesIn(view, String(zone))) if (sideOf(id) !== striker) forces.add(id)
  }
  for (const id of inFight(view)) forces.add(id)
  return forces
}

/** The forces named by the present fight, the only source for a match set up in the middle of it. */
export function inFight(view: PacificView): string[] {
  const fight = view.frames.findLast((frame) => frame.procedure in KINDS)
  if (!fight) return []
  const named = ['striker', 'force', 'target', 'taking_part', 'struck'].flatMap((field) => (fight[field] as string | string[] | undefined) ?? [])
  const attacker = typeof fight['attacker'] === 'string' ? [fight['attacker']] : []
  // Before a combat begins, all forces there may take part.
  const all = fight.procedure === 'surface_combat' || (fight.procedure === 'carrier_combat' && !named.length)
  const there = all ? forcesIn(view, String(fight['zone'])) : []
  return [...[...attacker, ...named].filter((id) => isForce(id) && view.forces[id]), ...there]
}

const forcesIn = (view: PacificView, zone: string): string[] => Object.keys(view.forces).filter((id) => view.forces[id]!.where === zone)

function sidesOf(
  events: readonly VisibleEvent[], round: readonly VisibleEvent[], view: PacificView, units: ReadonlyMap<string, Unit>, mine: string | null,
  plan: Readonly<Record<string, number>>, highlighted: ReadonlySet<string>,
): BattleSide[] {
  const there = new Set<string>()
  const forces = engaged(events, view)
  for (const force of forces) for (const unit of view.forces[force]?.units ?? []) there.add(unit)
  const words: Record<string, string> = {}
  const hits: Record<string, number> = {}
  for (const event of events) {
    const unit = typeof event['unit'] === 'string' ? event['unit'] : null
    if (unit) there.add(unit)
    if (event.event === 'base_shown') for (const one of event['units'] as string[]) there.add(one)
    if (event.event === 'sunk') words[unit!] = 'sunk'
    if (event.event === 'damaged') words[unit!] = `damaged: turn ${String(event['returns'])}`
    if (event.event === 'out_of_time') words[unit!] = 'damaged: out'
  }
  for (const event of round) if (event.event === 'hits_assigned') hits[String(event['unit'])] = (hits[String(event['unit'])] ?? 0) + Number(event['hits'])
  const order: Side[] = mine === 'allies' ? ['japan', 'allies'] : mine === 'japan' ? ['allies', 'japan'] : [...SIDES]
  return order.flatMap((side) => {
    const own = [...units.values()].filter((unit) => there.has(unit.id) && unitSide(unit.id) === side)
    const unseen = own.length ? 0 : [...forces].filter((id) => sideOf(id) === side && view.forces[id] && !view.forces[id].units.length).length
    return {
      side, sideName: SIDE_NAMES[side], words: { ...wordsFor(own, hits, plan), ...words },
      note: unseen ? `${counted(unseen, 'task force')} face down` : counted(own.filter((unit) => !words[unit.id]).length, 'ship'),
      sunk: own.filter((unit) => words[unit.id] === 'sunk').map((unit) => unit.name),
      none: unseen ? 'Contents unknown.' : 'No ships here.',
      stations: !own.length ? [] : [{ name: '', units: own.map((unit) => ({
        ...unit, legal: highlighted.has(unit.id) || undefined, sunk: words[unit.id] === 'sunk' || undefined,
        acted: (words[unit.id] !== undefined && words[unit.id] !== 'sunk') || undefined,
        target: words[unit.id] ? undefined : (plan[unit.id] ?? 0) + (hits[unit.id] ?? 0) || undefined,
      })) }],
    }
  })
}

function wordsFor(units: readonly Unit[], hits: Readonly<Record<string, number>>, plan: Readonly<Record<string, number>>): Record<string, string> {
  const words: Record<string, string> = {}
  for (const { id } of units) {
    const all = (hits[id] ?? 0) + (plan[id] ?? 0)
    if (all) words[id] = counted(all, 'hit')
  }
  return words
}
