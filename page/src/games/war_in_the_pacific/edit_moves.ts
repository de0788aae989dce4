import { withValue, withoutTabled, type Draft } from '../../app/editor/draft'
import { hexOf, isHex } from './grid'
import { isForce, isUnit, sideOfId, type Facts } from './play_view'

/** Moves the counters of a position: ships, Task Forces, ground units, air points; a position contains only differences from the start. */

type Table = Readonly<Record<string, unknown>>
export const SUNK = 'sunk'
const SCENARIO = 'midway'
const MAX_FORCES = 40
/** The fields of a Task Force's move in progress; a force that is placed elsewhere starts again. */
const OF_A_MOVE = [
  'force_water', 'force_to', 'force_speed', 'force_left', 'force_active', 'force_steps', 'force_gate', 'force_debt', 'force_filled', 'force_lane', 'force_lags',
  'force_tried', 'force_shifted', 'force_bombarded', 'shells', 'torpedoed',
]

const tableIn = (draft: Draft, name: string): Table => (draft[name] ?? {}) as Table
export const scenarioOf = (draft: Draft): string => String(draft['scenario'] ?? SCENARIO)

/** An entry of an array: the position's, or else the scenario's. */
export function valueIn(draft: Draft, facts: Facts, array: string, name: string): unknown {
  const table = tableIn(tableIn(draft, 'arrays'), array)
  if (name in table) return table[name]
  return ((facts.scenarioStart(scenarioOf(draft))?.[array] ?? {}) as Table)[name]
}
const setIn = (draft: Draft, array: string, name: string, value: unknown): Draft => withValue(draft, ['arrays', array, name], value)

/** A hex in a position that one side keeps secret from the other: by column and row, or plain. */
export function hexFrom(value: unknown): string {
  if (typeof value === 'string') return value
  const { column = '', row = '' } = (value ?? {}) as { column?: string; row?: string }
  return column + row
}
export const hexTable = (draft: Draft, name: string): Record<string, string> => Object.fromEntries(Object.entries(tableIn(draft, name)).map(([id, at]) => [id, hexFrom(at)]))
const columnAndRow = (hex: string): { column: string; row: string } => ({ column: hex.slice(0, 3), row: hex.slice(3) })

/** The places of all ships, as the position has them. */
export const shipPlaces = (draft: Draft, facts: Facts): [ship: string, at: string][] =>
  [...facts.ships.keys()].flatMap((id) => {
    const at = valueIn(draft, facts, 'ship_at', id)
    return at ? [[id, String(at)] as [string, string]] : []
  })

/** The place of a Task Force: a hex or a box; none if it is not formed. */
export const forcePlace = (draft: Draft, force: string): string => hexFrom(tableIn(draft, 'force_at')[force]) || String(tableIn(draft, 'force_box')[force] ?? '')

/** Puts a Task Force in a hex or a box, at the start of its move. */
function standsAt(draft: Draft, force: string, to: string): Draft {
  const begun = withoutTabled(draft, [force], ['force_at', 'force_box', ...OF_A_MOVE])
  return isHex(to) ? withValue(begun, ['force_at', force], columnAndRow(to)) : withValue(begun, ['force_box', force], to)
}

/** A side's force in a hex, or the first free number. */
function forceAt(draft: Draft, side: string, hex: string): string {
  const [at, box, contacts] = [hexTable(draft, 'force_at'), tableIn(draft, 'force_box'), tableIn(draft, 'contact_at')]
  const there = Object.entries(at).find(([id, where]) => where === hex && sideOfId(id) === side && !tableIn(draft, 'dummy_ships')[id])
  if (there) return there[0]
  for (let n = 1; n <= MAX_FORCES; n++) if (!at[`${side}_${n}`] && !box[`${side}_${n}`] && !contacts[`${side}_${n}`]) return `${side}_${n}`
  return `${side}_${MAX_FORCES}`
}

/** In a port ships are in the port; elsewhere on water they form a Task Force, or join one of their side. */
function shipTo(draft: Draft, ship: string, to: string, facts: Facts): Draft {
  const { side } = facts.ships.get(ship)!
  if (isForce(to)) return sideOfId(to) === side && forcePlace(draft, to) ? setIn(draft, 'ship_at', ship, to) : draft
  if (!isHex(to)) return facts.boxes.includes(to) || to === SUNK ? setIn(draft, 'ship_at', ship, to) : draft
  const port = facts.places.get(hexOf(to))
  if (port && port.port !== 'none') return setIn(draft, 'ship_at', ship, to)
  const force = forceAt(draft, side, to)
  return setIn(forcePlace(draft, force) ? draft : standsAt(draft, force, to), 'ship_at', ship, force)
}

/** The possible places of air points: a named place, off the map, a deck. */
function baseFor(to: string, facts: Facts): string {
  if (isHex(to)) return facts.places.get(hexOf(to))?.id ?? ''
  return facts.boxes.includes(to) || facts.ships.get(to)?.air_capacity ? to : ''
}
function airTo(draft: Draft, slot: string, to: string, facts: Facts): Draft {
  const [from, stack] = slot.split('/') as [string, string]
  const base = baseFor(to, facts)
  if (!base || base === from) return draft
  const points = (at: string): number => Number(valueIn(draft, facts, 'air', `${at}/${stack}`) ?? 0)
  return setIn(setIn(draft, 'air', slot, 0), 'air', `${base}/${stack}`, points(base) + points(from))
}

function one(draft: Draft, id: string, to: string, facts: Facts): Draft {
  if (id.includes('/')) return airTo(draft, id, to, facts)
  if (facts.ships.has(id)) return shipTo(draft, id, to, facts)
  if (isUnit(id)) return isHex(to) || facts.ships.has(to) ? setIn(draft, 'unit_at', id, to) : draft
  if (!isForce(id)) return draft
  const at = isForce(to) ? forcePlace(draft, to) : to
  return isHex(at) || facts.boxes.includes(at) ? standsAt(draft, id, at) : draft
}

/** Removes a Task Force without ships, unless it is a dummy. */
function cleared(draft: Draft, facts: Facts): Draft {
  const manned = new Set(shipPlaces(draft, facts).map(([, at]) => at))
  const gone = [...Object.keys(tableIn(draft, 'force_at')), ...Object.keys(tableIn(draft, 'force_box'))].filter((id) => !manned.has(id) && !tableIn(draft, 'dummy_ships')[id])
  return gone.length ? withoutTabled(draft, gone, ['force_at', 'force_box', 'force_mission', ...OF_A_MOVE]) : draft
}

/** Moves counters to a hex, a box, a Task Force or a ship; those that cannot be there stay in place. */
export function moveTo(draft: Draft, ids: readonly string[], to: string, facts: Facts): Draft {
  const put = ids.reduce((so, id) => one(so, id, to, facts), draft)
  return put === draft ? draft : cleared(put, facts)
}

/** A dummy Task Force of a side in a hex, reported as `ships` ships. */
export function withDummy(draft: Draft, side: string, hex: string, ships = 4): Draft {
  const free = forceAt(draft, side, '')
  return withValue(standsAt(draft, free, hex), ['dummy_ships', free], ships)
}
