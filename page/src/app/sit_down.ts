import { api, ApiError } from './api'
import { MatchDesk } from './desk.svelte'
import type { Desk, GamePage } from './game'
import { Look } from './looks.svelte'
import { MatchSeats } from './seats.svelte'
import { meetSides } from '../board/sides'

/** Opens a match. */
export async function sitDown(id: string, load: (game: string) => Promise<GamePage>): Promise<Desk> {
  const first = new Look(id, 'public')
  const seats = new MatchSeats(id)
  const [games] = await Promise.all([api.games(), first.refresh(), seats.refresh()])
  const info = games.find((game) => game.id === first.sight.game)
  if (!info) throw new ApiError(404, `This page has no game called ${first.sight.game}.`)
  meetSides(info.sides)
  const desk = new MatchDesk(id, info, await load(info.id), first, seats)
  await desk.start()
  return desk
}
