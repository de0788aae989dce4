import { api, type HelperInfo } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { settings } from '../../lib/settings.svelte'
import { inForce } from '../../app/observation.svelte'
import { isHex } from './grid'
import { procedureOf, viewOf } from './play_view'

/** Questions in which one press may fill in many choices. */
const HELPED = new Set(['search_orders', 'declaring', 'ready_orders', 'wave_plan', 'special_wave', 'gathering', 'aiming', 'gunlaying', 'losses', 'wearing_away', 'pay_order', 'orders', 'air_lift', 'marching', 'lift_marching', 'burma_marching', 'attacking', 'burma_attacking', 'quarters', 'deployment', 'leyte_deployment', 'burma_deployment'])

/** The last choice is painted first: with a large army the referee needs a moment for the next helpers. */
const WAIT = 150

/** New rows move the rows below them: for this long a press does not count for one of these. */
const SETTLES = 350

/** The orders of the last helper: each as text, with its place on the map if it has one. */
export interface HelperDone {
  label: string
  lines: readonly { text: string; at: string | null }[]
}

const PLACES = ['at', 'to', 'over', 'force', 'base'] as const

/** The helpers of the open decision, fetched once. */
export class BulkHelpers {
  #answer = $state.raw<{ of: string; helpers: readonly HelperInfo[] }>({ of: '', helpers: [] })
  #came = 0
  #done = $state.raw<{ label: string; after: number; upTo: number } | null>(null)
  readonly #store: MatchStore

  constructor(store: MatchStore) {
    this.#store = store
    $effect(() => {
      const of = this.#moment
      if (!of) return
      const ask = (): void => void api.helpers(store.id, of.split(' ')[0]!).then((helpers) => of === this.#moment && this.#take(of, helpers), () => undefined)
      const later = setTimeout(ask, WAIT)
      return () => clearTimeout(later)
    })
  }

  #take(of: string, helpers: readonly HelperInfo[]): void {
    if (helpers.length !== this.helpers.length) this.#came = performance.now()
    this.#answer = { of, helpers }
  }

  /** The helpers of this decision; until they arrive, those of the previous one if its question is the same, so that nothing moves. */
  get helpers(): readonly HelperInfo[] {
    return this.#answer.of === this.#moment || (this.waits && sameQuestion(this.#answer.of, this.#moment)) ? this.#answer.helpers : []
  }

  /** Makes the choices of a helper, and records them. */
  async carryOut({ label, choices }: Pick<HelperInfo, 'label' | 'choices'>): Promise<void> {
    const after = this.#store.wholeLog.at(-1)?.seq ?? 0
    if (await this.#store.submit(choices)) this.#done = { label, after, upTo: this.#store.wholeLog.findLast(({ act, side }) => act === 'choice' && side === this.#store.viewer)?.seq ?? after }
  }

  /** The orders of the last helper; null once they have been taken back. */
  get done(): HelperDone | null {
    const done = this.#done
    const made = done ? inForce(this.#store.wholeLog).filter(({ seq, side }) => seq > done.after && seq <= done.upTo && side === this.#store.viewer) : []
    const lines = made.flatMap(({ events, text }) => events?.length ? events.map((event) => ({ text: event.text, at: placeOf(event) })) : text ? [{ text: `${text}.`, at: null }] : [])
    return done && lines.length ? { label: done.label, lines } : null
  }

  /** Whether the helpers shown are not yet confirmed. */
  get waits(): boolean {
    return !!this.#moment && this.#answer.of !== this.#moment
  }

  /** Ignores a press meant for a row that has just moved. */
  readonly stop = (event: Event): void => {
    if (settings.guard === 'off' || performance.now() - this.#came > SETTLES) return
    event.preventDefault()
    event.stopPropagation()
    flash(event.target)
  }

  get #moment(): string {
    const { decision, covered } = this.#store
    const asked = decision && !covered ? procedureOf(viewOf(this.#store.view), decision.side) : ''
    return HELPED.has(asked) ? `${decision!.side} ${asked} ${this.#store.observationOf(decision!.side)?.matchView.seq}` : ''
  }
}

/** Shows on a button that its press did not count. */
export function flash(target: EventTarget | null): void {
  const button = target instanceof Element ? target.closest('button') : null
  button?.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: SETTLES })
}

const sameQuestion = (one: string, other: string): boolean => one.split(' ').slice(0, 2).join() === other.split(' ').slice(0, 2).join()

/** The hex or the force of an event, to go there. */
function placeOf(event: Readonly<Record<string, unknown>>): string | null {
  const found = PLACES.map((field) => event[field]).find((value): value is string => typeof value === 'string')
  if (!found) return null
  return isHex(found.toUpperCase()) ? found.toUpperCase() : found
}
