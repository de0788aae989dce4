import { counted } from '../lib/text'
import type { ChoiceButton } from './types'

/** Places the choices of a question: a few in slots of the prompt that never move, and all others in a list. */

/** The slots of the prompt, from the right; an empty one stays empty. */
export interface Slots {
  main?: ChoiceButton
  other?: ChoiceButton
  /** a second alternative */
  alt?: ChoiceButton
  /** undo, or cancelling an unfinished choice */
  back?: ChoiceButton
}

export interface Arranged {
  slots: Slots
  /** the list, in its order */
  rows: readonly ChoiceButton[]
}

const MAX_ACTIONS = 3 // choices that each have a slot
const MAX_LETTERS = 32 // the number of letters that fit in the two lines of the main button
const ONE_LINE = 17 // a longer label leaves no room for a note
const SLOT_KEYS = /^(.{3,24}?) ((?:to|at|from|on|in) (?:the )?.{3,20})$/
const SECOND_LINE = 20 // letters
const MANY_CHOICES = 'What to do'
/** The list row for a choice without a slot. */
export const OTHER_ROW = 'Other'
const DIGITS = 9

const inRow = (choice: ChoiceButton, row: string): ChoiceButton => (choice.row ? choice : { ...choice, row })
const isBack = (choice: ChoiceButton): boolean => choice.icon === 'undo'

/** Assigns choices to slots, and the others to the list.
 * @param alternatives  the number of choices beside the main one: 2, or 1 in a narrow prompt
 * @param roomy         whether the slot for undo has room for words, not only for an icon */
export function arrangeSlots(choices: readonly ChoiceButton[], quiet: readonly ChoiceButton[], alternatives: 1 | 2 = 2, roomy = true): Arranged {
  const plain = choices.filter((choice) => !choice.row)
  const many = plain.length > MAX_ACTIONS + 1
  const acts = many ? plain.filter((choice) => choice.weight === 'primary' || choice.gate) : plain
  const rows = many ? choices.filter((choice) => !acts.includes(choice)).map((choice) => inRow(choice, MANY_CHOICES)) : choices.filter((choice) => choice.row)
  const go = acts.find((choice) => choice.weight === 'primary' && !choice.gate)
  const free = acts.filter((choice) => choice !== go)
  const calm = quiet.filter((choice) => !choice.row)
  const back = take(calm, isBack)
  const opens: ChoiceButton = { id: 'list', label: '', key: '/' }
  // Actions come before the only row of a list; otherwise, one of them would be in the list while the row is the main
  // button.
  const full = rows.length === 1 && alternatives > 1 && free.length === MAX_ACTIONS
  const main = go ?? (rows.length && !full ? (onlyOne(rows, plain) ?? opens) : take(free, (choice) => !choice.gate))
  const beside = [...free, ...calm]
  // A choice that gives something up always has the same slot, so that a player who knows where Pass was does not
  // press Move there.
  const lossy = beside.find((choice) => choice.gate)
  const room = beside.length > 1 && alternatives > 1
  // Of several viewing actions, the last one goes farthest: if there is room for only one, it is Skip, not Play.
  const usual = room ? beside[1] : free.length ? beside[0] : beside.at(-1)
  const other = lossy ?? usual
  const alt = room ? beside.find((choice) => choice !== other) : undefined
  const left = beside.filter((choice) => choice !== other && choice !== alt)
  const instead = back ?? take(left, (choice) => roomy || !!choice.icon)
  const listed = keyed([...rows, ...quiet.filter((choice) => choice.row), ...left.map((choice) => inRow(choice, OTHER_ROW))], [main, other, alt, instead])
  opens.label = `Show ${counted(listed.length, 'choice')}`
  return { slots: { main, other, alt, back: instead }, rows: listed }
}

/** The only choice of a list becomes the main button, so that no list has to be opened for it. */
function onlyOne([only, ...more]: readonly ChoiceButton[], plain: readonly ChoiceButton[]): ChoiceButton | undefined {
  if (!only || more.length) return undefined
  const { row: _row, spot: _spot, holds: _holds, picked, ...act } = only
  const label = picked === undefined ? act.label : `Choose ${act.label}`
  const taken = new Set(plain.map(({ key }) => key))
  const key = act.key ?? (taken.has('D') ? undefined : 'D')
  if (label.length > ONE_LINE && label.length <= MAX_LETTERS) delete act.note
  if (label.length <= MAX_LETTERS) return { ...act, label, key }
  // "Sortie TF 1 to the Eastern Solomons": the destination is the second line.
  const [, what, where] = SLOT_KEYS.exec(label) ?? []
  if (!what || !where || act.note) return undefined
  const there = where.replace(' the ', ' ')
  return { ...act, label: what, note: there.length > SECOND_LINE ? there.replace(/^\w+ /, '') : there, key }
}

/** The same, with a cancel button in the slot of a pressed choice that gives something up, so that a double press loses nothing.
 * @param pressed  the slot of that choice */
export function keepPositions({ slots, rows }: Arranged, pressed: keyof Slots | undefined): Arranged {
  const places = Object.keys(slots) as (keyof Slots)[]
  const at = places.find((place) => slots[place]?.id === 'keep')
  const row = rows.findIndex(({ id }) => id === 'keep')
  const keep = at ? slots[at] : rows[row]
  if (!pressed || !keep || at === pressed) return { slots, rows }
  const there = slots[pressed]
  const { row: _, ...choice } = keep
  if (at) return { slots: { ...slots, [at]: there, [pressed]: choice }, rows }
  const placed = { ...slots, [pressed]: choice }
  // The button that confirms stays visible; while the choice awaits confirmation, the list is not needed.
  if (there && placed.main?.id === 'list') return { slots: { ...placed, main: there }, rows: rows.filter((_one, n) => n !== row) }
  return { slots: placed, rows: rows.flatMap((one, n) => (n !== row ? one : there ? { ...there, row: OTHER_ROW } : [])) }
}

/** Removes and returns the first matching choice of a list. */
function take(choices: ChoiceButton[], fits: (choice: ChoiceButton) => boolean): ChoiceButton | undefined {
  const at = choices.findIndex(fits)
  return at < 0 ? undefined : choices.splice(at, 1)[0]
}

/** The list with digits for its first rows, after the digits used in the prompt. */
function keyed(rows: readonly ChoiceButton[], slots: readonly (ChoiceButton | undefined)[]): ChoiceButton[] {
  const taken = new Set([...slots, ...rows].flatMap((choice) => choice?.key ?? []))
  const digits = Array.from({ length: DIGITS }, (_, place) => String(place + 1)).filter((digit) => !taken.has(digit))
  return rows.map((row) => ({ ...row, key: row.key ?? digits.shift() }))
}

/** Choices of the prompt that have no key of their own get digits, in order. */
export function withDigitKeys(choices: readonly ChoiceButton[]): ChoiceButton[] {
  let next = 1
  return choices.map((choice) => (choice.row || choice.key || next > DIGITS ? choice : { ...choice, key: String(next++) }))
}
