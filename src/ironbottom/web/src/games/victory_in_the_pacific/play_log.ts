import type { LogEntry, ToldEvent } from '../../app/api'
import type { StoryLine } from '../../app/game'
import { standing } from '../../app/looks.svelte'
import type { Side } from '../../board/types'
import type { LogLine } from '../../frame/types'
import { isSide } from './play_view'

type Dice = NonNullable<LogLine['dice']>
/** Which side a unit belongs to; the log does not say it. */
export type SideOf = (id: string) => Side | undefined

/** The side that an event is about, from what it names. */
export function sideOfEvent(event: ToldEvent, entry: LogEntry, sideOf: SideOf): Side | undefined {
  if (isSide(event['side'])) return event['side']
  const units = event['units']
  const unit = event['unit'] ?? (Array.isArray(units) ? units[0] : undefined)
  if (typeof unit === 'string' && sideOf(unit)) return sideOf(unit)
  return TABLE.has(event.event) || !isSide(entry.side) ? undefined : entry.side
}

/** What happens at the table, by nobody's hand. */
const TABLE = new Set(['turn_opened', 'actions_named', 'action_rolled', 'action_settled', 'flag_set', 'points_scored', 'combat_ended', 'deadlocked', 'game_ended', 'uncertain_rolled'])

/** The place on the board that an event is about. */
export function placeOf(event: ToldEvent): string | undefined {
  for (const field of ['area', 'place', 'port', 'spot']) if (typeof event[field] === 'string') return event[field] as string
  return undefined
}

/** Events of one unit each that are told in one line: what is the same in them, and the words after the names. */
const RUNS: Readonly<Record<string, RegExp>> = {
  patrolled: / patrols (.+)\.$/, raided: / raids (.+)\.$/, sailed: / sails (.+)\.$/, arrived: / arrives(.*)\.$/, marked: / is (marked as a raider)\.$/,
  went_home: / (?:returns to|gets away to|, disabled, goes home to|goes home to) (.+)\.$/, sortied: / comes (out of .+)\.$/, raid_joined: / joins (.+)\.$/,
  stationed: / is (at .+)\.$/, fled: / flees (.+)\.$/,
}
const MANY: Readonly<Record<string, string>> = {
  patrolled: 'patrol', raided: 'raid', sailed: 'sail', arrived: 'arrive', marked: 'are', went_home: 'go home to', sortied: 'come', raid_joined: 'join',
  stationed: 'are', fled: 'flee',
}

function runKey(event: ToldEvent): string {
  const rest = RUNS[event.event]?.exec(event.text)?.[1]
  return rest === undefined ? '' : `${event.event} ${String(event['reason'] ?? '')} ${rest}`
}

export function groups(events: readonly ToldEvent[]): ToldEvent[][] {
  const all: ToldEvent[][] = []
  let last = ''
  for (const event of events) {
    const key = runKey(event)
    if (key && key === last) all.at(-1)!.push(event)
    else all.push([event])
    last = key
  }
  return all
}

const MOST = 5
function names(found: readonly string[]): string {
  const few = found.length > MOST + 1 ? [...found.slice(0, MOST), `${found.length - MOST} more`] : found
  return few.length < 2 ? few.join('') : `${few.slice(0, -1).join(', ')} and ${few.at(-1)}`
}

function lineOf(group: readonly ToldEvent[]): { text: string; dice?: Dice } {
  const [event] = group as [ToldEvent]
  if (group.length > 1) {
    const rest = RUNS[event.event]!.exec(event.text)![1]!
    const who = group.map((one) => one.text.slice(0, RUNS[one.event]!.exec(one.text)!.index).replace(/,.*$/, ''))
    return { text: `${names(who)} ${MANY[event.event]}${rest.startsWith(' ') || !rest ? '' : ' '}${rest}.` }
  }
  const dice = diceOf(event)
  return dice.length ? { text: event.text, dice } : { text: event.text }
}

/** The dice of an event: what hit, what disabled, what missed (7.53). */
export function diceOf(event: ToldEvent): Dice {
  const plain = (value: unknown, label?: string): Dice => (typeof value === 'number' && value > 0 ? [{ value, role: 'plain', label }] : [])
  switch (event.event) {
    case 'fired':
    case 'airstrike_hit':
      return shotDice(event)
    case 'island_fired':
      return ((event['dice'] as number[] | undefined) ?? []).map((value) => ({ value, role: value === 6 ? 'hit' : 'miss' }))
    case 'torpedoed':
      return plain(event['die'])
    case 'speed_rolled':
      return plain(event['die']).map((die) => ({ ...die, role: event['passes'] ? 'hit' : 'miss' }))
    case 'uncertain_rolled':
      return plain(event['die'])
    case 'action_rolled':
      return [...plain(event['japan'], `Japan: ${String(event['japan'])}`), ...plain(event['allies'], `Allies: ${String(event['allies'])}`)]
    default:
      return []
  }
}

/** The shots of a unit: as many hit as there are damage dice, the highest of them; a 5 disables, or a 4 with the bonus. */
export function shotDice(event: ToldEvent): Dice {
  const dice = (event['dice'] as number[] | undefined) ?? []
  const hits = (event['hits'] as number[] | undefined)?.length ?? 0
  const ranked = dice.map((_, i) => i).toSorted((a, b) => dice[b]! - dice[a]!)
  const hit = new Set(ranked.slice(0, hits))
  const disables = event['disabled'] ? ranked.find((i) => !hit.has(i)) : undefined
  return dice.map((value, i) => ({ value, role: hit.has(i) ? 'hit' : disables !== undefined && value === dice[disables] ? 'disables' : 'miss' }))
}

/** The lines of an entry, the first thing that happened first. */
export function story(entry: LogEntry, mine: string | null, when: string | undefined, sideOf: SideOf = () => undefined): StoryLine[] {
  const line = (k: number, rest: Omit<StoryLine, 'id' | 'seq'>): StoryLine => ({ id: `${entry.seq}.${k}`, seq: entry.seq, ...rest })
  const events = (entry.events ?? []).filter((event) => event.event !== 'damaged')
  if (!events.length) {
    if (!entry.text) return []
    const who = isSide(entry.side) ? entry.side : undefined
    if (entry.act === 'choice') return [line(0, { when, who, lead: who === mine ? 'You' : undefined, text: `chose: ${entry.text}.` })]
    return [line(0, { who, text: entry.text })]
  }
  return groups(events).map((group, k) => {
    const { text, dice } = lineOf(group)
    const [event] = group as [ToldEvent]
    return line(k, { when, who: sideOfEvent(event, entry, sideOf), text, dice, clause: event.clause, place: group.map(placeOf).find(Boolean) })
  })
}

/** An entry that does the same with one more unit as the one before. */
function sameWay(entry: LogEntry): string | null {
  const [only, ...more] = entry.events ?? []
  if (!only || more.length) return null
  const key = runKey(only)
  return key ? `${key} ${entry.side ?? ''}` : null
}

/** The whole log as lines, newest first: ships that go the same way one after the other are told together, and what was
 * taken back says so. */
export function storyOf(log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>, sideOf: SideOf): StoryLine[] {
  const gone = new Set(log.flatMap((entry) => entry.taken ?? []))
  const lines: StoryLine[] = []
  let run: LogEntry[] = []
  const close = (): void => {
    const last = run.at(-1)
    if (!last) return
    lines.push(...story({ ...last, events: run.flatMap((entry) => entry.events ?? []) }, mine, when.get(last.seq), sideOf))
    run = []
  }
  for (const entry of log) {
    const way = gone.has(entry.seq) ? null : sameWay(entry)
    if (way === null || (run.length && sameWay(run[0]!) !== way)) close()
    if (way !== null) {
      run.push(entry)
      continue
    }
    const told = story(entry, mine, when.get(entry.seq), sideOf)
    if (!gone.has(entry.seq)) lines.push(...told)
    else if (sameWay(entry) === null) lines.push(...told.map((line) => ({ ...line, text: `${line.text} Taken back.` })))
  }
  close()
  return lines.toReversed()
}

const SAID_LAST = new Set(['finished', 'aimed', 'flag_set', 'speed_rolled', 'damaged', 'pursuers_named'])
const MOST_SAID = 4

/** An entry in one breath, for whoever comes back. */
export function headline(entry: LogEntry): string {
  const events = entry.events ?? []
  if (!events.length) return entry.text ?? ''
  const told = events.filter((event) => !SAID_LAST.has(event.event) && event.event !== 'fired')
  const said = groups(told).map((group) => lineOf(group).text)
  const fired = events.filter((event) => event.event === 'fired')
  const hits = fired.reduce((n, event) => n + ((event['hits'] as number[] | undefined)?.length ?? 0), 0)
  if (fired.length) said.unshift(`${fired.length === 1 ? 'One unit fires' : `${fired.length} units fire`}: ${hits === 0 ? 'no hit' : hits === 1 ? 'one hit' : `${hits} hits`}.`)
  const flags = events.filter((event) => event.event === 'flag_set')
  if (!said.length) said.push(...(flags.length ? ['The flags are set.'] : groups(events).map((group) => lineOf(group).text)))
  return said.slice(0, MOST_SAID).join(' ')
}

/** What a person should see although its own choice brought it about. */
const SETTLED = new Set(['fired', 'torpedoed', 'island_fired', 'points_scored', 'captured', 'action_rolled', 'uncertain_rolled', 'speed_rolled', 'force_sighted'])
/** What one need not be shown one by one. */
const PLAIN = new Set(['finished', 'aimed', 'held_fire', 'pursuers_named'])
/** Small acts that come in runs. */
const SMALL = new Set([
  'patrolled', 'raided', 'sailed', 'marked', 'repaired', 'went_home', 'raid_joined', 'sortied', 'aimed', 'fled', 'pursued', 'raid_set', 'landed', 'returned',
  'stationed', 'saved', 'announces', 'formed', 'stopped', 'island_aimed', 'rebuilt', 'designated',
])

/** Whether an entry is worth showing: what somebody did who does not sit here, and what the dice and the end of a turn bring. */
export function worth(log: readonly LogEntry[], place: number, here: readonly string[]): boolean {
  const entry = log[place]!
  const others = !!entry.side && !here.includes(entry.side)
  if (entry.act === 'undo' || entry.act === 'withdraw') return others
  if (entry.act !== 'choice' || !entry.events?.length) return false
  if (log.some((later) => later.taken?.includes(entry.seq))) return false
  if (entry.events.every((event) => PLAIN.has(event.event))) return false
  // Units that go one after the other are shown when the last of them went.
  const next = standing(log).find((later) => later.seq > entry.seq)
  const run = runKind(entry)
  if (others && run && next && runKind(next) === run) return false
  return others || entry.events.some((event) => SETTLED.has(event.event))
}

/** The kind of an entry that is one of a run of small acts by a side. */
function runKind(entry: LogEntry): string | null {
  const [only, ...more] = entry.events ?? []
  return only && !more.length && SMALL.has(only.event) ? `${only.event} ${entry.side ?? ''}` : null
}
