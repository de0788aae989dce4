import type { LogEntry, VisibleEvent } from '../../app/api'
import type { StoryLine } from '../../app/game'
import { groupEvents, highestDice, isImportant, logLines, mergedLines, type Dice, type LogFormat } from '../../app/log_lines'
import type { Side } from '../../board/types'
import { sideOf } from './play_view'
import { countsText } from './unit_text'

/** Omitted events: units picked up, because their move follows; hits, because the loss follows. */
const OMITTED = new Set(['picked_up', 'bound_for', 'hit'])

/** The side of an event, from its fields; 8.12 kamikazes are Japan's, and name the power of their target. */
export function sideOfEvent(event: VisibleEvent, entry: LogEntry): Side | undefined {
  if (event.event === 'kamikaze') return sideOf('japan')
  for (const field of ['power', 'side', 'economy', 'taker']) if (typeof event[field] === 'string') return sideOf(event[field] as string)
  return ['round_opened', 'battle_opened', 'battle_ended', 'combat_round', 'surfaced', 'righted', 'game_ended'].includes(event.event) ? undefined : entry.side
}

/** The dice of a line: the lowest are its hits. */
export function diceOf(event: VisibleEvent): Dice {
  const dice = (event['dice'] as number[] | undefined) ?? (typeof event['die'] === 'number' ? [event['die']] : [])
  if (event.event === 'bombed') return dice.map((value) => ({ value, role: 'plain' }))
  const hits = Number(event['hits'] ?? event['lost'] ?? (event['hit'] ? 1 : 0))
  const hit = highestDice(dice.map((value) => 7 - value), hits)
  return dice.map((value, i) => ({ value, role: hit.has(i) ? 'hit' : 'miss' }))
}

/** The texts of the given events: what an economy buys in sequence is one text. */
export function textsOf(events: readonly VisibleEvent[]): string[] {
  return groupEvents(events, boughtBy).map((group) => (group.length > 1 ? boughtText(group) : group[0]!.text))
}

const boughtBy = (event: VisibleEvent): string => (event.event === 'bought' ? `bought ${String(event['economy'])}` : '')

/** 5.1 Several purchases of an economy: "India buys 7 infantry and 1 tank for 26 IPC." */
function boughtText(group: readonly VisibleEvent[]): string {
  const [first] = group as [VisibleEvent]
  const counts: Record<string, number> = {}
  for (const event of group) counts[String(event['kind'])] = (counts[String(event['kind'])] ?? 0) + Number(event['number'])
  const price = group.reduce((sum, event) => sum + Number(event['price']), 0)
  const buys = first.text.slice(0, first.text.indexOf(` ${Number(first['number'])} `))
  return `${buys} ${countsText(counts)} for ${price} IPC.`
}

const lineOf = (group: readonly VisibleEvent[]): { text: string; dice?: Dice } => {
  const [event] = group as [VisibleEvent]
  const dice = diceOf(event)
  const text = textsOf(group).join(' ')
  return dice.length ? { text: text.replace(/: [\d ]+([,;])/, '$1').replace(/ rolls \d and/, ''), dice } : { text }
}

const FORMAT: LogFormat = {
  groupKey: boughtBy,
  runKey: boughtBy,
  line: lineOf,
  side: sideOfEvent,
  places: ['place', 'land', 'zone', 'convoy', 'to'],
}

const combinedEntries = (log: readonly LogEntry[]): LogEntry[] =>
  log.map((entry) => {
    const events = entry.events?.filter((event) => !OMITTED.has(event.event))
    return entry.events?.length && !events?.length ? { ...entry, events, text: undefined } : { ...entry, events }
  })

/** The whole log as lines, the newest first. */
export const storyOf = (log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>): StoryLine[] => logLines(combinedEntries(log), mine, when, FORMAT)

/** All texts of the given entries. */
export const storyLines = (entries: readonly LogEntry[]): StoryLine[] => mergedLines(combinedEntries(entries), FORMAT)

const MAX_NAMED = 4
const LATE = new Set(['finished', 'fired', 'combat_round', 'guns_named'])

/** An entry in one sentence, for a returning player. */
export function headline(entry: LogEntry): string {
  const all = entry.events ?? []
  const visible = all.filter((event) => !OMITTED.has(event.event))
  const events = visible.length ? visible : all
  if (!events.length) return entry.text ?? ''
  const first = events.filter((event) => !LATE.has(event.event))
  return textsOf(first.length ? first : events).slice(0, MAX_NAMED).join(' ')
}

/** Events that are shown to a player even after the player's own choice. */
const SETTLED = new Set(['fired', 'bombarded', 'aa_fired', 'overflown', 'kamikaze', 'bombed', 'points_scored', 'captured'])
/** Events that need no playback of their own. */
const PLAIN = new Set(['finished', 'picked_up', 'bound_for', 'bid_made', 'order_set', 'turn_opened', 'round_opened'])
/** Small acts that occur in series. */
const SMALL = new Set(['bought', 'placed', 'loaded'])

export const isWorthShowing = (log: readonly LogEntry[], place: number, here: readonly string[]): boolean => isImportant(log, place, here, { settled: SETTLED, plain: PLAIN, small: SMALL })
