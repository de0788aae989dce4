import type { GamePage } from '../app/game'

type Load = () => Promise<{ default: GamePage }>

/** The games that have their own page, each loaded when it is first played. */
const PAGES: Record<string, Load> = {
  pacific_fury: () => import('./pacific_fury/play'),
  hold_fast: () => import('./hold_fast/play'),
  victory_in_the_pacific: () => import('./victory_in_the_pacific/play'),
  axis_allies_pacific: () => import('./axis_allies_pacific/play'),
  war_in_the_pacific: () => import('./war_in_the_pacific/play'),
}

/** All other games: a plain board, from what the game declares. */
const PLAIN: Load = () => import('./plain/play')

/** The position of a game in lists, the first to learn first; those without a page of their own come last. */
export function pageOrder(game: string): number {
  const own = Object.keys(PAGES)
  return own.includes(game) ? own.indexOf(game) : own.length
}

export const pageOf = async (game: string): Promise<GamePage> => (await (PAGES[game] ?? PLAIN)()).default
