import type { LogEntry, VisibleEvent } from '../../app/api'
import type { StoryLine } from '../../app/game'
import { groupEvents, highestDice, isImportant, lossLines, logLines, mergedLines, type Dice, type LogFormat } from '../../app/log_lines'
import type { Side } from '../sides'
import { counted, isSide, listedShort, sideOf, type Facts } from './play_view'

/** Events that no player's choice causes. */
const TABLE = new Set(['turn_opened', 'combat_opened', 'combat_ended', 'way_chosen', 'ways_named', 'way_rolled', 'points_scored', 'game_ended', 'garrison_lost'])

/** Events of the end of a turn, after the last combat. */
const RETURN = new Set(['area_controlled', 'points_scored', 'place_taken', 'came_back', 'went_off_board', 'game_ended'])

/** The side of an event, from its fields. */
export function sideOfEvent(event: VisibleEvent, entry: LogEntry): Side | undefined {
  if (isSide(event['side'])) return event['side']
  for (const field of ['unit', 'block']) if (typeof event[field] === 'string' && event[field] !== 'garrison') return sideOf(event[field] as string)
  if (event.event === 'joined' || event.event === 'sailed' || event.event === 'formed') return 'japan'
  if (TABLE.has(event.event) || event['side'] === null) return undefined
  return isSide(entry.side) ? entry.side : undefined
}

/** The events that one line summarizes together. */
function together(event: VisibleEvent): string {
  const { event: kind } = event
  if (kind === 'moved' || kind === 'came_back') return `${kind} ${String(event['origin'] ?? event['area'])} ${String(event['area'])} ${String(event['place'])}`
  if (kind === 'arrived') return `${kind} ${String(event['side'])} ${String(event['place'])}`
  if (['aimed', 'went_off_board', 'delayed', 'mixed', 'sunk', 'area_controlled'].includes(kind)) return `${kind} ${kind === 'area_controlled' ? '' : String(event['side'] ?? sideOf(String(event['unit'] ?? event['block'] ?? '')))}`
  return ''
}

const cut = (text: string, from: RegExp): string => from.exec(text)?.[1] ?? text

const MAX_NAMES = 5 // maximum number of names in a line of the log

/** Blocks of which only the number is known: "Japanese blocks 1, 7 and 23". */
function numbered(found: readonly string[], most: number): string | undefined {
  const blocks = found.map((name) => /^(.+ )block (\d+)$/.exec(name))
  const [first] = blocks
  if (!first || blocks.some((one) => one?.[1] !== first[1])) return undefined
  const numbers = blocks.map((one) => Number(one![2])).toSorted((a, b) => a - b)
  return `${first[1]}blocks ${listedShort(numbers.map(String), most)}`
}

/** Several events of one type in one sentence. */
function drawnTogether(group: readonly VisibleEvent[], most: number): string {
  const [event] = group as [VisibleEvent]
  const names = (found: readonly string[]): string => numbered(found, most) ?? listedShort(found, most)
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
      return `${blocks || names(who('returns'))} return ${cut(event.text, / returns (from .+)\.$/)}.`
    case 'arrived':
      return `${names(who('arrives'))} arrive ${cut(event.text, / arrives (.+)\.$/)}.`
    case 'sunk':
      return `${names(who('is lost'))} are lost.`
    case 'went_off_board':
      return `${counted(group.length, 'block')} go off board.`
    case 'area_controlled':
      return control(group, most)
    case 'aimed':
      return group.map((one) => one.text).join(' ')
    default:
      return group.map((one) => one.text).join(' ')
  }
}

/** The new controllers, side by side. */
function control(group: readonly VisibleEvent[], most: number): string {
  const areas = (side: unknown): string[] => group.filter((one) => one['side'] === side).map((one) => cut(one.text, / controls? (.+?)(?: any more)?\.$/))
  const said = (lead: string, found: string[], end = ''): string[] => (found.length ? [`${lead} ${listedShort(found, most)}${end}.`] : [])
  return [...said('Japan controls', areas('japan')), ...said('The Allies control', areas('allies')), ...said('Nobody controls', areas(null), ' any more')].join(' ')
}

/** The dice of a shot: the highest are its hits, a 1 disables at sea. */
export function shotDice(event: VisibleEvent): Dice {
  const dice = (event['dice'] as number[] | undefined) ?? []
  const hit = highestDice(dice, Number(event['hits'] ?? 0))
  const sea = event.event === 'fired'
  return dice.map((value, i) => ({ value, role: hit.has(i) ? 'hit' : sea && value === 1 ? 'disables' : 'miss' }))
}

function lineOf(group: readonly VisibleEvent[], most = MAX_NAMES): { text: string; dice?: Dice } {
  const [event] = group as [VisibleEvent]
  if (group.length > 1) return { text: drawnTogether(group, most) }
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

const FORMAT: LogFormat = {
  groupKey: together,
  runKey: (event) => (event.event === 'moved' || event.event === 'came_back' ? together(event) : ''),
  line: (group) => lineOf(group),
  side: sideOfEvent,
  places: ['area', 'place', 'port', 'origin'],
  when: (event, now) => {
    if (event.event === 'turn_opened') return now && `T${String(event['turn'])} arrivals`
    return RETURN.has(event.event) ? now?.replace(/ .*/, ' return') : now
  },
}

/** The log without the aiming of units that have since fired: the shot names its target. */
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

/** The whole log as lines, the newest first. */
export const storyOf = (log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>): StoryLine[] =>
  logLines(withoutAims(log), mine, when, FORMAT)

const LOST: Readonly<Record<string, string>> = { sunk: 'lost', disabled_home: 'disabled' }
/** Implied by the event that follows. */
const OMITTED = new Set(['mixed', 'finished', 'aimed', 'delayed', ...Object.keys(LOST)])

/** All texts of the given entries, with all units and losses by name. */
export function storyLines(entries: readonly LogEntry[], facts: Facts): StoryLine[] {
  const events = entries.flatMap((entry) => entry.events ?? [])
  const visible = entries.map((entry) => ({ ...entry, events: entry.events?.filter((event) => !OMITTED.has(event.event)) }))
  const lost = events.filter((event) => event.event in LOST && typeof event['unit'] === 'string').map((event) => [String(event['unit']), LOST[event.event]!] as const)
  return [...mergedLines(visible, { ...FORMAT, line: (group) => lineOf(group, group.length) }), ...lossLines(lost, { name: (id) => facts.name(id), sideOf })]
}

const SAID_LAST = new Set(['mixed', 'finished', 'went_off_board', 'way_chosen', 'aimed'])
const MAX_NAMED = 4

/** The result of the fire of several units: "Japan 3 hits, Allies no hit: Wasp lost." */
function fireInShort(events: readonly VisibleEvent[], shots: readonly VisibleEvent[]): string {
  const sides = (['japan', 'allies'] as const).flatMap((side) => {
    const own = shots.filter((event) => sideOf(String(event['unit'])) === side)
    const hits = own.reduce((n, event) => n + Number(event['hits']), 0)
    return own.length ? [`${side === 'japan' ? 'Japan' : 'Allies'} ${hits ? counted(hits, 'hit') : 'no hit'}`] : []
  })
  const fates = [['sunk', / is lost/, 'lost'], ['disabled_home', / is disabled/, 'disabled']] as const
  const ends = fates.flatMap(([kind, from, fate]) => {
    const names = events.filter((event) => event.event === kind).map((event) => event.text.split(from)[0]!)
    return names.length ? [`${listedShort(names)} ${fate}`] : []
  })
  return `${sides.join(', ')}${ends.length ? `: ${ends.join(', ')}` : ''}.`
}

/** An entry in one sentence, for a returning player. */
export function headline(entry: LogEntry): string {
  const events = entry.events ?? []
  if (!events.length) return entry.text ?? ''
  const said: string[] = []
  const shots = events.filter((event) => event.event === 'fired')
  const apart = new Set(['fired', 'land_fired', ...(shots.length > 1 ? ['sunk', 'disabled_home'] : [])])
  for (const group of groupEvents(events.filter((event) => !SAID_LAST.has(event.event) && !apart.has(event.event)), together)) {
    const many = group[0]!.event === 'area_controlled' && group.length > 2
    said.push(many ? `Control changes in ${group.length} sea areas.` : lineOf(group, group.length).text)
  }
  if (shots.length) said.unshift(shots.length > 1 ? fireInShort(events, shots) : lineOf(shots).text)
  const land = events.filter((event) => event.event === 'land_fired')
  if (land.length) said.unshift(...land.slice(0, 2).map((event) => lineOf([event]).text))
  if (!said.length) said.push(...groupEvents(events, together).map((group) => lineOf(group).text))
  return said.slice(0, MAX_NAMED).join(' ')
}

/** Events shown to a player even after the player's own choice. */
const SETTLED = new Set(['fired', 'land_fired', 'raided', 'points_scored', 'base_taken', 'place_taken', 'way_rolled'])
/** Events that need no playback of their own. */
const PLAIN = new Set(['finished', 'mixed', 'aimed'])

/** Small acts that occur in series. */
const SMALL = new Set([
  'moved', 'came_back', 'aimed', 'pursued', 'land_aimed', 'joined', 'repaired', 'landing', 'rebuilt', 'returned',
])

export const isWorthShowing = (log: readonly LogEntry[], place: number, here: readonly string[]): boolean =>
  isImportant(log, place, here, { settled: SETTLED, plain: PLAIN, small: SMALL })
