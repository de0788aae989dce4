import type { Component } from 'svelte'
import type { View } from '../api'
import type { Draft } from './draft'
import type { Editor } from './editor.svelte'

/** A value of a position that is set in a field: the holder of an area, the damage of a ship. */
export interface Field {
  label: string
  path: readonly string[]
  /** the allowed values; a number if none are listed */
  values?: readonly (readonly [value: string | null, title: string])[]
  minimum?: number
  maximum?: number
  /** the default if the position does not give the value */
  default: string | number | null
}

/** A unit that is or is not in a list of the position: raiders, face-up blocks. */
export interface Switch {
  label: string
  list: string
  unit: string
}

export interface Place {
  id: string
  name: string
}

/** A game's part of the position editor. */
export interface Editing {
  /** the field with the number of the turn, if it is not `turn` */
  turnName?: string
  steps: readonly (readonly [id: string, title: string])[]
  /** the last turn */
  turns: (pieces: unknown) => number
  /** the fields that the server fills in if the position omits them */
  optionalFields: readonly string[]
  /** the open board of the draft; omitted values are those last shown */
  view: (draft: Draft, shown: View, pieces: unknown) => View
  unitPlaces: (draft: Draft, pieces?: unknown) => ReadonlyMap<string, string>
  /** units moved to a place, with related fields corrected */
  move: (draft: Draft, ids: readonly string[], to: string, pieces?: unknown) => Draft
  /** how counters are placed, other than by dragging */
  hint?: string
  /** the names of the turns, if they are not numbered from one */
  turnList?: readonly (readonly [turn: number, title: string])[]
  /** the values that a turn and its current step need, if not yet set */
  withTurnDefaults?: (draft: Draft, turn: number) => Draft
  /** moves units due by a turn onto the board */
  withArrivals?: (draft: Draft, turn: number) => Draft
  /** where units may be placed on and beside the board */
  places: (draft: Draft, pieces: unknown) => { board: readonly Place[]; beside: readonly Place[] }
  nameOf: (id: string, draft: Draft, pieces: unknown) => string
  /** the fields for the whole table, for the selected place, and for selected units */
  table: readonly Field[]
  fields: (draft: Draft, selectedPlace: string, picked: readonly string[], pieces: unknown) => readonly (Field | Switch)[]
  /** the place selected first */
  first: string
  Board: Component<{ editor: Editor }>
  Panel: Component<{ editor: Editor }>
}
