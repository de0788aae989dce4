import type { MatchStore } from '../../app/game'
import { validEntries } from '../../app/observation.svelte'
import { oncePerStore } from '../../app/once_per_store.svelte'
import { readStored, writeStored } from '../../app/storage'
import { partsOf } from './play_summary'
import type { StandingOrdersStore } from './standing_orders.svelte'
import { factsOf, forceShort, isForce, knownPosition, viewOf } from './play_view'
import { turnLabel } from './play_prompts'

/** What happened since this browser last showed the match, and what was planned then. */

interface Visit {
  /** the last entry of the log */
  seq: number
  /** when it was shown, in milliseconds */
  time: number
  /** "1/6/42 Naval 3" */
  where: string
}

/** An absence shorter than this, in milliseconds, does not count. */
const SHORT = 10 * 60_000

export class LastVisit {
  readonly #key: string
  /** the visit before this one; null if it has only just ended, or there was none */
  before = $state.raw<Visit | null>(null)

  constructor(private readonly store: MatchStore) {
    this.#key = `ironbottom.visit.${store.id}.${store.mine ?? ''}`
    const stored = readStored<Visit>(this.#key)
    if (stored && Date.now() - stored.time >= SHORT) this.before = stored
  }

  /** Stores what is shown now. */
  note = (): void => {
    const { store } = this
    writeStored(this.#key, store.matchView.over ? undefined : { seq: store.matchView.seq, time: Date.now(), where: turnLabel(store.view).brief } satisfies Visit)
  }

  close = (): void => void (this.before = null)
}

export const lastVisitOf = oncePerStore((store: MatchStore) => new LastVisit(store))

/** Lines of one kind: "Lost", each with its text. */
export interface SinceThen {
  happened: readonly { title: string; texts: readonly string[]; more: number }[]
  /** the destinations of the player's own forces */
  planned: readonly string[]
}

const MOST = 3

/** What happened after an entry of the log, and the voyages still under way. */
export function sinceThen(store: MatchStore, seq: number, voyages: Pick<StandingOrdersStore, 'voyage'>): SinceThen {
  const facts = factsOf(store.pieces)
  const position = knownPosition(viewOf(store.view), facts)
  const events = validEntries(store.log).filter((entry) => entry.seq > seq).flatMap((entry) => (entry.events ?? []).map((event) => ({ event, entry })))
  return {
    happened: partsOf(events).map(({ title, lines = [] }) => ({ title, texts: lines.slice(0, MOST).map(({ text }) => text), more: Math.max(0, lines.length - MOST) })),
    planned: position.forces.filter(isForce).flatMap((force) => {
      const to = voyages.voyage(force)?.to
      return to ? [`${forceShort(force)} is bound for ${facts.hexText(to)}`] : []
    }),
  }
}
