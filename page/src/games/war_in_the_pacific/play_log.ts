import type { LogEntry, VisibleEvent } from '../../app/api'
import type { StoryLine, StepLabels } from '../../app/game'
import { isImportant, logLines, mergedLines, type Dice, type LogFormat } from '../../app/log_lines'
import type { Side } from '../../board/types'
import { capital, sideOfId } from './play_view'

/** Events that need no mention. */
const OMITTED = new Set(['burnt'])

/** The side of an event, from its fields. */
export function sideOfEvent(event: VisibleEvent, entry: LogEntry): Side | undefined {
  if (typeof event['side'] === 'string') return event['side'] as Side
  for (const field of ['force', 'subron', 'unit', 'wave', 'link']) if (typeof event[field] === 'string') return sideOfId(event[field] as string)
  if (typeof event['ship'] === 'string') return event['ship'].startsWith('jp_') ? 'japan' : 'allies'
  return event['base'] ? entry.side : undefined
}

/** The dice of an event; those of hits are marked. */
export function diceOf(event: VisibleEvent): Dice {
  const dice = (event['dice'] as readonly number[] | undefined) ?? (typeof event['die'] === 'number' && event['die'] > 0 ? [event['die']] : [])
  return dice.filter((value) => value >= 1 && value <= 6).map((value) => ({ value, role: 'plain' }))
}

const FORMAT: LogFormat = {
  groupKey: () => '',
  runKey: (event) => (event.event === 'plotted' || event.event === 'searches' ? event.event : ''),
  line: (group) => {
    const dice = group.flatMap((event) => diceOf(event) ?? [])
    const text = group.map((event) => event.text).join(' ')
    return dice.length ? { text, dice } : { text }
  },
  side: sideOfEvent,
  places: ['at', 'to', 'over', 'start'],
}

const combinedEntries = (log: readonly LogEntry[]): LogEntry[] =>
  log.map((entry) => {
    const events = entry.events?.filter((event) => !OMITTED.has(event.event))
    return entry.events?.length && !events?.length ? { ...entry, events, text: undefined } : { ...entry, events }
  })

/** The whole log as lines, newest first. One entry may end a phase and begin the next: each line belongs to the step of its event. */
export const storyOf = (log: readonly LogEntry[], mine: string | null, { when, ofEvent }: StepLabels): StoryLine[] =>
  logLines(combinedEntries(log), mine, when, { ...FORMAT, when: (event, now) => ofEvent?.get(event) ?? now })

/** The text of all entries. */
export const storyLines = (entries: readonly LogEntry[]): StoryLine[] => mergedLines(combinedEntries(entries), FORMAT)

const MAX_NAMED = 3
/** The number of letters in the two lines of the question. */
const LETTERS = 120
const PLAIN = new Set(['phase_opened', 'impulse_opened', 'step_opened', 'turn_opened', 'plotted', 'sailed', 'deployed', 'formed', 'weather', 'searches', 'patrols', 'covers', 'available', 'marches_over', 'attacks_over', 'segment_over', 'first_found'])

/** The result of an event, a hit on a ship or a fight on land: the dice and modifiers are in the tray and in the log. */
function short({ event, text }: VisibleEvent): string {
  if (event === 'ground_battle') return capital(text.replace(/^.*?: /, ''))
  return event === 'ship_hit' || event === 'ship_sunk' ? text.replace(/ \([A-Z]{2} [A-Z]+\d+\)/g, '').replace(/ (?:is|are) hit by .*?\(dice [^)]*\)/, '') : text
}

/** Anti-aircraft fire without effect is not the result of an attack. */
const inVain = ({ event, lost, aborted }: VisibleEvent): boolean => event === 'flak' && !lost && !aborted

/** An entry in one sentence, for a returning player. */
export function headline(entry: LogEntry): string {
  const all = (entry.events ?? []).filter((event) => !OMITTED.has(event.event))
  const events = all.filter((event) => !PLAIN.has(event.event) && !inVain(event))
  const visible = events.length ? events : all
  return visible.length ? brief(visible) : (entry.text ?? '')
}
/** As many sentences as there is room for. */
function brief(visible: readonly VisibleEvent[]): string {
  const said = visible.slice(0, MAX_NAMED).map(short)
  return said.reduce((all, one) => (all && all.length + one.length > LETTERS ? all : `${all} ${one}`.trim()), '')
}

/** Events that are shown although the player's own choice caused them, such as dice results. */
const SETTLED = new Set([
  'met', 'surprise', 'battle', 'ship_hit', 'ship_sunk', 'bombarded', 'ground_battle', 'contact', 'contact_lost', 'base_searched', 'port_searched', 'air_combat', 'flak', 'bombed', 'strafed',
  'struck', 'raided', 'not_found', 'force_found', 'sub_attack', 'game_ended', 'landed', 'unit_lost', 'link_attacked', 'link_ship_lost', 'link_raided', 'link_suffered', 'link_struck', 'cards_drawn', 'plan_read', 'subrons_read',
  'asw', 'altering', 'forced_march', 'surrendered', 'left_battle',
])

/** An event that says that nothing happened: no Strike of the enemy was seen. */
const nothing = ({ event, hexes }: VisibleEvent): boolean => PLAIN.has(event) || (event === 'strikes_seen' && !(hexes as readonly string[] | undefined)?.length)

export const isWorthShowing = (log: readonly LogEntry[], place: number, here: readonly string[]): boolean => !log[place]!.events?.every(nothing) && isImportant(log, place, here, { settled: SETTLED, plain: PLAIN, small: new Set() })
