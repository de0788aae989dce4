import { inOrder, isSide, sideName } from '../board/sides'
import { type Side } from '../board/types'
import type { LogLine } from '../frame/types'
import { listed } from '../lib/words'
import type { LogEntry, ToldEvent } from './api'
import type { StoryLine } from './game'
import { standing } from './looks.svelte'

/** The log of games in which many units do the same one after the other: they are told in one line. */

export type Dice = NonNullable<LogLine['dice']>

/** How a game tells its events. */
export interface Teller {
  /** what is the same in events that stand in one line; nothing for one that stands alone */
  together: (event: ToldEvent) => string
  /** the same for entries that each do it with one more unit */
  run: (event: ToldEvent) => string
  line: (group: readonly ToldEvent[]) => { text: string; dice?: Dice }
  side: (event: ToldEvent, entry: LogEntry) => LogLine['who']
  /** the fields that name the place on the board that an event is about */
  places: readonly string[]
  /** the step of the turn that an event opens for those after it, where that is not the entry's own */
  when?: (event: ToldEvent, now: string | undefined) => string | undefined
}

/** Events in a row that are told together. */
export function grouped(events: readonly ToldEvent[], together: Teller['together']): ToldEvent[][] {
  const all: ToldEvent[][] = []
  let last = ''
  for (const event of events) {
    const key = together(event)
    if (key && key === last) all.at(-1)!.push(event)
    else all.push([event])
    last = key
  }
  return all
}

const placeIn = (event: ToldEvent, fields: readonly string[]): string | undefined =>
  fields.map((field) => event[field]).find((value): value is string => typeof value === 'string')

/** The line of an entry in which nothing is told to have happened: what was chosen, or what else it was. */
export function bareLine(entry: LogEntry, mine: string | null, when: string | undefined): StoryLine[] {
  if (!entry.text) return []
  const who: Side | undefined = isSide(entry.side) ? entry.side : undefined
  const line = { id: `${entry.seq}.0`, seq: entry.seq, who }
  if (entry.act === 'choice') return [{ ...line, when, lead: who === mine ? 'You' : undefined, text: `chose: ${entry.text}.` }]
  return [{ ...line, text: entry.text }]
}

/** The lines of an entry, the first thing that happened first. */
export function linesOf(entry: LogEntry, mine: string | null, when: string | undefined, teller: Teller): StoryLine[] {
  const events = entry.events ?? []
  if (!events.length) return bareLine(entry, mine, when)
  let now = when
  return grouped(events, teller.together).map((group, k) => {
    const [event] = group as [ToldEvent]
    now = teller.when ? teller.when(event, now) : now
    const place = group.map((one) => placeIn(one, teller.places)).find(Boolean)
    return { id: `${entry.seq}.${k}`, seq: entry.seq, when: now, who: teller.side(event, entry), ...teller.line(group), clause: event.clause, place }
  })
}

/** An entry that does one thing with one unit, as the one before may have done with another. */
function runOf(entry: LogEntry, teller: Teller): string | null {
  const [only, ...more] = entry.events ?? []
  const key = only && !more.length ? teller.run(only) : ''
  return key ? `${key} ${entry.side ?? ''}` : null
}

/** The whole log as lines, newest first: units that go the same way one after the other are told together, and what was taken
 * back says so. */
export function storyOfLog(log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>, teller: Teller): StoryLine[] {
  const gone = new Set(log.flatMap((entry) => entry.taken ?? []))
  const lines: StoryLine[] = []
  let run: LogEntry[] = []
  const close = (): void => {
    const last = run.at(-1)
    if (last) lines.push(...linesOf({ ...last, events: run.flatMap((entry) => entry.events ?? []) }, mine, when.get(last.seq), teller))
    run = []
  }
  for (const entry of log) {
    const way = gone.has(entry.seq) ? null : runOf(entry, teller)
    if (way === null || (run.length && runOf(run[0]!, teller) !== way)) close()
    if (way !== null) {
      run.push(entry)
      continue
    }
    const told = linesOf(entry, mine, when.get(entry.seq), teller)
    if (!gone.has(entry.seq)) lines.push(...told)
    else if (runOf(entry, teller) === null) lines.push(...told.map((line) => ({ ...line, text: `${line.text} Taken back.` })))
  }
  close()
  return lines.toReversed()
}

/** All that some entries tell, as if it were one: units that do the same are told together, whatever was done between. */
export function toldTogether(entries: readonly LogEntry[], teller: Teller): StoryLine[] {
  const last = entries.at(-1)
  if (!last) return []
  const groups = new Map<string, ToldEvent[]>()
  entries.forEach((entry, k) => {
    for (const [i, event] of (entry.events ?? []).entries()) {
      const key = teller.together(event) || `${k}.${i}`
      groups.set(key, [...(groups.get(key) ?? []), event])
    }
  })
  const alone: Teller = { ...teller, together: () => '' }
  return [...groups.values()].map((group, k) => {
    const [line] = linesOf({ ...last, events: [group[0]!] }, null, undefined, alone)
    return { ...line!, ...teller.line(group), id: `${last.seq}.${k}`, units: group.flatMap((event) => (event['unit'] ?? event['block'] ?? []) as string) }
  })
}

/** The units that were lost, side by side, in a line each. */
export function lossLines(lost: readonly (readonly [id: string, how: string])[], { name, sideOf }: { name(id: string): string; sideOf(id: string): Side | undefined }): StoryLine[] {
  return inOrder(lost.flatMap(([id]) => sideOf(id) ?? [])).map((side) => {
    const own = lost.filter(([id]) => sideOf(id) === side)
    const by = [...new Set(own.map(([, how]) => how))].map((how) => `${how}: ${listed(own.filter((one) => one[1] === how).map(([id]) => name(id)))}`)
    return { id: `${side} lost`, seq: 0, who: side, text: `${sideName(side)}, ${by.join('; ')}.` }
  })
}

/** Which events are worth being shown to somebody who comes back, by their names. */
export interface Worth {
  /** to be seen although one's own choice brought them about: what the dice and the end of a turn bring */
  settled: ReadonlySet<string>
  /** need not be shown one by one */
  plain: ReadonlySet<string>
  /** small acts that come in runs, of which the last is shown */
  small: ReadonlySet<string>
}

/** Whether an entry is worth showing: what somebody did who does not sit here, and what is settled by it. */
export function isWorth(log: readonly LogEntry[], place: number, here: readonly string[], { settled, plain, small }: Worth): boolean {
  const entry = log[place]!
  const others = !!entry.side && !here.includes(entry.side)
  if (entry.act === 'undo' || entry.act === 'withdraw') return others
  if (entry.act !== 'choice' || !entry.events?.length) return false
  if (log.some((later) => later.taken?.includes(entry.seq))) return false
  if (entry.events.every((event) => plain.has(event.event))) return false
  const smallAct = ({ events = [], side }: LogEntry): string | null => (events.length === 1 && small.has(events[0]!.event) ? `${events[0]!.event} ${side ?? ''}` : null)
  const next = standing(log).find((later) => later.seq > entry.seq)
  const run = smallAct(entry)
  if (others && run && next && smallAct(next) === run) return false
  return others || entry.events.some((event) => settled.has(event.event))
}

/** Which of these dice are the n highest, by their place. */
export const highest = (dice: readonly number[], n: number): Set<number> =>
  new Set(dice.map((_, i) => i).toSorted((a, b) => dice[b]! - dice[a]!).slice(0, n))
