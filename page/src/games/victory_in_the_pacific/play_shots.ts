import type { Action } from '../../app/api'
import type { GroupSelection } from '../../app/group_selection'
import { both, fate, NO_SHOT, volley, type Fate } from './odds'
import { frameOf, topFrame, whereIs, type Facts, type VitpView } from './play_view'
import type { UnitFacts } from './types'

/** 7.73 A ship with as much damage as armor has at most one gun, and no airstrike. */
const crippled = (unit: UnitFacts, damage: number): boolean => unit.kind !== 'lba' && damage > 0 && damage >= unit.armor

/** The shots of a unit in an action, and whether they have the attack bonus (7.51, 7.72). */
export function shotsOf(id: string, day: boolean, view: VitpView, facts: Facts): { shots: number; bonus: boolean } {
  const unit = facts.units.get(id)
  if (!unit) return { shots: 0, bonus: false }
  const damage = view.damage[id] ?? 0
  if (day) {
    const weakens = unit.kind === 'lba' && view.options['airstrike_losses'] === 'on' && view.options['air_unit_losses'] !== 'none'
    const losses = (view.air_loss[id] ?? 0) + (weakens ? damage : 0)
    return { shots: crippled(unit, damage) ? 0 : Math.max(0, unit.airstrike - losses), bonus: unit.airstrike_bonus || isKamikaze(unit, view) }
  }
  const late = view.options['us_battleship_bonus'] === 'on' && view.turn >= 7 && unit.nation === 'us' && unit.kind === 'battleship'
  const guns = crippled(unit, damage) ? (damage > unit.armor ? 0 : Math.min(1, unit.gunnery)) : unit.gunnery
  return { shots: guns, bonus: damage === 0 && (unit.gunnery_bonus || late) }
}

/** 19.2 On the ninth turn Japan's air units attack as kamikazes, and so do the carriers chosen for it. */
function isKamikaze(unit: UnitFacts, view: VitpView): boolean {
  if (view.turn !== 9 || view.options['last_turn'] !== '9' || unit.side !== 'japan') return false
  return unit.kind === 'lba' || ((frameOf(view, 'action')?.['kamikazes'] as readonly string[] | undefined) ?? []).includes(unit.id)
}

export interface AimView {
  unit: string
  target: string
}

/** The chosen targets, including those set by a helper. */
export function currentAims(view: VitpView, filled: readonly Action[]): AimView[] {
  const aims = (topFrame(view)?.['aims'] as readonly AimView[] | undefined) ?? []
  return [...aims, ...filled.map(([, unit, target]) => ({ unit: unit!, target: target! }))]
}

export const isDay = (view: VitpView): boolean => topFrame(view)?.['way'] === 'day'

/** Points of damage that remove a target (7.533, 7.534, 9.4), counting those marked in this action (3.5). */
export function sinksAt(id: string, view: VitpView, facts: Facts): number {
  const unit = facts.units.get(id)!
  const marks = (view.frames.findLast((frame) => frame.procedure === 'action')?.['marks'] as Record<string, number> | undefined)?.[id] ?? 0
  const damage = (view.damage[id] ?? 0) + marks
  if (unit.kind === 'lba') return Math.max(0, (unit.defence ?? 0) - damage)
  const armor = facts.places.has(whereIs(id, view) ?? '') && unit.kind !== 'amphibious' ? 2 * unit.armor : unit.armor
  return Math.max(0, armor - damage + 1)
}

/** The effect of these units' shots on a target. */
export function fateOf(ids: readonly string[], target: string, view: VitpView, facts: Facts): Fate {
  const atAir = facts.units.get(target)?.kind === 'lba'
  const fire = ids.reduce((all, id) => {
    const { shots, bonus } = shotsOf(id, isDay(view), view, facts)
    return both(all, volley(shots, bonus, atAir))
  }, NO_SHOT)
  // In port no ship is disabled (9.14), nor off Indonesia on turn 1 if that was agreed (18.4).
  const quiet = facts.places.has(whereIs(target, view) ?? '') || frameOf(view, 'action')?.['disables'] === false
  return fate(fire, sinksAt(target, view, facts), quiet)
}

const worthOf = (unit: UnitFacts): number => unit.airstrike * 3 + unit.gunnery * 2 + unit.armor

/** Targets for all units without one, with the shots spread as evenly as possible. */
export function spreadEvenly(selection: GroupSelection, view: VitpView, facts: Facts): Action[] {
  return aimed(selection, view, facts, (open, shots) => open.toSorted((a, b) => shots(a) - shots(b) || worthOf(facts.units.get(b)!) - worthOf(facts.units.get(a)!))[0])
}

/** Targets for all units without one: first damaged ships, each until it should be sunk; the rest evenly. */
export function finishCripples(selection: GroupSelection, view: VitpView, facts: Facts): Action[] {
  return aimed(selection, view, facts, (open, shots, at) => {
    const hurt = open.filter((id) => damagedOf(id, view) && fateOf(at(id), id, view, facts).sunk < MIN_CHANCE)
    const [first] = hurt.toSorted((a, b) => sinksAt(a, view, facts) - sinksAt(b, view, facts))
    return first ?? open.toSorted((a, b) => Number(damagedOf(a, view)) - Number(damagedOf(b, view)) || shots(a) - shots(b))[0]
  })
}

const MIN_CHANCE = 0.75 // a damaged target with at least this probability of being sunk gets no more shots
export const damagedOf = (id: string, view: VitpView): boolean => (view.damage[id] ?? 0) > 0

type Choose = (open: readonly string[], shots: (id: string) => number, at: (id: string) => readonly string[]) => string | undefined

/** A target for each unit without one, the strongest first. */
function aimed(selection: GroupSelection, view: VitpView, facts: Facts, choose: Choose): Action[] {
  const day = isDay(view)
  const strength = (id: string): number => shotsOf(id, day, view, facts).shots
  const aims = currentAims(view, [])
  const filled: Action[] = []
  for (const id of [...selection.choicesByUnit.keys()].toSorted((a, b) => strength(b) - strength(a))) {
    const ways = selection.choicesByUnit.get(id)!
    const at = (target: string): string[] => aims.filter((aim) => aim.target === target).map((aim) => aim.unit)
    const target = choose([...ways.keys()], (one) => at(one).reduce((n, unit) => n + strength(unit), 0), at)
    if (target === undefined) continue
    aims.push({ unit: id, target })
    filled.push(ways.get(target)!)
  }
  return filled
}
