import { distance, hexOf, NOWHERE, sectionsOf } from './grid'
import type { Route } from './layout'
import { impulseEnds, startOf } from './sailing'
import type { Now } from './play_view'
import type { Voyage } from './standing.svelte'

/** A course that was ordered is seen again by whoever comes back to its force (10.1). Of an enemy force nothing is drawn: what it was ordered is not known. */

/** From where a force lies to where it was ordered in this phase, and past that where it is bound over several; nothing where it was sent nowhere. */
export function plottedRoute(now: Now, force: string, bound: Voyage | null): Route | null {
  const { view, facts } = now
  if (!now.forces.includes(force)) return null
  const [start, to] = [startOf(view, force), hexOf(view.force_to?.[force] ?? '')]
  const sections = facts.sectionsOf(view)
  const inPlay = (hex: number): boolean => sectionsOf(hex).some((section) => sections.includes(section))
  const by = (from: number, water: number, end: number): readonly number[] => (from === NOWHERE || end === NOWHERE || from === end ? [] : (facts.atlas.wayBySea(from, water, end, inPlay)?.hexes ?? []))
  const way = by(start, view.force_water?.[force] ?? 0, to)
  const last = way.at(-1) ?? start
  const far = hexOf(bound?.to ?? '')
  const later = by(last, way.length ? 0 : (view.force_water?.[force] ?? 0), far).filter((hex) => distance(hex, far) >= (bound?.off ?? 0))
  if (!way.length && !later.length) return null
  const speed = view.force_speed?.[force] ?? 0
  const [impulse] = facts.atlas.speeds[speed] ?? [0]
  const costs = way.map((hex) => facts.atlas.enter(hex))
  // Once it is under way the points of its impulses are partly spent, and the referee tells of no hex where one ends.
  const ends = view.force_steps?.[force] || view.force_gate?.[force] ? [] : impulseEnds(costs, impulse)
  const words = way.length ? `ordered, ${way.length} ${way.length === 1 ? 'hex' : 'hexes'}` : 'bound here'
  return { hexes: [start, ...way], ends, tag: speed && way.length ? `${words}, Speed ${speed}` : words, later: later.length ? [last, ...later] : undefined }
}
