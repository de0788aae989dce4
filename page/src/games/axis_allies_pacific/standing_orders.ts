import type { Action } from '../../app/api'
import type { WarView } from './play_view'

/** A standing order: the choice that it makes, and its values. */
export interface StandingOrder {
  id: string
  name: string
  clause: string
  now: string | undefined
  values: readonly { id: string; label: string; offered: boolean }[]
}

const ORDERS: readonly { id: string; name: string; clause: string; values: readonly (readonly [id: string, label: string])[] }[] = [
  { id: 'losses', name: 'Order of losses', clause: '8.1.3', values: [['ask', 'Ask me each time'], ['cheapest', 'The cheapest first'], ['aircraft_first', 'Aircraft first, then by price'], ['ships_first', 'Aircraft last, then by price']] },
  { id: 'submerge', name: 'Submarines submerge', clause: '8.5.3', values: [['ask', 'Ask me each time'], ['never', 'Never'], ['at_once', 'At once'], ['against_destroyers', 'When enemy destroyers are there']] },
  { id: 'intercept', name: 'Fighters meet raids', clause: '8.11.1', values: [['ask', 'Ask me each time'], ['none', 'None of them'], ['all', 'All of them']] },
]
const MAX_CHANGES = 3

/** The standing orders of a side, with those that may be changed now. */
export const ordersOf = (view: WarView, side: string, choices: readonly Action[]): StandingOrder[] =>
  ORDERS.map(({ id, name, clause, values }) => {
    const now = view.standing_orders[side]?.[id]
    const offered = new Set(choices.flatMap(([verb, order, value]) => (verb === 'standing_order' && order === id ? [value!] : [])))
    return { id, name, clause, now, values: values.map(([value, label]) => ({ id: value, label, offered: value === now || offered.has(value) })) }
  })

/** The times at which they may be changed. */
export function whenText(view: WarView, side: string, choices: readonly Action[]): string {
  const left = MAX_CHANGES - (view.settled[side] ?? 0)
  if (choices.some(([verb]) => verb === 'standing_order')) return `${left} of ${MAX_CHANGES} changes left in this purchase.`
  return left <= 0 ? 'Only three changes are allowed each turn.' : 'You can change them during your purchase, at the start of your turn.'
}

/** The opponents' orders that the viewer has seen take effect. */
export const shownText = (view: WarView, side: string): string[] =>
  ORDERS.flatMap(({ id, name, values }) => {
    const value = view.standing_orders[side]?.[id]
    const label = values.find(([one]) => one === value)?.[1]
    return label ? [`${name}: ${label.replace('Ask me', 'asked').toLowerCase()}`] : []
  })
