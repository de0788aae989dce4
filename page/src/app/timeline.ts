import type { Side } from '../board/types'
import type { TimelineTick, TimelineTurn } from '../frame/types'
import type { LogEntry, VisibleEvent } from './api'
import { logStart, type Stage } from './log_start'
import type { TurnTimeline, StepLabels } from './game'
import { validEntries } from './observation.svelte'

/** The timeline of games in which all turns have the same steps, recognised by their events. */

export type DatedTimeline = TurnTimeline & StepLabels

/** A step of every turn: its names on the timeline and in the log, and its side. */
export interface TurnStep {
  name: string
  short: string
  side?: Side
}

export interface DatedTurn {
  turn: number
  date: string
  notes?: TimelineTurn['notes']
}

/** The turns with their steps, and the log entry at which each step ends.
 * @param stepOf the step that an event belongs to; undefined if it may happen in several
 * @param now the current turn and step, for a match set up from a position */
export function timelineOf(
  log: readonly LogEntry[], turns: readonly DatedTurn[], steps: readonly TurnStep[], stepOf: (event: VisibleEvent) => number | undefined, now: Stage,
): DatedTimeline {
  const ends: number[][] = turns.map(() => [])
  const when = new Map<number, string>()
  const stands = new Set(validEntries(log).map((entry) => entry.seq))
  let { turn, step } = logStart(log, stepOf, now)
  const end = (seq: number): void => {
    const own = ends[turn - 1]
    if (own) own[step] = seq
  }
  for (const entry of log) {
    let first: { turn: number; step: number } | null = null
    for (const event of stands.has(entry.seq) ? (entry.events ?? []) : []) {
      if (event.event === 'turn_opened') {
        turn = Number(event['turn'])
        step = 0
      }
      step = Math.max(step, stepOf(event) ?? step)
      first ??= { turn, step }
      end(entry.seq)
    }
    end(entry.seq)
    first ??= { turn, step }
    when.set(entry.seq, `T${first.turn} ${steps[first.step]!.short}`)
  }
  // A step without log entries ends with the step before it.
  let last = 0
  for (const turnEnds of ends) {
    for (let k = 0; k < turnEnds.length; k++) turnEnds[k] = Math.max(last, turnEnds[k] ?? last)
    last = turnEnds.at(-1) ?? last
  }
  return { turns: turns.map((row) => turnOf(row, steps)), ends, when }
}

function turnOf({ turn, date, notes }: DatedTurn, steps: readonly TurnStep[]): TimelineTurn {
  const ticks: TimelineTick[] = steps.map(({ name, side }) => ({ label: `Turn ${turn}, ${date}: ${name}`, side }))
  return { number: turn, name: shortDate(date), ticks, notes: notes?.length ? notes : undefined }
}

/** A chart heading's "Dec 1941" and "Dec 1941 - May 1942" in short form: "Dec 41". */
export const shortDate = (date: string): string => date.split(' - ')[0]!.replace(/ \d\d(\d\d)$/, ' $1')

/** The turn and step of an entry. */
export function stepAt(seq: number, { ends }: TurnTimeline): { turn: number; tick: number } {
  for (let t = 0; t < ends.length; t++) {
    const tick = ends[t]!.findIndex((end) => end >= seq)
    if (tick >= 0) return { turn: t + 1, tick }
  }
  return { turn: 1, tick: 0 }
}
