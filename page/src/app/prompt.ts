import type { Side } from '../board/types'
import type { ChoiceButton, ClauseRef } from '../frame/types'

/** What the prompt shows. */
export interface Prompt {
  side?: Side
  who?: string
  /** in one line of a wide box: 56 characters */
  sentence: string
  /** the same for a narrow box: 38 characters */
  short?: string
  subline?: string
  /** the first plan of a hint, in place of the line under the sentence, and what its button says */
  hint?: { text: string; more?: string }
  clauses?: readonly ClauseRef[]
  choices?: readonly ChoiceButton[]
  quiet?: readonly ChoiceButton[]
  waiting?: boolean
  refusal?: { text: string; clause?: string }
}

/** What a button of the prompt does, by its id. */
export type Acts = Record<string, () => void>

export interface Prompted {
  prompt: Prompt
  acts: Acts
}
