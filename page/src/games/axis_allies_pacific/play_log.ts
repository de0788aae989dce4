import type { LogEntry, VisibleEvent } from '../../app/api'
import type { StoryLine } from '../../app/game'
import { highest, isWorth, logLines, mergedLines, type Dice, type LogFormat } from '../../app/log_lines'
import type { Side } from '../../board/types'
import { sideOf } from './play_view'

/** Omitted events: units picked up, because their move follows; hits, because the loss follows. */
const OMITTED = new Set(['picked_up', 'bound_for', 'hit'])

/** The side of an event, from its fields. */
export function sideOfEvent(event: VisibleEvent, entry: LogEntry): Side | undefined {
  for (const field of ['power', 'side', 'economy', 'taker']) if (typeof event[field] === 'string') return sideOf(event[field] as string)
  return ['round_opened', 'battle_opened', 'battle_ended', 'combat_round', 'surfaced', 'righted', 'game_ended'].includes(event.event) ? undefined : entry.side
}

/** The dice of a line: the lowest are its hits. */
export function diceOf(event: VisibleEvent): Dice {
  const dice = (event['dice'] as number[] | undefined) ?? (typeof event['die'] === 'number' ? [event['die']] : [])
  if (event.event === 'bombed') return dice.map((value) => ({ value, role: 'plain' }))
  const hits = Number(event['hits'] ?? event['lost'] ?? (event['hit'] ? 1 : 0))
  const hit = highest(dice.map((value) => 7 - value), hits)
  return dice.map((value, i) => ({ value, role: hit.has(i) ? 'hit' : 'miss' }))
}

const lineOf = (group: readonly VisibleEvent[]): { text: string; dice?: Dice } => {
  const [event] = group as [VisibleEvent]
  const dice = diceOf(event)
  const text = group.map((one) => one.text).join(' ')
  return dice.length ? { text: text.replace(/: [\d ]+([,;])/, '$1').replace(/ rolls \d and/, ''), dice } : { text }
}

const FORMAT: LogFormat = {
  groupKey: (event) => (event.event === 'bought' ? `bought ${String(event['economy'])}` : ''),
  runKey: () => '',
  line: lineOf,
  side: sideOfEvent,
  places: ['place', 'land', 'zone', 'convoy', 'to'],
}

const said = (log: readonly LogEntry[]): LogEntry[] =>
  log.map((entry) => {
    const events = entry.events?.filter((event) => !OMITTED.has(event.event))
    return entry.events?.length && !events?.length ? { ...entry, events, text: undefined } : { ...entry, events }
  })

/** The whole log as lines, the newest first. */
export const storyOf = (log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>): StoryLine[] => logLines(said(log), mine, when, FORMAT)

/** All texts of some entries. */
export const storyLines = (entries: readonly LogEntry[]): StoryLine[] => mergedLines(said(entries), FORMAT)

const MAX_NAMED = 4
const LATE = new Set(['finished', 'fired', 'combat_round', 'guns_named'])

/** An entry in one sentence, for a returning player. */
export function headline(entry: LogEntry): string {
  const all = entry.events ?? []
  const visible = all.filter((event) => !OMITTED.has(event.event))
  const events = visible.length ? visible : all
  if (!events.length) return entry.text ?? ''
  const first = events.filter((event) => !LATE.has(event.event))
  return (first.length ? first : events).slice(0, MAX_NAMED).map((event) => event.text).join(' ')
}

/** Events shown to a player even after the player's own choice. */
const SETTLED = new Set(['fired', 'bombarded', 'aa_fired', 'overflown', 'kamikaze', 'bombed', 'points_scored', 'captured'])
/** Events that need no playback of their own. */
const PLAIN = new Set(['finished', 'picked_up', 'bound_for', 'bid_made', 'order_set', 'turn_opened', 'round_opened'])
/** Small acts that occur in series. */
const SMALL = new Set(['bought', 'placed', 'loaded'])

export const isWorthShowing = (log: readonly LogEntry[], place: number, here: readonly string[]): boolean => isWorth(log, place, here, { settled: SETTLED, plain: PLAIN, small: SMALL })
