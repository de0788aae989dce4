import type { LogEntry, VisibleEvent } from './api'
import type { TurnTimeline } from './game'
import { validEntries } from './observation.svelte'

/** A step of a turn on the timeline. */
export interface Stage {
  turn: number
  step: number
}

/** The start of a log: its first turn, or, for a match set up from a position, that position's turn and step. These come from the
 * first event afterwards, or from the present state if there is none. */
export function logStart(log: readonly LogEntry[], stepOf: (event: VisibleEvent) => number | undefined, now: Stage): Stage {
  const events = validEntries(log).flatMap((entry) => entry.events ?? [])
  const opened = events.find((event) => event.event === 'turn_opened')
  // Entries before the first turn opens belong to it.
  if (opened && (log[0]?.events?.includes(opened) || Number(opened['turn']) === 1)) return { turn: Number(opened['turn']), step: 0 }
  const before = opened ? events.slice(0, events.indexOf(opened)) : events
  const step = before.map(stepOf).find((one) => one !== undefined)
  return opened ? { turn: Number(opened['turn']) - 1, step: step ?? 0 } : { turn: now.turn, step: step ?? now.step }
}

/** The last entry up to a step, or the start of the log. */
export const entryUpTo = ({ turn, tick }: { turn: number; tick: number }, { ends }: TurnTimeline): number | undefined =>
  [...ends.slice(0, turn - 1), ends[turn - 1]?.slice(0, tick + 1) ?? []].flat().findLast(Boolean) ?? ends.flat().find(Boolean)
