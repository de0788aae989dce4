import type { RollRow, SideRolls } from '../app/rolls'

/** How high a row of the tray is: with the target on a line of its own, in one line, or in one line of small dice. */
export type RowForm = 'tall' | 'flat' | 'dense'

/** How the rows of a tray are drawn, so that all of them are seen. */
export interface TrayPlan {
  rows: RowForm
  /** columns in which the rows of each thrower stand */
  columns: readonly number[]
  /** a row for each target instead of one for each firer */
  merged: boolean
}

/** Rows that stand beneath each other in the room that the tray keeps (FRAME2, rule 55). */
const TALL = 3
const FLAT = 7

/** One row a target, as the game adds up what its firers did; nothing where they have no targets. */
export const mergedRows = ({ rows, byTarget }: SideRolls): readonly RollRow[] => byTarget ?? rows

/** How many rows there are decides alone: from the empty dice to the last result nothing changes its place. */
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

/** What all dice of a thrower need, said once. Where rows differ, those that need something else are named by their firers, or by their
 * targets; only one group stays without names. Empty where that is not possible: then each row shows its own. */
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
