import type { Action } from '../../app/api'
import type { MatchStore, DraftPrompt } from '../../app/game'
import { counted } from '../../lib/text'
import { distance, hexOf, idOf, NOWHERE, sectionsOf } from './grid'
import { courseForce, destinations, draftOf, slowest, startOf } from './sailing'
import { fuelLeft } from './fuel_left'
import { capital, factsOf, knownPosition, plain, topFrame, viewOf } from './play_view'
import { standingOrdersOf, type Voyage } from './standing_orders.svelte'

/** Voyages over several Naval Phases: a hex beyond this phase's reach is a force's destination; the first course is submitted now. */

const TOP_SPEED = 3
/** The default speed of a voyage. */
const USUAL = 2

export interface Leg {
  voyage: Voyage
  course: Action
  /** Naval Phases that it takes at that speed, including this one */
  phases: number
  /** 10.5 if the fuel does not last long enough: the number of phases for which it does, and the last hex that the force reaches */
  fuelExhausted: { phases: number; at: number } | null
}

/** 10.5 The point of a path where the fuel for some phases ends, by the points of a phase; null if it lasts. */
export function fuelExhaustedAt(hexes: readonly number[], start: number, { phases, points, lasts, enter }: { phases: number; points: number; lasts: number; enter: (hex: number) => number }): Leg['fuelExhausted'] {
  if (lasts >= phases) return null
  let [at, left] = [start, lasts * points]
  for (const hex of hexes) {
    left -= enter(hex)
    if (left < 0) break
    at = hex
  }
  return { phases: lasts, at }
}

/** The voyage begun by the main button: at the usual speed if the fuel lasts, else at the highest at which it does. */
export const preferred = (legs: readonly Leg[]): Leg | null => {
  const [usual, lasting] = [legs.find(({ voyage }) => voyage.speed === USUAL), legs.filter(({ fuelExhausted }) => !fuelExhausted)]
  return (usual && !usual.fuelExhausted ? usual : lasting.at(-1)) ?? usual ?? legs[0] ?? null
}

/** The hex in reach that is closest to a distant one, or to a point some hexes short of it; among equals the one nearer to the
 * force, as in the referee's helper. */
export function nearest(reach: Iterable<number>, start: number, far: number, off = 0): number {
  const left = (hex: number): number => Math.abs(distance(hex, far) - off)
  const [best] = [start, ...reach].toSorted((a, b) => left(a) - left(b) || distance(a, start) - distance(b, start) || a - b)
  return best === undefined || best === start ? NOWHERE : best
}

/** The first course toward a distant hex, at this speed at most; undefined if it is within reach in this phase, no ship can get
 * there, or nothing in reach is nearer. */
export function legTo(store: MatchStore, far: number, speed: number, off: number, least: ReadonlyMap<number, number>): Leg | null {
  const force = courseForce(store)
  if (!force) return null
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const start = startOf(view, force)
  const sections = facts.sectionsOf(view)
  const inPlay = (hex: number): boolean => sectionsOf(hex).some((section) => sections.includes(section))
  const way = start === NOWHERE || !inPlay(far) ? null : facts.atlas.seaPath(start, view.force_water?.[force] ?? 0, far, inPlay)
  if (!way) return null
  const all = destinations(store)
  const fits = (hex: number): boolean => (least.get(hex) ?? Infinity) <= speed
  if (fits(far)) return null
  const to = nearest([...all.keys()].filter(fits), start, far, off)
  if (to === NOWHERE) return null
  const mission = String(topFrame(view, store.decision!.side)?.['mission'] ?? 'transit')
  const points = facts.atlas.speeds[speed]?.[1] ?? 1
  const phases = Math.max(2, Math.ceil(way.cost / points))
  const lasts = fuelLeft(knownPosition(view, facts), force).find((range) => range.speed === speed)?.phases ?? Infinity
  const dry = fuelExhaustedAt(way.hexes, start, { phases, points, lasts, enter: (hex) => facts.atlas.enter(hex) })
  return { voyage: { mission, to: idOf(far), off, speed }, course: ['sail', all.get(to)!], phases, fuelExhausted: dry }
}

/** The lowest speed that brings the current force to each hex in reach, by its path. */
function leastSpeeds(store: MatchStore, force: string): Map<number, number> {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const start = startOf(view, force)
  const sections = facts.sectionsOf(view)
  const most = facts.atlas.speeds[TOP_SPEED]?.[1] ?? 0
  const costs = start === NOWHERE ? new Map<number, number>() : facts.atlas.seaCosts(start, view.force_water?.[force] ?? 0, most, (hex) => sectionsOf(hex).some((section) => sections.includes(section)))
  return new Map([...destinations(store).keys()].map((hex) => [hex, Number(slowest(facts, view, force, costs.get(hex) ?? Infinity).slice(-1))]))
}

/** The first courses of the current force toward a distant hex, one for each speed at which it takes more than one phase. */
function legsTo(store: MatchStore, hex: number): Leg[] {
  const force = courseForce(store)
  if (hex === NOWHERE || !force) return []
  const least = leastSpeeds(store, force)
  return [...new Set(least.values())].toSorted().flatMap((speed) => legTo(store, hex, speed, draftOf(store).off ?? 0, least) ?? [])
}

/** The voyage that the main button begins, once a hex beyond reach was named. */
export function usualLeg(store: MatchStore): Leg | null {
  return preferred(legsTo(store, hexOf(draftOf(store).far ?? '')))
}

/** Buttons that send the current force to a hex over several phases. */
export function voyageButtons(store: MatchStore, hex: number): DraftPrompt['buttons'] {
  const force = courseForce(store)
  const facts = factsOf(store.pieces)
  return legsTo(store, hex).map((leg) => ({
    id: `voyage ${idOf(hex)} ${leg.voyage.speed}`, row: 'In stages', label: capital(plain(`speed_${leg.voyage.speed}`)),
    note: `${counted(leg.phases, 'Naval Phase')}: ${facts.placeName(leg.course[1]!)} ${leg.phases === 2 && !leg.voyage.off ? `now, ${facts.placeName(idOf(hex))} next` : 'first'}${leg.fuelExhausted ? `; fuel for ${leg.fuelExhausted.phases} of ${leg.phases}, dry at ${facts.placeName(idOf(leg.fuelExhausted.at))}` : ''}`, act: () => void standingOrdersOf(store)?.sail(force!, leg.voyage, leg.course),
  }))
}

const SHORT = [0, 2, 4, 6, 8]
/** Buttons for the distance from the hex at which a voyage ends. */
export const shortButtons = (store: MatchStore): DraftPrompt['buttons'] =>
  SHORT.map((off) => ({ id: `short ${off}`, row: 'Where it ends', label: off ? `${counted(off, 'hex', 'hexes')} short` : 'There', picked: (draftOf(store).off ?? 0) === off, act: () => (store.draft = { ...draftOf(store), off }) }))
