import type { NumberedMove } from './moves'
import type { PromptWithActions } from './prompt'

/** A hint for one decision, as the page uses it. `Hint` implements it. */
export interface HintShown {
  /** whether its decision is still open */
  readonly fresh: boolean
  /** the plans are shown in the rail */
  readonly shown: boolean
  /** the filled-in plan, from 0 */
  readonly filled: number | null
  /** the arrows of the plans that are shown */
  readonly moves: readonly NumberedMove[]
  /** the question with the hint */
  applyTo(prompted: PromptWithActions): PromptWithActions
  /** shows more */
  more(): void
  /** one step back */
  back(): void
}
