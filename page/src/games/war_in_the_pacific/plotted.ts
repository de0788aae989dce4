import { distance, hexOf, NOWHERE, sectionsOf } from './grid'
import type { Route } from './layout'
import { impulseEnds, startOf } from './sailing'
import type { KnownPosition } from './play_view'
import type { Voyage } from './standing_orders.svelte'
import type { Leg } from './voyages'

/** An ordered course is shown when the player selects its force again (10.1). Nothing is drawn for an enemy force: its orders are
 * unknown. */

/** From a force's hex to its ordered hex in this phase, and on to its destination over several; undefined without an order. */
export const plottedRoute = (position: KnownPosition, force: string, bound: Voyage | null): Route | null =>
  routed(position, force, { to: position.view.force_to?.[force] ?? '', speed: position.view.force_speed?.[force] ?? 0, said: 'ordered' }, bound)

/** 10.3 The same for a voyage about to be ordered. */
export const stagesRoute = (position: KnownPosition, force: string, { course, voyage }: Leg): Route | null =>
  routed(position, force, { to: course[1] ?? '', speed: voyage.speed, said: 'this phase' }, voyage)

function routed(position: KnownPosition, force: string, { to: goal, speed, said }: { to: string; speed: number; said: string }, bound: Voyage | null): Route | null {
  const { view, facts } = position
  if (!position.forces.includes(force)) return null
  const [start, to] = [startOf(view, force), hexOf(goal)]
  const sections = facts.sectionsOf(view)
  const inPlay = (hex: number): boolean => sectionsOf(hex).some((section) => sections.includes(section))
  const by = (from: number, water: number, end: number): readonly number[] => (from === NOWHERE || end === NOWHERE || from === end ? [] : (facts.atlas.seaPath(from, water, end, inPlay)?.hexes ?? []))
  const way = by(start, view.force_water?.[force] ?? 0, to)
  const last = way.at(-1) ?? start
  const far = hexOf(bound?.to ?? '')
  const later = by(last, way.length ? 0 : (view.force_water?.[force] ?? 0), far).filter((hex) => distance(hex, far) >= (bound?.off ?? 0))
  if (!way.length && !later.length) return null
  const [impulse] = facts.atlas.speeds[speed] ?? [0]
  const costs = way.map((hex) => facts.atlas.enter(hex))
  // Once the force is under way the points of its impulses are partly spent, and the referee gives no hexes where they end.
  const ends = view.force_steps?.[force] || view.force_gate?.[force] ? [] : impulseEnds(costs, impulse)
  const words = way.length ? `${said}, ${way.length} ${way.length === 1 ? 'hex' : 'hexes'}` : 'bound here'
  return { hexes: [start, ...way], ends, tag: speed && way.length ? `${words}, Speed ${speed}` : words, later: later.length ? [last, ...later] : undefined }
}

/** The final destination of a force: that of its voyage, or else of its order for this phase. */
export interface Bound {
  force: string
  from: number
  to: number
}

/** The destinations of the player's forces, except one whose course is drawn hex by hex. */
export const otherCourses = (position: KnownPosition, voyage: (force: string) => Voyage | null, except: string | null): Bound[] =>
  position.forces.flatMap((force) => {
    const [from, to] = [startOf(position.view, force), hexOf(voyage(force)?.to ?? position.view.force_to?.[force] ?? '')]
    return force === except || from === NOWHERE || to === NOWHERE || from === to ? [] : [{ force, from, to }]
  })
