import type { LogEntry, VisibleEvent } from './api'
import type { Preferences } from './preferences.svelte'
import { validEntries } from './observation.svelte'

/** A part of the new events that is shown at once. */
export interface PlaybackStep {
  /** the last entry: the board shows the moment after it */
  seq: number
  /** all its entries, the first one first */
  entries: readonly LogEntry[]
  /** the dice of its only entry are rolled, or shown with their results */
  dice: boolean
  /** many acts combined, which may be stepped through */
  combined: boolean
  /** the previous stop, if one act contained the dice of several battles, each of which is a stop */
  previous?: readonly LogEntry[]
}

/** Splits the events of one act into those of each battle with dice. */
export type Battles = (events: readonly VisibleEvent[]) => readonly (readonly VisibleEvent[])[]

/**
 * Splits events before each event that opens a battle, provided both parts contain dice. Events before the first
 * dice stay with those dice, and events after the last dice with the last.
 */
export function splitBattles(events: readonly VisibleEvent[], opens: (event: VisibleEvent) => boolean, rolled: (event: VisibleEvent) => boolean): VisibleEvent[][] {
  const parts: VisibleEvent[][] = [[]]
  for (const event of events) {
    if (opens(event)) parts.push([])
    parts.at(-1)!.push(event)
  }
  return parts.reduce<VisibleEvent[][]>((found, part) => {
    const last = found.at(-1)
    if (last && (!last.some(rolled) || !part.some(rolled))) last.push(...part)
    else found.push([...part])
    return found
  }, [])
}

/** An entry battle by battle: no two share a roll, a board or a report. Their numbers rise to that of the entry. */
export function battleByBattle(entry: LogEntry, battles: Battles | undefined): readonly LogEntry[] {
  const parts = battles?.(entry.events ?? []) ?? []
  if (parts.length < 2) return [entry]
  return parts.map((events, k) => ({ ...entry, seq: entry.seq - 1 + (k + 1) / parts.length, events: [...events] }))
}

export interface PlaybackOptions {
  isWorthShowing: (log: readonly LogEntry[], place: number) => boolean
  hasDice: (entry: LogEntry) => boolean
  battles?: Battles
  pace: Preferences['pace']
  dice: Preferences['dice']
}

/** The parts of the log after an entry that are to be shown, stop by stop: each roll of dice separately, and the events between
 * them combined or one by one. */
export function playbackSteps(log: readonly LogEntry[], after: number, { isWorthShowing: worth, hasDice: rolls, battles, pace, dice }: PlaybackOptions): PlaybackStep[] {
  const gone = new Set(log.flatMap((entry) => entry.taken ?? []))
  const showsEachRoll = dice !== 'once'
  const stops: PlaybackStep[] = []
  let combined: LogEntry[] = []
  let reached = after
  const close = (): void => {
    if (combined.length) stops.push({ seq: combined.at(-1)!.seq, entries: combined, dice: false, combined: true })
    combined = []
  }
  log.forEach((entry, place) => {
    if (entry.seq <= after || gone.has(entry.seq)) return
    const rolled = entry.act === 'choice' && rolls(entry)
    if (!worth(log, place) && !(showsEachRoll && rolled)) return
    if (rolled && (showsEachRoll || pace !== 'skip')) {
      close()
      const parts = battleByBattle(entry, battles)
      parts.forEach((part, k) => stops.push({ seq: entry.seq, entries: [part], dice: true, combined: false, ...(parts.length > 1 && { previous: parts.slice(0, k) }) }))
    } else if (pace === 'whole') combined.push(...runTo(log, place, reached))
    else if (pace !== 'skip') stops.push({ seq: entry.seq, entries: runTo(log, place, reached), dice: false, combined: false })
    reached = entry.seq
  })
  close()
  return stops
}

/** A combined stop, act by act. */
export const singleSteps = ({ entries }: PlaybackStep, worth: PlaybackOptions['isWorthShowing']): PlaybackStep[] => playbackSteps(entries, 0, { isWorthShowing: worth, hasDice: () => false, pace: 'step', dice: 'once' })

/** The consecutive acts of one kind that end with this one. */
function runTo(log: readonly LogEntry[], place: number, after: number): LogEntry[] {
  const last = log[place]!
  const [event, ...more] = last.events ?? []
  const run = [last]
  if (!event || more.length) return run
  for (const entry of validEntries(log.slice(0, place)).toReversed()) {
    const [one, ...others] = entry.events ?? []
    if (entry.seq <= after || entry.side !== last.side || others.length || one?.event !== event.event) break
    run.unshift(entry)
  }
  return run
}
