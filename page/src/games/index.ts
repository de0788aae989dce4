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

/** A game of another package that has a page here too. */
export const addPage = (game: string, load: Load): void => void (PAGES[game] = load)

/** Whether a game is played in the page; the others are played in the terminal. */
export const hasPage = (game: string): boolean => game in PAGES

/** The position of a game among those with a page, the first to learn first. */
export const pageOrder = (game: string): number => Object.keys(PAGES).indexOf(game)

export async function pageOf(game: string): Promise<GamePage> {
  const load = PAGES[game]
  if (!load) throw new Error(`There is no page for ${game} yet; play it in the terminal.`)
  return (await load()).default
}
