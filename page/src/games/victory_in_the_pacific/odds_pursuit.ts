import type { Volley } from './odds'
import { both, NO_SHOT, volley } from './odds'
import { shotsOf, sinksAt, type AimView } from './play_shots'
import { speedOf } from './play_speed'
import type { Facts, VitpView } from './play_view'

/** The state of a chase after an action (8.51): the whole group is sunk, caught again by a pursuer that keeps up, or escaped. */
export interface PursuitOdds {
  sunk: number
  caught: number
  away: number
}

/** One outcome of an action for a unit. */
interface PursuitOutcome {
  chance: number
  sunk: boolean
  left: boolean
  speed: number
  armed: boolean
}

const MAX_SPEED = 9

/** 7.6, 7.7 All outcomes of a given fire for a unit at sea. */
function outcomesOf(id: string, fire: Volley, view: VitpView, facts: Facts): PursuitOutcome[] {
  const before = view.damage[id] ?? 0
  const sinks = sinksAt(id, view, facts)
  const end = (chance: number, points: number, disabled: boolean): PursuitOutcome => {
    const then: VitpView = { ...view, damage: { ...view.damage, [id]: before + points } }
    const sunk = points >= sinks
    const armed = [true, false].some((day) => shotsOf(id, day, then, facts).shots > 0)
    return { chance, sunk, left: !sunk && !disabled, speed: speedOf(id, then, facts), armed }
  }
  return [...fire.undamaged.map((p, points) => end(p, points, false)), ...fire.disabled.map((p, points) => end(p, points, true))].filter((one) => one.chance > 0)
}

const chanceOf = (unit: readonly PursuitOutcome[], test: (end: PursuitOutcome) => boolean): number => unit.reduce((p, end) => (test(end) ? p + end.chance : p), 0)
const ofAll = (units: readonly (readonly PursuitOutcome[])[], test: (end: PursuitOutcome) => boolean): number => units.reduce((p, unit) => p * chanceOf(unit, test), 1)

/** 8.33, 8.51 The outcome of a chase. 8.23 The group flees at the speed of its slowest ship; 5.5 it escapes where no pursuer is armed. */
function pursuitOutcomes(group: readonly (readonly PursuitOutcome[])[], pursuers: readonly (readonly PursuitOutcome[])[]): PursuitOdds {
  const sunk = ofAll(group, (end) => end.sunk)
  const slowestIs = (slowest: number, armed: boolean): number => {
    const fromOn = (least: number): number => ofAll(group, (end) => !end.left || (end.speed >= least && (armed || !end.armed)))
    return fromOn(slowest) - fromOn(slowest + 1)
  }
  let caught = 0
  for (let slowest = 1; slowest <= MAX_SPEED; slowest++) {
    const none = ofAll(pursuers, (end) => !end.left || end.speed < slowest)
    const harmless = ofAll(pursuers, (end) => !end.left || end.speed < slowest || !end.armed) - none
    caught += slowestIs(slowest, true) * (1 - none) - slowestIs(slowest, false) * harmless
  }
  return { sunk, caught, away: Math.max(0, 1 - sunk - caught) }
}

const isA = (id: string, facts: Facts, ...kinds: string[]): boolean => kinds.includes(facts.units.get(id)?.kind ?? '')

/** 7.412, 7.422 to 7.424 The possible next targets, while no enemy carrier fires its guns. */
function openTargets(day: boolean, enemy: readonly string[], named: ReadonlySet<string>, facts: Facts): string[] {
  if (day) return [...enemy]
  const ships = enemy.filter((id) => !isA(id, facts, 'lba', 'amphibious', 'submarine'))
  const others = ships.filter((id) => !isA(id, facts, 'carrier'))
  const open = others.every((id) => named.has(id)) ? ships : others
  return ships.every((id) => named.has(id)) ? [...open, ...enemy.filter((id) => isA(id, facts, 'amphibious'))] : open
}

const orders = new WeakMap<Facts, Map<string, number>>()
/** The index of a unit in the units file. */
function place(id: string, facts: Facts): number {
  let order = orders.get(facts)
  if (!order) orders.set(facts, (order = new Map([...facts.units.keys()].map((one, k) => [one, k]))))
  return order.get(id) ?? 0
}

/** Targets for all units that fire, with the shots spread as evenly as possible; at night carriers do not fire. */
export function evenAims(day: boolean, firing: readonly string[], enemy: readonly string[], view: VitpView, facts: Facts): AimView[] {
  const shots = new Map(firing.filter((id) => (day ? !isA(id, facts, 'amphibious', 'submarine') : isA(id, facts, 'battleship', 'cruiser'))).map((id) => [id, shotsOf(id, day, view, facts).shots]))
  const aimed = new Map(enemy.map((id) => [id, 0]))
  const named = new Set<string>()
  const aims: AimView[] = []
  for (const unit of [...shots.keys()].filter((id) => shots.get(id)).toSorted((a, b) => shots.get(b)! - shots.get(a)! || place(a, facts) - place(b, facts))) {
    const [target] = openTargets(day, enemy, named, facts).toSorted((a, b) => aimed.get(a)! - aimed.get(b)! || place(a, facts) - place(b, facts))
    if (target === undefined) continue
    aimed.set(target, aimed.get(target)! + shots.get(unit)!)
    named.add(target)
    aims.push({ unit, target })
  }
  return aims
}

/** 8.33 The ships that keep up with a group. */
export function fastEnough(ships: readonly string[], group: readonly string[], view: VitpView, facts: Facts): string[] {
  const least = Math.min(...group.map((id) => speedOf(id, view, facts)))
  return ships.filter((id) => isA(id, facts, 'battleship', 'carrier', 'cruiser') && speedOf(id, view, facts) >= least)
}

/** 8.3 The outcome of an action for a pursued group, or for each party it splits into, where both sides spread their fire evenly. */
export function pursuit(day: boolean, group: readonly string[], ships: readonly string[], view: VitpView, facts: Facts, parties: readonly (readonly string[])[] = [group]): PursuitOdds[] {
  const fast = fastEnough(ships, group, view, facts)
  if (!fast.length) return parties.map(() => ({ sunk: 0, caught: 0, away: 1 }))
  const aims = [...evenAims(day, fast, group, view, facts), ...evenAims(day, group, fast, view, facts)]
  const fires = new Map<string, Volley>()
  for (const { unit, target } of aims) {
    const { shots, bonus } = shotsOf(unit, day, view, facts)
    fires.set(target, both(fires.get(target) ?? NO_SHOT, volley(shots, bonus, isA(target, facts, 'lba'))))
  }
  const ends = (id: string): PursuitOutcome[] => outcomesOf(id, fires.get(id) ?? NO_SHOT, view, facts)
  return parties.map((party) => pursuitOutcomes(party.map(ends), fast.map(ends)))
}
