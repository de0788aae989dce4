import { select } from 'd3-selection'
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from 'd3-zoom'
import type { Attachment } from 'svelte/attachments'
import { toMap, type LonLat } from '../lib/geometry'
import { isMotionDisabled } from './motion'
import type { MapFit, MapView } from './types'

const CLOSEST = 6 // the maximum zoom, as a multiple of the scale at which everything is visible

type ScaleRange = [[number, number], [number, number]]

/** The view of the map: the size of the window on it, the position and the zoom. It outlasts the map: after a battle the view is
 * as before. */
export class Camera {
  width = $state(0)
  height = $state(0)
  zoomed = $state(1)
  dx = $state(0)
  dy = $state(0)
  /** the map itself is moving, because of the user or a new window size, so nothing on it glides */
  moving = $state(false)
  /** the fixed point of the screen while keys or buttons zoom; the middle if it is out of view */
  about: (() => readonly [x: number, y: number] | null) | undefined
  #element: HTMLElement | undefined
  #idle: ReturnType<typeof setTimeout> | undefined
  #zoom: ZoomBehavior<HTMLElement, unknown> | undefined
  #reach: ScaleRange = [[0, 0], [0, 0]]

  /** The map on the screen, with all of `fit` visible at zoom 1. */
  view(fit: MapFit): MapView & { x: number; y: number } {
    const [west, top] = toMap([fit.west, fit.north])
    const [east, foot] = toMap([fit.east, fit.south])
    const { width, height, zoomed } = this
    const base = Math.min(width / (east - west), height / (foot - top)) || 1
    const spareX = (width - base * (east - west)) * (fit.slackX ?? 0.5)
    const spareY = (height - base * (foot - top)) * (fit.slackY ?? 0.5)
    this.#reach = fit.all ? this.#within(fit.all, base, spareX - west * base, spareY - top * base) : [[0, 0], [width, height]]
    this.#zoom?.translateExtent(this.#reach)
    const scale = base * zoomed
    const x = (spareX - west * base) * zoomed + this.dx
    const y = (spareY - top * base) * zoomed + this.dy
    const at = (place: LonLat): [number, number] => {
      const [px, py] = toMap(place)
      return [px * scale + x, py * scale + y]
    }
    return { width, height, scale, x, y, at }
  }

  /** The limits of movement, in pixels at zoom 1. */
  #within({ west, east, south, north }: NonNullable<MapFit['all']>, base: number, x: number, y: number): ScaleRange {
    const [[left, top], [right, foot]] = [toMap([west, north]), toMap([east, south])]
    return [[Math.min(0, left * base + x), Math.min(0, top * base + y)], [Math.max(this.width, right * base + x), Math.max(this.height, foot * base + y)]]
  }

  /** Follows the size of the element. */
  readonly measure: Attachment<HTMLElement> = (node) => {
    const read = (): void => {
      if (this.width && !node.clientWidth) return // the element is hidden; it will be restored as it was
      if (this.width && (this.width !== node.clientWidth || this.height !== node.clientHeight)) this.#unsettle()
      this.width = node.clientWidth
      this.height = node.clientHeight
      this.#extend()
      if (this.#zoom && this.zoomed > 1) this.#zoom.translateBy(select(node), 0, 0)
    }
    const watch = new ResizeObserver(read)
    watch.observe(node)
    // A known window is assumed to have its last size until the page is laid out.
    if (this.width) this.#extend()
    else read()
    return () => watch.disconnect()
  }

  #extend(): void {
    const all: ScaleRange = [[0, 0], [this.width, this.height]]
    this.#zoom?.extent(all).translateExtent(this.#reach[1][0] ? this.#reach : all)
  }

  /** Pan and zoom by wheel, drag, pinch, double click, and keys + - 0; a focused element is brought into view. */
  readonly move: Attachment<HTMLElement> = (node) => {
    this.#element = node
    node.dataset['movable'] = ''
    this.#zoom = zoom<HTMLElement, unknown>()
      .scaleExtent([1, CLOSEST])
      .extent(() => [[0, 0], [node.clientWidth, node.clientHeight]])
      .translateExtent(this.#reach[1][0] ? this.#reach : [[0, 0], [node.clientWidth, node.clientHeight]])
      .filter((event: Event) => {
        const e = event as MouseEvent
        if (e.type === 'wheel') return true
        return !e.button && !(e.target as Element).closest('button, [data-own-keys], [data-grip]')
      })
      .on('zoom', ({ transform: t }: D3ZoomEvent<HTMLElement, unknown>) => {
        this.#unsettle()
        this.zoomed = t.k
        this.dx = t.x
        this.dy = t.y
      })
    select(node).call(this.#zoom).property('__zoom', zoomIdentity.translate(this.dx, this.dy).scale(this.zoomed)) // where d3-zoom stores it
    node.addEventListener('focusin', this.#follow)
    return () => {
      clearTimeout(this.#idle)
      node.removeEventListener('focusin', this.#follow)
      select(node).on('.zoom', null)
      this.#zoom = undefined
    }
  }

  #unsettle(): void {
    this.moving = true
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => (this.moving = false), 200)
  }

  zoomIn = (times = 1.5): void => {
    const [x, y] = this.about?.() ?? [-1, -1]
    const seen = x >= 0 && y >= 0 && x <= this.width && y <= this.height
    if (this.#zoom && this.#element) this.#zoom.scaleBy(select(this.#element), times, seen ? [x, y] : undefined)
  }

  zoomOut = (): void => this.zoomIn(1 / 1.5)

  /** Shows everything again. */
  showAll = (): void => {
    if (this.#zoom && this.#element) this.#zoom.transform(select(this.#element), zoomIdentity)
  }

  /** Whether the map was moved or zoomed from its first view. */
  get isOutside(): boolean {
    return this.zoomed > 1 || this.dx !== 0 || this.dy !== 0
  }

  readonly #follow = (event: FocusEvent): void => {
    const target = event.target as HTMLElement
    if ((this.zoomed === 1 && !this.#wider) || !this.#element || !target.matches(':focus-visible')) return
    const window = this.#element.getBoundingClientRect()
    let [x, y] = [0, 0]
    if (target.dataset['at']) [x, y] = target.dataset['at'].split(' ').map(Number) as [number, number]
    else {
      const box = target.getBoundingClientRect()
      ;[x, y] = [box.left + box.width / 2 - window.left, box.top + box.height / 2 - window.top]
    }
    const edge = 60
    const shift = (v: number, most: number): number => (v < edge ? edge - v : v > most - edge ? most - edge - v : 0)
    const [sx, sy] = [shift(x, window.width), shift(y, window.height)]
    if (sx || sy) this.#zoom?.translateBy(select(this.#element), sx / this.zoomed, sy / this.zoomed)
  }

  /** Whether the map can be moved at zoom 1. */
  get #wider(): boolean {
    const [[left, top], [right, foot]] = this.#reach
    return left < 0 || top < 0 || right > this.width || foot > this.height
  }

  /** Whether counters may glide to their places now. */
  get gliding(): boolean {
    return !this.moving && !isMotionDisabled()
  }
}

const cameras = new WeakMap<object, Camera>()
/** The camera of a page, which outlasts its map. A page without a zoomable map does not load the code for it. */
export function cameraOf(page: object): Camera {
  const found = cameras.get(page) ?? new Camera()
  cameras.set(page, found)
  return found
}
