import type { Lesson } from '../app/lesson/lesson'

type Load = () => Promise<{ default: Lesson }>

/** The games that teach their first turn in a lesson, each loaded when it is opened. */
const LESSONS: Record<string, Load> = {
  pacific_fury: () => import('./pacific_fury/lesson'),
  hold_fast: () => import('./hold_fast/lesson'),
  victory_in_the_pacific: () => import('./victory_in_the_pacific/lesson'),
  axis_allies_pacific: () => import('./axis_allies_pacific/lesson'),
  war_in_the_pacific: () => import('./war_in_the_pacific/lesson'),
}

/** Further lessons, each of a scenario that differs much from its game's first one. */
const MORE: Record<string, readonly { id: string; name: string; load: Load }[]> = {
  war_in_the_pacific: [
    { id: 'leyte', name: 'Leyte', load: () => import('./war_in_the_pacific/lesson/leyte') },
    { id: 'burma', name: 'Burma', load: () => import('./war_in_the_pacific/lesson/burma') },
  ],
}

export const hasLesson = (game: string): boolean => game in LESSONS
/** The further lessons of a game, by their scenario. */
export const moreLessons = (game: string): readonly { id: string; name: string }[] => MORE[game] ?? []

export async function lessonOf(game: string, of?: string): Promise<Lesson> {
  const load = of ? MORE[game]?.find(({ id }) => id === of)?.load : LESSONS[game]
  if (!load) throw new Error('There is no lesson for this game.')
  return (await load()).default
}
