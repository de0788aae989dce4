import type { LonLat } from '../../lib/geometry'
import type { Geography } from '../geography'
import type { AreaLabel, MapView, Side } from '../types'
import type { Box } from './label_collisions'

/** Large: a map with room for names and counters; small: the whole Pacific on a phone. */
export type Form = 'large' | 'small'

/** A row of counters: the middle of the first, and the farthest middle of the last. */
export type Row = readonly [from: LonLat, to: LonLat]

export const row = (lon: number, lat: number, to: number): Row => [[lon, lat], [to, lat]]

/** The positions in a sea area, set by hand. */
export interface AreaConfig {
  name: readonly string[]
  /** the middle of the baseline of the name's first line */
  at: LonLat
  /** the middle of the flag and the points of the sides */
  flag: LonLat
  rows: Record<Side, Row>
}

export type LabelSide = 'left' | 'right' | 'above' | 'below'

/** The position of a port or base on the map. */
export interface PlaceConfig {
  id: string
  /** short name for the map */
  name: string
  kind: 'port' | 'base'
  at: LonLat
  /** the side of its symbol for the name, and another for a small map */
  label: LabelSide
  labelSmall?: LabelSide | 'none'
  /** the place of counters that stay here, connected by a line */
  rows: Record<Form, Row>
}

/** The side of its symbol for a place's name, if there is room at all. */
export const labelSideOf = ({ label, labelSmall }: PlaceConfig, form: Form): LabelSide | 'none' => (form === 'small' && labelSmall) || label

/** The layout of pieces on the map. */
export interface Sizes {
  /** the size of a piece at sea: [pixels a degree from which it applies, pixels], the largest scale first */
  steps: readonly (readonly [scale: number, size: number])[]
  /** in port, as a share of that */
  inPort: number
  /** the share of each pile of a row that must be visible; with less room, all of them are combined */
  visibleShare: number
  /** degrees around the beginning of a row that are kept clear on a large map, so that larger piles fit side by side there */
  clear: number
}
export const SIZES: Sizes = { steps: [[26, 60], [13, 48], [6.95, 40], [6.3, 36], [4.6, 32], [0, 20]], inPort: 0.82, visibleShare: 0.6, clear: 0 }
/** Up to this size all pieces of a side in a place are one symbol with its number. */
export const TINY = 24

/** A game's map: its drawing, and the manual positions. */
export interface SeaMap {
  geography: Geography
  areas: Record<Form, Readonly<Record<string, AreaConfig>>>
  places: readonly PlaceConfig[]
  /** names of the areas for this form of the map */
  names: Record<Form, readonly AreaLabel[]>
  sizes: Sizes
}

/** The map on the screen, for a game's own additions. */
export interface OverlayContext {
  view: MapView
  form: Form
  /** pixels of a piece at sea */
  size: number
  /** whether moving pieces glide: not while the map itself is moved */
  glide: boolean
  /** the move of the row of an area and side ("guam japan") or of a place */
  moves: ReadonlyMap<string, readonly [dx: number, dy: number]>
  /** the boxes of names, points and the first piles of all rows, shown or not */
  taken: readonly Box[]
}

/** The size of an area's name in pixels, before it changes with the map's scale. */
export const NAME_SIZE: Record<Form, number> = { large: 20, small: 12 }
const SPACING: Record<Form, number> = { large: 0.06, small: 0.01 }

export function seaMap(geography: Geography, areas: SeaMap['areas'], places: readonly PlaceConfig[], sizes = SIZES): SeaMap {
  const names = (form: Form): AreaLabel[] =>
    Object.entries(areas[form]).map(([id, { name, at }]) => ({ id, lines: name, at, size: NAME_SIZE[form], spacing: SPACING[form] }))
  return { geography, areas, places, names: { large: names('large'), small: names('small') }, sizes }
}

/** The first position of a side's counters in a place of the map. */
export const pointOf = (map: SeaMap, form: Form, id: string, side: Side): LonLat | undefined =>
  map.places.find((place) => place.id === id)?.at ?? map.areas[form][id]?.rows[side]?.[0]
