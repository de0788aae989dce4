import { api, type Action, type OddsRows } from '../../app/api'
import type { MatchStore } from '../../app/game'

/** The odds beside a decision, computed as if the partly made choices were taken. */
export class DecisionOdds {
  #answer = $state.raw<{ of: string; table: OddsRows | null }>({ of: '', table: null })
  #asked = ''
  readonly #store: () => MatchStore

  constructor(store: () => MatchStore, begun: () => readonly Action[]) {
    this.#store = store
    $effect(() => {
      const { decision, id } = store()
      const of = this.#decided
      const asked = `${of} ${JSON.stringify(begun())}`
      if (!decision || asked === this.#asked) return
      this.#asked = asked
      const answer = (table: OddsRows | null): void => void (this.#asked === asked && (this.#answer = { of, table }))
      api.odds(id, decision.side, begun()).then(([table]) => answer(table ?? null), () => answer(null))
    })
  }

  /** The table of the current decision; an earlier decision's table does not apply. */
  get rows(): OddsRows | null {
    return this.#answer.of === this.#decided ? this.#answer.table : null
  }

  /** The open decision, of any side and any kind. */
  get #decided(): string {
    const store = this.#store()
    const side = store.decision?.side
    return side ? `${side} ${store.observationOf(side)?.matchView.seq}` : 'nobody'
  }
}
