import { isInside, type XY } from '../../lib/geometry'
import { overlapDepth, type Box } from './label_collisions'

/** The positions of the prices of choices: each is completely inside its own sea area, near the points of that area. */

const HEIGHT = 20
const GAP = 5 // pixels between the points of an area and its price
const EDGE = 3 // pixels between a price and the border of its area
const FAR = 72 // pixels: a price farther from the points would not be read with them
const STEP = 8

export const tagWidth = (price: string): number => Math.max(30, price.length * 8 + 12)

/** A sea area in pixels with the box of its points. */
export interface PriceTagRequest {
  ring: readonly XY[]
  badge: Box
  price: string
}

/** Whether two segments cross. */
function crosses([ax, ay]: XY, [bx, by]: XY, [cx, cy]: XY, [dx, dy]: XY): boolean {
  const turn = (px: number, py: number, qx: number, qy: number, rx: number, ry: number): number => (qx - px) * (ry - py) - (qy - py) * (rx - px)
  return turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy) < 0 && turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) < 0
}

/** Whether the whole box is in the ring. */
export function isBoxInside({ left, right, top, bottom }: Box, ring: readonly XY[]): boolean {
  const corners: readonly XY[] = [[left, top], [right, top], [right, bottom], [left, bottom]]
  return corners.every((corner) => isInside(corner, ring))
    && ring.every((point, i) => corners.every((corner, k) => !crosses(point, ring[(i + 1) % ring.length]!, corner, corners[(k + 1) % 4]!)))
}

type Move = readonly [dx: number, dy: number]
const triedMoves = new Map<string, readonly Move[]>()

/**
 * The offsets to try for a price tag, from the centre of the area's points: beside the points first, then farther
 * and farther away.
 */
function movesFor(badge: Box, wide: number): readonly Move[] {
  const [reach, least] = [(badge.right - badge.left + wide) / 2 + GAP, (badge.bottom - badge.top + HEIGHT) / 2 + 1]
  const key = `${reach.toFixed(1)} ${least.toFixed(1)}`
  let moves = triedMoves.get(key)
  if (moves) return moves
  const found: { far: number; move: Move }[] = []
  for (let dy = -FAR; dy <= FAR; dy += STEP) {
    for (let dx = -reach - FAR; dx <= reach + FAR; dx += STEP) {
      const beside = Math.hypot(Math.max(0, Math.abs(dx) - reach), Math.max(0, Math.abs(dy) - least))
      if ((Math.abs(dx) >= reach || Math.abs(dy) >= least) && beside <= FAR) found.push({ far: beside + Math.hypot(dx, 2 * dy) / 100, move: [dx, dy] })
    }
  }
  moves = [[-reach, 0], [reach, 0], ...found.sort((a, b) => a.far - b.far).map(({ move }) => move)]
  triedMoves.set(key, moves)
  return moves
}

/** The box of an area's price, clear of all of `taken` and, where there is room, of all of `spared`; none if it has no room.
 * @param taken  names, points, symbols, and the stacks that lie on the map
 * @param spared  the places of stacks that may come
 * @param window the visible part, if all of the map is visible */
export function tagBox({ ring, badge, price }: PriceTagRequest, taken: readonly Box[], spared: readonly Box[], window?: Box): Box | undefined {
  const wide = tagWidth(price)
  const [x, y] = [(badge.left + badge.right) / 2, (badge.top + badge.bottom) / 2]
  const clear = (box: Box, others: readonly Box[]): boolean => others.every((other) => overlapDepth(box, other) <= 0)
  let second: Box | undefined
  for (const [dx, dy] of movesFor(badge, wide)) {
    const box = { left: x + dx - wide / 2, right: x + dx + wide / 2, top: y + dy - HEIGHT / 2, bottom: y + dy + HEIGHT / 2 }
    if (window && (box.left < window.left || box.right > window.right || box.top < window.top || box.bottom > window.bottom)) continue
    if (!clear(box, taken) || (second && !clear(box, spared))) continue
    if (!isBoxInside({ left: box.left - EDGE, right: box.right + EDGE, top: box.top - EDGE, bottom: box.bottom + EDGE }, ring)) continue
    if (clear(box, spared)) return box
    second ??= box
  }
  return second
}
