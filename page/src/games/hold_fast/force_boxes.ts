import type { Box } from '../../board/pacific/clear'
import { TINY, type Ground } from '../../board/pacific/setting'
import { MAP } from './geography'
import type { SpotView } from './play_board'

export interface ForceBox {
  force: SpotView['forces'][number]
  above: number
  x: number
  y: number
  pixels: number
}

const APART = 4

/** The blocks of task forces, beneath the row of the place in which they are (14.0.1). */
export function forceBoxes(spots: ReadonlyMap<string, SpotView>, { view, form, size }: Ground): ForceBox[] {
  const pixels = size > TINY ? 42 : 30
  return [...spots.values()].flatMap((spot) => {
    const at = MAP.areas[form][spot.id]?.rows['japan']?.[0] ?? MAP.places.find((place) => place.id === spot.id)?.rows[form][0]
    if (!at) return []
    const [x, y] = view.at(at)
    const beneath = spot.piles.some((pile) => pile.side === 'japan') ? size * 0.8 + 6 : 0
    return spot.forces.map((force, i) => ({ force, above: i, x: x - size / 2 + i * (pixels + APART), y: y - size / 2 + beneath, pixels }))
  })
}

/** Where they lie, for what keeps clear of them. */
export const forcesLie = (spots: ReadonlyMap<string, SpotView>, ground: Ground): Box[] =>
  forceBoxes(spots, ground).map(({ x, y, pixels }) => ({ left: x, top: y, right: x + pixels, bottom: y + pixels }))
