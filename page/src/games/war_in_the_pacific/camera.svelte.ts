import type { Attachment } from 'svelte/attachments'
import { boundsOf, COLUMN, COLUMNS, RADIUS, ROWS } from './grid'

/**
 * The view of the hex map: one of a few zooms, at each of which the map is drawn in tiles, and the point in the
 * middle.
 */

export const SECTION_SCALE = 33
export const CLOSE_SCALE = 66
const PHONE_SCALE = 24
const FIXED = [PHONE_SCALE, SECTION_SCALE, 48, CLOSE_SCALE] as const
const MIN_SCALE = 4
const MAX_THEATRE_SCALE = 20
export const PHONE = 720 // the width in pixels below which a window is narrow
const MARGIN = 5 // the number of hexes beyond the map that may be visible
/**
 * The least number of pixels visible above and below the map, so that everything at its edge can be moved out from
 * under the buttons.
 */
const ROOM = 64
/** Distance to an overlay at which a counter in its hex is partly hidden. */
const NEAR = 26
/** The buttons at the upper edge: the map in play begins below them if all of it is visible. */
const BAR = 44
/** The minimum width of a map with room for cards beside the area in play. */
export const WITH_CARDS = 900
/** Names of places at the west and east edge extend this far beyond it: they are not cut off. */
const NAMES = 64

interface Bounds {
  west: number
  east: number
  north: number
  south: number
}

const MAP: Bounds = { west: COLUMN - RADIUS - MARGIN, east: COLUMNS * COLUMN + RADIUS + MARGIN, north: 0.5 - MARGIN, south: ROWS + 1 + MARGIN }

export class HexCamera {
  width = $state(0)
  height = $state(0)
  /** the chosen hex height in pixels; null until the user zooms */
  #chosen = $state<number | null>(null)
  #x = $state<number | null>(null)
  #y = $state<number | null>(null)
  /** the user is moving the map */
  moving = $state(false)
  #idle: ReturnType<typeof setTimeout> | undefined
  readonly #play: () => readonly string[]
  readonly #home: () => readonly [number, number] | null
  readonly #opens: () => Bounds | null
  readonly #near: () => number | undefined
  readonly #cards: () => number

  /** @param sections  those in play
   * @param home  the point in hex heights that a window too small for them shows first
   * @param opens  the first view of a wide window, if it is not the whole area in play
   * @param near  the closest zoom of that view
   * @param cards  the pixels that cards take beside the east edge of the area in play, if all of it is visible at
   * once */
  constructor(sections: () => readonly string[], home: () => readonly [number, number] | null = () => null, opens: () => Bounds | null = () => null, near: () => number | undefined = () => undefined, cards = () => 0) {
    this.#play = sections
    this.#home = home
    this.#opens = opens
    this.#near = near
    this.#cards = cards
  }

  /** Pixels for cards beside the east edge, in a window with room for them. */
  get cards(): number {
    return this.width < WITH_CARDS ? 0 : this.#cards()
  }

  /** The area in play, in hex heights. */
  get bounds(): Bounds {
    const all = this.#play().map(boundsOf)
    if (!all.length) return MAP
    return {
      west: Math.min(...all.map((one) => one.west)) - RADIUS, east: Math.max(...all.map((one) => one.east)) + RADIUS,
      north: Math.min(...all.map((one) => one.north)) - 0.5, south: Math.max(...all.map((one) => one.south)) + 1,
    }
  }

  #fit({ west, east, north, south }: Bounds, most = MAX_THEATRE_SCALE, above = 0, aside = 0): number {
    const scale = Math.min((this.width - aside) / (east - west), (this.height - above) / (south - north))
    return Math.floor(Math.max(MIN_SCALE, Math.min(most, scale)) * 4) / 4
  }

  /** The zooms of this window: the whole map, the area in play, and closer ones. */
  get scales(): readonly number[] {
    const [map, play] = [this.#fit(MAP), this.theatre]
    const opens = this.#opens()
    return [...new Set([map, play, ...(opens ? [this.#fit(opens)] : []), ...FIXED])]
  }

  /** The area in play, as far as it can be visible at once. */
  get theatre(): number {
    return this.#fit(this.bounds, MAX_THEATRE_SCALE, BAR, this.cards && this.cards + NAMES)
  }

  get scale(): number {
    return this.#chosen ?? this.#first
  }
  /** The first zoom of a window: the whole area in play, or on a phone a part of it. */
  get #first(): number {
    const opens = this.#opens()
    return this.width < PHONE ? PHONE_SCALE : opens ? this.#fit(opens, this.#near()) : this.theatre
  }

  /** Whether the user has panned or zoomed. */
  get moved(): boolean {
    return this.#chosen !== null || this.#x !== null
  }

  /** The point in the middle of the window, in hex heights. */
  get middle(): readonly [number, number] {
    const { west, east, north, south } = this.bounds
    const narrow = this.#chosen === null && ((east - west) * this.#first > this.width + 2 || (south - north) * this.#first > this.height + 2)
    const [hx, hy] = (narrow ? this.#home() : null) ?? [(west + east + this.cards / this.#first) / 2, (north + south - BAR / this.#first) / 2]
    return this.#held(this.#x ?? hx, this.#y ?? hy)
  }

  /** The corner of the window in pixels of the map at this zoom; integers, so that tiles are sharp. */
  get left(): number {
    return Math.round(this.middle[0] * this.scale - this.width / 2)
  }
  get top(): number {
    return Math.round(this.middle[1] * this.scale - this.height / 2)
  }

  /** A point that keeps the map in the window. */
  #held(x: number, y: number): readonly [number, number] {
    const keep = (v: number, from: number, to: number, half: number): number => (to - from < 2 * half ? (from + to) / 2 : Math.max(from + half, Math.min(to - half, v)))
    const [halfX, halfY] = [this.width / this.scale / 2, this.height / this.scale / 2]
    return [keep(x, MAP.west, Math.max(MAP.east, this.bounds.east + (this.cards || NAMES) / this.scale), halfX), keep(y, Math.min(MAP.north, 0.5 - ROOM / this.scale), Math.max(MAP.south, ROWS + 1 + ROOM / this.scale), halfY)]
  }

  #unsettle(): void {
    this.moving = true
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => (this.moving = false), 160)
  }

  lookAt(x: number, y: number, scale: number = this.scale): void {
    this.#unsettle()
    this.#chosen = scale
    ;[this.#x, this.#y] = this.#held(x, y)
  }

  /** this many pixels at the right are under an overlay */
  covered = $state(0)

  /** the pointer that carries a counter, and does not move the map */
  carried: number | undefined

  #node: HTMLElement | undefined
  /** Whether a point of the window is under an overlay. */
  #hidden(px: number, py: number): boolean {
    const at = this.#node?.getBoundingClientRect()
    if (!at) return false
    return [...this.#node!.parentElement!.querySelectorAll('[data-overlay]')].some((over) => {
      const { left, right, top, bottom } = over.getBoundingClientRect()
      return px + at.left > left - NEAR && px + at.left < right + NEAR && py + at.top > top - NEAR && py + at.top < bottom + NEAR
    })
  }

  /**
   * Brings a point into view, even from under the layers, the minimap and the zoom buttons; returns whether the map
   * had to move.
   */
  show(x: number, y: number, margin = 70): boolean {
    const [px, py] = [x * this.scale - this.left, y * this.scale - this.top]
    if (px >= margin && py >= margin && px <= this.width - this.covered - margin && py <= this.height - margin && !this.#hidden(px, py)) return false
    this.lookAt(x + this.covered / 2 / this.scale, y)
    return true
  }

  panBy(dx: number, dy: number): void {
    const [x, y] = this.middle
    this.lookAt(x - dx / this.scale, y - dy / this.scale)
  }

  /** Goes to the next zoom; the given point of the window stays in place. */
  zoomTo(scale: number, px = this.width / 2, py = this.height / 2): void {
    const [x, y] = [(px + this.left) / this.scale, (py + this.top) / this.scale]
    this.lookAt(x - (px - this.width / 2) / scale, y - (py - this.height / 2) / scale, scale)
  }

  /** The same around a point of the map if it is in view, else around the middle of the window. */
  zoomAround(about: readonly [x: number, y: number] | null, scale: number): void {
    const [px, py] = about ? [about[0] * this.scale - this.left, about[1] * this.scale - this.top] : [NaN, NaN]
    if (about && px >= 0 && py >= 0 && px <= this.width && py <= this.height) this.lookAt(...about, scale)
    else this.zoomTo(scale)
  }

  zoomIn = (px?: number, py?: number): void => {
    const next = this.scales.find((scale) => scale > this.scale + 0.01)
    if (next) this.zoomTo(next, px, py)
  }
  zoomOut = (px?: number, py?: number): void => {
    const next = this.scales.findLast((scale) => scale < this.scale - 0.01)
    if (next) this.zoomTo(next, px, py)
  }
  /** Restores the first view. */
  showAll = (): void => {
    this.#unsettle()
    this.#chosen = this.#x = this.#y = null
  }

  get closest(): boolean {
    return this.scale >= CLOSE_SCALE
  }
  get farthest(): boolean {
    return this.scale <= this.scales[0]! + 0.01
  }

  readonly measure: Attachment<HTMLElement> = (node) => {
    const read = (): void => {
      if (!node.clientWidth) return // the element is hidden; it will be restored as it was
      this.width = node.clientWidth
      this.height = node.clientHeight
    }
    const watch = new ResizeObserver(read)
    this.#node = node
    watch.observe(node)
    read()
    return () => watch.disconnect()
  }

  /** Pans by drag, zooms by wheel and pinch. A drag is not a press. */
  readonly move: Attachment<HTMLElement> = (node) => {
    const held = new Map<number, { x: number; y: number }>()
    let dragged = false
    let apart = 0
    let wheel = 0
    const own = (event: Event): boolean => !!(event.target as Element).closest('[data-own-keys]')
    const span = (): number => {
      const [a, b] = [...held.values()]
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
    }
    const down = (event: PointerEvent): void => {
      if (event.button || own(event)) return
      dragged = held.size > 0
      held.set(event.pointerId, { x: event.clientX, y: event.clientY })
      apart = span()
    }
    const moveTo = (event: PointerEvent): void => {
      const was = held.get(event.pointerId)
      if (!was) return
      const [dx, dy] = [event.clientX - was.x, event.clientY - was.y]
      const carries = event.pointerId === this.carried
      if (!carries && !dragged && Math.hypot(dx, dy) < 6) return
      held.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (carries) return
      dragged = true
      if (held.size === 1) return this.panBy(dx, dy)
      const now = span()
      const box = node.getBoundingClientRect()
      const [mx, my] = [event.clientX - box.left, event.clientY - box.top]
      if (now > apart * 1.35) [apart] = [now, this.zoomIn(mx, my)]
      else if (now < apart / 1.35) [apart] = [now, this.zoomOut(mx, my)]
    }
    const up = (event: PointerEvent): void => void held.delete(event.pointerId)
    const click = (event: MouseEvent): void => {
      if (!dragged) return
      dragged = false
      event.stopPropagation()
      event.preventDefault()
    }
    const turn = (event: WheelEvent): void => {
      if (own(event)) return
      event.preventDefault()
      wheel += event.deltaY
      if (Math.abs(wheel) < 60) return
      const box = node.getBoundingClientRect()
      ;(wheel < 0 ? this.zoomIn : this.zoomOut)(event.clientX - box.left, event.clientY - box.top)
      wheel = 0
    }
    const ways: [string, (event: never) => void, object?][] = [
      ['pointerdown', down], ['pointermove', moveTo], ['pointerup', up], ['pointercancel', up], ['pointerleave', up], ['click', click, { capture: true }], ['wheel', turn, { passive: false }],
    ]
    for (const [name, act, how] of ways) node.addEventListener(name, act as EventListener, how)
    return () => {
      clearTimeout(this.#idle)
      for (const [name, act, how] of ways) node.removeEventListener(name, act as EventListener, how)
    }
  }
}
