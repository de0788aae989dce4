import { api, type HelperInfo } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { validEntries } from '../../app/observation.svelte'
import { isHex } from './grid'
import { procedureOf, viewOf } from './play_view'

/** Questions in which one press may fill in many choices, and the most rows that they usually need for it. */
const ROWS: Readonly<Record<string, number>> = {
  search_orders: 2, declaring: 2, ready_orders: 3, wave_plan: 1, special_wave: 1, gathering: 4, aiming: 3, gunlaying: 3, losses: 1, wearing_away: 1, pay_order: 4, orders: 2, air_lift: 3,
  marching: 2, lift_marching: 2, burma_marching: 4, attacking: 2, burma_attacking: 2, quarters: 4, deployment: 1, leyte_deployment: 1, burma_deployment: 1,
}
/** The height of a row of two lines, of the heading with the space around it, and of that space alone, in pixels. */
const [ROW, HEADING, PADDING] = [48, 56, 25]
/** The greatest height so far of the rows of each question. */
const tallest: Record<string, number> = {}

/** The last choice is painted first: with a large army the referee needs a moment for the next helpers. */
const WAIT = 150

/** The orders of the last helper: each as text, with its place on the map if it has one. */
export interface HelperDone {
  label: string
  lines: readonly { text: string; at: string | null }[]
}

const PLACES = ['at', 'to', 'over', 'force', 'base'] as const

/** The helpers of the open decision, fetched once. */
export class BulkHelpers {
  #answer = $state.raw<{ of: string; helpers: readonly HelperInfo[] }>({ of: '', helpers: [] })
  #done = $state.raw<{ label: string; after: number; upTo: number } | null>(null)
  readonly #store: MatchStore

  constructor(store: MatchStore) {
    this.#store = store
    $effect(() => {
      const of = this.#moment
      if (!of) return
      const ask = (): void => void api.helpers(store.id, of.split(' ')[0]!).then((helpers) => of === this.#moment && (this.#answer = { of, helpers }), () => undefined)
      const later = setTimeout(ask, WAIT)
      return () => clearTimeout(later)
    })
  }

  /** The helpers of this decision; until they arrive, those of the previous one if its question is the same, so that nothing moves. */
  get helpers(): readonly HelperInfo[] {
    return this.#answer.of === this.#moment || (this.waits && sameQuestion(this.#answer.of, this.#moment)) ? this.#answer.helpers : []
  }

  /** The height in pixels that the helpers take, known before they arrive and fixed while the question lasts, so that nothing below them moves; 0 without helpers. */
  readonly room = $derived.by(() => {
    const rows = ROWS[this.#question]
    return rows ? Math.max(HEADING + ROW * rows, tallest[this.#question] ?? 0) : 0
  })

  /** Remembers how high the rows are, for the next question of this kind. */
  readonly measure = (node: HTMLElement): (() => void) => {
    const observer = new ResizeObserver(() => void (tallest[this.#question] = Math.max(tallest[this.#question] ?? 0, node.offsetHeight + PADDING)))
    observer.observe(node)
    return () => observer.disconnect()
  }

  /** Makes the choices of a helper, and records them. */
  async carryOut({ label, choices }: Pick<HelperInfo, 'label' | 'choices'>): Promise<void> {
    const after = this.#store.wholeLog.at(-1)?.seq ?? 0
    if (await this.#store.submit(choices)) this.#done = { label, after, upTo: this.#store.wholeLog.findLast(({ act, side }) => act === 'choice' && side === this.#store.viewer)?.seq ?? after }
  }

  /** The orders of the last helper; null once they have been taken back. */
  get done(): HelperDone | null {
    const done = this.#done
    const made = done ? validEntries(this.#store.wholeLog).filter(({ seq, side }) => seq > done.after && seq <= done.upTo && side === this.#store.viewer) : []
    const lines = made.flatMap(({ events, text }) => events?.length ? events.map((event) => ({ text: event.text, at: placeOf(event) })) : text ? [{ text: `${text}.`, at: null }] : [])
    return done && lines.length ? { label: done.label, lines } : null
  }

  /** Whether the helpers shown are not yet confirmed. */
  get waits(): boolean {
    return !!this.#moment && this.#answer.of !== this.#moment
  }

  /** The open question, if it may have helpers. */
  readonly #question = $derived.by(() => {
    const { decision, covered } = this.#store
    const asked = decision && !covered ? procedureOf(viewOf(this.#store.view), decision.side) : ''
    return asked in ROWS ? asked : ''
  })

  get #moment(): string {
    const side = this.#store.decision?.side
    return side && this.#question ? `${side} ${this.#question} ${this.#store.observationOf(side)?.matchView.seq}` : ''
  }
}

const sameQuestion = (one: string, other: string): boolean => one.split(' ').slice(0, 2).join() === other.split(' ').slice(0, 2).join()

/** The hex or the force of an event, to go there. */
function placeOf(event: Readonly<Record<string, unknown>>): string | null {
  const found = PLACES.map((field) => event[field]).find((value): value is string => typeof value === 'string')
  if (!found) return null
  return isHex(found.toUpperCase()) ? found.toUpperCase() : found
}
