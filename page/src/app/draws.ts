import type { Desk } from './game'
import { standing } from './looks.svelte'
import { inMatch, teamOf } from './teams'

/** The next side of a person here that must answer the draw on offer. */
export function answererOf(desk: Desk): string | undefined {
  const { draw_offer: offered } = desk.sight
  if (!offered || desk.sight.over) return undefined
  const words = standing(desk.home.log).filter((entry) => entry.act === 'draw')
  const since = words.slice(words.findLastIndex((entry) => entry.word === 'offer'))
  const open = (side: string): boolean => inMatch(desk, side) && !since.some((entry) => entry.side === side)
  return desk.persons.find((side) => teamOf(desk, side) !== teamOf(desk, offered) && open(side))
}
