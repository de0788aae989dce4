import type { Lesson } from '../app/lesson/lesson'

type Load = () => Promise<{ default: Lesson }>

/** The games that teach their first turn by a lesson of their own, and scenarios that do; each fetched when it is opened. */
const LESSONS: Record<string, Load> = {
  pacific_fury: () => import('./pacific_fury/lesson'),
  hold_fast: () => import('./hold_fast/lesson'),
  victory_in_the_pacific: () => import('./victory_in_the_pacific/lesson'),
  axis_allies_pacific: () => import('./axis_allies_pacific/lesson'),
  war_in_the_pacific: () => import('./war_in_the_pacific/lesson'),
  burma: () => import('./war_in_the_pacific/lesson_burma'),
}
/** Lessons of scenarios that are played unlike the first of their game, with what their link says. */
const FURTHER: Readonly<Record<string, readonly { id: string; label: string }[]>> = { war_in_the_pacific: [{ id: 'burma', label: 'Learn Burma' }] }

export const hasLesson = (game: string): boolean => game in LESSONS

export const furtherLessons = (game: string): readonly { id: string; label: string }[] => FURTHER[game] ?? []

export async function lessonOf(id: string): Promise<Lesson> {
  const load = LESSONS[id]
  if (!load) throw new Error('There is no lesson for this game.')
  return (await load()).default
}
