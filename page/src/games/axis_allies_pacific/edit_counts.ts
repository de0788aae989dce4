import { valueAt, withValue, type Draft } from '../../app/editor/draft'
import type { Facts } from './play_view'
import type { Counts, Power } from './types'
import { pieceOf } from './unit_text'

/** A position of this game consists of counts: the number of units of a kind and power in a place. All picked up units are of one kind. */

type Units = Readonly<Record<string, Readonly<Record<string, Counts>>>>
export const unitsOf = (draft: Draft): Units => (draft['units'] ?? {}) as Units

/** The number of units of a kind in a place. */
export function countIn(draft: Draft, power: Power, place: string, piece: string, n: number): Draft {
  return withValue(draft, ['units', power, place, piece], n || undefined)
}
export const countAt = (draft: Draft, power: Power, place: string, piece: string): number => Number(valueAt(draft, ['units', power, place, piece]) ?? 0)

/** All units of a kind and power in a place, as picked up. */
export const pickOf = (power: Power, place: string, piece: string): string => `${power} ${place} ${piece}`
export const partsOf = (id: string): [Power, string, string] => id.split(' ') as [Power, string, string]

/** The kinds that a power may have in a place (2.3, 5.2), those present first in their order. */
export function kindsAt(facts: Facts, power: Power, place: string, draft: Draft): string[] {
  const there = Object.keys(unitsOf(draft)[power]?.[place] ?? {})
  const afloat = (id: string): boolean => SHIPS.has(pieceOf(id).kind)
  const fits = [...facts.units.keys()].filter((id) => id !== 'industrial_complex' && (id === 'marine' ? power === 'usa' : true) && (facts.isZone(place) ? afloat(id) || id === 'fighter' : !afloat(id)))
  return [...new Set([...(power === 'china' && facts.isZone(place) ? [] : fits), ...there])]
}
const SHIPS = new Set(['battleship', 'carrier', 'destroyer', 'submarine', 'transport'])
