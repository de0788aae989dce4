import type { Action } from '../../app/api'
import type { Desk } from '../../app/desk.svelte'
import type { Filling } from '../../app/game'
import { counted } from '../../lib/words'
import { distance, hexOf, idOf, NOWHERE, sectionsOf } from './grid'
import { courseForce, destinations, draftOf, startOf } from './play_orders'
import { capital, factsOf, forceShort, plain, topFrame, viewOf } from './play_view'
import { standingOf, type Voyage } from './standing.svelte'

/** Voyages over several Naval Phases: a hex beyond this phase's reach is where a force is bound; the first course goes in now. */

export interface Leg {
  voyage: Voyage
  course: Action
  /** Naval Phases that it takes at that speed, this one counted */
  phases: number
}

/** The hex in reach that comes nearest to a far one, of equal ones the nearer to the force, as the referee's helper finds it. */
export function nearest(reach: Iterable<number>, start: number, far: number): number {
  const [best] = [start, ...reach].toSorted((a, b) => distance(a, far) - distance(b, far) || distance(a, start) - distance(b, start) || a - b)
  return best === undefined || best === start ? NOWHERE : best
}

/** The first course toward a far hex, at this speed at most; nothing where no ship comes there, or nothing in reach is nearer. */
export function legTo(desk: Desk, far: number, speed: number): Leg | null {
  const force = courseForce(desk)
  if (!force) return null
  const view = viewOf(desk.view)
  const facts = factsOf(desk.pieces)
  const start = startOf(view, force)
  const sections = facts.sectionsOf(view)
  const inPlay = (hex: number): boolean => sectionsOf(hex).some((section) => sections.includes(section))
  const all = destinations(desk)
  const way = start === NOWHERE || all.has(far) || !inPlay(far) ? null : facts.atlas.wayBySea(start, view.force_water?.[force] ?? 0, far, inPlay)
  if (!way) return null
  const fits = (hex: number): string | undefined => all.get(hex)!.find((one) => Number(one.slice(-1)) <= speed)
  const to = nearest([...all.keys()].filter(fits), start, far)
  if (to === NOWHERE) return null
  const id = desk.choices.find(([verb, hex]) => verb === 'sail' && hexOf(hex!) === to)![1]!
  const mission = String(topFrame(view, desk.decision!.side)?.['mission'] ?? 'transit')
  const points = facts.atlas.speeds[speed]?.[1] ?? 1
  return { voyage: { mission, to: idOf(far), off: 0, speed }, course: ['sail', id, fits(to)!], phases: Math.ceil(way.cost / points) }
}

/** The speeds at which a force may be sent on a voyage. */
export function speedsOf(desk: Desk): number[] {
  return [...new Set([...destinations(desk).values()].flat().map((one) => Number(one.slice(-1))))].filter((one) => one > 0).toSorted()
}

/** Buttons that send the force in hand to a hex beyond its reach, one for each speed. */
export function voyageButtons(desk: Desk): Filling['buttons'] {
  const far = hexOf(draftOf(desk).far ?? '')
  const force = courseForce(desk)
  if (far === NOWHERE || !force) return []
  const facts = factsOf(desk.pieces)
  return speedsOf(desk).flatMap((speed) => {
    const leg = legTo(desk, far, speed)
    if (!leg) return []
    return [{
      id: `voyage ${idOf(far)} ${speed}`, row: `${forceShort(force)} to ${facts.placeName(idOf(far))}`, label: capital(plain(`speed_${speed}`)),
      note: `${counted(leg.phases, 'Naval Phase')}, now to ${facts.placeName(leg.course[1]!)}`, act: () => void standingOf(desk)?.sail(force, leg.voyage, leg.course),
    }]
  })
}
