import { api, type Seats, type SideInfo } from './api'
import { go } from './router.svelte'
import { inviteFriends } from './invitations.svelte'

/** The seats of the next match: the players of each team take the other team's sides, human players first. */
export function swappedSeats(sides: readonly SideInfo[], seats: Seats): Seats {
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

/** The seats of friends in the next match, if others played in the last one. This browser changes teams. */
export function friendSeats(sides: readonly SideInfo[], seats: Seats, mine: readonly string[]): string[] {
  const persons = sides.filter(({ id }) => seats[id] === 'person')
  if (!mine.length || persons.every(({ id }) => mine.includes(id))) return []
  const teams = new Set(sides.filter(({ id }) => mine.includes(id)).map(({ team }) => team))
  const next = swappedSeats(sides, seats)
  const friends = sides.filter(({ id, team }) => next[id] === 'person' && teams.has(team)).map(({ id }) => id)
  return friends.length < sides.filter(({ id }) => next[id] === 'person').length ? friends : []
}

/** Begins a match of the same game and options with sides swapped, and opens it. `mine`: the sides that this browser held;
 * if others held some, friends are invited again. */
export async function playAgain(game: string, sides: readonly SideInfo[], seats: Seats, options: Readonly<Record<string, string>>, mine: readonly string[]): Promise<void> {
  const friends = friendSeats(sides, seats, mine)
  const begun = await api.begin({ game, seats: swappedSeats(sides, seats), options, ...(friends.length && { friends }) })
  await inviteFriends(begun.id, friends)
  go({ page: 'match', id: begun.id })
}
