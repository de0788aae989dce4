import { api, ApiError } from './api'
import { LiveMatchStore } from './match_store.svelte'
import type { MatchStore, GamePage } from './game'
import { Observation } from './observation.svelte'
import { MatchSeats } from './seats.svelte'
import { registerSides } from '../board/sides'

/** Opens a match. */
export async function openMatch(id: string, load: (game: string) => Promise<GamePage>): Promise<MatchStore> {
  const first = new Observation(id, 'public')
  const seats = new MatchSeats(id)
  const [games] = await Promise.all([api.games(), first.refresh(), seats.refresh()])
  const info = games.find((game) => game.id === first.matchView.game)
  if (!info) throw new ApiError(404, `This page has no game called ${first.matchView.game}.`)
  registerSides(info.sides)
  const store = new LiveMatchStore(id, info, await load(info.id), first, seats)
  await store.start()
  return store
}
