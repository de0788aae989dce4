import { api, type Action, type OddsTold } from '../../app/api'
import type { Desk } from '../../app/desk.svelte'

/** The odds beside a decision, once the choices that are half made are taken. */
export class DecisionOdds {
  told = $state.raw<OddsTold | null>(null)
  #asked = ''

  constructor(desk: () => Desk, begun: () => readonly Action[]) {
    $effect(() => {
      const now = desk()
      const { decision } = now
      const asked = decision ? `${decision.side} ${now.lookOf(decision.side)?.sight.seq} ${JSON.stringify(begun())}` : ''
      if (asked === this.#asked) return
      this.#asked = asked
      if (!decision) return void (this.told = null)
      api.odds(now.id, decision.side, begun()).then(
        ([table]) => this.#asked === asked && (this.told = table ?? null),
        () => this.#asked === asked && (this.told = null),
      )
    })
  }
}
