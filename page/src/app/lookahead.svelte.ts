import { api, type Action, type Decision, type ChoiceGroup } from './api'
import { expandChoices } from './choices'
import type { Observation } from './observation.svelte'

const MAX_CACHED = 400
const MAX_PER_REQUEST = 40

/** The areas where units may go before they are picked, from the referee; stored until the match continues. */
export class Lookahead {
  #known = $state.raw<ReadonlyMap<string, readonly Action[]>>(new Map())
  readonly #asked = new Set<string>()
  #answers: Promise<unknown> = Promise.resolve()

  constructor(private readonly store: { readonly id: string; readonly decision: Decision | null; observationOf(side: string): Observation | undefined }) {}

  #key(run: readonly Action[]): string {
    const side = this.store.decision?.side ?? ''
    return `${side} ${this.store.observationOf(side)?.matchView.seq ?? 0} ${run.map((choice) => choice.join(' ')).join('; ')}`
  }

  /** The choices that complete a run of choices; undefined until known. */
  of = (...run: readonly Action[]): readonly Action[] | undefined => this.#known.get(this.#key(run))

  /** Asks for the choices that complete these, unless already known. */
  request = (choices: readonly Action[]): Promise<void> => this.requestRuns(choices.map((choice) => [choice]))

  /** Resolves when all requests so far have been answered. */
  settled = (): Promise<unknown> => this.#answers

  /** The same for runs of choices made in sequence. */
  requestRuns(runs: readonly (readonly Action[])[]): Promise<void> {
    const answer = this.#ask(runs)
    this.#answers = Promise.all([this.#answers, answer])
    return answer
  }

  async #ask(runs: readonly (readonly Action[])[]): Promise<void> {
    const side = this.store.decision?.side
    const fresh = runs.map((run) => ({ run, key: this.#key(run) })).filter(({ key }) => !this.#asked.has(key)).slice(0, MAX_PER_REQUEST)
    if (!side || !fresh.length) return
    for (const { key } of fresh) this.#asked.add(key)
    try {
      const { ahead } = await api.lookahead(this.store.id, side, fresh.map(({ run }) => run))
      const found = fresh.map(({ key }, k) => [key, ahead[k] ? expandChoices(ahead[k] as readonly ChoiceGroup[]) : []] as const)
      this.#known = new Map([...(this.#known.size > MAX_CACHED ? [] : this.#known), ...found])
    } catch {
      for (const { key } of fresh) this.#asked.delete(key) // no connection, or the match has continued: asked again
    }
  }
}

/** The `Ahead` of a store. */
export const lookaheadOf = (store: { readonly lookahead: Lookahead }): Lookahead => store.lookahead
