import { api, type Seats } from './api'
import { go } from './router.svelte'

/** Begins a match of the same game under the same options, everybody at the next side, and goes there. */
export async function playAgain(game: string, sides: readonly string[], seats: Seats, options: Readonly<Record<string, string>>): Promise<void> {
  const holders = sides.map((side) => seats[side]!).reverse()
  const begun = await api.begin({ game, seats: Object.fromEntries(sides.map((side, i) => [side, holders[i]!])), options })
  go({ page: 'match', id: begun.id })
}
