import { hexOf, idOf, middle } from './grid'
import type { PacificView } from './types'

/** The area of a scenario: the first view of the map, and the hex in its middle on a screen too small for all of it. */

interface InitialView {
  japan: string
  allies: string
  /** the width and height in hexes of a wide window's first view; by default the whole area in play */
  size?: readonly [columns: number, rows: number]
  /** the hex in the middle of that view; by default the side's own */
  center?: string
  /** the closest zoom of the first view, in pixels of a hex's height */
  zoom?: number
}
/** 42.12 The advanced game opens on the sections of the basic one; the South Pacific is below. */
const ADVANCED_MIDWAY: InitialView = { japan: 'D0419', allies: 'F3342', size: [78, 54], center: 'D3927' }
const INITIAL_VIEWS: Readonly<Record<string, InitialView>> = {
  midway: { japan: 'D0419', allies: 'F3342' },
  midway_advanced: ADVANCED_MIDWAY,
  midway_advanced_freely: ADVANCED_MIDWAY,
  leyte: { japan: 'B2448', allies: 'B3051', size: [37, 44] },
  leyte_freely: { japan: 'B2448', allies: 'B3051', size: [37, 44] },
  guadalcanal: { japan: 'E1613', allies: 'E2519', size: [36, 30] },
  burma: { japan: 'A2913', allies: 'A2812', size: [20, 17], zoom: 36 },
  burma_freely: { japan: 'A2913', allies: 'A2812', size: [20, 17], zoom: 36 },
}
/** The width of a card of a box, and its distance from the edge of the area in play. */
export const CARD = 136
export const CARD_MARGIN = 62
const initialViewOf = (view: PacificView): InitialView => INITIAL_VIEWS[view.scenario] ?? INITIAL_VIEWS['midway']!

/** 37.1 The pixels beside the east edge for Allied boxes, without covering names of places: in a scenario that uses them. */
export const cardsWidth = (view: PacificView, side: string): number => (view.scenario === 'midway' && side !== 'japan' ? CARD_MARGIN + CARD + 10 : 0)

/** The first hex of a side's view. */
export const homeHex = (view: PacificView, side: string): string => initialViewOf(view)[side === 'japan' ? 'japan' : 'allies']

/** The closest zoom of a first view that shows only a part of the area in play. */
export const initialZoom = (view: PacificView): number | undefined => initialViewOf(view).zoom

/** The hex in the middle of a wide window's first view, if it is not the side's own. */
export const centerHex = (view: PacificView): string | undefined => initialViewOf(view).center

/** The first view of a wide window; undefined if it is the whole area in play. */
export function initialWindow(view: PacificView): { west: number; east: number; north: number; south: number } | null {
  const { japan, size, center: center = japan } = initialViewOf(view)
  if (!size) return null
  const [[x, y], [wide, high]] = [middle(hexOf(center)), size]
  return { west: x - wide / 2, east: x + wide / 2, north: y - high / 2, south: y + high / 2 }
}

/** The point where a small window begins: at home, or, if nothing that waits for an answer is near the middle of that view, at the nearest unit that waits.
 * @param window  its width and height in hex heights */
export function initialHex(home: string, waiting: readonly number[], [width, height]: readonly [number, number]): string {
  const [x, y] = middle(hexOf(home))
  const away = (hex: number): readonly [number, number] => { const [hx, hy] = middle(hex); return [Math.abs(hx - x), Math.abs(hy - y)] }
  const far = (hex: number): number => Math.hypot(...away(hex))
  const seen = waiting.some((hex) => away(hex)[0] < width / 3 && away(hex)[1] < height / 3)
  return waiting.length && !seen ? idOf(waiting.toSorted((a, b) => far(a) - far(b))[0]!) : home
}
