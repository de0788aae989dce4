import type { Side } from '../../board/types'
import { beyond, hexOf, NOWHERE } from './grid'
import { turnFrame, type KnownPosition } from './play_view'
import type { PacificView } from './types'

/** The values written in the Game-Turn, and roads added to the map by a case or by engineers. */

export interface Site {
  side: Side
  at: string
  work: string
  left: number
}

/** The values in the Game-Turn beside the map (29.2, 26.1). */
export function roadsAndSites(view: PacificView): { pool: number; sites: readonly Site[]; built: readonly { at: string; work: string }[] } {
  const turn = turnFrame(view)
  return { pool: Number(turn?.['pool'] ?? 0), sites: (turn?.['sites'] ?? []) as readonly Site[], built: (turn?.['built'] ?? []) as readonly { at: string; work: string }[] }
}

/** 3.22, 26.1 Roads besides those of the map: pairs of neighbours linked by the case, or built. */
export function addedRoads(position: KnownPosition): { kind: string; hexes: readonly [number, number] }[] {
  const { atlas, roads } = position.facts
  const added = new Map([...(roads[position.view.scenario] ?? []), ...roadsAndSites(position.view).built.filter(({ work }) => work.endsWith('_road')).map(({ at, work }) => [at, work] as const)].map(([at, kind]) => [hexOf(at!), kind!]))
  if (!added.size) return []
  const listed = new Set(atlas.lines.flatMap(({ hexes }) => hexes))
  const straits = new Set(atlas.straits.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))
  return [...added].flatMap(([at, kind]) => beyond(at).filter((next) => next !== NOWHERE && (added.has(next) || listed.has(next)) && !straits.has(`${at} ${next}`)).map((next) => ({ kind, hexes: [at, next] as const })))
}
