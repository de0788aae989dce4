import { CLOSE_ZOOM, SECTION_ZOOM } from './draw'
import { COLUMN, middle } from './grid'
import type { WaterNameBox } from './map_labels/water_names'
import { stackText, type PillShown, type PlaceShown, type Shape, type StackShown } from './map_marks'

/** The positions of marks, names, pills and counters at a zoom, in pixels of the map at that zoom. Names are placed first and
 * never covered. */

export type Box = readonly [left: number, top: number, right: number, foot: number]
const CELL = 128

/** Occupied boxes, by squares of the map. */
export class OccupiedArea {
  readonly #cells = new Map<string, Box[]>()

  #over(box: Box): string[] {
    const keys: string[] = []
    for (let x = Math.floor(box[0] / CELL); x <= Math.floor(box[2] / CELL); x++) for (let y = Math.floor(box[1] / CELL); y <= Math.floor(box[3] / CELL); y++) keys.push(`${x} ${y}`)
    return keys
  }
  occupy(box: Box): void {
    for (const key of this.#over(box)) this.#cells.set(key, [...(this.#cells.get(key) ?? []), box])
  }
  free(box: Box): boolean {
    return this.#over(box).every((key) => !(this.#cells.get(key) ?? []).some((b) => b[2] > box[0] && b[0] < box[2] && b[3] > box[1] && b[1] < box[3]))
  }
}

export interface PlaceBox extends PlaceShown {
  x: number
  y: number
  r: number
  /** its name: the start of the text, none without room */
  label?: { x: number; y: number; w: number; h: number }
}

/** A symbol with its figure on a pill, this far from its left end. */
export type PillPart = Pick<PillShown, 'sign' | 'text' | 'stale' | 'tight'> & { x: number; w: number }

export interface PillBox extends PillShown {
  x: number
  y: number
  w: number
  h: number
  /** it is a counter with the unit on top, as for garrisons close up */
  card?: boolean
  /** the parts of its text, from the left: of a hex and side all in one if there is little room */
  parts: readonly PillPart[]
  /** the middle of its hex, if the pill has no room beside it */
  hexCenter?: readonly [number, number]
}

export interface StackBox extends StackShown {
  /** upper left corner of the counter, which at small scale is a pill */
  x: number
  y: number
  w: number
  h: number
  size: number
  /** lines of text below it */
  lines: readonly string[]
  /** the middle of its hex, if the counter is beside it */
  hexCenter?: readonly [number, number]
}

export interface MapLayout {
  places: readonly PlaceBox[]
  pills: readonly PillBox[]
  stacks: readonly StackBox[]
  /** lines from the middle of a hex to units without room beside it */
  leaderLines: readonly LeaderLine[]
  /** names of waters, clear of everything else */
  waters?: readonly WaterNameBox[]
}

/** A course drawn on the map. */
export interface Route {
  /** the start of the drawn part */
  hexes: readonly number[]
  /** the ends of the impulses, by index */
  ends: readonly number[]
  /** the text at its end */
  tag?: string
  /** the destination after that, in later phases */
  later?: readonly number[]
}

export interface LeaderLine {
  id: string
  from: readonly [number, number]
  to: readonly [number, number]
}

const RADII: Readonly<Record<Shape, readonly [far: number, section: number, close: number]>> = {
  major: [3.4, 8.5, 11], minor: [0, 7, 9], anchorage: [0, 5.5, 7], airbase: [0, 5.5, 7], city: [0, 4, 5],
}
export const PILL = 18
const CUT = 4
/** The Allies' pill, with its corners cut as on their counters. */
export function pillShape(w: number, grow = 0): string {
  const [from, right, foot, cut] = [-grow, w + grow, PILL + grow, CUT + grow * 0.4]
  return `M${from + cut} ${from}H${right - cut}L${right} ${from + cut}V${foot - cut}L${right - cut} ${foot}H${from + cut}L${from} ${foot - cut}V${from + cut}Z`
}
/** Below this zoom a figure of two digits is wider than a column of hexes: armies are combined as at small scale. */
const COMBINE_ZOOM = 20.5 / COLUMN
/** The width and height of a line under a counter. */
const TEXT_WIDTH = 96
const LINE_HEIGHT = 15
const LETTER_WIDTH = 6.6
const textWidth = (text: string, letter = LETTER_WIDTH): number => Math.ceil(text.length * letter)
export const NAME_SIZE = 13
/** The distance of two names in a row below which they look like one name. */
const NAME_GAP = 8
const withGap = ([left, top, right, foot]: Box): Box => [left - NAME_GAP, top, right + NAME_GAP, foot]

/** From this zoom on minor ports are marked too. */
const MINOR_ZOOM = 9
const MINOR_FAR = 2.6

/** Below this zoom a garrison without room near its place is shown only in its hex's text. */
const GARRISON_ZOOM = 30
const MAX_OFFSET = 22
/** At small scale there is more room at sea, and there are few pills. */
const MAX_FAR_OFFSET = 70

/** The usual distance of a mark from the middle of its hex: larger only if names and marks leave no room nearer. */
const OFFSETS = [0, 7, 14, 22, 30, 48, 70, 95, 125, 160, 200, 245, 295, 350, 410] as const

const formAt = (scale: number): 0 | 1 | 2 => (scale >= CLOSE_ZOOM ? 2 : scale >= SECTION_ZOOM ? 1 : 0)
export const counterSize = (scale: number): number => [20, 32, 48][formAt(scale)]!

/** A garrison close up: a counter of this many pixels, with its badge and the cards below it a little beyond. */
export const CARD = 40
const BEYOND = 6
const rimOf = ({ unit }: PillShown): number => (unit && unit.many > 1 ? BEYOND : 0)
const EDGE = 5
const DIGIT = 7.4
/** A force at small scale is a pill: a silhouette, or the back of its side, and a figure. */
export function forceWidth(stack: StackShown): number {
  const { text, back } = stackText(stack)
  return back ? 21 + (text ? 3 + textWidth(text, DIGIT) : stack.top.form === 'dummy' ? 18 : 0) : 38 + textWidth(text, DIGIT)
}
/** A figure on its hex is no wider than the distance to the next column, so that adjacent armies do not touch. */
const figureWidth = (pill: PillShown, scale: number): number => Math.min(12 + textWidth(pill.text, DIGIT), Math.max(18, Math.floor(COLUMN * scale) - 2))
const pillWidth = (pill: PillShown, scale: number): number => pill.tight ? figureWidth(pill, scale) : 10 + (pill.sign === 'infantry' || pill.sign === 'plane' ? 14 : 26) + textWidth(pill.text, DIGIT) + 5

const isCard = (pill: PillShown, scale: number): boolean => formAt(scale) === 2 && !!pill.unit

/** A pill with its text: the symbols of its parts side by side. */
function joined(parts: readonly PillShown[], scale: number): PillShown & Pick<PillBox, 'w' | 'h' | 'card' | 'parts'> {
  if (isCard(parts[0]!, scale)) return { ...parts[0]!, w: CARD, h: CARD, card: true, parts: [{ ...parts[0]!, x: 0, w: CARD }] }
  let w = 0
  const placed = parts.map(({ sign, text, stale, tight }, n): PillPart => {
    const part = { sign, text, stale, tight, x: n ? w - EDGE : 0, w: pillWidth(parts[n]!, scale) }
    w = part.x + part.w
    return part
  })
  return { ...parts[0]!, w, h: PILL, parts: placed }
}

/** In sections the pills of a side in a hex are combined, and none is without a figure: the hex's text gives the contents. */
function withoutMinor(pills: readonly PillShown[]): (readonly PillShown[])[] {
  const by = new Map<string, PillShown[]>()
  for (const pill of pills) {
    if (pill.text === '0') continue
    const key = `${pill.hex} ${pill.side}`
    by.set(key, [...(by.get(key) ?? []), pill])
  }
  return [...by.values()]
}

/** Each pill separately, except for those that are always combined. */
function separatePills(pills: readonly PillShown[]): (readonly PillShown[])[] {
  const by = new Map<string, PillShown[]>()
  for (const pill of pills) by.set(pill.joins ?? pill.id, [...(by.get(pill.joins ?? pill.id) ?? []), pill])
  return [...by.values()]
}

/** At small scale, everything within this many pixels of a place is combined there, in one pill per side. */
const GATHERED = 46
const GROUND_OR_AIR: readonly string[] = ['infantry', 'plane']

/** At small scale: ground strengths and air points of a side added up around the places with most of them, strongest first. */
function combinedPills(pills: readonly PillShown[], scale: number): (readonly PillShown[])[] {
  const heaps = new Map<string, PillShown[]>()
  for (const pill of pills) if (Number(pill.text) > 0) heaps.set(`${pill.hex} ${pill.side}`, [...(heaps.get(`${pill.hex} ${pill.side}`) ?? []), pill])
  const sum = (own: readonly PillShown[]): number => own.reduce((all, { text }) => all + Number(text), 0)
  const left = new Set([...heaps.values()].toSorted((a, b) => sum(b) - sum(a) || a[0]!.hex - b[0]!.hex))
  return [...left].flatMap((heap): PillShown[][] => {
    if (!left.has(heap)) return []
    const [{ hex, side }] = heap as [PillShown]
    const [x, y] = middle(hex)
    const near = [...left].filter(([one]) => one!.side === side && Math.hypot(middle(one!.hex)[0] - x, middle(one!.hex)[1] - y) * scale <= GATHERED)
    for (const one of near) left.delete(one)
    const all = near.flat()
    return [(['infantry', 'plane'] as const).flatMap((sign): PillShown[] => {
      const same = all.filter((pill) => pill.sign === sign)
      return same.length ? [{ ...same[0]!, id: `${hex} ${side} around`, hex, text: String(sum(same)), tight: undefined, stale: same.some(({ stale }) => stale) || undefined }] : []
    })]
  })
}

/** Places and their names: equal in every position, so that tiles leave room for them. A name of several hexes is drawn once.
 * @param beside the minimum distance of a name from the middle of its hex, if there are figures on hexes */
export function layoutPlaces(places: readonly PlaceShown[], scale: number, beside = 0): { laid: PlaceBox[]; taken: Box[] } {
  const form = formAt(scale)
  const room = new OccupiedArea()
  const taken: Box[] = []
  const RANK: readonly Shape[] = ['major', 'minor', 'anchorage', 'airbase', 'city']
  const radius = ({ shape, far }: PlaceShown): number => RADII[shape][form] || (far || (shape === 'minor' && scale >= MINOR_ZOOM) ? MINOR_FAR : 0)
  const shown = places.filter((place) => radius(place) > 0).toSorted((a, b) => RANK.indexOf(a.shape) - RANK.indexOf(b.shape))
  const marked = shown.map((place): PlaceBox => {
    const [mx, my] = middle(place.hex)
    return { ...place, x: mx * scale, y: my * scale, r: radius(place) }
  })
  for (const { x, y, r } of marked) room.occupy([x - r - 1, y - r - 1, x + r + 1, y + r + 1])
  const written = new Set<string>()
  const laid = marked.map((place): PlaceBox => {
    if (written.has(place.name)) return place
    const box = nameBeside(place, form ? Math.max(place.r, beside && form === 2 ? CARD / 2 + 2 : beside) : place.r, room)
    if (!box) return place
    written.add(place.name)
    room.occupy(withGap(box))
    taken.push(box)
    return { ...place, label: labelIn(box) }
  })
  return { laid, taken }
}

const labelIn = ([x, y, right, foot]: Box): NonNullable<PlaceBox['label']> => ({ x, y, w: right - x, h: foot - y })

/** The free positions for the name of a place: right of it, left, below or above. */
function nameBeside({ name, x, y }: PlaceBox, r: number, room: OccupiedArea): Box | undefined {
  const [w, h] = [textWidth(name) + 2, NAME_SIZE + 2]
  const straight: readonly (readonly [number, number])[] = [[x + r + 4, y - h / 2], [x - r - 4 - w, y - h / 2], [x - w / 2, y + r + 2], [x - w / 2, y - r - 2 - h]]
  const aslant = [r / 2 + 2, -r / 2 - 2 - h].flatMap((down): (readonly [number, number])[] => [[x + r + 2, y + down], [x - r - 2 - w, y + down]])
  const beneath = [r + 2, -r - 2 - h].flatMap((down): (readonly [number, number])[] => [[x - r, y + down], [x + r - w, y + down]])
  const sides = [...straight, ...aslant, ...beneath]
  return sides.map(([lx, ly]): Box => [lx, ly, lx + w, ly + h]).find((box) => room.free(box))
}

/** The box of a figure, or close up a counter with its badge, in the middle of its hex. */
function figureBox(pill: PillShown, scale: number): Box {
  const [mx, my] = middle(pill.hex)
  const [w, h, rim] = isCard(pill, scale) ? [CARD, CARD, rimOf(pill)] : [pillWidth(pill, scale), PILL, 0]
  return [mx * scale - w / 2 - 1, my * scale - h / 2 - 1 - rim, mx * scale + w / 2 + 1 + rim, my * scale + h / 2 + 1]
}

/** If a figure covers a name, the name moves to another side of its place; without room there it is omitted. */
function clearOf(places: readonly PlaceBox[], figures: readonly Box[]): readonly PlaceBox[] {
  if (!figures.length) return places
  const lying = new OccupiedArea()
  for (const box of figures) lying.occupy(box)
  const half = Math.max(...figures.map(([, top, , foot]) => (foot - top) / 2))
  const met = ({ label }: PlaceBox): boolean => !!label && !lying.free([label.x, label.y, label.x + label.w, label.y + label.h])
  const moving = new Set(places.filter(met))
  if (!moving.size) return places
  const room = new OccupiedArea()
  for (const box of figures) room.occupy(box)
  for (const place of places) {
    const { x, y, r, label } = place
    room.occupy([x - r - 1, y - r - 1, x + r + 1, y + r + 1])
    if (label && !moving.has(place)) room.occupy(withGap([label.x, label.y, label.x + label.w, label.y + label.h]))
  }
  return places.map((place): PlaceBox => {
    if (!moving.has(place)) return place
    const lies = figures.some(([left, top, right, foot]) => left < place.x && place.x < right && top < place.y && place.y < foot)
    const box = nameBeside(place, lies ? Math.max(place.r, half) : place.r, room)
    if (box) room.occupy(withGap(box))
    return { ...place, label: box && labelIn(box) }
  })
}

/** Places pills and counters around everything placed so far. */
export function layoutMarks(named: readonly PlaceBox[], pills: readonly PillShown[], stacks: readonly StackShown[], scale: number): MapLayout {
  const form = formAt(scale)
  const figures = new Map(scale >= COMBINE_ZOOM ? pills.filter((pill) => pill.tight).map((pill) => [pill, figureBox(pill, scale)]) : [])
  const places = clearOf(named, [...figures.values()])
  const room = new OccupiedArea()
  for (const { x, y, r, label } of places) {
    room.occupy([x - r, y - r, x + r, y + r])
    if (label) room.occupy([label.x - 1, label.y - 1, label.x + label.w + 1, label.y + label.h + 1])
  }
  for (const box of figures.values()) room.occupy(box)
  const marks = new Map(places.map((place) => [place.hex, place]))
  const put = (hex: number, w: number, h: number, own: boolean): { x: number; y: number; moored: boolean; far: number; full?: boolean } => {
    const [mx, my] = middle(hex)
    const [x, y] = [mx * scale, my * scale]
    const r = Math.max(marks.get(hex)?.r ?? 0, form || own ? 0 : scale / 2) + 3 // at small scale, a hex is so small that it stays visible
    const free = (bx: number, by: number): boolean => room.free([bx, by, bx + w, by + h])
    if (own && !marks.has(hex) && free(x - w / 2, y - h / 2)) return { x: x - w / 2, y: y - h / 2, moored: false, far: 0 }
    for (const far of OFFSETS.map((more) => r + more)) {
      const ways: [number, number][] = [
        [x - w / 2, y + far], [x - w / 2, y - far - h], [x + far, y - h / 2], [x - far - w, y - h / 2],
        [x + far, y + far * 0.6], [x - far - w, y + far * 0.6], [x + far, y - far * 0.6 - h], [x - far - w, y - far * 0.6 - h],
      ]
      const found = ways.find(([bx, by]) => free(bx, by))
      if (found) return { x: found[0], y: found[1], moored: far > r + 10 || own, far: far - r }
    }
    return { x: x - w / 2, y: y - h / 2, moored: false, far: 0, full: true }
  }
  /** Whether a box is nearer to the mark of another place than to its own. */
  const nearerTo = (hex: number, x: number, y: number): boolean => {
    const [mx, my] = middle(hex)
    const own = Math.hypot(mx * scale - x, my * scale - y)
    return places.some((place) => place.hex !== hex && Math.abs(place.x - x) < own && Math.hypot(place.x - x, place.y - y) < own)
  }
  const layStacks = (some: readonly StackShown[]): StackBox[] => some.flatMap((stack): StackBox[] => {
    const size = counterSize(scale)
    const words = form === 0 ? [] : [stack.top.name, stack.top.note].filter(Boolean)
    const [own, high] = form === 0 ? [forceWidth(stack), PILL] : [size, size]
    // The room of a counter does not depend on the text below it, so that it stays in place.
    const w = form === 0 ? own + 10 : Math.max(size + 28, TEXT_WIDTH)
    const h = form === 0 ? high + 10 : size + 18 + 2 * LINE_HEIGHT
    const { x, y, moored, far, full } = put(stack.hex, w, h, true)
    // A Subron outside the question is shown only in its hex's text if there is no room near.
    if (stack.top.form === 'subron' && stack.top.closeUpOnly && (full || far > MAX_FAR_OFFSET)) return []
    room.occupy([x, y, x + w, y + h])
    const [mx, my] = middle(stack.hex)
    return [{ ...stack, x: x + (w - own) / 2, y: y + (form === 0 ? 5 : 11), w: own, h: high, size, lines: words, hexCenter: moored ? [mx * scale, my * scale] : undefined }]
  })
  // Subrons outside the question use the room that is left.
  const submerged = ({ top }: StackShown): boolean => top.form === 'subron'
  const fleets = layStacks(stacks.filter((stack) => !submerged(stack)))
  const asked = layStacks(stacks.filter((stack) => submerged(stack) && !stack.top.closeUpOnly))
  const tight = [...figures].map(([pill, [x, , , foot]]): PillBox => {
    const laid = joined([pill], scale)
    return { ...laid, x: x + 1, y: foot - 1 - laid.h }
  })
  const apart = pills.filter((pill) => !figures.has(pill))
  const summed = !form || apart.some(({ tight }) => tight)
  const ashore = (pill: PillShown): boolean => GROUND_OR_AIR.includes(pill.sign)
  const rows = form === 2 ? separatePills(apart) : !summed ? withoutMinor(apart) : [...separatePills(apart.filter((pill) => !ashore(pill))), ...combinedPills(apart.filter(ashore), scale)]
  const laidPills = rows.flatMap((parts): PillBox[] => {
    const pill = joined(parts, scale)
    const { w, h, card } = pill
    // The badge of a counter, and the cards below it, extend at its upper right.
    const rim = card ? rimOf(pill) : 0
    const found = put(pill.hex, w + rim, h + rim, false)
    const { x, moored: away, far } = found
    const y = found.y + rim
    if (far > (form ? MAX_OFFSET : MAX_FAR_OFFSET) && form < 2 && scale < GARRISON_ZOOM && parts.every(({ sign }) => sign === 'infantry')) return []
    room.occupy([x - 1, y - rim - 1, x + w + rim + 1, y + h + 1])
    const [mx, my] = middle(pill.hex)
    const moored = away || nearerTo(pill.hex, x + w / 2, y + h / 2)
    return [{ ...pill, x, y, hexCenter: moored ? [mx * scale, my * scale] : undefined }]
  })
  const laidStacks = [...fleets, ...asked, ...layStacks(stacks.filter((stack) => submerged(stack) && stack.top.closeUpOnly))]
  const ends = [...laidStacks, ...laidPills].map(({ id, hexCenter, x, y, w, h }) => ({ id, moor: hexCenter, to: [x + w / 2, y + h / 2] as const }))
  return { places, pills: [...laidPills, ...tight], stacks: laidStacks, leaderLines: ends.flatMap(({ id, moor, to }) => (moor ? [{ id, from: moor, to }] : [])) }
}
