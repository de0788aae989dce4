import type { LogEntry, VisibleEvent } from '../../app/api'
import type { StoryLine } from '../../app/game'
import { highestDice, isImportant, lossLines, logLines, mergedLines, type Dice, type LogFormat } from '../../app/log_lines'
import type { Side } from '../sides'
import { counted, isSide, listedShort, type Facts } from './play_view'

/** The side of a unit; the log does not contain it. */
export type SideOf = (id: string) => Side | undefined

/** The side of an event, from its fields. */
export function sideOfEvent(event: VisibleEvent, entry: LogEntry, sideOf: SideOf): Side | undefined {
  if (isSide(event['side'])) return event['side']
  const units = event['units']
  const unit = event['unit'] ?? (Array.isArray(units) ? units[0] : undefined)
  if (typeof unit === 'string' && sideOf(unit)) return sideOf(unit)
  return TABLE.has(event.event) || !isSide(entry.side) ? undefined : entry.side
}

/** Events that no player's choice causes. */
const TABLE = new Set(['turn_opened', 'actions_named', 'action_rolled', 'action_settled', 'flag_set', 'points_scored', 'combat_ended', 'deadlocked', 'game_ended', 'uncertain_rolled'])

/** Events of one unit each that share a line: their common fields, and the text after the names. */
const RUNS: Readonly<Record<string, RegExp>> = {
  patrolled: / patrols (.+)\.$/, raided: / raids (.+)\.$/, sailed: / sails (.+)\.$/, arrived: / arrives(.*)\.$/, marked: / is (marked as a raider)\.$/, evicted: / is driven out to (.+)\.$/,
  went_home: / (?:returns to|gets away to|goes home to) (.+)\.$/, sortied: / comes (out of .+)\.$/, raid_joined: / joins (.+)\.$/,
  stationed: / is (at .+)\.$/, fled: / flees (.+)\.$/,
}
const MANY: Readonly<Record<string, string>> = {
  patrolled: 'patrol', raided: 'raid', sailed: 'sail', arrived: 'arrive', marked: 'are', evicted: 'are driven out to', went_home: 'go home to', sortied: 'come', raid_joined: 'join',
  stationed: 'are', fled: 'flee',
}

function runKey(event: VisibleEvent): string {
  const rest = RUNS[event.event]?.exec(event.text)?.[1]
  return rest === undefined ? '' : `${event.event} ${String(event['reason'] ?? '')} ${rest}`
}

const MAX_NAMES = 6 // maximum number of names in a line of the log

function lineOf(group: readonly VisibleEvent[], most = MAX_NAMES): { text: string; dice?: Dice } {
  const [event] = group as [VisibleEvent]
  if (group.length > 1) {
    const rest = RUNS[event.event]!.exec(event.text)![1]!.replace('as a raider', 'as raiders')
    const who = group.map((one) => one.text.slice(0, RUNS[one.event]!.exec(one.text)!.index).replace(/,.*$/, ''))
    return { text: `${listedShort(who, most)} ${MANY[event.event]}${rest.startsWith(' ') || !rest ? '' : ' '}${rest}.` }
  }
  const dice = diceOf(event)
  return dice.length ? { text: event.text, dice } : { text: event.text }
}

/** The dice of an event: which hit, disabled or missed (7.53). */
export function diceOf(event: VisibleEvent): Dice {
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

/**
 * The shots of a unit: there are as many hits as damage dice, the highest shots; a 5 disables, or a 4 with the
 * bonus.
 */
export function shotDice(event: VisibleEvent): Dice {
  const dice = (event['dice'] as number[] | undefined) ?? []
  const hits = (event['hits'] as number[] | undefined)?.length ?? 0
  const hit = highestDice(dice, hits)
  const disables = event['disabled'] ? Math.max(...dice.filter((_, i) => !hit.has(i))) : undefined
  return dice.map((value, i) => ({ value, role: hit.has(i) ? 'hit' : value === disables ? 'disables' : 'miss' }))
}

const formatFor = (sideOf: SideOf): LogFormat => ({
  groupKey: runKey,
  runKey,
  line: (group) => lineOf(group),
  side: (event, entry) => sideOfEvent(event, entry, sideOf),
  places: ['area', 'place', 'port', 'spot'],
})

/** The whole log as lines, the newest first; the damage of a hit is shown with its dice. */
export function storyOf(log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>, sideOf: SideOf): StoryLine[] {
  const visible = log.map((entry) => ({ ...entry, events: entry.events?.filter((event) => event.event !== 'damaged') }))
  return logLines(visible, mine, when, formatFor(sideOf))
}

const LOST: Readonly<Record<string, string>> = { lost: 'lost', was_disabled: 'disabled', bottomed: 'on the bottom' }
/** Implied by the event that follows. */
const OMITTED = new Set(['finished', 'aimed', 'damaged', 'pursuers_named', 'held_fire', ...Object.keys(LOST)])

/** All texts of the given entries, with all units and losses by name. */
export function storyLines(entries: readonly LogEntry[], facts: Facts): StoryLine[] {
  const events = entries.flatMap((entry) => entry.events ?? [])
  const raided = events.some((event) => event.event === 'raid_force_named') // it names all units that joined
  const visible = entries.map((entry) => ({ ...entry, events: entry.events?.filter((event) => !OMITTED.has(event.event) && !(raided && event.event === 'raid_joined')) }))
  const lost = events.filter((event) => event.event in LOST).map((event) => [String(event['unit']), LOST[event.event]!] as const)
  return [...mergedLines(visible, { ...formatFor((id) => facts.sideOf(id)), line: (group) => lineOf(group, group.length) }), ...lossLines(lost, { name: (id) => facts.name(id), sideOf: (id) => facts.sideOf(id) })]
}

const SAID_LAST = new Set(['finished', 'aimed', 'flag_set', 'speed_rolled', 'damaged', 'pursuers_named'])
const MAX_NAMED = 4

/** Events that share a line, even if other events are between them. */
function byKey(events: readonly VisibleEvent[]): VisibleEvent[][] {
  const runs = new Map<string, VisibleEvent[]>()
  events.forEach((event, k) => {
    const key = runKey(event) || String(k)
    runs.set(key, [...(runs.get(key) ?? []), event])
  })
  return [...runs.values()]
}

/** An entry in one sentence, for a returning player. */
export function headline(entry: LogEntry): string {
  const events = entry.events ?? []
  if (!events.length) return entry.text ?? ''
  const visible = events.filter((event) => !SAID_LAST.has(event.event) && event.event !== 'fired')
  const said = byKey(visible).map((group) => lineOf(group, group.length).text)
  const fired = events.filter((event) => event.event === 'fired')
  const hits = fired.reduce((n, event) => n + ((event['hits'] as number[] | undefined)?.length ?? 0), 0)
  if (fired.length) said.unshift(`${fired.length === 1 ? 'One unit fires' : `${fired.length} units fire`}: ${hits ? counted(hits, 'hit') : 'no hit'}.`)
  const flags = events.filter((event) => event.event === 'flag_set')
  if (!said.length) said.push(...(flags.length ? ['Control of the sea areas is settled.'] : byKey(events).map((group) => lineOf(group, group.length).text)))
  return said.slice(0, MAX_NAMED).join(' ')
}

/** Events shown to a player even after the player's own choice. */
const SETTLED = new Set(['fired', 'torpedoed', 'island_fired', 'points_scored', 'captured', 'action_rolled', 'uncertain_rolled', 'speed_rolled', 'force_sighted'])
/** Events that need no playback of their own. */
const PLAIN = new Set(['finished', 'aimed', 'held_fire', 'pursuers_named'])
/** Small acts that occur in series. */
const SMALL = new Set([
  'patrolled', 'raided', 'sailed', 'marked', 'repaired', 'went_home', 'raid_joined', 'sortied', 'aimed', 'fled', 'pursued', 'raid_set', 'landed', 'returned',
  'stationed', 'saved', 'announces', 'formed', 'stopped', 'island_aimed', 'rebuilt', 'designated',
])

export const isWorthShowing = (log: readonly LogEntry[], place: number, here: readonly string[]): boolean =>
  isImportant(log, place, here, { settled: SETTLED, plain: PLAIN, small: SMALL })
