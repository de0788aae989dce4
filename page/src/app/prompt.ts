import type { Side } from '../board/types'
import type { ChoiceButton, ClauseRef } from '../frame/types'

/** The content of the prompt. */
export interface Prompt {
  side?: Side
  who?: string
  /** in one line of a wide box: 56 characters */
  sentence: string
  /** the same for a narrow box: 38 characters */
  short?: string
  subline?: string
  /** the first plan of a hint, instead of the line under the sentence, and the label of its button */
  hint?: { text: string; more?: string }
  clauses?: readonly ClauseRef[]
  choices?: readonly ChoiceButton[]
  quiet?: readonly ChoiceButton[]
  waiting?: boolean
  refusal?: { text: string; clause?: string }
}

/** The actions of the prompt's buttons, by id. */
export type PromptActions = Record<string, () => void>

export interface PromptWithActions {
  prompt: Prompt
  acts: PromptActions
}
