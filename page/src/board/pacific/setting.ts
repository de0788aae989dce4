import type { LonLat } from '../../lib/geometry'
import type { Geography } from '../geography'
import type { AreaLabel, MapView, Side } from '../types'
import type { Box } from './clear'

/** Large: a map on which names and counters have room; small: the whole Pacific on a telephone. */
export type Form = 'large' | 'small'

/** A row of counters: the middle of the first, and how far the middle of the last may lie. */
export type Row = readonly [from: LonLat, to: LonLat]

export const row = (lon: number, lat: number, to: number): Row => [[lon, lat], [to, lat]]

/** What is set by hand in a sea area. */
export interface AreaSetting {
  name: readonly string[]
  /** the middle of the foot of the name's first line */
  at: LonLat
  /** the middle of the flag and the points of the sides */
  flag: LonLat
  /** on which side of these a choice's price stands, left where nothing is said */
  price?: 'right'
  rows: Record<Side, Row>
}

export type Beside = 'left' | 'right' | 'above' | 'below'

/** A port or base as the map sets it. */
export interface PlaceSetting {
  id: string
  /** short, for the map */
  name: string
  kind: 'port' | 'base'
  at: LonLat
  /** which side of its sign the name stands on, and where another side is better on a small map */
  label: Beside
  labelSmall?: Beside | 'none'
  /** where the counters lie that stay here, moored to the place by a line */
  rows: Record<Form, Row>
}

/** Which side of its sign a place's name stands on, if it has room at all. */
export const besideSign = ({ label, labelSmall }: PlaceSetting, form: Form): Beside | 'none' => (form === 'small' && labelSmall) || label

/** How pieces lie on the map. */
export interface Sizes {
  /** the side of one at sea: [pixels a degree from which it holds, pixels], the closest first */
  steps: readonly (readonly [scale: number, size: number])[]
  /** in port, as a share of that */
  moored: number
  /** how much must be seen of each pile of a row, as a share of its side; where less can be, all of them are one */
  seen: number
  /** degrees around the beginning of a row that are kept clear on a large map, so that closer piles lie side by side there */
  clear: number
}
export const SIZES: Sizes = { steps: [[26, 60], [13, 48], [6.95, 40], [6.3, 36], [4.6, 32], [0, 20]], moored: 0.82, seen: 0.6, clear: 0 }
/** Up to this size all that a side has in a place is one sign with its number. */
export const TINY = 24

/** The map of a game as its page draws it: what is drawn of it, and what is set on it by hand. */
export interface SeaMap {
  geography: Geography
  areas: Record<Form, Readonly<Record<string, AreaSetting>>>
  places: readonly PlaceSetting[]
  /** names of the areas as a map of this form sets them */
  names: Record<Form, readonly AreaLabel[]>
  sizes: Sizes
}

/** The map as it lies on the screen, for what a game lays on it besides. */
export interface Ground {
  view: MapView
  form: Form
  /** pixels of a piece at sea */
  size: number
  /** whether what moves glides: not while the map itself is moved */
  glide: boolean
  /** by how much the row of an area and side ("guam japan") or of a place is moved */
  moves: ReadonlyMap<string, readonly [dx: number, dy: number]>
  /** where names, points and the first piles of all rows lie, there or not */
  taken: readonly Box[]
}

/** The size of an area's name in pixels, before the map grows or shrinks it with its scale. */
export const NAME_SIZE: Record<Form, number> = { large: 20, small: 12 }
const SPACING: Record<Form, number> = { large: 0.06, small: 0.01 }

export function seaMap(geography: Geography, areas: SeaMap['areas'], places: readonly PlaceSetting[], sizes = SIZES): SeaMap {
  const names = (form: Form): AreaLabel[] =>
    Object.entries(areas[form]).map(([id, { name, at }]) => ({ id, lines: name, at, size: NAME_SIZE[form], spacing: SPACING[form] }))
  return { geography, areas, places, names: { large: names('large'), small: names('small') }, sizes }
}

/** Where a side's counters begin to stand in a place of the map. */
export const pointOf = (map: SeaMap, form: Form, id: string, side: Side): LonLat | undefined =>
  map.places.find((place) => place.id === id)?.at ?? map.areas[form][id]?.rows[side]?.[0]
