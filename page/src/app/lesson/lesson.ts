import type { Action, LogEntry } from '../api'
import { standing } from '../looks.svelte'

/** What is said, what it points at, its clause, and the choices that are awaited, in any order. */
export interface Step {
  say: string
  /** a CSS selector */
  at?: string
  clause?: string
  choose: readonly Action[]
}

/** A part of a lesson, played from a position of its own, whatever the dice did before. */
export interface Scene {
  title: string
  position: string
  /** who is taught here, where it is not the side of the whole lesson */
  side?: string
  steps: readonly Step[]
  /** what is said once its choices are made */
  after: string
}

/** A turn of a game, taught by doing it. */
export interface Lesson {
  game: string
  title: string
  side: string
  scenes: readonly Scene[]
}

/** The side that a scene is played by. */
export const sideOf = (lesson: Lesson, scene: Scene): string => scene.side ?? lesson.side

/** A lesson with the text of each position in the place of its name. */
export function readLesson(told: Lesson, positions: Readonly<Record<string, string>>): Lesson {
  const scenes = told.scenes.map((scene) => {
    const position = positions[`./${scene.position}.toml`]
    if (position === undefined) throw new Error(`The lesson has no position called ${scene.position}.`)
    return { ...scene, position }
  })
  return { ...told, scenes }
}

const keyOf = (choice: Action): string => choice.join(' ')

/** Where somebody is in a scene, by what it has chosen so far. */
export interface Progress {
  /** the step in hand; none once all are done */
  step: Step | null
  /** its place, from 1 */
  place: number
  /** what it still awaits */
  left: readonly Action[]
  /** choices made that the scene does not ask for */
  stray: number
}

/** How far a scene is, as the log of its match tells it. */
export function progress(scene: Scene, side: string, log: readonly LogEntry[]): Progress {
  const own = standing(log).filter((entry) => entry.act === 'choice' && entry.side === side && !entry.auto && entry.action)
  // Each choice made stands for one that is asked for: two units may go to the same hex.
  const made = own.map((entry) => keyOf(entry.action!))
  const taken = (choice: Action): boolean => made.includes(keyOf(choice)) && made.splice(made.indexOf(keyOf(choice)), 1).length > 0
  let left: readonly Action[] = []
  const place = scene.steps.findIndex(({ choose }) => (left = choose.filter((choice) => !taken(choice))).length > 0)
  const step = scene.steps[place] ?? null
  const asked = new Set(scene.steps.flatMap(({ choose }) => choose.map(keyOf)))
  return {
    step, place: step ? place + 1 : scene.steps.length,
    left,
    stray: step ? own.filter((entry) => !asked.has(keyOf(entry.action!))).length : 0,
  }
}
