import type { Action, LogEntry } from '../api'
import { validEntries } from '../observation.svelte'

/** The text, the element it points at, its clause, and the expected choices, in any order. */
export interface LessonStep {
  text: string
  /** a CSS selector */
  at?: string
  clause?: string
  choose: readonly Action[]
}

/** A part of a lesson, played from its own position, independent of earlier dice. */
export interface Scene {
  title: string
  position: string
  /** the side taught here, if it is not that of the whole lesson */
  side?: string
  steps: readonly LessonStep[]
  /** the text shown once its choices are made */
  after: string
}

/** A turn of a game, taught by playing it. */
export interface Lesson {
  game: string
  title: string
  side: string
  scenes: readonly Scene[]
}

/** The side that plays a scene. */
export const sideOf = (lesson: Lesson, scene: Scene): string => scene.side ?? lesson.side

/** A lesson with the text of each position instead of its name. */
export function readLesson(lesson: Lesson, positions: Readonly<Record<string, string>>): Lesson {
  const scenes = lesson.scenes.map((scene) => {
    const position = positions[`./${scene.position}.toml`]
    if (position === undefined) throw new Error(`The lesson has no position called ${scene.position}.`)
    return { ...scene, position }
  })
  return { ...lesson, scenes }
}

const keyOf = (choice: Action): string => choice.join(' ')

/** The progress in a scene, from the choices so far. */
export interface Progress {
  /** the current step; undefined once all are done */
  step: LessonStep | null
  /** its number, from 1 */
  place: number
  /** the choices it still expects */
  left: readonly Action[]
  /** choices that the scene did not expect */
  unexpected: number
}

/** The progress in a scene, from the log of its match. */
export function progress(scene: Scene, side: string, log: readonly LogEntry[]): Progress {
  const own = validEntries(log).filter((entry) => entry.act === 'choice' && entry.side === side && !entry.auto && entry.action)
  // Each choice made fulfils one expected choice: two units may go to the same hex.
  const made = own.map((entry) => keyOf(entry.action!))
  const taken = (choice: Action): boolean => made.includes(keyOf(choice)) && made.splice(made.indexOf(keyOf(choice)), 1).length > 0
  let left: readonly Action[] = []
  const place = scene.steps.findIndex(({ choose }) => (left = choose.filter((choice) => !taken(choice))).length > 0)
  const step = scene.steps[place] ?? null
  const asked = new Set(scene.steps.flatMap(({ choose }) => choose.map(keyOf)))
  return {
    step, place: step ? place + 1 : scene.steps.length,
    left,
    unexpected: step ? own.filter((entry) => !asked.has(keyOf(entry.action!))).length : 0,
  }
}
