import type { Side } from '../board/types'
import type { ClockState } from '../lib/clocks'

export interface Player {
  side: Side
  /** the person or the computer */
  name: string
  /** the side's own name in this game: "United States" */
  sideName: string
  /** whether the player is present now */
  present?: boolean
  /** the same as text, for a player on another screen */
  where?: 'here' | 'away' | 'not here yet'
  /** the time since which the player has been away: for the header, and in full */
  since?: { brief: string; full: string }
  /** in a match with clocks */
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
  /** the second line on large buttons */
  note?: string
  /** the key shown on the button and handled by the page; without one, digits 1 to 9 in order */
  key?: string
  /** the single main button is filled; a quiet button has no outline */
  weight?: 'primary' | 'plain' | 'quiet'
  /** a symbol before the words: an icon, or the back of a side */
  icon?: string
  side?: Side
  /** what is still missing; the button has a dashed outline and says so */
  missing?: string
  /** its heading in the list of choices, if it is not in the prompt: a unit, a place, one of many */
  row?: string
  /** the place of that heading, which a press on it shows, and the contents of the place: "24 blocks" */
  spot?: string
  holds?: string
  /** whether it is picked, in the list */
  picked?: boolean
  /** pressing it gives something up, so it asks for confirmation first */
  gate?: boolean
}

export interface LogLine {
  id: string
  /** the acting side; a die for chance; undefined for acts of the game itself */
  who?: Side | 'dice'
  text: string
  /** the words before the text, in bold: "You" */
  lead?: string
  /** the time, in two short words: "op 3" */
  when?: string
  clause?: string
  /** dice rolled, shown when the line is opened */
  dice?: readonly { value: number; role?: 'hit' | 'disables' | 'miss' | 'plain'; label?: string }[]
}

export interface TimelineTick {
  side?: Side
  /** its name below it, if only the current turn is shown, step by step */
  short?: string
  /** the text for screen readers: "August, operation 2, Japan" */
  label: string
}

export interface TimelineTurn {
  number: number
  name: string
  ticks: readonly TimelineTick[]
  /** arrivals and similar items, which are shown on their turn */
  notes?: readonly { side: Side; text: string }[]
}
