import type { Side } from '../board/types'
import type { ClockState } from '../lib/clocks'

export interface Player {
  side: Side
  /** the person or the computer */
  name: string
  /** the side's own name in this game: "United States" */
  sideName: string
  /** at the table now */
  present?: boolean
  /** the same in words, for a player on another screen */
  where?: 'here' | 'away' | 'not here yet'
  /** since when the player has been away: in the header, and in full */
  since?: { brief: string; full: string }
  /** in a match in which time is kept */
  clock?: ClockState
}

/** A clause of the rules that something cites; pressing it opens the paraphrase. */
export interface ClauseRef {
  clause: string
  title?: string
}

/** One legal choice as a button. */
export interface ChoiceButton {
  id: string
  label: string
  /** a second line on large buttons */
  note?: string
  /** the key shown on the button and heard by the page; digits 1 to 9 by order where none is given */
  key?: string
  /** the one main button is filled, a quiet one has no outline */
  weight?: 'primary' | 'plain' | 'quiet'
  /** a sign before the words: an icon, or the back of a side */
  icon?: string
  side?: Side
  /** what is still missing; the button is dashed and says so */
  missing?: string
  /** it stands under this heading in the list of choices and not in the prompt: a unit, a place, one of many */
  row?: string
  /** the place behind that heading, which a press on it shows, and what stands there: "24 blocks" */
  spot?: string
  holds?: string
  /** in the list: it is picked */
  picked?: boolean
  /** pressing it gives something up, so that it asks first */
  gate?: boolean
}

export interface LogLine {
  id: string
  /** whose act; a die for chance; nothing for the table's own */
  who?: Side | 'dice'
  text: string
  /** the words before it in bold: "You" */
  lead?: string
  /** when, in two short words: "op 3" */
  when?: string
  clause?: string
  /** dice rolled, shown when the line is opened */
  dice?: readonly { value: number; role?: 'hit' | 'disables' | 'miss' | 'plain'; label?: string }[]
}

export interface TimelineTick {
  side?: Side
  /** its name beneath it, where the turn in hand alone is shown, step by step */
  short?: string
  /** what readers hear: "August, operation 2, Japan" */
  label: string
}

export interface TimelineTurn {
  number: number
  name: string
  ticks: readonly TimelineTick[]
  /** arrivals and the like, which sit on their turn */
  notes?: readonly { side: Side; text: string }[]
}
