import { api } from '../../app/api'
import type { Desk } from '../../app/desk.svelte'
import type { BattleOdds } from './planned'

/** The battles of the turn with their odds, asked for with every change of the match while somebody looks. */
export class BattlesNow {
  told = $state.raw<readonly BattleOdds[] | null>(null)
  #asked = ''

  constructor(desk: () => Desk) {
    $effect(() => {
      const { id, viewer, sight, away } = desk()
      const asked = `${viewer ?? 'public'} ${sight.seq}`
      if (away || asked === this.#asked) return
      this.#asked = asked
      api.battles<BattleOdds>(id, viewer ?? 'public').then(
        (told) => this.#asked === asked && (this.told = told),
        () => this.#asked === asked && (this.told = []),
      )
    })
  }

  at(place: string): BattleOdds | undefined {
    return this.told?.findLast((one) => one.at === place)
  }
}
