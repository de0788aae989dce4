import { api, type Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { oncePerStore } from '../../app/once_per_store.svelte'
import { WORDS } from './catalogue'

/** The cost of a unit's path, its budget, and the hexes that it enters; for rail or water there are none. */
export interface RouteInfo {
  choice: Action
  cost: number
  most: number
  of: string
  hexes: readonly string[]
}

/** The paths of the selected unit, computed by the referee; cached until the match continues. */
export class MarchRoutes {
  #answer = $state.raw<{ of: string; ways: readonly RouteInfo[] }>({ of: '', ways: [] })

  constructor(readonly store: MatchStore) {}

  #moment(unit: string): string {
    const side = this.store.decision?.side ?? ''
    return `${side} ${this.store.observationOf(side)?.matchView.seq ?? 0} ${unit}`
  }

  of = (unit: string): readonly RouteInfo[] => (this.#answer.of === this.#moment(unit) ? this.#answer.ways : [])

  async request(unit: string): Promise<void> {
    const side = this.store.decision?.side
    const of = this.#moment(unit)
    if (!side || of === this.#answer.of) return
    try {
      const ways = await api.ways<RouteInfo>(this.store.id, side, [['move', unit]])
      if (of === this.#moment(unit)) this.#answer = { of, ways }
    } catch {
      // No connection: the unit can still march, but its cost is not shown.
    }
  }
}

/** The `MarchWays` of a store. */
export const marchRoutes = oncePerStore((store) => new MarchRoutes(store))

/** "3 of 4 points", "Go by rail, 3 of 20 Railcap". */
export function costText({ choice: [verb], cost, most, of }: RouteInfo): string {
  const how = verb === 'march' ? '' : WORDS.label(verb!)
  const paid = `${cost} of ${most} ${of === 'Movement Points' ? 'points' : of}`
  return how ? `${how}, ${paid}` : paid
}
