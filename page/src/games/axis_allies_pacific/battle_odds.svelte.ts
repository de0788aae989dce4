import { api } from '../../app/api'
import type { MatchStore } from '../../app/game'
import type { BattleOdds } from './planned_battles'

/** The battles of the turn with their odds, requested again with each change of the match while they are shown. */
export class BattleOddsRequest {
  odds = $state.raw<readonly BattleOdds[] | null>(null)
  /** which loads ships of one kind lose first in a landing (8.1.3) */
  loads = $state<'cheapest' | 'dearest'>('cheapest')
  #asked = ''

  constructor(store: () => MatchStore) {
    $effect(() => {
      const { id, viewer, matchView, showsPast } = store()
      const { loads } = this
      const asked = `${viewer ?? 'public'} ${matchView.seq} ${loads}`
      if (showsPast || asked === this.#asked) return
      this.#asked = asked
      api.battles<BattleOdds>(id, viewer ?? 'public', loads).then(
        (odds) => this.#asked === asked && (this.odds = odds),
        () => this.#asked === asked && (this.odds = []),
      )
    })
  }

  at(place: string): BattleOdds | undefined {
    return this.odds?.findLast((one) => one.at === place)
  }
}
