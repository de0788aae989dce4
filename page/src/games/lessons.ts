import type { Lesson } from '../app/lesson/lesson'

type Load = () => Promise<{ default: Lesson }>

/** The games that teach their first turn by a lesson of their own, each fetched when it is opened. */
const LESSONS: Record<string, Load> = {
  pacific_fury: () => import('./pacific_fury/lesson'),
  hold_fast: () => import('./hold_fast/lesson'),
  victory_in_the_pacific: () => import('./victory_in_the_pacific/lesson'),
  axis_allies_pacific: () => import('./axis_allies_pacific/lesson'),
  war_in_the_pacific: () => import('./war_in_the_pacific/lesson'),
}

export const hasLesson = (game: string): boolean => game in LESSONS

export async function lessonOf(game: string): Promise<Lesson> {
  const load = LESSONS[game]
  if (!load) throw new Error('There is no lesson for this game.')
  return (await load()).default
}
