import type { Attachment } from 'svelte/attachments'
import DragPreview from './DragPreview.svelte'
import type { HexCamera } from './camera.svelte'
import { hexAt, NOWHERE } from './grid'
import type { PillBox, Route, StackBox } from './layout'
import type { PillShown, StackShown } from './map_marks'

/**
 * Dragging counters and pills over the hex map, which has no drop elements: the map gives the hex under the
 * pointer.
 */

const START = 6 // pixels of movement before a press becomes a drag
const EDGE_WIDTH = 30 // the distance to the edge at which the map starts to scroll
const STEP = 9
const HOVER_MS = 24 // milliseconds
/**
 * A finger must rest this long on a pill to pick it up; before that it moves the map, much of which is covered by
 * armies.
 */
const REST = 220

/** The units under the pointer, with their drawing. */
export interface Counter {
  hex: number
  stack?: StackBox
  pill?: PillBox
  /** a force that lies off the map, in the list of its box */
  force?: string
  /** the symbol of the part of the pill under the pointer */
  part?: PillShown['sign']
}

/** A carried unit, as the match or the editor defines it. */
export interface DraggedUnit {
  id: string
  /** it is already selected, so a finger need not rest on it */
  chosen?: boolean
  /** its drawing, if it has no counter on the map */
  drawn?: StackShown
  /** hexes highlighted in addition to those of the question */
  reach?: ReadonlySet<number> | null
  begin: () => void
  may: (hex: number) => boolean
  /** the hex by its name, and the cost to get there */
  words: (hex: number) => string
  why?: (hex: number) => Promise<string>
  route?: (hex: number) => Route | null
  drop: (hex: number) => void
  cancel: () => void
}

/** Data from the map. */
export interface MapSurface {
  camera: HexCamera
  counter: (at: HTMLElement | SVGElement) => Counter | null
  onhex: (hex: number | null) => void
}

const WAIT = 160 // milliseconds over a hex before the reason is requested why it may not be chosen

/** A pill may contain armies, aircraft and ships side by side. */
function partAt(pill: PillBox | undefined, of: Element, x: number): PillShown['sign'] | undefined {
  const { left } = of.getBoundingClientRect()
  return pill?.parts.findLast((part, n) => !n || part.x <= x - left)?.sign
}

export class DragController {
  readonly Part = DragPreview
  held = $state.raw<DraggedUnit | null>(null)
  counter = $state.raw<Counter | null>(null)
  /** where the pointer is, in pixels of the map's window */
  x = $state(0)
  y = $state(0)
  finger = $state(false)
  hex = $state<number | null>(null)
  why = $state('')
  #asked: ReturnType<typeof setTimeout> | undefined

  constructor(readonly take: (counter: Counter) => DraggedUnit | null) {}

  readonly may = $derived.by(() => this.hex !== null && !!this.held?.may(this.hex))
  readonly words = $derived.by(() => (this.hex === null || !this.held ? '' : this.may ? this.held.words(this.hex) : this.why || this.held.words(this.hex)))
  readonly #reach = $derived.by(() => this.held?.reach ?? null)
  readonly #route = $derived.by((): Route | null => (this.hex === null ? null : (this.held?.route?.(this.hex) ?? null)))
  get reach(): ReadonlySet<number> | null {
    return this.#reach
  }
  get route(): Route | null {
    return this.#route
  }
  /** a hex that waits for a first step */
  get kept(): number | null {
    return null
  }
  /** Attached to the drawing of a unit, as long as it is on the page. */
  follow(): void {}
  /** Cancels a waiting drag; returns whether there was one. */
  forget(): boolean {
    return false
  }

  #over(hex: number | null): void {
    if (hex === this.hex) return
    this.hex = hex
    this.why = ''
    clearTimeout(this.#asked)
    const { held } = this
    if (hex !== null && held?.why) this.#asked = setTimeout(() => !held.may(hex) && void held.why!(hex).then((why) => this.hex === hex && this.held === held && (this.why = why)), WAIT)
  }

  #end(): void {
    clearTimeout(this.#asked)
    this.held = this.counter = this.hex = null
    this.why = ''
  }

  /** Listens to a map for counters that are picked up. */
  readonly listen = (map: MapSurface): Attachment<HTMLElement> => (node) => {
    let from: { x: number; y: number; id: number; held: DraggedUnit; counter: Counter; of: Element } | null = null
    let last: PointerEvent
    let rest: ReturnType<typeof setTimeout> | undefined
    let moved = false
    let swallow = false
    let inside = false // the pointer has been away from the edge
    let beat: ReturnType<typeof setInterval> | undefined

    const down = (event: PointerEvent): void => {
      swallow = false
      map.camera.carried = undefined
      if (from) return stop(false) // a second finger
      const of = (event.target as Element).closest<HTMLElement | SVGElement>('[data-stack], [data-pill], [data-off]')
      const off = of?.dataset['off']
      const counter = event.button || !of ? null : off ? { hex: NOWHERE, force: off } : map.counter(of)
      const held = counter && this.take({ ...counter, part: partAt(counter.pill, of!, event.clientX) })
      if (!held || !of) return
      map.camera.carried = event.pointerId
      from = { x: event.clientX, y: event.clientY, id: event.pointerId, held, counter, of }
      ;[last, moved] = [event, false]
      if (event.pointerType === 'touch' && counter!.pill && !held.chosen) rest = setTimeout(lift, REST)
      for (const [name, act] of away) addEventListener(name, act as EventListener, true)
    }
    const look = (): void => {
      const { left, top, width, height } = node.getBoundingClientRect()
      ;[this.x, this.y] = [last.clientX - left, last.clientY - top]
      const near = this.x < EDGE_WIDTH || this.y < EDGE_WIDTH || this.x > width - EDGE_WIDTH || this.y > height - EDGE_WIDTH
      const within = this.x >= 0 && this.y >= 0 && this.x <= width && this.y <= height // this also works under a button at the edge
      const onMap = node.contains(document.elementFromPoint(last.clientX, last.clientY))
      inside ||= !near
      if (near && inside && within) map.camera.panBy(this.x < EDGE_WIDTH ? STEP : this.x > width - EDGE_WIDTH ? -STEP : 0, this.y < EDGE_WIDTH ? STEP : this.y > height - EDGE_WIDTH ? -STEP : 0)
      const { camera } = map
      const hex = onMap ? hexAt((this.x + camera.left) / camera.scale, (this.y + camera.top) / camera.scale) : NOWHERE
      const was = this.hex
      this.#over(hex === NOWHERE ? null : hex)
      if (this.hex !== was) map.onhex(this.hex)
    }
    /** The finger moves the map instead. */
    const pass = (): void => {
      map.camera.carried = undefined
      stop(false)
    }
    const lift = (): void => {
      if (!from) return
      rest = undefined
      node.setPointerCapture(from.id)
      from.of.toggleAttribute('data-dragging', true)
      from.held.begin()
      this.finger = last.pointerType === 'touch'
      ;[this.held, this.counter, inside] = [from.held, from.counter, false]
      beat = setInterval(look, HOVER_MS)
      look()
    }
    const move = (event: PointerEvent): void => {
      if (!from || event.pointerId !== from.id) return
      last = event
      moved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) >= START
      if (this.held) look()
      else if (moved && rest !== undefined) pass()
      else if (moved) lift()
    }
    const up = (event: PointerEvent): void => {
      if (!from || event.pointerId !== from.id) return
      if (this.held && event.type === 'pointerup') {
        last = event
        look()
        stop(true)
      } else stop(false)
    }
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !this.held) return
      event.stopPropagation()
      event.preventDefault()
      stop(false)
    }
    /** The unit is dropped, or returns; the press then does not count for the map. */
    const stop = (put: boolean): void => {
      const { held, hex } = this
      swallow = !!held && moved
      clearTimeout(rest)
      rest = undefined
      for (const [name, act] of away) removeEventListener(name, act as EventListener, true)
      clearInterval(beat)
      from?.of.removeAttribute('data-dragging')
      const home = from?.counter.hex
      from = null
      if (!held) return
      this.#end()
      map.onhex(null)
      if (put && hex !== null && hex !== home) held.drop(hex)
      else held.cancel()
    }
    const click = (event: MouseEvent): void => {
      if (!swallow) return
      swallow = false
      event.stopPropagation()
      event.preventDefault()
    }
    const away: [string, (event: never) => void][] = [['pointermove', move], ['pointerup', up], ['pointercancel', up], ['keydown', key]]
    node.dataset['carries'] = ''
    const board = node.parentElement ?? node // boxes off the map are above it
    board.addEventListener('pointerdown', down, true)
    board.addEventListener('click', click, true)
    return () => {
      stop(false)
      board.removeEventListener('pointerdown', down, true)
      board.removeEventListener('click', click, true)
    }
  }
}
