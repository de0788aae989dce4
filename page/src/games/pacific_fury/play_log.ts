import type { LogEntry, VisibleEvent } from '../../app/api'
import type { StoryLine } from '../../app/game'
import { bareLine, byOrder, groupEvents, lossLines, type Dice } from '../../app/log_lines'
import type { Side } from '../sides'
import { OperationTracker } from './play_timeline'
import type { Unit } from './types'
import { BASE_IDS, counted, isForce, listed, sideOf, unitSide } from './play_view'

/** Events that are not caused by a player's choice. */
const TABLE = new Set(['turn_opened', 'all_returned', 'marker_shifted', 'henderson_repaired', 'henderson_disrupted', 'game_ended', 'round_opened'])
/** Events of the Return Phase, after the last operation. */
const RETURN = new Set(['all_returned', 'henderson_repaired', 'game_ended'])

/** The side of an event, from its fields. */
export function sideOfEvent(event: VisibleEvent, entry: LogEntry): Side | undefined {
  const named = event['side']
  if (named === 'japan' || named === 'allies') return named
  for (const field of ['force', 'attacker']) {
    const force = event[field]
    if (typeof force === 'string' && isForce(force)) return sideOf(force)
  }
  if (typeof event['unit'] === 'string') return unitSide(event['unit'])
  if (TABLE.has(event.event)) return undefined
  const { side } = entry
  return side === 'japan' || side === 'allies' ? side : undefined
}

/** The place of an event on the board. */
export function placeOf(event: VisibleEvent): string | undefined {
  if (typeof event['zone'] === 'string') return event['zone']
  if (/henderson|bombarded/.test(event.event)) return 'henderson_field'
  if (['ships_arrived', 'base_shown', 'transports_issued', 'forces_formed'].includes(event.event)) {
    return BASE_IDS[event['side'] as Side]
  }
  if (['submarine_attack', 'reserve_released'].includes(event.event)) return 'truk'
  return undefined
}

/** Events that are combined in one line. */
function together(event: VisibleEvent): string {
  switch (event.event) {
    case 'fired':
      return `fired ${unitSide(String(event['unit']))}`
    case 'hits_assigned':
      return `hits ${String(event['side'])}`
    case 'assigned':
      return `assigned ${String(event['box'])}`
    case 'sinking_rolled':
    case 'sunk':
    case 'damaged':
    case 'out_of_time':
      return `fate ${String(event['unit'])}`
    default:
      return ''
  }
}

/** The name of a unit or force from the referee's own sentence: the text before the verb or comma. */
const leading = (text: string): string => /^(.+?)(?:, | is | joins | rolls )/.exec(text)?.[1] ?? text

const die = (event: VisibleEvent, hit: boolean, label: string): Dice[number] => ({
  value: Number(event['die']), role: hit ? 'hit' : 'miss', label,
})

function lineOf(group: readonly VisibleEvent[]): { text: string; dice?: Dice } {
  const [event] = group as [VisibleEvent]
  const hits = (of: VisibleEvent): number => Number(of['hits'])
  switch (event.event) {
    case 'fired': {
      const total = group.reduce((n, one) => n + hits(one), 0)
      const dice = group.map((one) => die(one, hits(one) > 0, `${leading(one.text)}, combat factor ${String(one['factor'])}: ${String(one['die'])}, ${hits(one) ? counted(hits(one), 'hit') : 'miss'}`))
      const who = unitSide(String(event['unit'])) === 'japan' ? 'Japanese' : 'US'
      if (group.length === 1) return { text: event.text, dice }
      return { text: `${who} fire, ${counted(group.length, 'die', 'dice')}: ${total ? counted(total, 'hit') : 'no hit'}.`, dice }
    }
    case 'henderson_fired':
      return { text: event.text, dice: [die(event, hits(event) > 0, `Henderson Field: ${String(event['die'])}`)] }
    case 'sinking_rolled': {
      const sinks = Number(event['die']) >= Number(event['sinks_on'])
      return { text: group.map((one) => one.text).join(' '), dice: [die(event, sinks, `${leading(event.text)}: ${String(event['die'])}, ${sinks ? 'sinks' : 'stays afloat'}`)] }
    }
    case 'hits_assigned':
      return { text: describeHits(group) }
    case 'event_rolled':
    case 'express_sought':
      return { text: event.text, dice: [{ value: Number(event['die']), role: 'plain' }] }
    case 'assigned':
      return { text: `Box ${String(event['box'])}: ${group.map((one) => leading(one.text)).join(', ')}.` }
    default:
      return { text: group.map((one) => one.text).join(' ') }
  }
}

/** "The Allies put 2 hits on Chikuma and 1 hit on Atago." */
function describeHits(group: readonly VisibleEvent[]): string {
  const [, who = ''] = /^(.+? puts?) /.exec(group[0]!.text) ?? []
  const hits = new Map<string, number>()
  for (const event of group) {
    const name = / on (.+)\.$/.exec(event.text)?.[1]
    if (name) hits.set(name, (hits.get(name) ?? 0) + Number(event['hits']))
  }
  if (!who || !hits.size) return group.map((event) => event.text).join(' ')
  return `${who} ${listed([...hits].map(([name, n]) => `${counted(n, 'hit')} on ${name}`))}.`
}

/** The lines of an entry, in order of time. */
export function story(entry: LogEntry, mine: string | null, when: string | undefined): StoryLine[] {
  const line = (k: number, rest: Omit<StoryLine, 'id' | 'seq'>): StoryLine => ({ id: `${entry.seq}.${k}`, seq: entry.seq, ...rest })
  const events = entry.events ?? []
  if (!events.length) return bareLine(entry, mine, when)
  let now = when
  return groupEvents(events, together).map((group, k) => {
    const { text, dice } = lineOf(group)
    const [event] = group as [VisibleEvent]
    if (RETURN.has(event.event)) now = 'return'
    if (event.event === 'turn_opened') now = 'setup'
    return line(k, {
      when: now,
      who: dice && event.event !== 'fired' ? 'dice' : sideOfEvent(event, entry), text: k ? text : `${text}${byOrder(entry)}`, dice, clause: event.clause, place: group.map(placeOf).find(Boolean),
    })
  })
}

/** The whole log as lines, newest first: ships that are put into one box in sequence share a line, and so do hits on ships; choices
 * that were taken back are marked. */
export function storyOf(log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>): StoryLine[] {
  const gone = new Set(log.flatMap((entry) => entry.taken ?? []))
  const lines: StoryLine[] = []
  let box: string | null = null
  let hits: readonly VisibleEvent[] = []
  for (const entry of log) {
    const [only, ...more] = entry.events ?? []
    const key = only?.event === 'assigned' && !more.length && !gone.has(entry.seq) ? `${String(only['box'])}` : null
    if (only?.event === 'assigned' && gone.has(entry.seq)) continue
    if (key !== null && box === key) {
      const last = lines.at(-1)!
      last.text = `${last.text.slice(0, -1)}, ${leading(only!.text)}.`
      continue
    }
    box = key
    const added = story(entry, mine, when.get(entry.seq))
    const put = gone.has(entry.seq) || only?.event !== 'hits_assigned' ? [] : entry.events!.filter((event) => event.event === 'hits_assigned')
    if (put.length && hits[0]?.['side'] === put[0]!['side']) {
      hits = [...hits, ...put]
      lines.at(-1)!.text = `${describeHits(hits)}${byOrder(entry)}`
      added.shift()
    } else hits = put
    if (put.length !== entry.events?.length) hits = []
    lines.push(...(gone.has(entry.seq) ? added.map((line) => ({ ...line, text: `${line.text} Taken back.` })) : added))
  }
  return lines.toReversed()
}

const LOST: Readonly<Record<string, string>> = { sunk: 'sunk', damaged: 'damaged', out_of_time: 'damaged, out of the campaign' }

/** The text of all entries, and the losses. */
export function storyLines(entries: readonly LogEntry[], units: ReadonlyMap<string, Unit>): StoryLine[] {
  const lost = entries.flatMap((entry) => entry.events ?? []).filter((event) => event.event in LOST).map((event) => [String(event['unit']), LOST[event.event]!] as const)
  const lines = entries.flatMap((entry) => story({ ...entry, events: entry.events?.filter((event) => !(event.event in LOST) && event.event !== 'sinking_rolled') }, null, undefined))
  return [...lines.filter((line) => line.text), ...lossLines(lost, { name: (id) => units.get(id)?.name ?? id, sideOf: unitSide })]
}

const OPENERS = new Set([
  'turn_opened', 'sortied', 'moved', 'passed', 'landed', 'express_landed', 'target_chosen', 'battle_opened', 'battle_accepted', 'battle_declined',
  'forces_formed',
  'event_rolled', 'submarine_attack', 'reserve_released', 'stayed', 'too_late', 'game_ended', 'express_sought', 'carrier_returned',
  'henderson_disrupted', 'marker_shifted',
])
const MAX_NAMED = 3

/** An entry in one sentence, for a returning player. */
export function headline(entry: LogEntry): string {
  const events = entry.events ?? []
  if (!events.length) return entry.text ?? ''
  const said = events.filter((event) => OPENERS.has(event.event)).map((event) => event.text)
  for (const side of ['allies', 'japan'] as const) {
    const fired = events.filter((event) => event.event === 'fired' && unitSide(String(event['unit'])) === side)
    const hits = fired.reduce((n, event) => n + Number(event['hits']), 0)
    if (fired.length) said.push(`${side === 'japan' ? 'Japanese' : 'US'} fire: ${hits ? counted(hits, 'hit') : 'no hit'}.`)
  }
  const sunk = events.filter((event) => event.event === 'sunk').map((event) => leading(event.text))
  const hurt = events.filter((event) => ['damaged', 'out_of_time'].includes(event.event)).map((event) => leading(event.text))
  if (sunk.length) said.push(`Sunk: ${sunk.join(', ')}.`)
  if (hurt.length) said.push(`Damaged: ${hurt.join(', ')}.`)
  if (!said.length) said.push(...events.filter((event) => event.event !== 'round_opened').map((event) => event.text))
  return said.slice(0, MAX_NAMED).join(' ')
}

const SETTLED = new Set(['sunk', 'damaged', 'out_of_time', 'fired', 'express_sought', 'bombarded', 'henderson_struck', 'event_rolled'])

/** Whether an entry is worth showing: an act of a player elsewhere, or the end of a fight whose dice would otherwise disappear
 * before they were seen. */
export function isWorthShowing(log: readonly LogEntry[], place: number, here: readonly string[]): boolean {
  const entry = log[place]!
  const others = !!entry.side && !here.includes(entry.side)
  if (entry.act === 'undo' || entry.act === 'withdraw') return others
  if (entry.act !== 'choice' || !entry.events?.length) return false
  if (log.some((later) => later.taken?.includes(entry.seq))) return false
  // Hits are assigned one by one; they are shown when the last one is assigned and the sinking rolls are made.
  if (entry.events.every((event) => event.event === 'hits_assigned')) return false
  if (others) return true
  return entry.events.some((event) => SETTLED.has(event.event)) && !fighting(log.slice(0, place + 1))
}

/** Whether a battle continues after the last of these entries. */
function fighting(log: readonly LogEntry[]): boolean {
  const watch = new OperationTracker()
  for (const entry of log) watch.begins(entry)
  return watch.acting !== null
}
