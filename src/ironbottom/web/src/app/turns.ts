import type { LogEntry, ToldEvent } from './api'
import { standing } from './looks.svelte'

/** A turn as the log tells it. */
export interface TurnTold {
  turn: number
  events: readonly ToldEvent[]
  /** the last entry that belongs to it */
  seq: number
}

/** What happened in each turn that the log tells of, without what was taken back. `now`: the turn in hand, for a match that was set
 *  up in the midst of one. */
export function turnsTold(log: readonly LogEntry[], now: number): TurnTold[] {
  const stands = standing(log)
  const opened = stands.flatMap((entry) => entry.events ?? []).find((event) => event.event === 'turn_opened')
  const turns: { turn: number; events: ToldEvent[]; seq: number }[] = []
  let at: (typeof turns)[number] = { turn: opened ? Math.max(1, Number(opened['turn']) - 1) : now, events: [], seq: 0 }
  for (const entry of stands) {
    for (const event of entry.events ?? []) {
      if (event.event === 'turn_opened' && Number(event['turn']) !== at.turn) {
        turns.push(at)
        at = { turn: Number(event['turn']), events: [], seq: entry.seq }
      }
      at.events.push(event)
      at.seq = entry.seq
    }
  }
  return [...turns, at].filter((one) => one.events.length)
}

/** What the events of a kind tell in one field, in order. */
export const toldIn = (events: readonly ToldEvent[], kind: string, field: string): string[] =>
  events.flatMap((event) => (event.event === kind && typeof event[field] === 'string' ? [event[field] as string] : []))
