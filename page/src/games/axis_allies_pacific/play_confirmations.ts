import type { MatchStore } from '../../app/game'
import { unusedIds, type UnusedOptions } from '../../app/unused_options'
import type { ConfirmationText } from '../../app/unused_options'
import { counted, listedShort } from '../../lib/text'
import { factsOf, procedureOf, viewOf } from './play_view'

/** The confirmation text of a choice that gives something up. */
export function confirmation(_verb: string, lost: UnusedOptions, store: MatchStore): ConfirmationText | null {
  const facts = factsOf(store.pieces)
  const view = viewOf(store.view)
  const places = unusedIds(lost).filter((id) => facts.isPlace(id))
  const subline = places.length ? `${listedShort(places.map((id) => facts.name(id)))}.` : undefined
  switch (procedureOf(view)) {
    case 'combat_moves':
    case 'regroup':
      return { label: places.length ? `End with ${places.length} unmoved` : 'Done moving', sentence: `Units in ${counted(places.length, 'place')} could still move.`, subline }
    case 'purchase':
      return { label: 'Stop buying', sentence: 'You could still buy more. You keep what you do not spend.' }
    case 'placement':
      if (!lost['place']) return { label: 'Send none aboard', sentence: 'Fighters could still go aboard the new carriers.' }
      return { label: 'Stop placing', sentence: 'You could still place new units. Units left over are refunded.' }
    case 'kamikaze':
      return { label: 'Stop using them', sentence: 'You could still use kamikazes this turn.' }
    default:
      return null
  }
}

/** The rail panel for a decision. */
export const panel = (store: MatchStore): string => {
  const procedure = procedureOf(viewOf(store.view))
  if (procedure === 'standing') return 'standing'
  // The battles to be fought are listed there with their odds.
  if (procedure === 'combat') return 'odds'
  return ['purchase', 'splitting', 'bidding'].includes(procedure) ? 'income' : 'force'
}
