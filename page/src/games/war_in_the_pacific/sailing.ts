import { lookaheadOf } from '../../app/lookahead.svelte'
import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import type { SeaPath } from './atlas'
import { hexOf, idOf, NOWHERE, sectionsOf } from './grid'
import { factsOf, knownPosition, topFrame, viewOf, type Facts } from './play_view'
import type { PacificView } from './types'

/** The course of the current force: its destinations, path, speed and fuel (10.3). */

/** An unfinished course: the hex, and a speed if it is not the slowest. */
export interface Draft {
  to?: string
  speed?: string
  /** a hex beyond this phase's reach, to which it may be sent over several phases */
  far?: string
  /** stop this many hexes short of it */
  off?: number
}
export const draftOf = (store: MatchStore): Draft => (store.draft as Draft | null) ?? {}

/** The force whose course is asked for. */
export function courseForce(store: MatchStore): string | null {
  const frame = store.decision ? topFrame(viewOf(store.view), store.decision.side) : undefined
  return frame?.procedure === 'course' ? String(frame['force']) : null
}

/** The Mission of a force whose course is asked for. */
export function currentMission(store: MatchStore, force: string): string | null {
  return courseForce(store) === force ? String(topFrame(viewOf(store.view), store.decision!.side)!['mission']) : null
}

/** The hexes in reach of the current force, each with its name among the choices. */
export function destinations(store: MatchStore): Map<number, string> {
  if (!courseForce(store)) return new Map()
  return new Map(store.choices.flatMap(([verb, to]) => (verb === 'sail' && to !== undefined ? [[hexOf(to), to] as const] : [])))
}

/** The speeds that bring the current force to a hex, from the referee; empty if there is only one, or none is known yet. */
export function speedsTo(store: MatchStore, hex: number): string[] {
  const to = destinations(store).get(hex)
  return to ? (lookaheadOf(store).of(['sail', to]) ?? []).flatMap(([, speed]) => (speed ? [speed] : [])) : []
}

/** Names a hex for the current force: its speeds are asked for. */
export function setDestination(store: MatchStore, hex: number): void {
  store.draft = { to: idOf(hex) }
  void lookaheadOf(store).request([['sail', destinations(store).get(hex)!]])
}

export interface CoursePath extends SeaPath {
  force: string
  /** hexes, including the starting one */
  line: readonly number[]
  /** indices in the path where each impulse ends */
  ends: readonly number[]
  speed: string
  fuel: number
}

/** The path of the current force to a hex at a speed, by the referee's rule: the cheapest, among equals the one with lower numbers. */
export function coursePathTo(store: MatchStore, hex: number, speed?: string): CoursePath | null {
  const force = courseForce(store)
  if (!force || !destinations(store).has(hex)) return null
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const start = startOf(view, force)
  if (start === NOWHERE) return null
  const sections = facts.sectionsOf(view)
  const way = facts.atlas.seaPath(start, view.force_water?.[force] ?? 0, hex, (one) => sectionsOf(one).some((section) => sections.includes(section)))
  if (!way) return null
  const speeds = speedsTo(store, hex)
  const at = speed && speeds.includes(speed) ? speed : (speeds[0] ?? slowest(facts, view, force, way.cost))
  const [impulse, , fuel] = facts.atlas.speeds[at.slice(-1)] ?? [0, 0, 0]
  return { ...way, force, line: [start, ...way.hexes], ends: impulseEnds(way.hexes.map((one) => facts.atlas.enter(one)), impulse), speed: at, fuel }
}

/** The lowest speed with enough points for a path (10.3); entering the map costs some (42.71, 43.64), and a dummy makes two at least (9.4). */
export function slowest(facts: Facts, view: PacificView, force: string, cost: number): string {
  const from = knownPosition(view, facts).shipsIn(force).length ? 1 : 2
  const spent = facts.entries[view.scenario]?.[view.force_box?.[force] ?? '']?.[1]
  const debt = (impulse: number): number => (view.force_gate?.[force] ? (spent ?? (Number(view.force_debt?.[force] ?? 0) || impulse)) : 0)
  const found = [1, 2, 3].find((speed) => {
    const [impulse, phase] = facts.atlas.speeds[speed] ?? [0, 0]
    return speed >= from && phase - debt(impulse) >= cost
  })
  return `speed_${found ?? 3}`
}

/** The hex from which a force sails: its own, or the one where it enters the map. */
export const startOf = (view: PacificView, force: string): number => hexOf(view.force_gate?.[force] ?? view.force_at[force] ?? '')

/** The ends of the impulses, in hexes entered: a hex is entered only if its full cost is left (10.31). */
export function impulseEnds(costs: readonly number[], impulse: number): number[] {
  const ends: number[] = []
  let [left, at] = [0, 0]
  for (let n = 0; n < 3 && at < costs.length; n++) {
    left += impulse
    while (at < costs.length && costs[at]! <= left) left -= costs[at++]!
    if (at > (ends.at(-1) ?? 0)) ends.push(at)
  }
  return ends
}

/** The choices of the unfinished course, including its speed if there is a choice; empty before a hex is named. */
export function sailing(store: MatchStore): readonly Action[] | null {
  const { to, speed } = draftOf(store)
  const hex = hexOf(to ?? '')
  const at = to ? destinations(store).get(hex) : undefined
  if (!at) return null
  const speeds = speedsTo(store, hex)
  return speeds.length ? [['sail', at], ['make_speed', speed && speeds.includes(speed) ? speed : speeds[0]!]] : [['sail', at]]
}
/** The hex of such choices. */
export const boundFor = (course: readonly Action[]): number => hexOf(course[0]![1]!)
