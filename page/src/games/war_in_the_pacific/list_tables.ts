import { sideName } from '../../board/sides'
import { isHex } from './grid'
import { boxName, forceShort, isForce, isUnit, ORDER, type KnownPosition } from './play_view'

/** Everything that a side has, as tables that can be sorted: ships, aircraft, bases, ground units. */

export type ListKind = 'ships' | 'aircraft' | 'bases' | 'units'
export const LIST_KINDS: readonly (readonly [ListKind, string])[] = [['ships', 'Ships'], ['aircraft', 'Aircraft'], ['bases', 'Bases'], ['units', 'Ground units']]

export interface ListRow {
  key: string
  /** where it is, to go there on the map; none off the map */
  at: string | null
  cells: readonly (string | number)[]
}

export interface ListTable {
  /** the columns; figures are sorted from the largest */
  head: readonly string[]
  figures: readonly number[]
  rows: readonly ListRow[]
}

/** "TF 3", "Truk", "aboard Akagi", "Inland Sea". */
function whereIs(place: string, position: KnownPosition): { words: string; at: string | null } {
  const { facts } = position
  if (isForce(place)) return { words: forceShort(place), at: position.view.force_at[place] ? place : null }
  if (isHex(place)) return { words: facts.placeName(place), at: place }
  if (facts.ships.has(place)) {
    const outside = whereIs(position.value<string>('ship_at', place) ?? '', position)
    return { words: `${facts.shipName(place)}, ${outside.words}`, at: outside.at }
  }
  return { words: place === 'sunk' ? 'sunk' : boxName(place), at: null }
}

function ships(position: KnownPosition): ListTable {
  const rows = [...position.facts.ships.values()].flatMap((ship): ListRow[] => {
    const place = position.value<string>('ship_at', ship.id)
    if (!place || place === 'sunk' || (position.own && ship.side !== position.own)) return []
    const { words, at } = whereIs(place, position)
    return [{ key: ship.id, at, cells: [position.facts.shipName(ship.id), ship.type, words, position.level(ship.id), ship.fuel ? position.fuel(ship.id) : ''] }]
  })
  return { head: ['Ship', 'Type', 'Where', 'Damage', 'Fuel'], figures: [3, 4], rows: rows.toSorted((a, b) => ORDER.indexOf(String(a.cells[1])) - ORDER.indexOf(String(b.cells[1]))) }
}

function aircraft(position: KnownPosition): ListTable {
  const bases = [...new Set(position.names('air').map((slot) => slot.split('/')[0]!))]
  const rows = bases.flatMap((base) => position.airAt(base).map(({ stack, points }): ListRow => {
    const { words, at } = whereIs(base, position)
    return { key: `${base}/${stack}`, at, cells: [position.facts.stackName(stack), words, points, position.facts.aircraftOf(stack)?.range_mp ?? 0] }
  }))
  return { head: ['Aircraft', 'Base', 'Points', 'Range'], figures: [2, 3], rows }
}

function bases(position: KnownPosition): ListTable {
  const rows = [...position.facts.places].flatMap(([hex, place]): ListRow[] => {
    const holder = position.holder(hex)
    if (position.own ? holder !== position.own : holder === 'nobody' || holder === 'neutral') return []
    const points = position.airAt(place.id).reduce((sum, one) => sum + one.points, 0)
    const level = Number(position.value('level', place.id) ?? 0)
    const supply = Number(position.value('supply', place.id) ?? 0)
    const lie = position.shipsIn(place.id).length
    if (!level && !supply && !points && !lie && place.port === 'none') return []
    return [{ key: place.id, at: place.id, cells: [position.own ? place.name : `${place.name}, ${sideName(holder)}`, place.port === 'none' ? '' : place.port, level, points, lie, supply] }]
  })
  return { head: ['Base', 'Port', 'Airbase', 'Air', 'Ships', 'Supply'], figures: [2, 3, 4, 5], rows }
}

function units(position: KnownPosition): ListTable {
  const rows = position.names('unit_type').flatMap((id): ListRow[] => {
    const [type, place] = [position.unit(id), position.value<string>('unit_at', id)]
    if (!type || !place || position.view.out_of_sight.includes(id) || !isUnit(id) || (position.own && !id.startsWith(position.own))) return []
    const { words, at } = whereIs(place, position)
    return [{ key: id, at, cells: [type.name.split(' / ')[0]!, type.printed, type.strength, words, Number(position.value('unsupplied', id) ?? 0) > 0 ? 'none' : ''] }]
  })
  return { head: ['Unit', 'Printed', 'Strength', 'Where', 'Supply'], figures: [2], rows }
}

export const tableOf = (kind: ListKind, position: KnownPosition): ListTable => ({ ships, aircraft, bases, units })[kind](position)

/**
 * Rows that contain the text, by a column: figures from the largest, words alphabetically; pressing again reverses
 * the order.
 */
export function sortedRows({ figures, rows }: ListTable, text: string, column: number | null, back: boolean): readonly ListRow[] {
  const wanted = text.trim().toLowerCase()
  const found = wanted ? rows.filter(({ cells }) => cells.join(' ').toLowerCase().includes(wanted)) : rows
  if (column === null) return found
  const sign = back ? -1 : 1
  const compare = figures.includes(column) ? (a: ListRow, b: ListRow) => Number(b.cells[column]) - Number(a.cells[column]) : (a: ListRow, b: ListRow) => String(a.cells[column]).localeCompare(String(b.cells[column]), 'en', { numeric: true })
  return found.toSorted((a, b) => sign * compare(a, b))
}

/** Whether a list has any rows now: Burma has no ships. */
export const listsOf = (position: KnownPosition): readonly (readonly [ListKind, string])[] => LIST_KINDS.filter(([kind]) => tableOf(kind, position).rows.length)
