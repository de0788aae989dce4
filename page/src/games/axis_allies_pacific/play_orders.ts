import type { Action, LogEntry } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { validEntries, withdrawable } from '../../app/observation.svelte'
import { listed } from '../../lib/text'
import { battleIn, type Plan } from './play_board'
import { rowsOf } from './play_rows'
import { factsOf, procedureOf, viewOf, type Facts } from './play_view'
import { capital, countsText, pieceOf, someText } from './unit_text'

/** The ordered moves of the current phase: units moved, flown, loaded and to land, each undone by a click. */

export interface Ordered {
  /** the entry that is undone */
  seq: number
  from: string
  to: string
  /** "3 carriers from sea zone 20" */
  what: string
  units: number
  power?: string
  steps?: number
  /** the places on the path, including the last */
  way?: readonly string[]
  /** the units counted again once it is undone */
  again?: { piece: string; n: number }
  /** later entries of the same move, which are undone with it */
  further?: readonly number[]
  free: boolean
}

const PHASES = new Set(['combat_moves', 'regroup'])

/** The log of the deciding side, whose numbers an undo uses, even when the open board is shown. */
const ownLog = (store: MatchStore): readonly LogEntry[] => (store.decision && store.observationOf(store.decision.side)?.log) || store.log

/** The entries of the current phase: since the phase before it was ended. */
function ofPhase(log: readonly LogEntry[]): LogEntry[] {
  const stands = validEntries(log)
  const last = stands.findLastIndex((entry) => entry.events?.some((event) => event.event === 'finished' || event.event === 'turn_opened'))
  return stands.slice(last + 1)
}

/** The orders in the order they were given. */
export function currentOrdered(store: MatchStore): Ordered[] {
  const view = viewOf(store.view)
  const phase = view.frames.some((frame) => PHASES.has(frame.procedure))
  if (!phase || procedureOf(view) === 'kamikaze') return []
  const facts = factsOf(store.pieces)
  const side = store.decision?.side
  const free = new Set(side ? withdrawable(store.log, side, store.observationOf(side)?.matchView.undo.steps ?? 0).map((entry) => entry.seq) : [])
  return joinOrders(ofPhase(ownLog(store)).flatMap((entry) => (entry.events ?? []).flatMap((event) => ordersIn(event, entry, facts).map((one) => ({ ...one, power: powerOf(event), free: free.has(entry.seq) })))))
}

/** A move that was rerouted or continued is one order: the same units leave a place where only they arrived. */
export function joinOrders<Order extends Omit<Ordered, 'free'>>(orders: readonly Order[]): Order[] {
  const found: Order[] = []
  for (const order of orders) {
    const before = found.at(-1)
    const alike = before?.again && order.again && before.again.piece === order.again.piece && before.again.n === order.again.n
    const others = found.slice(0, -1).some((one) => one.to === order.from && one.again?.piece === order.again?.piece)
    if (!before || !alike || before.to !== order.from || others) found.push(order)
    else {
      const [steps, way] = [(before.steps ?? 0) + (order.steps ?? 0), [...(before.way ?? []), ...(order.way ?? [])]]
      found[found.length - 1] = { ...before, to: order.to, steps, way, further: [...(before.further ?? []), order.seq] }
    }
  }
  return found
}

const powerOf = (event: Readonly<Record<string, unknown>>): string | undefined => (typeof event['power'] === 'string' ? event['power'] : undefined)

function ordersIn(event: Readonly<Record<string, unknown>> & { event: string }, entry: LogEntry, facts: Facts): Omit<Ordered, 'free'>[] {
  const text = (field: string): string => String(event[field] ?? '')
  const number = Number(event['number'] ?? 1)
  switch (event.event) {
    case 'moved':
    case 'flown': {
      const way = event['way'] as string[] | undefined
      const again = { piece: text('piece'), n: number }
      return [{ seq: entry.seq, from: text('origin'), to: text('place'), what: `${someText(text('piece'), number)} from ${facts.within(text('origin'))}`, units: number, steps: way?.length, way, again }]
    }
    case 'loaded':
      return [{ seq: entry.seq, from: text('land'), to: text('zone'), what: `${someText(text('unit'), 1)} from ${facts.within(text('land'))} aboard`, units: 1 }]
    case 'landing_planned':
    case 'unloaded': {
      const units = event['units'] as Readonly<Record<string, number>>
      return [{ seq: entry.seq, from: text('zone'), to: text('land'), what: `${countsText(units)} ashore from ${facts.within(text('zone'))}`, units: Object.values(units).reduce((a, b) => a + b, 0) }]
    }
    case 'aircraft_landed':
      return [{ seq: entry.seq, from: text('place'), to: text('place'), what: `${someText(text('piece'), number)} ${number === 1 ? 'lands' : 'land'}`, units: number }]
    case 'patrol_sent':
      return [{ seq: entry.seq, from: text('land'), to: text('zone'), what: `${someText('fighter', number)} from ${facts.within(text('land'))} on patrol`, units: number }]
    default:
      return []
  }
}

/** The orders by destination, as rows; a row says whether there is a battle. */
export interface OrderedAt {
  to: string
  name: string
  battle: boolean
  units: number
  orders: readonly Ordered[]
}

export function orderedBy(store: MatchStore): OrderedAt[] {
  const facts = factsOf(store.pieces)
  const view = viewOf(store.view)
  const all = currentOrdered(store)
  return [...new Set(all.map((one) => one.to))].map((to) => {
    const orders = all.filter((one) => one.to === to)
    return { to, name: facts.name(to), battle: battleIn(view, to), units: orders.reduce((n, one) => n + one.units, 0), orders }
  })
}

/** Arrows for the orders; loading has none. */
export const plansOf = (store: MatchStore): Plan[] => {
  const facts = factsOf(store.pieces)
  return currentOrdered(store).flatMap(({ seq, from, to, what, way, power }, k) => (from !== to ? [{ id: `${seq} ${k}`, seq, from, to, way, power, label: `${what} to ${facts.within(to)}` }] : []))
}

/** Undoes an order; orders that depend on it are dropped and named. */
export async function takeBack(store: MatchStore, seq: number): Promise<void> {
  const side = store.decision?.side
  if (!side || store.busy) return
  const facts = factsOf(store.pieces)
  const own = ofPhase(ownLog(store))
  const order = joinOrders(own.flatMap((entry) => (entry.events ?? []).flatMap((event) => ordersIn(event, entry, facts)))).findLast((one) => one.seq === seq)
  if (!(await store.withdraw(side, seq))) return
  if (order) pickUp(store, order)
  const lost = droppedBy(own.filter((entry) => !order?.further?.includes(entry.seq)), store.observationOf(side)?.log.at(-1), facts)
  if (lost.length) store.notices.refuse(`Also taken back, no longer possible: ${listed(lost)}.`, '7.4.2')
}

/** Undoes an order and counts its units where they are, to be sent elsewhere. */
function pickUp(store: MatchStore, { from, again }: Omit<Ordered, 'free'>): void {
  const row = again && rowsOf(store).get(from)?.find((one) => one.piece === again.piece && ['move', 'move_chinese', 'go_on'].includes(one.verb))
  if (!row) return
  store.selectedPlace = from
  store.draft = { place: from, counts: { [row.key]: Math.min(row.maximum, again.n) } }
}

/** The later orders that an undo dropped, as text: "2 fighters of Formosa to sea zone 38". */
export function droppedBy(before: readonly LogEntry[], last: LogEntry | undefined, facts: Facts): string[] {
  const dropped = new Set((last?.act === 'withdraw' ? (last.dropped ?? []) : []).map((action) => action.join(' ')))
  const gone = before.filter((entry) => last?.taken?.includes(entry.seq) && dropped.has(entry.action?.join(' ') ?? ''))
  return gone.flatMap((entry) => (entry.events ?? []).flatMap((event) => ordersIn(event, entry, facts))).map(({ what, from, to }) => (from === to ? what : `${what} to ${facts.within(to)}`))
}

// -- loading, which is part of the move ------------------------------------------------------------------------

/** Units of a territory that may board, or have boarded, in a zone. */
export interface Boarding {
  key: string
  land: string
  zone: string
  unit: string
  aboard: number
  /** loads one more; absent where no ship has room */
  more?: Action
  /** the entry that is undone to load one less */
  last?: number
}

const LOADS = new Set(['load', 'board'])

/** The units that may board in the selected zone, or from a territory; the fullest ship is filled first. */
export function boardingAt(store: MatchStore, place: string): Boarding[] {
  const rows = new Map<string, Boarding>()
  const at = (zone: string, land: string, unit: string): Boarding => rows.get(`${zone} ${land} ${unit}`) ?? { key: `${zone} ${land} ${unit}`, zone, land, unit, aboard: 0 }
  const here = (zone: string, land: string): boolean => zone === place || land === place
  for (const choice of store.decision && !store.picks.length ? store.choices : []) {
    const [verb, zone, ship, land, unit] = choice as [string, string, string, string, string]
    if (!LOADS.has(verb) || !here(zone, land)) continue
    const row = at(zone, land, unit)
    const fuller = !row.more || loadOf(ship) > loadOf(row.more[2]!) || (row.more[0] === 'board' && verb === 'load')
    rows.set(row.key, fuller ? { ...row, more: choice } : row)
  }
  const side = store.decision?.side
  const own = side ? withdrawable(store.log, side, store.observationOf(side)?.matchView.undo.steps ?? 0).map((entry) => entry.seq) : []
  for (const entry of ofPhase(ownLog(store))) {
    for (const event of entry.events ?? []) {
      const [zone, land] = [String(event['zone']), String(event['land'])]
      if (event.event !== 'loaded' || !here(zone, land)) continue
      const row = at(zone, land, String(event['unit']))
      rows.set(row.key, { ...row, aboard: row.aboard + 1, last: own.includes(entry.seq) ? entry.seq : row.last })
    }
  }
  return [...rows.values()]
}

const loadOf = (ship: string): number => pieceOf(ship).load.length - (ship.startsWith('destroyer') ? 1 : 0)

/** The units that ships of the zone may land, and the convoys they may capture: each its own choice. */
export function ashoreAt(store: MatchStore, place: string): { choice: Action; label: string; to?: string }[] {
  const facts = factsOf(store.pieces)
  const words = (part: string): string => part.replaceAll('aa_gun', 'AA gun').replaceAll('_', ' and ')
  return (store.decision && !store.picks.length ? store.choices : []).flatMap((choice) => {
    const [verb, zone, , land, part] = choice as [string, string, string, string, string]
    if (zone !== place) return []
    if (verb === 'assault' || verb === 'storm') return [{ choice, label: `Land ${words(part)} at ${facts.within(land)}`, to: land }]
    if (verb === 'unload' || verb === 'disembark') return [{ choice, label: `Unload ${words(part)} at ${facts.within(land)}`, to: land }]
    if (verb === 'seize') return [{ choice, label: 'Take the convoy' }]
    return []
  })
}
export { capital }
