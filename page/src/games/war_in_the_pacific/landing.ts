import { api, type LandingOptions, type LandingRequest } from '../../app/api'
import type { MatchStore } from '../../app/game'
import type { StandingOrdersStore } from './standing_orders.svelte'

/** Troops loaded, carried and landed by one order. */

export type Source = LandingOptions['sources'][number]

/** A force, its ships, its Mission: the most lists of choices that begin an order. */
const MAX_STEPS = 4

/** The ships of a source by kind, in the order of the list. */
export function kindsOf({ ships }: Source): Map<string, string[]> {
  const kinds = new Map<string, string[]>()
  for (const { id, kind } of ships) kinds.set(kind, [...(kinds.get(kind) ?? []), id])
  return kinds
}

/** Ships with one of a kind more or less: the first that is free joins, the last leaves. */
export function withOne(source: Source, chosen: readonly string[], kind: string, more: boolean): string[] {
  const own = kindsOf(source).get(kind) ?? []
  const joins = more ? own.find((id) => !chosen.includes(id)) : undefined
  const leaves = more ? undefined : own.findLast((id) => chosen.includes(id))
  return [...chosen.filter((id) => id !== leaves), ...(joins ? [joins] : [])]
}

/**
 * Gives an order: submits the choices that begin it, list after list, and stores its plan. Returns whether it was
 * given.
 */
export async function giveLanding(store: MatchStore, standingOrders: StandingOrdersStore, wanted: LandingRequest): Promise<boolean> {
  const { side } = standingOrders
  let ships = wanted.ships
  for (let step = 0; side && step < MAX_STEPS; step++) {
    const advice = await api.landing(store.id, side, { ...wanted, ships })
    if (!advice.choices.length || !(await store.submit(advice.choices))) return false
    ships = advice.ships
    if (!advice.force) continue
    standingOrders.plan(advice.force, { mission: 'assault', to: wanted.to, off: 0, speed: advice.speed ?? 1, landing: { units: wanted.units, week: wanted.week ?? 0 } })
    return true
  }
  return false
}
