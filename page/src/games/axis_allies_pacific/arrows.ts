import type { XY } from '../../lib/geometry'

/** The ends of arrows: at the edge of the drawn units, or at the marker of a place without units. */

/** A stack on the screen, given by its upper left corner. */
export interface ArrowEnd {
  x: number
  y: number
  w: number
  h: number
}

const GAP = 3 // pixels between a stack and the head of an arrow

/** The point where a line to the middle of a stack meets its edge; the middle if the line begins inside. */
export function edgeOf({ x, y, w, h }: ArrowEnd, [fromX, fromY]: XY): XY {
  const middle: XY = [x + w / 2, y + h / 2]
  const [dx, dy] = [fromX - middle[0], fromY - middle[1]]
  const share = Math.min(dx ? (w / 2 + GAP) / Math.abs(dx) : Infinity, dy ? (h / 2 + GAP) / Math.abs(dy) : Infinity)
  return share < 1 ? [middle[0] + dx * share, middle[1] + dy * share] : middle
}

export type End = XY | ArrowEnd
const middleOf = (end: End): XY => ('w' in end ? [end.x + end.w / 2, end.y + end.h / 2] : end)
const reached = (end: End, from: XY): XY => ('w' in end ? edgeOf(end, from) : end)

const BEND = 0.12

/** A curve from one end to the other, or a line through the points between them. */
export function arrowPath(from: End, to: End, between: readonly XY[] = []): string {
  const [[x, y], [tx, ty]] = [middleOf(from), middleOf(to)]
  const path = (points: readonly XY[]): string => points.map((point) => point.join(' ')).join('L')
  if (between.length) return `M${path([reached(from, between[0]!), ...between, reached(to, between.at(-1)!)])}`
  const bow: XY = [(x + tx) / 2 - (ty - y) * BEND, (y + ty) / 2 + (tx - x) * BEND]
  return `M${reached(from, bow).join(' ')}Q${bow.join(' ')} ${reached(to, bow).join(' ')}`
}
