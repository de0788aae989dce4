import { api, type HelperTold } from '../../app/api'
import type { Desk } from '../../app/desk.svelte'
import { procedureOf, viewOf } from './play_view'

/** Questions in which one press may fill much in. */
const HELPED = new Set(['search_orders', 'declaring', 'ready_orders', 'wave_plan', 'special_wave', 'gathering', 'aiming', 'gunlaying', 'losses', 'wearing_away', 'pay_order', 'orders', 'air_lift', 'marching', 'lift_marching', 'burma_marching', 'attacking', 'burma_attacking', 'quarters', 'deployment', 'leyte_deployment', 'burma_deployment'])

/** The choice just made is painted first: what may follow at once takes the referee a moment in a large army. */
const WAIT = 150

/** What one press fills in at the decision in hand, asked for once. */
export class AtOnce {
  #answer = $state.raw<{ of: string; helpers: readonly HelperTold[] }>({ of: '', helpers: [] })
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
    $effect(() => {
      const of = this.#moment
      if (!of) return
      const ask = (): void => void api.helpers(desk.id, of.split(' ')[0]!).then((helpers) => of === this.#moment && (this.#answer = { of, helpers }), () => undefined)
      const later = setTimeout(ask, WAIT)
      return () => clearTimeout(later)
    })
  }

  /** Those of this decision; of the one before none. */
  get told(): readonly HelperTold[] {
    return this.#answer.of === this.#moment ? this.#answer.helpers : []
  }

  get #moment(): string {
    const { decision, covered } = this.#desk
    if (!decision || covered || !HELPED.has(procedureOf(viewOf(this.#desk.view), decision.side))) return ''
    return `${decision.side} ${this.#desk.lookOf(decision.side)?.sight.seq}`
  }
}
