import { inOrder, isSide, sideName } from '../board/sides'
import { type Side } from '../board/types'
import type { LogLine } from '../frame/types'
import { listed, sentence } from '../lib/text'
import type { LogEntry, VisibleEvent } from './api'
import type { StoryLine } from './game'
import { validEntries } from './observation.svelte'

/** The log of games in which many units do the same in sequence: they are combined in one line. */

export type Dice = NonNullable<LogLine['dice']>

/** A game's description of its events. */
export interface LogFormat {
  /** the common part of events combined in one line; null for an event that stands alone */
  groupKey: (event: VisibleEvent) => string
  /** the same for entries that each do this with one more unit */
  runKey: (event: VisibleEvent) => string
  line: (group: readonly VisibleEvent[]) => { text: string; dice?: Dice }
  side: (event: VisibleEvent, entry: LogEntry) => LogLine['who']
  /** the fields with the place on the board of an event */
  places: readonly string[]
  /** the turn step that an event opens for those after it, if it is not the entry's own */
  when?: (event: VisibleEvent, now: string | undefined) => string | undefined
}

/** Consecutive events that are combined. */
export function groupEvents(events: readonly VisibleEvent[], together: LogFormat['groupKey']): VisibleEvent[][] {
  const all: VisibleEvent[][] = []
  let last = ''
  for (const event of events) {
    const key = together(event)
    if (key && key === last) all.at(-1)!.push(event)
    else all.push([event])
    last = key
  }
  return all
}

const placeIn = (event: VisibleEvent, fields: readonly string[]): string | undefined =>
  fields.map((field) => event[field]).find((value): value is string => typeof value === 'string')

/** The standing order that made a choice, if one did. */
export const byOrder = ({ order }: LogEntry): string => (order ? ` By standing order (${order}).` : '')

/** The line of an entry without events: the choice, or its other content. */
export function bareLine(entry: LogEntry, mine: string | null, when: string | undefined): StoryLine[] {
  if (!entry.text) return []
  const who: Side | undefined = isSide(entry.side) ? entry.side : undefined
  const line = { id: `${entry.seq}.0`, seq: entry.seq, who }
  if (entry.act === 'choice') return [{ ...line, when, lead: who === mine ? 'You' : undefined, text: `chose: ${entry.text}.${byOrder(entry)}` }]
  return [{ ...line, text: entry.text }]
}

/** The lines of an entry, in order of time. */
export function linesOf(entry: LogEntry, mine: string | null, when: string | undefined, format: LogFormat): StoryLine[] {
  const events = entry.events ?? []
  if (!events.length) return bareLine(entry, mine, when)
  let now = when
  return groupEvents(events, format.groupKey).map((group, k) => {
    const [event] = group as [VisibleEvent]
    const { text, dice } = format.line(group)
    now = format.when ? format.when(event, now) : now
    const place = group.map((one) => placeIn(one, format.places)).find(Boolean)
    return { id: `${entry.seq}.${k}`, seq: entry.seq, when: now, who: format.side(event, entry), text: k ? text : `${text}${byOrder(entry)}`, ...(dice && { dice }), clause: event.clause, place }
  })
}

/** An entry that does one thing with one unit, and can be combined with the previous entry. */
function runOf(entry: LogEntry, format: LogFormat): string | null {
  const [only, ...more] = entry.events ?? []
  const key = only && !more.length ? format.runKey(only) : ''
  return key ? `${key} ${entry.side ?? ''} ${entry.order ?? ''}` : null
}

/**
 * The whole log as lines, newest first: units that go the same way in sequence are combined, and choices taken
 * back are marked.
 */
export function logLines(log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>, format: LogFormat): StoryLine[] {
  const gone = new Set(log.flatMap((entry) => entry.taken ?? []))
  const lines: StoryLine[] = []
  let run: LogEntry[] = []
  const close = (): void => {
    const last = run.at(-1)
    if (last) lines.push(...linesOf({ ...last, events: run.flatMap((entry) => entry.events ?? []) }, mine, when.get(last.seq), format))
    run = []
  }
  for (const entry of log) {
    const way = gone.has(entry.seq) ? null : runOf(entry, format)
    if (way === null || (run.length && runOf(run[0]!, format) !== way)) close()
    if (way !== null) {
      run.push(entry)
      continue
    }
    const added = linesOf(entry, mine, when.get(entry.seq), format)
    if (!gone.has(entry.seq)) lines.push(...added)
    else if (runOf(entry, format) === null) lines.push(...added.map((line) => ({ ...line, text: `${line.text} Taken back.` })))
  }
  close()
  return lines.toReversed()
}

/**
 * The text of the given entries, as if they were one: units that do the same are combined, even with other acts
 * between.
 */
export function mergedLines(entries: readonly LogEntry[], format: LogFormat): StoryLine[] {
  const last = entries.at(-1)
  if (!last) return []
  const groups = new Map<string, VisibleEvent[]>()
  entries.forEach((entry, k) => {
    for (const [i, event] of (entry.events ?? []).entries()) {
      const key = format.groupKey(event) || `${k}.${i}`
      groups.set(key, [...(groups.get(key) ?? []), event])
    }
  })
  const alone: LogFormat = { ...format, groupKey: () => '' }
  return [...groups.values()].map((group, k) => {
    const [line] = linesOf({ ...last, events: [group[0]!] }, null, undefined, alone)
    return { ...line!, ...format.line(group), id: `${last.seq}.${k}`, units: group.flatMap((event) => (event['unit'] ?? event['block'] ?? []) as string) }
  })
}

/** The lost units, one line for each side. */
export function lossLines(lost: readonly (readonly [id: string, how: string])[], { name, sideOf }: { name(id: string): string; sideOf(id: string): Side | undefined }): StoryLine[] {
  return inOrder(lost.flatMap(([id]) => sideOf(id) ?? [])).map((side) => {
    const own = lost.filter(([id]) => sideOf(id) === side)
    const by = [...new Set(own.map(([, how]) => how))].map((how) => `${how}: ${listed(own.filter((one) => one[1] === how).map(([id]) => name(id)))}`)
    return { id: `${side} lost`, seq: 0, who: side, units: own.map(([id]) => id), text: sentence(`${sideName(side)}, ${by.join('; ')}`) }
  })
}

/** The events worth showing to a returning player, by name. */
export interface ImportanceOfEvents {
  /** shown even if the player's own choice caused them: results of dice and of the end of a turn */
  settled: ReadonlySet<string>
  /** not shown one by one */
  plain: ReadonlySet<string>
  /** small acts in series, of which only the last is shown */
  small: ReadonlySet<string>
}

/** Whether an entry is worth showing: acts of players elsewhere, and their results. */
export function isImportant(log: readonly LogEntry[], place: number, here: readonly string[], { settled, plain, small }: ImportanceOfEvents): boolean {
  const entry = log[place]!
  const others = !!entry.side && !here.includes(entry.side)
  if (entry.act === 'undo' || entry.act === 'withdraw') return others
  if (entry.act !== 'choice' || !entry.events?.length) return false
  if (log.some((later) => later.taken?.includes(entry.seq))) return false
  if (entry.events.every((event) => plain.has(event.event))) return false
  const smallAct = ({ events = [], side }: LogEntry): string | null => (events.length === 1 && small.has(events[0]!.event) ? `${events[0]!.event} ${side ?? ''}` : null)
  const next = validEntries(log).find((later) => later.seq > entry.seq)
  const run = smallAct(entry)
  if (others && run && next && smallAct(next) === run) return false
  return others || entry.events.some((event) => settled.has(event.event))
}

/** The positions of the n highest of these dice. */
export const highestDice = (dice: readonly number[], n: number): Set<number> =>
  new Set(dice.map((_, i) => i).toSorted((a, b) => dice[b]! - dice[a]!).slice(0, n))
