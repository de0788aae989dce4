import type { LonLat } from '../lib/geometry'
import type { Side } from './sides'

export type { Side }

/** Outlines told apart in theme/sprite.svg. */
export type Silhouette =
  | 'battleship' | 'carrier' | 'light_carrier' | 'cruiser' | 'destroyer' | 'transport' | 'tokyo_express'
  | 'submarine' | 'bomber' | 'amphibious'

/** How a counter or a stack stands at this moment. Anything left out is false. */
export interface CounterState {
  /** may be chosen now */
  legal?: boolean
  selected?: boolean
  /** named as a target, with the shots aimed */
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
  /** rings drawn as if pointed at or focused; for pictures only, the page follows the pointer and the focus itself */
  hover?: boolean
  focus?: boolean
}

/** The state alone, out of something that has one. */
export const stateOf = ({ legal, selected, target, acted, sunk, revealed, disabled, damage, hover, focus }: CounterState): CounterState => ({
  legal, selected, target, acted, sunk, revealed, disabled, damage, hover, focus,
})

/** A drawn area: a ring of degrees, its first point repeated at its end. */
export interface MapArea {
  id: string
  name: string
  ring: readonly LonLat[]
}

/** The line that two areas share. */
export interface MapBorder {
  between: readonly [string, string]
  line: readonly LonLat[]
}

/** What an area may do now and how it is read out. */
export interface AreaState {
  id: string
  /** read from near to far: name, kind, legal, holder, what lies here */
  label: string
  legal?: boolean
  /** who holds it, shown along its edge */
  holder?: Side
  /** the price of the choice in the gold tag: "free", "1–3" */
  price?: string
}

/** The degrees that must always be seen, and where the screen's spare width and height go (0 left or top, 1 right or foot). */
export interface MapFit {
  west: number
  east: number
  south: number
  north: number
  slackX?: number
  slackY?: number
  /** the degrees to which one may move, where these are more */
  all?: { west: number; east: number; south: number; north: number }
}

/** The map as it lies on the screen now. */
export interface MapView {
  width: number
  height: number
  /** pixels a degree of longitude */
  scale: number
  /** where a place stands, in pixels from the map's upper left corner */
  at: (place: LonLat) => readonly [x: number, y: number]
}

/** The name of a sea as it stands on the map; placed by hand. */
export interface AreaLabel {
  id: string
  lines: readonly string[]
  /** the middle of the first line's foot */
  at: LonLat
  /** pixels of type */
  size: number
  /** letter spacing in em */
  spacing?: number
  /** where the gold tag stands; beneath the name where nothing is said */
  tag?: 'below' | 'left' | 'right'
  /** a thin line from the name to its water, where there is no room in it */
  leader?: readonly LonLat[]
}
