import type { Action } from '../../app/api'
import type { Desk } from '../../app/desk.svelte'
import type { Marks } from '../../app/gathering'
import { boundNow } from './play_words'
import { factsOf, viewOf } from './play_view'

/** What is lit and picked on the board, out of the choices alone. */
export const marksOf = (desk: Desk): Marks => ({ lit: desk.lit, picked: desk.picked })

/** Somebody pressed a place. Gives whether it meant a choice. */
export const press = (desk: Desk, id: string): boolean => desk.press(id)

/** What somebody may have meant who chose a place that is not offered. */
export function guess(desk: Desk, id: string): Action | null {
  const view = viewOf(desk.view)
  if (!factsOf(desk.pieces).isPlace(id) || !boundNow(view)) return null
  return desk.choices[0]?.[0] === 'fly' ? ['fly', id, 'attack', '1'] : ['go', id, '1']
}
