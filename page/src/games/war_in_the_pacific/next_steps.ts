import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { arrangeSlots, OTHER_ROW, withDigitKeys } from '../../frame/slots'
import type { ChoiceButton } from '../../frame/types'
import { valueText } from './play_prompts'

/** The possible next steps of an unfinished choice: a row for each, all in one format, with number buttons if only a number is open. */

export interface Count {
  id: string
  /** only the number, as on the row */
  label: string
  /** the number with its unit, for screen readers */
  name: string
  note?: string
  key?: string
}
export interface Step {
  id: string
  label: string
  note?: string
  gate?: boolean
  key?: string
  counts?: readonly Count[]
}

/** With more numbers than this the row has the usual ones; all others are in the list of choices. */
const MAX_COUNTS = 12
const USUAL = [1, 2, 3, 4, 6, 8, 12, 16, 24, 36, 50]

const isNumber = (part: string | undefined): boolean => /^\d+$/.test(part ?? '')
const differs = (choices: readonly Action[], n: number): boolean => new Set(choices.map((choice) => choice[n])).size > 1

/** The arguments that are still open, and in which the remaining choices differ. */
function openIn(choices: readonly Action[], picked: ReadonlySet<string>): number[] {
  const most = Math.max(...choices.map(({ length }) => length))
  return Array.from({ length: most - 1 }, (_, n) => n + 1).filter((n) => differs(choices, n) && !choices.every((choice) => picked.has(choice[n] ?? '')))
}

function countsOf(choices: readonly Action[], n: number, store: MatchStore, listed: ReadonlySet<string> = new Set()): Count[] {
  const all = [...new Set(choices.map((choice) => choice[n]!))].toSorted((a, b) => Number(a) - Number(b))
  const few = all.length <= MAX_COUNTS ? all : all.filter((number, k) => USUAL.includes(Number(number)) || k === all.length - 1)
  return few.map((number) => {
    const { label, note } = valueText(number, choices[0]![0]!, n - 1, store)
    const [only, ...others] = choices.filter((choice) => choice[n] === number)
    return { id: others.length || listed.has(`value ${number}`) ? `value ${number}` : only!.join(' '), label: number, name: label, note: note?.replace(/^with /, '').replace(/Supply Points?/, 'SP') }
  })
}

/** The list of choices, which gives a row its key: a digit has the same meaning everywhere. */
const listed = (store: MatchStore): readonly ChoiceButton[] => arrangeSlots(withDigitKeys(store.prompt.choices ?? []), store.prompt.quiet ?? []).rows.filter(({ row }) => row !== OTHER_ROW)

/** The rows for the missing parts of an unfinished choice. */
export function stepsOf(store: MatchStore): Step[] {
  if (!store.picks.length) return []
  const rows = listed(store)
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  return inRows(store, rows).map((step) => ({ ...step, key: keys.get(step.id), counts: step.counts?.map((count) => ({ ...count, key: keys.get(count.id) })) }))
}

/** The same without keys; with the texts of the list of choices if several verbs remain. */
function inRows(store: MatchStore, rows: readonly ChoiceButton[]): Step[] {
  const left = store.remainingChoices
  const verb = left[0]?.[0]
  if (!verb || left.length < 2 || left.some((choice) => choice[0] !== verb)) return rows.map(({ id, label, note, gate }) => ({ id, label, note, gate }))
  const ids = new Set(rows.map(({ id }) => id))
  const open = openIn(left, store.picked)
  const [first, ...rest] = open
  if (first === undefined) return []
  const last = left[0]!.length - 1
  // The row also shows a number that is equal everywhere.
  const many = left.every((choice) => choice.length - 1 === last && isNumber(choice[last])) ? last : undefined
  if (left.every((choice) => isNumber(choice[first]))) return [{ id: 'counts', label: '', counts: countsOf(left, first, store, ids) }]
  const by = new Map<string, Action[]>()
  for (const choice of left) by.set(choice[first] ?? '', [...(by.get(choice[first] ?? '') ?? []), choice])
  return [...by].map(([part, choices]): Step & { order?: string } => {
    const { label, note, order } = valueText(part, verb, first - 1, store)
    const more = openIn(choices, store.picked).filter((n) => n !== many)
    // A part that follows automatically is shown with it.
    const settled = more.length ? [] : rest.filter((n) => n !== many && choices[0]![n] !== undefined && choices[0]![n] !== part).map((n) => valueText(choices[0]![n]!, verb, n - 1, store).label)
    const counts = many !== undefined && !more.length ? countsOf(choices, many, store) : undefined
    return { id: counts || choices.length > 1 || ids.has(`value ${part}`) ? `value ${part}` : choices[0]!.join(' '), label, note: settled.join(', ') || note, counts, order }
  }).toSorted((a, b) => (a.order ?? '').localeCompare(b.order ?? ''))
}

/** A row, or a number of one, is pressed: makes a whole choice, or picks a part of one; everything else is handled by the list of
 * choices. */
export function takeStep(store: MatchStore, id: string): void {
  const whole = store.remainingChoices.find((choice) => choice.join(' ') === id)
  const [part] = id.startsWith('value ') ? [id.slice(6)] : []
  if (whole && store.remainingChoices.every(([verb]) => verb === whole[0])) void store.submit([whole])
  else if (part !== undefined && store.remainingChoices.some((choice) => choice.includes(part))) store.pick({ id: part, at: openIn(store.remainingChoices, store.picked)[0]! - 1 }, true)
  else store.choose(id)
}
