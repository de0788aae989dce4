import type { View } from '../../app/api'

/** A place of the board: an area, a hex or a box. */
export interface PlainPlace {
  id: string
  name: string
  at: readonly [x: number, y: number]
  ring: readonly (readonly [x: number, y: number])[]
}

/** The board as the game declares it; empty if it declares none. */
export interface PlainBoard {
  places: readonly PlainPlace[]
  /** by the name of a list in the view, the ids of its counters */
  counters: Readonly<Record<string, readonly string[]>>
  /** the sides of counters whose id does not begin with it */
  owners: Readonly<Record<string, string>>
}

export interface PlainCounter {
  id: string
  place: string
  side: string | undefined
  /** the other fields of the view about it: "plan north" */
  note: string
}

/** A part of the view that is not on the board: its name, and its rows. */
export interface PlainList {
  key: string
  name: string
  rows: readonly (readonly string[])[]
  head: readonly string[]
}

/** The parts of the view that are common to all games. */
const HEADING = new Set(['game', 'options', 'corrections', 'side', 'frames'])
const NONE: PlainBoard = { places: [], counters: {}, owners: {} }

export const named = (id: string): string => id.replaceAll('_', ' ').replace(/^./, (c) => c.toUpperCase())
export const boardOf = (pieces: unknown): PlainBoard => (pieces as { board?: PlainBoard } | null)?.board ?? NONE

/** The side whose id begins the id of a counter. */
export function sideOf(id: string, sides: readonly string[], owners: PlainBoard['owners'] = {}): string | undefined {
  return owners[id] ?? sides.find((side) => id === side || id.startsWith(`${side}_`))
}

type Table = Readonly<Record<string, unknown>>
const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)
const content = (view: View): [string, unknown][] => Object.entries(view as unknown as Table).filter(([key]) => !HEADING.has(key))

/** The id of the place in a value or in the first of its fields that names one, and the other fields. */
function placeIn(value: unknown, places: ReadonlySet<string>): { place: string; field?: string } | undefined {
  if (typeof value === 'string') return places.has(value) ? { place: value } : undefined
  if (!isTable(value)) return undefined
  const found = Object.entries(value).find(([, one]) => typeof one === 'string' && places.has(one))
  return found && { place: found[1] as string, field: found[0] }
}

const valueText = (value: unknown): string =>
  value === null || value === undefined ? '' : Array.isArray(value) ? value.map(valueText).filter(Boolean).join(', ') : isTable(value) ? notes(value) : typeof value === 'string' ? named(value) : String(value)

/** The fields of a table as text, without empty ones. */
const notes = (table: Table, without?: string): string =>
  Object.entries(table)
    .filter(([name, value]) => name !== without && value !== null && value !== false && valueText(value) !== '')
    .map(([name, value]) => (value === true ? named(name).toLowerCase() : `${named(name).toLowerCase()} ${valueText(value).toLowerCase()}`))
    .join(', ')

/** The counters of a view, in its order. */
export function countersOf(view: View, board: PlainBoard, sides: readonly string[]): PlainCounter[] {
  const places = new Set(board.places.map(({ id }) => id))
  return content(view).flatMap(([key, value]) => {
    const items: [string, unknown][] = Array.isArray(value) ? value.flatMap((item, i) => (board.counters[key] ? [[board.counters[key][i] ?? `${key} ${i + 1}`, item]] : [])) : isTable(value) ? Object.entries(value) : []
    return items.flatMap(([id, item]) => {
      const found = placeIn(item, places)
      return found ? [{ id, place: found.place, side: sideOf(id, sides, board.owners), note: isTable(item) ? notes(item, found.field) : '' }] : []
    })
  })
}

/** Everything in the view that is not a counter on the board. */
export function listsOf(view: View, board: PlainBoard): PlainList[] {
  const places = new Set(board.places.map(({ id }) => id))
  const facts: string[][] = []
  const lists = content(view).flatMap(([key, value]): PlainList[] => {
    if (Array.isArray(value)) {
      if (board.counters[key]) return []
      return [{ key, name: named(key), head: ['Entry'], rows: value.map((item) => [valueText(item)]).filter(([text]) => text) }]
    }
    if (isTable(value)) {
      const rest = Object.entries(value).filter(([, item]) => !placeIn(item, places))
      return [{ key, name: named(key), head: [named(key), 'State'], rows: rest.map(([id, item]) => [named(id), valueText(item)]) }]
    }
    if (valueText(value)) facts.push([named(key), value === true ? 'Yes' : value === false ? 'No' : valueText(value)])
    return []
  })
  return [...(facts.length ? [{ key: '', name: 'Now', head: ['What', 'State'], rows: facts }] : []), ...lists.filter(({ rows }) => rows.length)]
}

/** The turn or round of a view, as text. */
export function whenOf(view: View): string {
  const { turn, round } = view as unknown as { turn?: unknown; round?: unknown }
  return typeof turn === 'number' ? `Turn ${turn}` : typeof round === 'number' ? `Round ${round}` : ''
}

/** The counters of a side in a place, as one stack. */
export interface PlainStack {
  key: string
  side: string | undefined
  counters: readonly PlainCounter[]
}

/** By place, the stacks there. */
export function stacksOf(counters: readonly PlainCounter[]): Map<string, PlainStack[]> {
  const found = new Map<string, Map<string, PlainCounter[]>>()
  for (const counter of counters) {
    const here = found.get(counter.place) ?? new Map<string, PlainCounter[]>()
    here.set(counter.side ?? '', [...(here.get(counter.side ?? '') ?? []), counter])
    found.set(counter.place, here)
  }
  return new Map([...found].map(([place, here]) => [place, [...here].map(([side, all]) => ({ key: `${place} ${side}`, side: side || undefined, counters: all }))]))
}
