import type { XY } from '../lib/geometry'

/** The arrows of the moves shown: curves from place to place, and the positions of their numbers. */

const SHORT = 22 // pixels between the arrow's head and the place of the ships
const BEND = 0.14
const RADIUS = 9 // radius of a number's disc
/** Along the curve, the middle first. */
const ALONG = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18]

export interface ArrowCurve {
  line: string
  head: string
  /** a point of it, from 0 at its beginning to 1 */
  at: (share: number) => XY
}

/** A curve, so that moves there and back are distinct; its middle, and the head that ends it. */
export function arrowCurve([x, y]: XY, [tx, ty]: XY): ArrowCurve {
  const [dx, dy] = [tx - x, ty - y]
  const length = Math.hypot(dx, dy) || 1
  const [mx, my] = [(x + tx) / 2 - dy * BEND, (y + ty) / 2 + dx * BEND]
  const [hx, hy] = [tx - mx, ty - my]
  const near = Math.hypot(hx, hy) || 1
  const short = Math.min(SHORT, length / 3)
  const [ex, ey] = [tx - (hx / near) * short, ty - (hy / near) * short]
  const [ux, uy] = [hx / near, hy / near]
  const wing = (s: number): string => `${ex - ux * 11 + uy * 6 * s} ${ey - uy * 11 - ux * 6 * s}`
  return {
    line: `M${x} ${y}Q${mx} ${my} ${ex} ${ey}`, head: `M${wing(1)}L${ex} ${ey}L${wing(-1)}Z`,
    at: (t) => [(1 - t) * (1 - t) * x + 2 * (1 - t) * t * mx + t * t * ex, (1 - t) * (1 - t) * y + 2 * (1 - t) * t * my + t * t * ey],
  }
}

export interface OccupiedBox {
  left: number
  top: number
  right: number
  bottom: number
}
const boxAt = ([x, y]: XY): OccupiedBox => ({ left: x - RADIUS, right: x + RADIUS, top: y - RADIUS, bottom: y + RADIUS })
const overlapArea = (a: OccupiedBox, b: OccupiedBox): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/** The position of each arrow's number: under no stack and on no other number if its curve allows. */
export function placeNumbers(ways: readonly { id: string; from: XY; to: XY }[], taken: readonly OccupiedBox[]): Map<string, XY> {
  const over = [...taken]
  return new Map(ways.map(({ id, from, to }) => {
    const bow = arrowCurve(from, to)
    const points = ALONG.map(bow.at)
    const costs = points.map((point) => over.reduce((sum, one) => sum + overlapArea(boxAt(point), one), 0))
    const at = points[costs.indexOf(Math.min(...costs))]!
    over.push(boxAt(at))
    return [id, at] as const
  }))
}
