import type { CounterState, Silhouette } from '../../board/types'
import type { Side } from '../sides'

export type Zone = 'the_slot' | 'ironbottom_sound' | 'eastern_solomons' | 'south_pacific_ocean'

/** A unit whose face the viewer may see. */
export interface Unit extends CounterState {
  id: string
  side: Side
  name: string
  kind: Silhouette
  /** combat factor; none for Transports and the Tokyo Express (2.2.1) */
  combat?: number
  /** aircraft icons: two for a CV, one for a CVL */
  planes?: number
  /** anchors, the defence factor; none is drawn for 0 */
  anchors?: number
}

/** A task force as the viewer knows it: its number and ships are included only if they may be known. */
export interface TaskForce extends CounterState {
  id: string
  side: Side
  number?: number
  /** number of counters; undefined if only the force itself is public */
  count?: number
  units?: readonly Unit[]
  /** the player's own, and face down for the enemy */
  sealed?: boolean
  /** short text below the counter */
  caption?: readonly string[]
  /** the text for screen readers; by default the force describes itself */
  label?: string
}

/** One of the seven operation boxes of a side (3.5). */
export interface OperationBox {
  id: string
  number: number
  force?: TaskForce
  /** may be chosen now, when task forces are formed */
  legal?: boolean
  selected?: boolean
}

/** A base with its waiting task forces: Truk or Espiritu Santo. */
export interface BaseView {
  id: string
  side: Side
  name: string
  /** short lines below the name: the contents of the base, the units due */
  notes: readonly string[]
  boxes: readonly OperationBox[]
  /** the current operation, 1 to 7; undefined before the operations begin */
  operation?: number
  /** the base itself may be chosen */
  legal?: boolean
}

/** Henderson Field and the marker on the initiative track (3.6, 6.2). */
export interface FieldView {
  owner: Side
  disrupted?: boolean
  /** -5 (Japan 5) to 5 (Allies 5) */
  position: number
  before?: number
  /** "Henderson Field: American, operational" */
  title: string
  /** "Combat 1 · one hit disrupts it · cover 1 plane" */
  note: string
  legal?: boolean
  selected?: boolean
}

/** A sea zone with its contents, as the viewer knows it. */
export interface ZoneView {
  id: Zone
  /** read from near to far; by default the zone gives its name, whether it may be chosen, and its contents */
  label?: string
  legal?: boolean
  price?: string
  forces: readonly TaskForce[]
}
