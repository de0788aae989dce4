import type { Action, MatchView } from './api'

/** What a choice leaves undone: for each verb, the values that could still be chosen. */
export type UnusedOptions = Readonly<Record<string, readonly string[]>>

/** The options that a choice would waste, as the referee says with the decision; empty if the referee does not say. Options that
 * may be left unused at no cost are not included. */
export function unusedBy({ decision }: MatchView, [verb]: Action): UnusedOptions | undefined {
  const lost = decision?.gives_up?.[verb!]
  const must = decision?.must?.[verb!]
  return lost && must ? Object.fromEntries(Object.entries(lost).filter(([other]) => must.includes(other))) : lost
}
/** The units, or other values, that could still be chosen. */
export const unusedIds = (lost: UnusedOptions): string[] => [...new Set(Object.values(lost).flat())]
/** Whether anything is given up: a verb that could still be chosen counts, with or without values. */
export const wastesOptions = (lost: UnusedOptions | undefined): boolean => !!lost && Object.keys(lost).length > 0

/** The text with which a choice that gives something up asks for confirmation. */
export interface ConfirmationText {
  /** "Hold fire with 3": the label of its second press, naming the cost */
  label: string
  /** the label of the first press, if the choice has no better name of its own */
  first?: string
  sentence: string
  subline?: string
}
