import { counted } from '../../lib/words'
import { isBurma } from './burma'
import { hexOf, NOWHERE } from './grid'
import type { Now } from './play_view'

/** What a side has written down and nobody else sees: the Objective (45.42), its plans of assault (16.2, from the air 6.9), how many may dive (45.63). */

export interface Intent {
  /** the hex that it is about; nothing where it is about none */
  id: string
  name: string
  note: string
}

export function intentsOf(now: Now): Intent[] {
  const { facts, view } = now
  const found: Intent[] = []
  if (view.objective) {
    const points = (facts.objectives[view.scenario] ?? []).find(({ hexes }) => hexes.includes(view.objective!))?.points ?? 0
    found.push({ id: view.objective, name: facts.placeName(view.objective), note: `the Objective: ${points} points to whoever holds it at the end` })
  }
  const plans = Object.entries(view.plan_at ?? {}).filter(([name, at]) => at && (now.own === null || name.startsWith(now.own)))
  for (const [, at] of plans) found.push({ id: at, name: facts.placeName(at), note: isBurma(view) ? 'an Air Assault is planned' : 'an assault is planned' })
  if (view.kamikazes && now.own === 'japan') found.push({ id: '', name: 'Kamikazes', note: `${counted(Number(view.kamikazes_left ?? 0), 'point')} may dive before the next Air Phase` })
  return found
}

const markOf = (note: string): string => (note.startsWith('the') ? 'The Objective' : note.includes('Air') ? 'Air Assault planned' : 'Assault planned')

/** The hexes of what is written down, each with what is said of it on the map. */
export const intentsShown = (now: Now): ReadonlyMap<number, string> =>
  new Map(intentsOf(now).flatMap(({ id, note }) => (hexOf(id) === NOWHERE ? [] : [[hexOf(id), markOf(note)] as const])))

/** What is written down about a hex. */
export const intentsAt = (now: Now, hex: number): string[] =>
  intentsOf(now).flatMap(({ id, note }) => (id && hexOf(id) === hex ? [markOf(note)] : []))
