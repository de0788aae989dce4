/** A line of a table of odds. */
export interface OddsRow {
  id: string
  name: string
  /** chances in the order of the outcomes, 0 to 1 */
  chances: readonly number[]
  /** it has the focus now */
  now?: boolean
  /** a number beside the name: the armor of a target */
  detail?: number | string
  /** shots or dice aimed at it already */
  aimed?: number
}

/** A column that adds up the first outcomes: "out" means sunk or disabled. */
export interface OddsSum {
  label: string
  of: number
}

/** The outcomes for a target, the worst first, and the two columns for which its line has room. */
export const FATES = ['sunk', 'disabled', 'damaged', 'unharmed'] as const
export const FATE_SUMS: readonly OddsSum[] = [{ label: 'sunk', of: 1 }, { label: 'out', of: 2 }]

/** The columns of a table that defines none, so that each row is one line: the first of two outcomes; for outcomes of a target, the
 * worst one, and all other harm. Undefined if each outcome needs a column, as for numbers and other long lists. */
export function columnsOf(outcomes: readonly string[]): readonly OddsSum[] | undefined {
  const [worst, next, ...rest] = outcomes
  if (worst === undefined || next === undefined || outcomes.some((one) => /\d/.test(one))) return undefined
  if (!rest.length) return [{ label: worst, of: 1 }]
  if (next === 'disabled') return FATE_SUMS
  return rest.length === 1 && ['unharmed', 'whole'].includes(rest[0]!) ? [{ label: worst, of: 1 }, { label: 'hit', of: 2 }] : undefined
}
