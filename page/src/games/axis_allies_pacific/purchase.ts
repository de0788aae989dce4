import type { Action } from '../../app/api'
import { ECONOMIES, ECONOMY_NAMES, type Facts, type WarView } from './play_view'
import type { Counts, Economy, LandFacts, UnitFacts } from './types'

/** The units chosen for purchase, by economy and kind; they are submitted together. */
export type Purchases = Readonly<Partial<Record<Economy, Counts>>>

const ON_LAND = new Set(['infantry', 'marine', 'artillery', 'tank', 'aa_gun', 'fighter', 'bomber'])
const MAX_COUNT = 99
const COMPLEX = 'industrial_complex'

/** An economy that buys now. */
export interface Buyer {
  economy: Economy
  name: string
  /** its treasury before the purchase, and the amount spent in the basket */
  purse: number
  spent: number
  left: number
  /** units already bought in this phase that wait to be placed */
  bought: Counts
  basket: Counts
  /** where its units are placed, and how many more the complexes accept; -1: any number */
  where: string
  room: number
  /** the income at the end of the turn if nothing changes */
  income: number
}

/** A stepper of the table: the number in the basket, and whether one more may be added. */
export interface Step {
  economy: Economy
  n: number
  /** bought already */
  done: number
  most: number
  /** why no more may be added, for the disabled plus button */
  why?: string
}

export interface BuyRow {
  unit: UnitFacts
  steps: readonly (Step | null)[]
}

export interface PurchaseOptions {
  buyers: readonly Buyer[]
  rows: readonly BuyRow[]
  units: number
  price: number
}

export const purchasesOf = (draft: unknown): Purchases => ((draft as { buy?: Purchases } | null)?.buy ?? {})

/** The economies of a side that must buy (4.3). */
export const buyersOf = (side: string): readonly Economy[] => (side === 'uk' ? ['india', 'australia'] : ECONOMIES.filter((one) => one === side))

/** The whole table of a purchase: the buyers, the cost of each kind, and how many more may be bought. */
export function purchaseOptionsOf(view: WarView, facts: Facts, side: string, basket: Purchases, choices: readonly Action[]): PurchaseOptions {
  const economies = buyersOf(side)
  const able = economies.map((economy) => Object.keys(basket[economy] ?? {}).length > 0 || choices.some(([verb, who]) => verb === 'buy' && who === economy))
  const buyers = economies.map((economy) => buyerOf(economy, view, facts, basket))
  const kinds = [...facts.units.values()].filter((unit) => economies.some((economy) => unit.buyers.includes(economy)))
  const rows = kinds.map((unit) => ({
    unit, steps: economies.map((economy, at) => (unit.buyers.includes(economy) ? stepOf(unit, buyers[at]!, able[at]!, view, facts) : null)),
  }))
  return { buyers, rows, units: total(buyers.map((one) => sum(one.basket))), price: total(buyers.map((one) => one.spent)) }
}

const sum = (counts: Counts): number => total(Object.values(counts))
const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

function buyerOf(economy: Economy, view: WarView, facts: Facts, basket: Purchases): Buyer {
  const own = basket[economy] ?? {}
  const spent = total(Object.entries(own).map(([kind, n]) => n * (facts.units.get(kind)?.cost ?? 0)))
  const bought = view.bought[economy] ?? {}
  return {
    economy, name: ECONOMY_NAMES[economy], purse: view.ipc[economy], spent, left: view.ipc[economy] - spent, bought, basket: own,
    where: places(economy, view, facts), room: roomFor(economy, 'infantry', both(bought, own), view, facts), income: view.production[economy],
  }
}

const both = (one: Counts, other: Counts): Counts =>
  Object.fromEntries([...new Set([...Object.keys(one), ...Object.keys(other)])].map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]))

function stepOf(unit: UnitFacts, buyer: Buyer, able: boolean, view: WarView, facts: Facts): Step {
  const n = buyer.basket[unit.id] ?? 0
  const room = roomFor(buyer.economy, unit.id, both(buyer.bought, buyer.basket), view, facts)
  const paid = Math.floor(buyer.left / unit.cost)
  const more = able ? Math.min(MAX_COUNT - n, paid, room < 0 ? MAX_COUNT : room) : 0
  const why = !able ? `${buyer.name} buys nothing now` : !paid ? `${buyer.name} has ${buyer.left} IPC left` : room === 0 ? `${buyer.name} has nowhere to place it` : undefined
  return { economy: buyer.economy, n, done: buyer.bought[unit.id] ?? 0, most: n + more, why: more ? undefined : why }
}

// -- 11.0 where units are placed -----------------------------------------------------------------------------

/** 11.1, 11.5 The lands of an economy with a complex held since the turn began; Szechwan's builds nothing. */
const complexes = (economy: Economy, view: WarView, facts: Facts): LandFacts[] =>
  view.complexes.flatMap((id) => facts.lands.get(id) ?? []).filter((land) => view.control[land.id] === economy && !view.taken.includes(land.id) && land.capital_of !== 'china')

/** 11.2 How many units a complex places in a turn; -1 for any number. */
const limitOf = (land: LandFacts, view: WarView): number =>
  view.options['ic_limit'] === 'none' || (land.industrial_complex && view.control[land.id] === land.holder) ? -1 : land.ipc

const capacity = (lands: readonly LandFacts[], view: WarView): number => {
  const limits = lands.map((land) => limitOf(land, view))
  return limits.includes(-1) ? -1 : total(limits)
}

/** 5.5, 11.0 How many more of a kind could be placed, given the numbers bought; -1 for any number. */
export function roomFor(economy: Economy, kind: string, bought: Counts, view: WarView, facts: Facts): number {
  if (kind === COMPLEX) {
    const sites = [...facts.lands.values()].filter((land) => land.ipc > 0 && view.control[land.id] === economy && !view.complexes.includes(land.id))
    return Math.max(0, sites.length - (bought[COMPLEX] ?? 0))
  }
  const usable = complexes(economy, view, facts)
  const afloat = !ON_LAND.has(kind)
  const most = capacity(afloat ? usable.filter((land) => land.adjacent_zones.length) : usable, view)
  if (most < 0) return -1
  const ships = total(Object.entries(bought).map(([id, n]) => (ON_LAND.has(id) || id === COMPLEX ? 0 : n)))
  const others = total(Object.entries(bought).map(([id, n]) => (ON_LAND.has(id) ? n : 0)))
  const whole = capacity(usable, view)
  const left = afloat ? most - ships : whole - ships - others
  return Math.max(0, whole < 0 ? left : Math.min(left, whole - ships - others))
}

function places(economy: Economy, view: WarView, facts: Facts): string {
  const usable = complexes(economy, view, facts)
  if (!usable.length) return 'nowhere, without an industrial complex'
  const zones = [...new Set(usable.flatMap((land) => land.adjacent_zones))].map((zone) => zone.slice(2))
  const lands = usable.map((land) => (limitOf(land, view) < 0 ? land.name : `${land.name} (up to ${limitOf(land, view)})`))
  const seas = zones.length > 1 ? `sea zones ${zones.slice(0, -1).join(', ')} and ${zones.at(-1)}` : `sea zone ${zones[0]}`
  return `${lands.join(', ')}${zones.length ? ` or ${seas}` : ''}`
}

// -- actions --------------------------------------------------------------------------------------

/** The basket with a new number of a kind for an economy. */
export function withCount(basket: Purchases, economy: Economy, kind: string, n: number): Purchases {
  const { [kind]: _, ...others } = basket[economy] ?? {}
  const own = n > 0 ? { ...others, [kind]: n } : others
  const { [economy]: __, ...rest } = basket
  return Object.keys(own).length ? { ...rest, [economy]: own } : rest
}

/** The choices that buy a basket. */
export const purchaseChoices = (basket: Purchases): Action[] =>
  ECONOMIES.flatMap((economy) => Object.entries(basket[economy] ?? {}).map(([kind, n]): Action => ['buy', economy, kind, String(n)]))

// -- 13.2 the pool -------------------------------------------------------------------------------------------

/** The pool that the British player splits, and the maximum for India. */
export interface Pool {
  pool: number
  india: number
  least: number
  most: number
}

export function poolOf(view: WarView, draft: unknown, choices: readonly Action[]): Pool {
  const offered = choices.flatMap(([verb, n]) => (verb === 'split' ? [Number(n)] : []))
  const [least, most] = [Math.min(...offered), Math.max(...offered)]
  const wanted = (draft as { india?: number } | null)?.india ?? Math.round(view.pool / 2)
  return { pool: view.pool, india: Math.max(least, Math.min(most, wanted)), least, most }
}
