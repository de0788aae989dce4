import type { LogEntry, ToldEvent } from '../../app/api'
import type { StoryLine } from '../../app/game'
import { standing } from '../../app/looks.svelte'
import type { Side } from '../../board/types'
import type { LogLine } from '../../frame/types'
import { counted, isSide, sideOf } from './play_view'

type Dice = NonNullable<LogLine['dice']>

/** What happens at the table, by nobody's hand. */
const TABLE = new Set(['turn_opened', 'combat_opened', 'combat_ended', 'way_chosen', 'ways_named', 'way_rolled', 'points_scored', 'game_ended', 'garrison_lost'])

/** What belongs to the end of a turn, after the last combat. */
const RETURN = new Set(['area_controlled', 'points_scored', 'place_taken', 'came_back', 'went_off_board', 'game_ended'])

/** The side that an event is about, from what it names. */
export function sideOfEvent(event: ToldEvent, entry: LogEntry): Side | undefined {
  if (isSide(event['side'])) return event['side']
  for (const field of ['unit', 'block']) if (typeof event[field] === 'string' && event[field] !== 'garrison') return sideOf(event[field] as string)
  if (event.event === 'joined' || event.event === 'sailed' || event.event === 'formed') return 'japan'
  if (TABLE.has(event.event) || event['side'] === null) return undefined
  return isSide(entry.side) ? entry.side : undefined
}

/** The place on the board that an event is about. */
export function placeOf(event: ToldEvent): string | undefined {
  for (const field of ['area', 'place', 'port', 'origin']) if (typeof event[field] === 'string') return event[field] as string
  return undefined
}

/** Which events are told together in one line. */
function together(event: ToldEvent): string {
  const { event: kind } = event
  if (kind === 'moved' || kind === 'came_back') return `${kind} ${String(event['origin'] ?? event['area'])} ${String(event['area'])} ${String(event['place'])}`
  if (kind === 'arrived') return `${kind} ${String(event['side'])} ${String(event['place'])}`
  if (['aimed', 'went_off_board', 'delayed', 'mixed', 'sunk', 'area_controlled'].includes(kind)) return `${kind} ${kind === 'area_controlled' ? '' : String(event['side'] ?? sideOf(String(event['unit'] ?? event['block'] ?? '')))}`
  return ''
}

export function groups(events: readonly ToldEvent[]): ToldEvent[][] {
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

const cut = (text: string, from: RegExp): string => from.exec(text)?.[1] ?? text

const MOST = 4
function names(found: readonly string[]): string {
  const few = found.length > MOST + 1 ? [...found.slice(0, MOST), `${found.length - MOST} more`] : found
  return few.length < 2 ? few.join('') : `${few.slice(0, -1).join(', ')} and ${few.at(-1)}`
}

/** Several events of a kind in one sentence. */
function drawnTogether(group: readonly ToldEvent[]): string {
  const [event] = group as [ToldEvent]
  const plain = (name: string): string => name.replace(/^(Japanese|Allied) (?=Cruiser|Transport|Land Based|Submarine)/, '')
  const who = (words: string): string[] => group.map((one) => plain(cut(one.text, new RegExp(`^(.+?) ${words}`))))
  const backs = group.every((one) => !one['unit'] && !one['block'])
  const blocks = backs ? counted(group.length, 'block') : ''
  switch (event.event) {
    case 'moved': {
      const way = cut(event.text, / moves (from .+)\.$/)
      return `${blocks || names(who('moves'))} ${way.replace(/^from/, 'move from')}.`
    }
    case 'came_back':
      return `${blocks || names(who('comes'))} come ${cut(event.text, / comes (back .+)\.$/)}.`
    case 'arrived':
      return `${names(who('arrives'))} arrive ${cut(event.text, / arrives (.+)\.$/)}.`
    case 'sunk':
      return `${names(who('is lost'))} are lost.`
    case 'went_off_board':
      return `${counted(group.length, 'block')} go off board.`
    case 'area_controlled':
      return control(group)
    case 'aimed':
      return group.map((one) => one.text).join(' ')
    default:
      return group.map((one) => one.text).join(' ')
  }
}

/** Who controls what now, side by side. */
function control(group: readonly ToldEvent[]): string {
  const areas = (side: unknown): string[] => group.filter((one) => one['side'] === side).map((one) => cut(one.text, / controls? (.+?)(?: any more)?\.$/))
  const said = (lead: string, found: string[], end = ''): string[] => (found.length ? [`${lead} ${names(found)}${end}.`] : [])
  return [...said('Japan controls', areas('japan')), ...said('The Allies control', areas('allies')), ...said('Nobody controls', areas(null), ' any more')].join(' ')
}

/** The dice of a shot: the highest are its hits, a 1 disables at sea. */
export function shotDice(event: ToldEvent): Dice {
  const dice = (event['dice'] as number[] | undefined) ?? []
  const hits = Number(event['hits'] ?? 0)
  const ranked = dice.map((_, i) => i).toSorted((a, b) => dice[b]! - dice[a]!)
  const hit = new Set(ranked.slice(0, hits))
  const sea = event.event === 'fired'
  return dice.map((value, i) => ({ value, role: hit.has(i) ? 'hit' : sea && value === 1 ? 'disables' : 'miss' }))
}

function lineOf(group: readonly ToldEvent[]): { text: string; dice?: Dice } {
  const [event] = group as [ToldEvent]
  if (group.length > 1) return { text: drawnTogether(group) }
  switch (event.event) {
    case 'fired':
    case 'land_fired':
    case 'raided':
      return { text: event.text.replace(/ (?:and rolls|rolls) [\d ]+:/, ':'), dice: shotDice(event) }
    case 'way_rolled':
      return {
        text: event.text,
        dice: [
          { value: Number(event['japan']), role: 'plain', label: `Japan: ${String(event['japan'])}` },
          { value: Number(event['allies']), role: 'plain', label: `Allies: ${String(event['allies'])}` },
        ],
      }
    default:
      return { text: event.text }
  }
}

/** The lines of an entry, the first thing that happened first. */
export function story(entry: LogEntry, mine: string | null, when: string | undefined): StoryLine[] {
  const line = (k: number, rest: Omit<StoryLine, 'id' | 'seq'>): StoryLine => ({ id: `${entry.seq}.${k}`, seq: entry.seq, ...rest })
  const events = entry.events ?? []
  if (!events.length) {
    if (!entry.text) return []
    const who = isSide(entry.side) ? entry.side : undefined
    if (entry.act === 'choice') return [line(0, { when, who, lead: who === mine ? 'You' : undefined, text: `chose: ${entry.text}.` })]
    return [line(0, { who, text: entry.text })]
  }
  let now = when
  return groups(events).map((group, k) => {
    const { text, dice } = lineOf(group)
    const [event] = group as [ToldEvent]
    if (RETURN.has(event.event)) now = now?.replace(/ .*/, ' return')
    if (event.event === 'turn_opened') now = now && `T${String(event['turn'])} arrivals`
    return line(k, { when: now, who: sideOfEvent(event, entry), text, dice, clause: event.clause, place: group.map(placeOf).find(Boolean) })
  })
}

/** The log without the aiming of units that have fired since: the shot tells its target. */
function withoutAims(log: readonly LogEntry[]): LogEntry[] {
  const fired = new Map<unknown, number>()
  const kept = log.toReversed().map((entry) => {
    const events = (entry.events ?? []).toReversed().filter((event) => {
      const n = fired.get(event['unit']) ?? 0
      if (event.event === 'fired') fired.set(event['unit'], n + 1)
      if (event.event !== 'aimed' || !n) return true
      fired.set(event['unit'], n - 1)
      return false
    })
    return { ...entry, events: entry.events && events.toReversed(), text: entry.events?.length && !events.length ? undefined : entry.text }
  })
  return kept.toReversed()
}

/** An entry that only moves one more block the way that the one before went. */
function sameWay(entry: LogEntry): string | null {
  const [only, ...more] = entry.events ?? []
  if (!only || more.length || !['moved', 'came_back'].includes(only.event)) return null
  return `${together(only)} ${entry.side ?? ''}`
}

/** The whole log as lines, newest first: ships that go the same way one after the other are told together, and what was taken
 * back says so. */
export function storyOf(log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>): StoryLine[] {
  const gone = new Set(log.flatMap((entry) => entry.taken ?? []))
  const lines: StoryLine[] = []
  let run: LogEntry[] = []
  const close = (): void => {
    const [first] = run
    if (!first) return
    const last = run.at(-1)!
    const all = { ...last, events: run.flatMap((entry) => entry.events ?? []) }
    lines.push(...story(all, mine, when.get(last.seq)))
    run = []
  }
  for (const entry of withoutAims(log)) {
    const way = gone.has(entry.seq) ? null : sameWay(entry)
    if (way === null || (run.length && sameWay(run[0]!) !== way)) close()
    if (way !== null) {
      run.push(entry)
      continue
    }
    const told = story(entry, mine, when.get(entry.seq))
    if (gone.has(entry.seq)) {
      if (sameWay(entry) === null) lines.push(...told.map((line) => ({ ...line, text: `${line.text} Taken back.` })))
    } else lines.push(...told)
  }
  close()
  return lines.toReversed()
}

const SAID_LAST = new Set(['mixed', 'finished', 'went_off_board', 'way_chosen', 'aimed'])
const MOST_SAID = 4

/** An entry in one breath, for whoever comes back. */
export function headline(entry: LogEntry): string {
  const events = entry.events ?? []
  if (!events.length) return entry.text ?? ''
  const said: string[] = []
  for (const group of groups(events.filter((event) => !SAID_LAST.has(event.event) && event.event !== 'fired' && event.event !== 'land_fired'))) {
    const many = group[0]!.event === 'area_controlled' && group.length > 2
    said.push(many ? `Control changes in ${group.length} sea areas.` : lineOf(group).text)
  }
  for (const side of ['japan', 'allies'] as const) {
    const fired = events.filter((event) => event.event === 'fired' && sideOf(String(event['unit'])) === side)
    const hits = fired.reduce((n, event) => n + Number(event['hits']), 0)
    if (fired.length) said.unshift(`${side === 'japan' ? 'Japan fires' : 'The Allies fire'} ${counted(fired.length, 'time')}: ${hits ? counted(hits, 'hit') : 'no hit'}.`)
  }
  const land = events.filter((event) => event.event === 'land_fired')
  if (land.length) said.unshift(...land.slice(0, 2).map((event) => lineOf([event]).text))
  if (!said.length) said.push(...groups(events).map((group) => lineOf(group).text))
  return said.slice(0, MOST_SAID).join(' ')
}

/** What a person should see although its own choice brought it about. */
const SETTLED = new Set(['fired', 'land_fired', 'raided', 'points_scored', 'base_taken', 'place_taken', 'way_rolled'])
/** What one need not be shown one by one. */
const PLAIN = new Set(['finished', 'mixed', 'aimed'])

/** Whether an entry is worth showing: what somebody did who does not sit here, and what the dice and the end of a turn bring. */
export function worth(log: readonly LogEntry[], place: number, here: readonly string[]): boolean {
  const entry = log[place]!
  const others = !!entry.side && !here.includes(entry.side)
  if (entry.act === 'undo' || entry.act === 'withdraw') return others
  if (entry.act !== 'choice' || !entry.events?.length) return false
  if (log.some((later) => later.taken?.includes(entry.seq))) return false
  if (entry.events.every((event) => PLAIN.has(event.event))) return false
  // Blocks that go one after the other are shown when the last of them went.
  const next = standing(log).find((later) => later.seq > entry.seq)
  const run = runKind(entry)
  if (others && run && next && runKind(next) === run) return false
  return others || entry.events.some((event) => SETTLED.has(event.event))
}

/** The kind of an entry that is one of a run of small moves by a side. */
function runKind(entry: LogEntry): string | null {
  const [only, ...more] = entry.events ?? []
  if (!only || more.length || !['moved', 'came_back', 'aimed', 'pursued', 'land_aimed', 'joined', 'repaired', 'landing', 'rebuilt', 'returned'].includes(only.event)) return null
  return `${only.event} ${entry.side ?? ''}`
}
