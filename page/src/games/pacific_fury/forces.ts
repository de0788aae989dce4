import type { MapView } from '../../board/types'
import type { Side } from '../sides'
import { alongRow } from '../../lib/interpolation'
import { ROWS } from './places'
import type { TaskForce, Zone } from './types'

export interface PlacedForce {
  force: TaskForce
  x: number
  y: number
  /** pixels to the next one of the row */
  gap: number
  /** the first of a row is above the next ones, so that every number is visible */
  above: number
}

/** The positions of the forces of a zone: those of each side along its row. */
export function placeForces(
  zone: Zone, forces: readonly TaskForce[], form: 'large' | 'small' | 'plan', view: MapView, size: number, step: number,
): PlacedForce[] {
  const rows = ROWS[form][zone]
  if (!rows) return []
  return (['japan', 'allies'] as Side[]).flatMap((side) => {
    const own = forces.filter((f) => f.side === side)
    const [from, to] = rows[side]
    const { at, gap } = alongRow(own.length, view.at(from), view.at(to), size, step)
    return own.map((force, i) => ({ force, x: at[i]![0], y: at[i]![1], gap, above: own.length - i }))
  })
}
