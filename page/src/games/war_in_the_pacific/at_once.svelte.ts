import { api, type HelperTold } from '../../app/api'
import type { Desk } from '../../app/game'
import { settings } from '../../lib/settings.svelte'
import { procedureOf, viewOf } from './play_view'

/** Questions in which one press may fill much in. */
const HELPED = new Set(['search_orders', 'declaring', 'ready_orders', 'wave_plan', 'special_wave', 'gathering', 'aiming', 'gunlaying', 'losses', 'wearing_away', 'pay_order', 'orders', 'air_lift', 'marching', 'lift_marching', 'burma_marching', 'attacking', 'burma_attacking', 'quarters', 'deployment', 'leyte_deployment', 'burma_deployment'])

/** The choice just made is painted first: what may follow at once takes the referee a moment in a large army. */
const WAIT = 150

/** Rows that come among others move what stands below them: for so long a press is not taken for one of these. */
const SETTLES = 350

/** What one press fills in at the decision in hand, asked for once. */
export class AtOnce {
  #answer = $state.raw<{ of: string; helpers: readonly HelperTold[] }>({ of: '', helpers: [] })
  #came = 0
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
    $effect(() => {
      const of = this.#moment
      if (!of) return
      const ask = (): void => void api.helpers(desk.id, of.split(' ')[0]!).then((helpers) => of === this.#moment && this.#take(of, helpers), () => undefined)
      const later = setTimeout(ask, WAIT)
      return () => clearTimeout(later)
    })
  }

  #take(of: string, helpers: readonly HelperTold[]): void {
    if (helpers.length !== this.told.length) this.#came = performance.now()
    this.#answer = { of, helpers }
  }

  /** Those of this decision; until they are known those of the one before, where the same is asked, so that nothing moves. */
  get told(): readonly HelperTold[] {
    return this.#answer.of === this.#moment || (this.waits && sameQuestion(this.#answer.of, this.#moment)) ? this.#answer.helpers : []
  }

  /** Whether those that are shown are not yet known to hold. */
  get waits(): boolean {
    return !!this.#moment && this.#answer.of !== this.#moment
  }

  /** Stops a press that was meant for what stood there a moment ago. */
  readonly stop = (event: Event): void => {
    if (settings.guard === 'off' || performance.now() - this.#came > SETTLES) return
    event.preventDefault()
    event.stopPropagation()
  }

  get #moment(): string {
    const { decision, covered } = this.#desk
    const asked = decision && !covered ? procedureOf(viewOf(this.#desk.view), decision.side) : ''
    return HELPED.has(asked) ? `${decision!.side} ${asked} ${this.#desk.lookOf(decision!.side)?.sight.seq}` : ''
  }
}

const sameQuestion = (one: string, other: string): boolean => one.split(' ').slice(0, 2).join() === other.split(' ').slice(0, 2).join()
