import { widthOf } from '../text_width.svelte'
import type { AreaLabel, MapView } from '../types'
import type { LabelSide, PlaceConfig } from './map_config'

/** The order in which parts of the map avoid each other: names of seas first, then moored units, then the names of ports and bases. */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The overlap of two boxes, in pixels; zero or less if they do not overlap. */
export const overlapDepth = (a: Box, b: Box): number => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

const LETTER_WIDTH = 0.5 // width of a letter of a sea's name, relative to its size
const TEXT_SIZE = 12.5
const SYMBOL_MARGIN = 4 // pixels kept clear around a symbol
const NUMBER_HEIGHT = 6 // pixels that a pile's number extends above it

/** The lines of the seas' names. */
export const nameBoxes = (names: readonly AreaLabel[], view: Pick<MapView, 'at'>): Box[] =>
  names.flatMap(({ lines, at, size, spacing = 0.06 }) => {
    const [x, y] = view.at(at)
    return lines.map((line, k): Box => {
      const half = (line.length * size * (LETTER_WIDTH + spacing)) / 2
      const foot = y + k * size * 1.15
      return { left: x - half, right: x + half, top: foot - size * 0.7, bottom: foot + size * 0.15 }
    })
  })

/** The reduction of points of areas and their flags at small scale. */
export const SMALL_SCALE_FACTOR = 0.82

/** Points of areas with the flag of the holder, at these points of the map. */
export const badgeBoxes = (flags: readonly AreaLabel['at'][], view: Pick<MapView, 'at'>, small: boolean): Box[] =>
  flags.map((at) => {
    const [x, y] = view.at(at)
    const [size, left, right] = small ? [SMALL_SCALE_FACTOR, 22, 24] : [1, 36, 34]
    return { left: x - left * size, right: x + right * size, top: y - 9 * size, bottom: y + 9 * size }
  })

/** The symbols of ports and bases; a port's symbol has its remaining repair capacity at its lower right. */
export const signBoxes = (places: readonly PlaceConfig[], view: Pick<MapView, 'at'>, small: boolean): Box[] =>
  places.map(({ kind, at }) => {
    const [x, y] = view.at(at)
    const r = signRadius(kind, small) + SYMBOL_MARGIN
    const more = kind === 'port' && !small ? 22 : r
    return { left: x - r, right: x + more, top: y - r, bottom: y + more }
  })

/** The radius of the symbol of a port or base. */
export const signRadius = (kind: PlaceConfig['kind'], small: boolean): number => (kind === 'port' ? (small ? 7.5 : 10) : small ? 4.5 : 6)

/** The box of a pile of this size with its number, from its upper left corner. */
export const pileBox = ({ x, y, pixels }: { x: number; y: number; pixels: number }): Box => ({ left: x, top: y - NUMBER_HEIGHT, right: x + pixels + NUMBER_HEIGHT, bottom: y + pixels })

/** The boxes of a pile: itself, and its number at its upper right. */
export const pileBoxes = ({ x, y, pixels, pile }: { x: number; y: number; pixels: number; pile: { pieces: readonly unknown[] } }): Box[] =>
  pile.pieces.length > 1 ? stackBoxes({ x, y, pixels }, pile.pieces.length > 9) : [pileBox({ x, y, pixels })]

/** The boxes of several pieces; `wide`: their number has two digits. */
export const stackBoxes = ({ x, y, pixels }: { x: number; y: number; pixels: number }, wide: boolean): Box[] => [
  pileBox({ x, y, pixels }), { left: x + pixels - 2, right: x + pixels + (wide ? 22 : 16), top: y - 13, bottom: y + 3 },
]

const DISTANCES = [0.25, 0.5, 0.75, 1, 1.25, 1.5]
const DIRECTIONS = 16
const TRIED_MOVES: readonly (readonly [number, number])[] = DISTANCES.flatMap((far) =>
  Array.from({ length: DIRECTIONS }, (_, k) => [Math.sin((k * 2 * Math.PI) / DIRECTIONS) * far, Math.cos((k * 2 * Math.PI) / DIRECTIONS) * far] as const),
)
const MOVE_COST = 0.01 // the cost of moving a pile by a pixel, relative to its new position

/** The first pile of a row of the map, the boxes it must not cover, and the further boxes it should not move onto. */
export interface FirstPile {
  key: string
  /** the pile and its number */
  boxes: readonly Box[]
  fixed: readonly Box[]
  avoided: readonly Box[]
}

export const shiftBox = ({ left, top, right, bottom }: Box, dx: number, dy: number): Box => ({ left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy })
const overlapSum = (boxes: readonly Box[], others: readonly Box[]): number =>
  boxes.reduce((sum, box) => others.reduce((sum, other) => sum + Math.max(0, overlapDepth(box, other) - 2), sum), 0)

/** The smallest move of the boxes of a pile of this size that takes them off all of these. */
export function moveClear(boxes: readonly Box[], taken: readonly Box[], pixels: number): readonly [dx: number, dy: number] {
  let best: readonly [number, number] = [0, 0]
  let least = overlapSum(boxes, taken)
  if (!least) return best
  for (const [x, y] of TRIED_MOVES) {
    const [dx, dy] = [Math.round(x * pixels), Math.round(y * pixels)]
    const bad = overlapSum(boxes.map((box) => shiftBox(box, dx, dy)), taken) + MOVE_COST * Math.hypot(dx, dy)
    if (bad < least) [best, least] = [[dx, dy], bad]
  }
  return best
}

/** The moves of the piles of each row, so that its first covers no name of a sea, no points of an area and no first pile of
 * another row: no move if it covers no name or points, or else the smallest move that suffices. They depend only on the map, never on the
 * units, so that no pile moves another. */
export function pileShifts(firsts: readonly FirstPile[], pixels: number): Map<string, readonly [dx: number, dy: number]> {
  const lies = new Map(firsts.map(({ key, boxes }) => [key, boxes]))
  const found = new Map<string, readonly [number, number]>()
  const movable = firsts.filter(({ boxes, fixed }) => overlapSum(boxes, fixed))
  for (const { key, boxes, fixed, avoided } of [...movable, ...movable]) {
    const others = [...lies].filter(([other]) => other !== key).flatMap(([, other]) => other)
    // Elements that must stay readable count twice: a pile may touch another one rather than cover a name.
    const move = moveClear(boxes, [...fixed, ...fixed, ...avoided, ...others], pixels)
    found.set(key, move)
    lies.set(key, boxes.map((box) => shiftBox(box, ...move)))
  }
  return found
}

export interface TextOffset {
  anchor: 'start' | 'middle' | 'end'
  dx: number
  dy: number
}

const SIDE_OFFSETS: Readonly<Record<LabelSide, TextOffset>> = {
  left: { anchor: 'end', dx: -13, dy: 4.5 }, right: { anchor: 'start', dx: 13, dy: 4.5 }, above: { anchor: 'middle', dx: 0, dy: -14 }, below: { anchor: 'middle', dx: 0, dy: 22 },
}
const ROW_OFFSETS = [-38, -31, -24, -17, -10, -3, 4.5, 12, 19, 26, 32, 39, 46]
const FAR_OFFSETS: readonly TextOffset[] = ROW_OFFSETS.flatMap((dy): TextOffset[] => [
  ...[8, 18, 28, 42].flatMap((dx): TextOffset[] => (Math.hypot(dx, dy) < 14 ? [] : [{ anchor: 'start', dx, dy }, { anchor: 'end', dx: -dx, dy }])),
  ...(Math.abs(dy) > 18 ? [{ anchor: 'middle' as const, dx: 0, dy }] : []),
])
function textBox(name: string, [x, y]: readonly [number, number], { anchor, dx, dy }: TextOffset): Box {
  const width = widthOf(name, TEXT_SIZE)
  const left = x + dx - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0)
  return { left, right: left + width, top: y + dy - 10, bottom: y + dy + 2 }
}

// The cost of a pixel of a name
const NAME_OVERLAP_COST = 6 // over another name, a symbol or points
const STACK_OVERLAP_COST = 1 // where the first pile of a row lies, which then moves
const ROW_OVERLAP_COST = 0.3 // where further piles of a row would lie; they then lie on the first one
const DISTANCE_COST = 0.4 // from its symbol
const AMBIGUITY_COST = 2 // nearer to another symbol, or about as near
const OUTSIDE_COST = 4 // outside the map
const NAME_GAP = 1 // pixels between two names

/** The elements that names of ports and bases avoid: the first piles of all rows, whole rows, and other names with points and prices. */
export interface Obstacles {
  stacks: readonly Box[]
  rows: readonly Box[]
  names: readonly Box[]
  window?: Box
}

/** The positions of the names of ports and bases: on the side set by hand, or elsewhere if something would cover them there. */
export function placeNamePositions(places: readonly (PlaceConfig & { beside: LabelSide })[], view: Pick<MapView, 'at'>, { stacks, rows, names, window }: Obstacles): { labels: Map<string, TextOffset>; boxes: Box[] } {
  const signs = places.map(({ id, kind, at: place }) => {
    const [x, y] = view.at(place)
    // A port's symbol has its remaining repair capacity at its lower right.
    const r = kind === 'port' ? 10 : 8
    return { id, x, y, boxes: [{ left: x - r, right: x + r, top: y - r, bottom: y + r }, ...(kind === 'port' ? [{ left: x + 4, right: x + 15, top: y + 4, bottom: y + 15 }] : [])] }
  })
  const labels = new Map<string, TextOffset>()
  const boxes = new Map<string, Box>()
  const sum = (box: Box, others: readonly Box[], slack: number): number => others.reduce((total, other) => total + Math.max(0, overlapDepth(other, box) - slack), 0)
  const away = ({ left, right, top, bottom }: Box, { x, y }: { x: number; y: number }): number => Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0))
  const costOf = (box: Box, id: string): number => {
    const own = signs.find((sign) => sign.id === id)!
    const far = away(box, own)
    const astray = Math.max(0, ...signs.map((sign) => (sign === own ? 0 : far + 6 - away(box, sign))))
    const out = window ? Math.max(0, window.left - box.left, box.right - window.right, window.top - box.top, box.bottom - window.bottom) : 0
    const written = [...boxes].flatMap(([other, its]) => (other === id ? [] : [its]))
    return sum(box, [...names, ...signs.flatMap((sign) => sign.boxes)], 1) * NAME_OVERLAP_COST + sum(box, written, -NAME_GAP) * NAME_OVERLAP_COST + sum(box, stacks, 0) * STACK_OVERLAP_COST + sum(box, rows, 0) * ROW_OVERLAP_COST
      + Math.max(0, far - 13) * DISTANCE_COST + astray * AMBIGUITY_COST + out * OUTSIDE_COST
  }
  // This is done twice; the second time, each name avoids all others.
  for (const { id, name, beside, at } of [...places, ...places]) {
    const here = view.at(at)
    const boxOf = (way: TextOffset): Box => textBox(name, here, way)
    let best = SIDE_OFFSETS[beside]
    if (costOf(boxOf(best), id) > 0) {
      let least = Infinity
      for (const way of [best, ...Object.values(SIDE_OFFSETS), ...FAR_OFFSETS]) {
        const bad = costOf(boxOf(way), id)
        if (bad < least - 0.5) [best, least] = [way, bad]
      }
    }
    labels.set(id, best)
    boxes.set(id, boxOf(best))
  }
  return { labels, boxes: [...boxes.values()] }
}
