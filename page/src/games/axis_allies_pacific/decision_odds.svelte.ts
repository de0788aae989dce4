import { api, type Action, type OddsTold } from '../../app/api'
import type { Desk } from '../../app/game'

/** The odds beside a decision, computed as if the partly made choices were taken. */
export class DecisionOdds {
  #answer = $state.raw<{ of: string; table: OddsTold | null }>({ of: '', table: null })
  #asked = ''
  readonly #desk: () => Desk

  constructor(desk: () => Desk, begun: () => readonly Action[]) {
    this.#desk = desk
    $effect(() => {
      const { decision, id } = desk()
      const of = this.#decided
      const asked = `${of} ${JSON.stringify(begun())}`
      if (!decision || asked === this.#asked) return
      this.#asked = asked
      const answer = (table: OddsTold | null): void => void (this.#asked === asked && (this.#answer = { of, table }))
      api.odds(id, decision.side, begun()).then(([table]) => answer(table ?? null), () => answer(null))
    })
  }

  /** The table of the current decision; an earlier decision's table does not apply. */
  get told(): OddsTold | null {
    return this.#answer.of === this.#decided ? this.#answer.table : null
  }

  /** The open decision, of any side and any kind. */
  get #decided(): string {
    const desk = this.#desk()
    const side = desk.decision?.side
    return side ? `${side} ${desk.lookOf(side)?.sight.seq}` : 'nobody'
  }
}
