import type { LonLat } from '../lib/geometry'
import type { Side } from './sides'

export type { Side }

/** Silhouettes in theme/sprite.svg. */
export type Silhouette =
  | 'battleship' | 'carrier' | 'light_carrier' | 'cruiser' | 'destroyer' | 'transport' | 'tokyo_express'
  | 'submarine' | 'bomber' | 'amphibious'

/** The present state of a counter or a stack. Omitted fields are false. */
export interface CounterState {
  /** whether it may be chosen now */
  legal?: boolean
  selected?: boolean
  /** named as a target, with the number of shots */
  target?: number
  /** has acted and cannot act again */
  acted?: boolean
  sunk?: boolean
  /** shown to the other side this turn */
  revealed?: boolean
  /** turned back, cannot fight */
  disabled?: boolean
  /** points of damage, 0 for none */
  damage?: number
  /** rings as on hover or focus; only for pictures, the page follows the pointer and the focus itself */
  hover?: boolean
  focus?: boolean
}

/** The state alone, from something that has one. */
export const stateOf = ({ legal, selected, target, acted, sunk, revealed, disabled, damage, hover, focus }: CounterState): CounterState => ({
  legal, selected, target, acted, sunk, revealed, disabled, damage, hover, focus,
})

/** A drawn area: a ring of degrees, its first point repeated at its end. */
export interface MapArea {
  id: string
  name: string
  ring: readonly LonLat[]
}

/** The common border of two areas. */
export interface MapBorder {
  between: readonly [string, string]
  line: readonly LonLat[]
}

/** The present options of an area and its text for screen readers. */
export interface AreaState {
  id: string
  /** read from near to far: name, kind, legal, holder, contents */
  label: string
  legal?: boolean
  /** its holder, shown along its edge */
  holder?: Side
  /** the price of the choice in the gold tag: "free", "1–3" */
  price?: string
}

/** The degrees that must always be visible, and the position of spare width and height (0 left or top, 1 right or bottom). */
export interface MapFit {
  west: number
  east: number
  south: number
  north: number
  slackX?: number
  slackY?: number
  /** the limits of movement in degrees, if larger */
  all?: { west: number; east: number; south: number; north: number }
}

/** The present map on the screen. */
export interface MapView {
  width: number
  height: number
  /** pixels a degree of longitude */
  scale: number
  /** the position of a place, in pixels from the map's upper left corner */
  at: (place: LonLat) => readonly [x: number, y: number]
}

/** The name of a sea on the map, positioned by hand. */
export interface AreaLabel {
  id: string
  lines: readonly string[]
  /** the middle of the first line's baseline */
  at: LonLat
  /** font size in pixels */
  size: number
  /** letter spacing in em */
  spacing?: number
  /** the position of the gold tag; by default below the name */
  tag?: 'below' | 'left' | 'right'
  /** a thin line from the name to its water, if there is no room in it */
  leader?: readonly LonLat[]
}
