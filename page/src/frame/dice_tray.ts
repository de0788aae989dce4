import type { RollRow, SideRolls } from '../app/rolls'

/** The height of a row of the tray: with the target on a separate line, in one line, or in one line of small dice. */
export type RowForm = 'tall' | 'flat' | 'dense'

/** The layout of a tray's rows, chosen so that all of them are visible. */
export interface TrayPlan {
  rows: RowForm
  /** the number of columns for the rows of each roller */
  columns: readonly number[]
  /** a row for each target instead of one for each firer */
  merged: boolean
}

/** The number of rows that fit below each other in the space reserved for the tray (FRAME2, rule 55). */
const TALL = 3
const FLAT = 7

/** One row per target, in which the game adds up the fire of all its firers; undefined if they have no targets. */
export const mergedRows = ({ rows, byTarget }: SideRolls): readonly RollRow[] => byTarget ?? rows

/** The layout depends only on the number of rows, so that nothing moves between the empty dice and the last result. */
export function planTray(by: readonly SideRolls[]): TrayPlan {
  const start = by.length > 1 ? 1 : 2
  const deepest = (lists: readonly (readonly RollRow[])[]): number => Math.max(0, ...lists.map((rows) => Math.ceil(rows.length / start)))
  const plan = (rows: RowForm, lists: readonly (readonly RollRow[])[], merged: boolean): TrayPlan => ({ rows, columns: lists.map((own) => Math.max(start, Math.ceil(own.length / FLAT))), merged })
  const each = by.map(({ rows }) => rows)
  const depth = deepest(each)
  if (depth <= FLAT) return plan(depth <= TALL ? 'tall' : 'flat', each, false)
  const targets = by.map(mergedRows)
  return by.some(({ byTarget }) => byTarget) ? plan('dense', targets, true) : plan('dense', each, false)
}

/** The numbers that all dice of a roller need, given once. If rows differ, those that need other numbers are named by their firers
 * or by their targets; only one group is without names. Empty if that is not possible; each row then shows its own. */
export function needsOf(rows: readonly RollRow[]): string {
  const needs = new Map<string, RollRow[]>()
  for (const row of rows) if (row.needs) needs.set(row.needs, [...(needs.get(row.needs) ?? []), row])
  const groups = [...needs].toSorted(([, a], [, b]) => b.length - a.length)
  if (!groups.length) return ''
  if (groups.length === 1 && groups[0]![1].length === rows.length) return groups[0]![0]
  if (groups.length > MAX_NAMED) return ''
  const named = groups.map(([need, own]) => {
    const targets = [...new Set(own.flatMap(({ target }) => target ?? []))]
    const apart = targets.length > 0 && rows.every((row) => own.includes(row) || !targets.includes(row.target ?? ''))
    const who = own.length <= MAX_NAMED ? own.map(({ attacker }) => attacker).join(', ') : apart && targets.length <= MAX_NAMED ? `at ${targets.join(', ')}` : ''
    return who ? `${who}: ${need}` : need
  })
  return named.filter((one, k) => one === groups[k]![0]).length > 1 ? '' : named.join('; ')
}
const MAX_NAMED = 2
