import { widthOf } from '../text.svelte'
import type { AreaLabel, MapView } from '../types'
import type { Beside, PlaceSetting } from './setting'

/** The order in which parts of the map avoid each other: names of seas first, then moored units, then the names of ports and bases. */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The overlap of two boxes, in pixels; zero or less if they do not overlap. */
export const overlapDepth = (a: Box, b: Box): number => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

const LETTER = 0.5 // width of a letter of a sea's name, relative to its size
const TEXT = 12.5
const EDGE = 4 // pixels kept clear around a symbol
const BADGE = 6 // pixels that a pile's number extends above it

/** The lines of the seas' names. */
export const nameBoxes = (names: readonly AreaLabel[], view: Pick<MapView, 'at'>): Box[] =>
  names.flatMap(({ lines, at, size, spacing = 0.06 }) => {
    const [x, y] = view.at(at)
    return lines.map((line, k): Box => {
      const half = (line.length * size * (LETTER + spacing)) / 2
      const foot = y + k * size * 1.15
      return { left: x - half, right: x + half, top: foot - size * 0.7, bottom: foot + size * 0.15 }
    })
  })

/** The reduction of points of areas and their flags at small scale. */
export const SMALL = 0.82

/** Points of areas with the flag of the holder, at these points of the map. */
export const badgeBoxes = (flags: readonly AreaLabel['at'][], view: Pick<MapView, 'at'>, small: boolean): Box[] =>
  flags.map((at) => {
    const [x, y] = view.at(at)
    const [size, left, right] = small ? [SMALL, 22, 24] : [1, 36, 34]
    return { left: x - left * size, right: x + right * size, top: y - 9 * size, bottom: y + 9 * size }
  })

/** The symbols of ports and bases; a port's symbol has its remaining repair capacity at its lower right. */
export const signBoxes = (places: readonly PlaceSetting[], view: Pick<MapView, 'at'>, small: boolean): Box[] =>
  places.map(({ kind, at }) => {
    const [x, y] = view.at(at)
    const r = signRadius(kind, small) + EDGE
    const more = kind === 'port' && !small ? 22 : r
    return { left: x - r, right: x + more, top: y - r, bottom: y + more }
  })

/** The radius of the symbol of a port or base. */
export const signRadius = (kind: PlaceSetting['kind'], small: boolean): number => (kind === 'port' ? (small ? 7.5 : 10) : small ? 4.5 : 6)

/** The box of a pile of this size with its number, from its upper left corner. */
export const pileBox = ({ x, y, pixels }: { x: number; y: number; pixels: number }): Box => ({ left: x, top: y - BADGE, right: x + pixels + BADGE, bottom: y + pixels })

/** The boxes of a pile: itself, and its number at its upper right. */
export const pileBoxes = ({ x, y, pixels, pile }: { x: number; y: number; pixels: number; pile: { pieces: readonly unknown[] } }): Box[] =>
  pile.pieces.length > 1 ? stackBoxes({ x, y, pixels }, pile.pieces.length > 9) : [pileBox({ x, y, pixels })]

/** The boxes of several pieces; `wide`: their number has two digits. */
export const stackBoxes = ({ x, y, pixels }: { x: number; y: number; pixels: number }, wide: boolean): Box[] => [
  pileBox({ x, y, pixels }), { left: x + pixels - 2, right: x + pixels + (wide ? 22 : 16), top: y - 13, bottom: y + 3 },
]

const FAR = [0.25, 0.5, 0.75, 1, 1.25, 1.5]
const WAYS = 16
const TRIED: readonly (readonly [number, number])[] = FAR.flatMap((far) =>
  Array.from({ length: WAYS }, (_, k) => [Math.sin((k * 2 * Math.PI) / WAYS) * far, Math.cos((k * 2 * Math.PI) / WAYS) * far] as const),
)
const CLOSE = 0.01 // the cost of moving a pile by a pixel, relative to its new position

/** The first pile of a row of the map, the boxes it must not cover, and the further boxes it should not move onto. */
export interface First {
  key: string
  /** the pile and its number */
  boxes: readonly Box[]
  fixed: readonly Box[]
  shunned: readonly Box[]
}

export const moved = ({ left, top, right, bottom }: Box, dx: number, dy: number): Box => ({ left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy })
const over = (boxes: readonly Box[], others: readonly Box[]): number =>
  boxes.reduce((sum, box) => others.reduce((sum, other) => sum + Math.max(0, overlapDepth(box, other) - 2), sum), 0)

/** The smallest move of the boxes of a pile of this size that takes them off all of these. */
export function clearOf(boxes: readonly Box[], taken: readonly Box[], pixels: number): readonly [dx: number, dy: number] {
  let best: readonly [number, number] = [0, 0]
  let least = over(boxes, taken)
  if (!least) return best
  for (const [x, y] of TRIED) {
    const [dx, dy] = [Math.round(x * pixels), Math.round(y * pixels)]
    const bad = over(boxes.map((box) => moved(box, dx, dy)), taken) + CLOSE * Math.hypot(dx, dy)
    if (bad < least) [best, least] = [[dx, dy], bad]
  }
  return best
}

/** The moves of the piles of each row, so that its first covers no name of a sea, no points of an area and no first pile of
 * another row: no move if it covers no name or points, or else the smallest move that suffices. They depend only on the map, never on the
 * units, so that no pile moves another. */
export function pileMoves(firsts: readonly First[], pixels: number): Map<string, readonly [dx: number, dy: number]> {
  const lies = new Map(firsts.map(({ key, boxes }) => [key, boxes]))
  const found = new Map<string, readonly [number, number]>()
  const movable = firsts.filter(({ boxes, fixed }) => over(boxes, fixed))
  for (const { key, boxes, fixed, shunned } of [...movable, ...movable]) {
    const others = [...lies].filter(([other]) => other !== key).flatMap(([, other]) => other)
    // Elements that must stay readable count twice: a pile may touch another one rather than cover a name.
    const move = clearOf(boxes, [...fixed, ...fixed, ...shunned, ...others], pixels)
    found.set(key, move)
    lies.set(key, boxes.map((box) => moved(box, ...move)))
  }
  return found
}

export interface Written {
  anchor: 'start' | 'middle' | 'end'
  dx: number
  dy: number
}

const SIDES: Readonly<Record<Beside, Written>> = {
  left: { anchor: 'end', dx: -13, dy: 4.5 }, right: { anchor: 'start', dx: 13, dy: 4.5 }, above: { anchor: 'middle', dx: 0, dy: -14 }, below: { anchor: 'middle', dx: 0, dy: 22 },
}
const ROWS = [-38, -31, -24, -17, -10, -3, 4.5, 12, 19, 26, 32, 39, 46]
const FARTHER: readonly Written[] = ROWS.flatMap((dy): Written[] => [
  ...[8, 18, 28, 42].flatMap((dx): Written[] => (Math.hypot(dx, dy) < 14 ? [] : [{ anchor: 'start', dx, dy }, { anchor: 'end', dx: -dx, dy }])),
  ...(Math.abs(dy) > 18 ? [{ anchor: 'middle' as const, dx: 0, dy }] : []),
])
function textBox(name: string, [x, y]: readonly [number, number], { anchor, dx, dy }: Written): Box {
  const width = widthOf(name, TEXT)
  const left = x + dx - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0)
  return { left, right: left + width, top: y + dy - 10, bottom: y + dy + 2 }
}

// The cost of a pixel of a name
const OVER_NAME = 6 // over another name, a symbol or points
const OVER_STACK = 1 // where the first pile of a row lies, which then moves
const OVER_ROW = 0.3 // where further piles of a row would lie; they then lie on the first one
const AWAY = 0.4 // from its symbol
const ASTRAY = 2 // nearer to another symbol, or about as near
const OUTSIDE = 4 // outside the map
const APART = 1 // pixels between two names

/** The elements that names of ports and bases avoid: the first piles of all rows, whole rows, and other names with points and prices. */
export interface Avoided {
  stacks: readonly Box[]
  rows: readonly Box[]
  names: readonly Box[]
  window?: Box
}

/** The positions of the names of ports and bases: on the side set by hand, or elsewhere if something would cover them there. */
export function placeNamePositions(places: readonly (PlaceSetting & { beside: Beside })[], view: Pick<MapView, 'at'>, { stacks, rows, names, window }: Avoided): { labels: Map<string, Written>; boxes: Box[] } {
  const signs = places.map(({ id, kind, at: place }) => {
    const [x, y] = view.at(place)
    // A port's symbol has its remaining repair capacity at its lower right.
    const r = kind === 'port' ? 10 : 8
    return { id, x, y, boxes: [{ left: x - r, right: x + r, top: y - r, bottom: y + r }, ...(kind === 'port' ? [{ left: x + 4, right: x + 15, top: y + 4, bottom: y + 15 }] : [])] }
  })
  const labels = new Map<string, Written>()
  const boxes = new Map<string, Box>()
  const sum = (box: Box, others: readonly Box[], slack: number): number => others.reduce((total, other) => total + Math.max(0, overlapDepth(other, box) - slack), 0)
  const away = ({ left, right, top, bottom }: Box, { x, y }: { x: number; y: number }): number => Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0))
  const hurt = (box: Box, id: string): number => {
    const own = signs.find((sign) => sign.id === id)!
    const far = away(box, own)
    const astray = Math.max(0, ...signs.map((sign) => (sign === own ? 0 : far + 6 - away(box, sign))))
    const out = window ? Math.max(0, window.left - box.left, box.right - window.right, window.top - box.top, box.bottom - window.bottom) : 0
    const written = [...boxes].flatMap(([other, its]) => (other === id ? [] : [its]))
    return sum(box, [...names, ...signs.flatMap((sign) => sign.boxes)], 1) * OVER_NAME + sum(box, written, -APART) * OVER_NAME + sum(box, stacks, 0) * OVER_STACK + sum(box, rows, 0) * OVER_ROW
      + Math.max(0, far - 13) * AWAY + astray * ASTRAY + out * OUTSIDE
  }
  // This is done twice; the second time, each name avoids all others.
  for (const { id, name, beside, at } of [...places, ...places]) {
    const here = view.at(at)
    const boxOf = (way: Written): Box => textBox(name, here, way)
    let best = SIDES[beside]
    if (hurt(boxOf(best), id) > 0) {
      let least = Infinity
      for (const way of [best, ...Object.values(SIDES), ...FARTHER]) {
        const bad = hurt(boxOf(way), id)
        if (bad < least - 0.5) [best, least] = [way, bad]
      }
    }
    labels.set(id, best)
    boxes.set(id, boxOf(best))
  }
  return { labels, boxes: [...boxes.values()] }
}
