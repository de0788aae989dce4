import type { Component } from 'svelte'
import type { View } from '../api'
import type { Draft } from './draft'
import type { Editor } from './editor.svelte'

/** Something of a position that is set in a field: who holds an area, the damage of a ship. */
export interface Field {
  label: string
  path: readonly string[]
  /** what may stand there; a number where none is listed */
  values?: readonly (readonly [value: string | null, title: string])[]
  least?: number
  most?: number
  /** what stands there where the position says nothing */
  usual: string | number | null
}

/** A unit is in a list of the position, or is not: raiders, blocks that lie face up. */
export interface Switch {
  label: string
  list: string
  unit: string
}

export interface Place {
  id: string
  name: string
}

/** What a game brings to the editor of positions. */
export interface Editing {
  /** the field with the number of the turn, where it is not `turn` */
  turnName?: string
  steps: readonly (readonly [id: string, title: string])[]
  /** the last turn */
  turns: (pieces: unknown) => number
  /** the fields that the server's reading fills in where the position leaves them out */
  filled: readonly string[]
  /** the open board as the draft says; what it does not say stands as it was shown last */
  view: (draft: Draft, shown: View, pieces: unknown) => View
  stands: (draft: Draft, pieces?: unknown) => ReadonlyMap<string, string>
  /** units put somewhere, with all that is said of them elsewhere set right */
  move: (draft: Draft, ids: readonly string[], to: string, pieces?: unknown) => Draft
  /** how counters are put somewhere, where they are not dragged */
  hint?: string
  /** the turns by name, where they are not numbered from one */
  turnList?: readonly (readonly [turn: number, title: string])[]
  /** what a turn and a step under way need that was not said yet */
  begun?: (draft: Draft, turn: number) => Draft
  /** what was due by a turn has come */
  arrived?: (draft: Draft, turn: number) => Draft
  /** where units may be put on the board, and beside it */
  places: (draft: Draft, pieces: unknown) => { board: readonly Place[]; beside: readonly Place[] }
  nameOf: (id: string, draft: Draft, pieces: unknown) => string
  /** what is set for the whole table, for the place looked at, for units picked */
  table: readonly Field[]
  fields: (draft: Draft, looked: string, picked: readonly string[], pieces: unknown) => readonly (Field | Switch)[]
  /** the place looked at first */
  first: string
  Board: Component<{ editor: Editor }>
  Panel: Component<{ editor: Editor }>
}
