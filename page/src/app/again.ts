import { api, type Seats, type SideInfo } from './api'
import { go } from './router.svelte'

/** Who sits where in the next match: everybody for the other team, a person for all of it where it has more sides. */
export function seatsChanged(sides: readonly SideInfo[], seats: Seats): Seats {
  const place = new Map<number, number>()
  return Object.fromEntries(
    sides.map(({ id, team }) => {
      const own = place.get(team) ?? 0
      place.set(team, own + 1)
      const others = sides.filter((other) => other.team !== team).map((other) => seats[other.id]!)
      const holders = others.toSorted((a, b) => Number(b === 'person') - Number(a === 'person'))
      return [id, holders[Math.min(own, holders.length - 1)]!]
    }),
  )
}

/** Begins a match of the same game under the same options, with the sides changed, and goes there. */
export async function playAgain(game: string, sides: readonly SideInfo[], seats: Seats, options: Readonly<Record<string, string>>): Promise<void> {
  const begun = await api.begin({ game, seats: seatsChanged(sides, seats), options })
  go({ page: 'match', id: begun.id })
}
