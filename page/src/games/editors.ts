import type { Editing } from '../app/editor/editing'

type Load = () => Promise<{ default: Editing }>

/** The games with a position editor in the page, each part loaded on first use. */
const EDITORS: Record<string, Load> = {
  pacific_fury: () => import('./pacific_fury/edit'),
  hold_fast: () => import('./hold_fast/edit'),
  victory_in_the_pacific: () => import('./victory_in_the_pacific/edit'),
  axis_allies_pacific: () => import('./axis_allies_pacific/edit'),
  war_in_the_pacific: () => import('./war_in_the_pacific/edit'),
}

export const hasEditor = (game: string): boolean => game in EDITORS

export async function editingOf(game: string): Promise<Editing> {
  const load = EDITORS[game]
  if (!load) throw new Error(`Positions of ${game} are written by hand; they cannot be set up here.`)
  return (await load()).default
}
