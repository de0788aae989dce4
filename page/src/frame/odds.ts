/** A line of a table of odds. */
export interface OddsRow {
  id: string
  name: string
  /** chances in the order of the outcomes, 0 to 1 */
  chances: readonly number[]
  /** in focus now */
  now?: boolean
  /** a number beside the name: the armor of a target */
  detail?: number | string
  /** shots or dice aimed at it already */
  aimed?: number
}

/** A column that adds up the first outcomes: "out" is sunk or disabled. */
export interface OddsSum {
  label: string
  of: number
}

/** What becomes of a target, worst for it first, and the two columns that its line has room for. */
export const FATES = ['sunk', 'disabled', 'damaged', 'unharmed'] as const
export const FATE_SUMS: readonly OddsSum[] = [{ label: 'sunk', of: 1 }, { label: 'out', of: 2 }]
