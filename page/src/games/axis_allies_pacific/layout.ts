import type { LonLat, XY } from '../../lib/geometry'
import { isInside, toMap } from '../../lib/geometry'
import { LANDS, PLACES, ZONES, type Drawn } from './geography'

/** Positions of markers and stacks on the map at a scale, in pixels from the map's origin, without overlap. An item keeps its
 * position while it has room there, so that a move changes nothing else. */

export type Form = 'tiny' | 'far' | 'near'
export const FAR = 3.6 // pixels per degree below which chips are only numbers
export const NEAR = 10 // the scale from which each kind has its cell

export const formAt = (scale: number): Form => (scale < FAR ? 'tiny' : scale < NEAR ? 'far' : 'near')

/** An item to be positioned. */
export interface BoxRequest {
  id: string
  place: string
  w: number
  h: number
  /** its width without its silhouette, which is omitted if the item then fits in its place */
  narrow?: number
}

export interface PlacedBox extends BoxRequest {
  /** its upper left corner */
  x: number
  y: number
  /** the point that it is linked to, if it is off its place */
  leaderTarget?: XY
  /** drawn without its silhouette */
  narrowed?: boolean
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

/** Occupied boxes, sorted into squares so that few are compared. */
export class OccupiedArea {
  static readonly #SIDE = 96
  readonly #squares = new Map<string, Box[]>()

  #keys([left, top, right, bottom]: Box): string[] {
    const keys: string[] = []
    for (let x = Math.floor(left / OccupiedArea.#SIDE); x <= Math.floor(right / OccupiedArea.#SIDE); x++)
      for (let y = Math.floor(top / OccupiedArea.#SIDE); y <= Math.floor(bottom / OccupiedArea.#SIDE); y++) keys.push(`${x} ${y}`)
    return keys
  }

  free(box: Box): boolean {
    const [left, top, right, bottom] = box
    return this.#keys(box).every((key) => !this.#squares.get(key)?.some((one) => left < one[2] && right > one[0] && top < one[3] && bottom > one[1]))
  }

  occupy(box: Box): void {
    for (const key of this.#keys(box)) this.#squares.set(key, [...(this.#squares.get(key) ?? []), box])
  }
}

const boxOf = (x: number, y: number, w: number, h: number, pad = 1.5): Box => [x - w / 2 - pad, y - h / 2 - pad, x + w / 2 + pad, y + h / 2 + pad]

/** Offsets to try, the nearest first. */
const offsets = (step: number, far: number): XY[] => {
  const found: XY[] = [[0, 0]]
  for (let r = step; r <= far; r += step) for (let a = 0; a < 16; a++) found.push([r * Math.cos((a * Math.PI) / 8), r * Math.sin((a * Math.PI) / 8) * 0.85])
  return found
}
const NEARBY = offsets(5, 60)
const AROUND = offsets(6, 54)
const WITHIN = offsets(8, 130)
const WIDE = offsets(8, 480)

/** Whether a point of the map lies within a place. */
export function isWithin(drawn: Drawn, x: number, y: number, scale: number): boolean {
  if (!around(drawn, x, y, scale)) return false
  const point: LonLat = [x / scale, y / scale]
  return mapped(drawn).some((ring) => isInside(point, ring))
}

const rings = new WeakMap<Drawn, readonly LonLat[][]>()
function mapped(drawn: Drawn): readonly LonLat[][] {
  let found = rings.get(drawn)
  if (!found) rings.set(drawn, (found = drawn.rings.map((ring) => ring.map((point) => toMap(point) as LonLat))))
  return found
}

/** The start position for the markers of a place. */
export const anchorOf = (place: string, scale: number): XY => {
  const [x, y] = toMap(PLACES.get(place)!.label)
  return [x * scale, y * scale]
}

const GAP = 4 // pixels between a number and the dot beside it
/** Where the line from a place to its stack begins: at the place, or beside the number that is written there. */
export function lineStart([x, y]: XY, [toX, toY]: XY, numbers: readonly { x: number; y: number; w: number; h: number }[]): XY {
  const number = numbers.find((one) => x > one.x - GAP && x < one.x + one.w + GAP && y > one.y - GAP && y < one.y + one.h + GAP)
  if (!number) return [x, y]
  const [dx, dy] = [toX - x, toY - y]
  const share = (d: number, from: number, low: number, high: number): number => (d ? ((d > 0 ? high + GAP : low - GAP) - from) / d : Infinity)
  const out = Math.min(share(dx, x, number.x, number.x + number.w), share(dy, y, number.y, number.y + number.h))
  return out < 1 ? [x + dx * out, y + dy * out] : [x, y]
}

/** The other places of the same type: no stack is drawn on another zone or land than its own. */
const otherPlaces = (drawn: Drawn): readonly Drawn[] => (drawn.id.startsWith('sz') ? ZONES : LANDS).filter((one) => one !== drawn)
const boxes = new WeakMap<Drawn, readonly [west: number, top: number, east: number, foot: number]>()
/** Whether a point of the map is in the bounding box of a place: a quick test. */
function around(drawn: Drawn, x: number, y: number, scale: number): boolean {
  let found = boxes.get(drawn)
  if (!found) {
    const { west, east, south, north } = drawn.box
    boxes.set(drawn, (found = [...toMap([west, north]), ...toMap([east, south])] as const))
  }
  const [west, top, east, foot] = found
  return x >= west * scale && x <= east * scale && y >= top * scale && y <= foot * scale
}

/** A position for an item: within its own area if there is room, else outside and linked, but never in another place of its type. */
function placeBox(occupied: OccupiedArea, wanted: BoxRequest, [x, y]: XY, scale: number, pad = 1.5): PlacedBox | null {
  const drawn = PLACES.get(wanted.place)!
  const { h, narrow } = wanted
  const [ax, ay] = anchorOf(wanted.place, scale)
  const strange = otherPlaces(drawn)
  const at = (dx: number, dy: number, where: Where, w = wanted.w): PlacedBox | null => {
    const [cx, cy] = [x + dx, y + dy]
    const box = boxOf(cx, cy, w, h, pad)
    if (!occupied.free(box)) return null
    const own = isWithin(drawn, cx, cy, scale)
    if (where === 'own' ? !own : where === 'free' && !own && strange.some((one) => isWithin(one, cx, cy, scale))) return null
    occupied.occupy(box)
    const off = !own && Math.hypot(cx - ax, cy - ay) > Math.max(w, h) * 0.7
    return { ...wanted, w, x: cx - w / 2, y: cy - h / 2, leaderTarget: off ? [ax, ay] : undefined, ...(w < wanted.w ? { narrowed: true } : {}) }
  }
  const narrowly = (tries: readonly XY[], where: Where): Try[] => (narrow ? [[tries, where, narrow]] : [])
  const ways: readonly Try[] = [
    [NEARBY, 'own'], ...narrowly(NEARBY, 'own'), [WITHIN, 'own'], ...narrowly(WITHIN, 'own'), ...narrowly(AROUND, 'free'), [AROUND, 'free'], [WIDE, 'free'], [WIDE, 'anywhere'],
  ]
  for (const [tries, where, w] of ways) {
    for (const [dx, dy] of tries) {
      const found = at(dx, dy, where, w)
      if (found) return found
    }
  }
  return null
}
type Where = 'own' | 'free' | 'anywhere'
type Try = readonly [tries: readonly XY[], where: Where, w?: number]

/** Markers that never change at a scale: islet rings, zone numbers and convoys. */
export interface Signs {
  rings: readonly { id: string; x: number; y: number; r: number }[]
  numbers: readonly PlacedBox[]
  convoys: readonly PlacedBox[]
  occupied: readonly Box[]
}

const NUMBER: Readonly<Record<Form, number>> = { tiny: 10, far: 14, near: 17 }
export const numberSize = (form: Form): number => NUMBER[form]

/** Islands too small to be clicked have a ring. */
const ringed = (scale: number, form: Form): Drawn[] =>
  LANDS.filter(({ box }) => Math.max(box.east - box.west, box.north - box.south) * scale < (form === 'near' ? 34 : 16))

const signsByKey = new Map<string, Signs>()

/** The markers at a scale; `convoys` gives the width of a lozenge by zone. */
export function signsAt(scale: number, convoys: ReadonlyMap<string, number>): Signs {
  const key = `${scale.toFixed(3)} ${[...convoys].length}`
  let found = signsByKey.get(key)
  if (!found) {
    if (signsByKey.size > 40) signsByKey.clear()
    signsByKey.set(key, (found = makeSigns(scale, convoys)))
  }
  return found
}

function makeSigns(scale: number, convoys: ReadonlyMap<string, number>): Signs {
  const form = formAt(scale)
  const occupied = new OccupiedArea()
  const taken: Box[] = []
  const keep = (box: Box): void => (occupied.occupy(box), void taken.push(box))
  const r = form === 'near' ? 8 : form === 'far' ? 5.5 : 4
  const islets = ringed(scale, form).map(({ id }) => {
    const [x, y] = anchorOf(id, scale)
    keep(boxOf(x, y, 2 * r, 2 * r, 1))
    return { id, x, y, r }
  })
  const size = NUMBER[form]
  const signs = (one: BoxRequest, [x, y]: XY): PlacedBox[] => {
    const laid = placeBox(occupied, one, [x, y], scale, 1)
    if (laid) taken.push([laid.x - 1, laid.y - 1, laid.x + one.w + 1, laid.y + one.h + 1])
    return laid ? [laid] : []
  }
  const numbers = ZONES.flatMap(({ id }) => {
    const [x, y] = anchorOf(id, scale)
    const digits = id.length - 2
    return signs({ id, place: id, w: digits * size * 0.58 + (form === 'tiny' ? 0 : 2), h: size }, [x, y - size * 0.7])
  })
  const lozenges = [...convoys].flatMap(([id, w]) => {
    const number = numbers.find((one) => one.id === id)
    const [x, y] = number ? [number.x + number.w / 2, number.y + number.h / 2] : anchorOf(id, scale)
    return signs({ id, place: id, w, h: form === 'tiny' ? 13 : 19 }, [x, y - size - 3])
  })
  return { rings: islets, numbers, convoys: lozenges, occupied: taken }
}

/** Stacks over the markers; stacks of `before` keep their positions where possible. */
export function layoutStacks(scale: number, signs: Signs, stacks: readonly BoxRequest[], before: ReadonlyMap<string, PlacedBox>): { stacks: readonly PlacedBox[]; occupied: OccupiedArea } {
  const occupied = new OccupiedArea()
  for (const box of signs.occupied) occupied.occupy(box)
  const laid = new Map<string, PlacedBox>()
  // Stacks of unchanged size come first: those that have grown give way.
  const widthOf = (stack: BoxRequest): number => (before.get(stack.id)?.narrowed && stack.narrow) || stack.w
  const same = (stack: BoxRequest): boolean => before.get(stack.id)?.w === widthOf(stack) && before.get(stack.id)?.h === stack.h
  for (const stack of [...stacks.filter(same), ...stacks.filter((one) => !same(one))]) {
    const was = before.get(stack.id)
    if (!was) continue
    const w = widthOf(stack)
    const box = boxOf(was.x + w / 2, was.y + stack.h / 2, w, stack.h)
    if (!occupied.free(box)) continue
    occupied.occupy(box)
    laid.set(stack.id, { ...was, ...stack, w })
  }
  for (const stack of stacks) {
    if (laid.has(stack.id)) continue
    const [x, y] = anchorOf(stack.place, scale)
    const found = placeBox(occupied, stack, [x, y + stack.h * 0.6], scale) ?? { ...stack, x: x - stack.w / 2, y: y - stack.h / 2 }
    laid.set(stack.id, found)
  }
  return { stacks: stacks.map(({ id }) => laid.get(id)!), occupied }
}

/** Gold tags beside zone numbers and territories; they move nothing else. */
export function layoutTags(scale: number, occupied: OccupiedArea, signs: Signs, tags: readonly BoxRequest[]): readonly PlacedBox[] {
  return tags.map((tag) => {
    const number = signs.numbers.find((one) => one.id === tag.place)
    const [x, y] = number ? [number.x + number.w + tag.w / 2 + 3, number.y + number.h / 2] : anchorOf(tag.place, scale)
    return placeNear(occupied, tag, [x, y]) ?? { ...tag, x: x - tag.w / 2, y: y - tag.h / 2 }
  })
}

/** Names of lands in the remaining room; only they may be omitted. */
export function layoutNames(scale: number, occupied: OccupiedArea, names: readonly BoxRequest[]): readonly PlacedBox[] {
  return names.flatMap((name) => {
    const [x, y] = anchorOf(name.place, scale)
    const found = placeNear(occupied, name, [x, y], LINE)
    return found ? [found] : []
  })
}

/** Pixels kept clear around a name: its width is estimated, and the lines of numbers are higher than their digits. */
const LINE: XY = [4, 3]
function placeNear(occupied: OccupiedArea, name: BoxRequest, [x, y]: XY, [across, along]: XY = [1, 1]): PlacedBox | null {
  for (const [dx, dy] of NEARBY.filter(([dx, dy]) => Math.hypot(dx, dy) < 46)) {
    const box = boxOf(x + dx, y + dy, name.w + 2 * across, name.h + 2 * along, 0)
    if (!occupied.free(box)) continue
    occupied.occupy(box)
    return { ...name, x: x + dx - name.w / 2, y: y + dy - name.h / 2 }
  }
  return null
}
