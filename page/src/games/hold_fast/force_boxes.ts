import { moveClear } from '../../board/pacific/label_collisions'
import { TINY, type OverlayContext } from '../../board/pacific/map_config'
import { MAP } from './geography'
import type { SpotView } from './play_board'

export interface ForceBox {
  force: SpotView['forces'][number]
  /** its place */
  spot: string
  above: number
  x: number
  y: number
  pixels: number
}

const APART = 4

/** The blocks of task forces, in the row of their place or below its blocks (14.0.1). */
export function forceBoxes(spots: ReadonlyMap<string, SpotView>, { view, form, size, moves, taken }: OverlayContext): ForceBox[] {
  const pixels = size > TINY ? 42 : 30
  return [...spots.values()].flatMap((spot) => {
    const area = MAP.areas[form][spot.id]
    const at = area?.rows['japan']?.[0] ?? MAP.places.find((place) => place.id === spot.id)?.rows[form][0]
    if (!at || !spot.forces.length) return []
    const [x, y] = view.at(at)
    const [dx, dy] = moves.get(area ? `${spot.id} japan` : spot.id) ?? [0, 0]
    const [left, top] = [x + dx - size / 2, y + dy - size / 2]
    const beneath = { left, top: top + size * 0.8 + 6, right: left + spot.forces.length * (pixels + APART), bottom: top + size * 0.8 + 6 + pixels }
    const shared = spot.piles.some((pile) => pile.side === 'japan')
    const [sx, sy] = shared ? moveClear([beneath], taken, pixels) : [0, 0]
    const start = shared ? { x: beneath.left + sx, y: beneath.top + sy } : { x: left, y: top }
    return spot.forces.map((force, i) => ({ force, spot: spot.id, above: i, x: start.x + i * (pixels + APART), y: start.y, pixels }))
  })
}
