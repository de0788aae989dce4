import type { Action, Sight } from './api'

/** What a choice leaves undone: by verb, what could still be chosen. */
export type Lost = Readonly<Record<string, readonly string[]>>

/** What a choice that stands alone would waste, as the referee says with the decision; nothing where it does not say. What may be left
 * unused at no cost is not in it. */
export function lostBy({ decision }: Sight, [verb]: Action): Lost | undefined {
  const lost = decision?.gives_up?.[verb!]
  const must = decision?.must?.[verb!]
  return lost && must ? Object.fromEntries(Object.entries(lost).filter(([other]) => must.includes(other))) : lost
}
/** The units, or other things, that could still be chosen. */
export const lostIds = (lost: Lost): string[] => [...new Set(Object.values(lost).flat())]
/** Whether anything is given up: a verb that could still be chosen counts, with or without a choice within it. */
export const givesUp = (lost: Lost | undefined): boolean => !!lost && Object.keys(lost).length > 0

/** What a choice that gives something up says when it asks. */
export interface ForfeitWords {
  /** "Hold fire with 3": what its second press does, by its cost */
  label: string
  /** what the first press says, where the choice has no better name of its own */
  first?: string
  sentence: string
  subline?: string
}
