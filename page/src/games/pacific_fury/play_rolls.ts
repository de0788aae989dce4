import type { LogEntry, VisibleEvent } from '../../app/api'
import { splitBattles } from '../../app/playback_steps'
import { tableRoll, effectsOf, type RollRow, type SideRolls, type Rolls } from '../../app/rolls'
import type { Side } from '../sides'
import { WORDS } from './catalogue'
import type { Unit } from './types'
import { counted } from './play_view'

const NAMES: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'Allies' }
const EFFECTS: ReadonlySet<string> = new Set(['sunk', 'damaged', 'out_of_time', 'henderson_disrupted', 'henderson_struck', 'bombarded'])

const SHOTS: ReadonlySet<string> = new Set(['fired', 'henderson_fired', 'sinking_rolled'])

/** Whether an event is the result of a die. */
export const isRolled = (event: VisibleEvent): boolean => SHOTS.has(event.event) || !!WORDS.roll(event.event)

/** The dice of an entry in separate steps: those of a battle, then those for the turn's event. */
export const battles = (events: readonly VisibleEvent[]): VisibleEvent[][] => {
  const first = events.find((event) => event.event === 'event_rolled')
  return splitBattles(events, (event) => event === first, isRolled)
}

/** 10.2.b One shot: it scores the number rolled, if that is at most the factor. */
function shot(event: VisibleEvent, units: ReadonlyMap<string, Unit>): RollRow {
  const unit = units.get(String(event['unit']))
  const factor = Number(event['factor'])
  const hits = Number(event['hits'])
  return {
    id: unit?.id ?? 'henderson_field', unit: unit?.id, attacker: unit?.name ?? 'Henderson Field', noTargetText: `factor ${factor}`, brief: hits ? String(hits) : '', needs: factor > 1 ? `hits on 1 to ${factor}` : 'hits on 1',
    dice: [{ value: Number(event['die']), role: hits ? 'hit' : 'miss' }], result: hits ? counted(hits, 'hit') : 'miss',
  }
}

/** Henderson Field fires for the side that did not strike. */
const other = (fired: Side | undefined): Side => (fired === 'japan' ? 'allies' : 'japan')

/** The fire in the given events, in the order of firing. */
export function firesOf(events: readonly VisibleEvent[], units: ReadonlyMap<string, Unit>): SideRolls[] {
  const fired = new Map<Side, VisibleEvent[]>()
  for (const event of events) {
    if (event.event !== 'fired' && event.event !== 'henderson_fired') continue
    const side = units.get(String(event['unit']))?.side ?? other([...fired.keys()][0])
    fired.set(side, [...(fired.get(side) ?? []), event])
  }
  return [...fired].map(([side, own]) => {
    const hits = own.reduce((n, event) => n + Number(event['hits']), 0)
    return { side, sideName: NAMES[side], title: `rolled ${counted(own.length, 'die', 'dice')}: ${hits ? counted(hits, 'hit') : 'no hit'}`, rows: own.map((event) => shot(event, units)) }
  })
}

/** 10.7.c The dice needed to sink each ship that was hit. */
function sinking(event: VisibleEvent, units: ReadonlyMap<string, Unit>): RollRow {
  const [die, from] = [Number(event['die']), Number(event['sinks_on'])]
  const sinks = die >= from
  return {
    id: `sinking ${String(event['unit'])}`, attacker: units.get(String(event['unit']))?.name ?? String(event['unit']), target: counted(Number(event['hits']), 'hit'),
    needs: from < 6 ? `sinks on ${from} to 6` : 'sinks on 6', dice: [{ value: die, role: sinks ? 'hit' : 'miss' }], result: sinks ? 'sinks' : 'stays afloat',
  }
}

/**
 * The text before the dice are rolled: the firers with their dice, Henderson Field beside them, or the other
 * purpose.
 */
function rollAnnouncement(events: readonly VisibleEvent[], by: readonly SideRolls[]): string {
  const first = events.find((event) => WORDS.roll(event.event) || event.event === 'fired' || event.event === 'henderson_fired' || event.event === 'sinking_rolled')!
  const words = WORDS.roll(first.event)
  if (words) return words.ask ?? words.title
  if (first.event === 'sinking_rolled') return `Sinking rolls for ${counted(events.filter((event) => event.event === 'sinking_rolled').length, 'ship')}.`
  const fire = by.flatMap(({ side, rows }) => {
    const field = rows.filter(({ id }) => id === 'henderson_field').length
    return [[NAMES[side as Side] === 'Allies' ? 'the Allies' : 'Japan', rows.length - field], ['Henderson Field', field]] as const
  }).filter(([, dice]) => dice)
  const [[who, dice], ...more] = fire as [(typeof fire)[number], ...typeof fire]
  const kind = events.some((event) => event.event === 'target_chosen') ? 'Air strike: ' : ''
  const said = `${who} ${who === 'the Allies' ? 'roll' : 'rolls'} ${counted(dice, 'die', 'dice')}${more.map(([other, n]) => `, ${other} ${n}`).join('')}.`
  return kind + (kind ? said : said.replace(/^./, (c) => c.toUpperCase()))
}

/** Dice rolled by no unit; a die for an event that has already happened is rolled again, and all of them share one row. */
function tableRolls(events: readonly VisibleEvent[]): RollRow[] {
  const rows: RollRow[] = []
  let again: VisibleEvent[] = []
  for (const event of events) {
    if (event.event === 'event_rolled' && event['reroll']) {
      again.push(event)
      continue
    }
    const row = tableRoll(event, WORDS.roll(event.event)!.title, [...again, event].map((one) => [Number(one['die']), '']), rows.length > 0)
    const [first, ...more] = row.dice
    const repeated = again.length > 1 ? `Already happened; rolled again (${again.length} times). ` : again.length ? 'Already happened; rolled again. ' : ''
    rows.push({ ...row, dice: [first!, ...more.map((die) => ({ ...die, followUp: true }))], result: `${repeated}${row.result}` })
    again = []
  }
  return rows
}

/** All dice of an entry. */
export function rolls(entry: LogEntry, units: ReadonlyMap<string, Unit>): Rolls | null {
  const events = entry.events ?? []
  const sides = firesOf(events, units)
  for (const side of ['allies', 'japan'] as const) {
    const rows = events.filter((event) => event.event === 'sinking_rolled' && units.get(String(event['unit']))?.side === side).map((event) => sinking(event, units))
    if (rows.length) sides.push({ side, sideName: NAMES[side], title: `sinking rolls: ${rows.filter((row) => row.result === 'sinks').length} of ${rows.length} sink`, rows })
  }
  const shots = sides.length > 0 && !events.some((event) => event.event === 'sinking_rolled')
  const table = tableRolls(events.filter((event) => WORDS.roll(event.event)))
  if (table.length) sides.push({ sideName: table[0]!.attacker, title: '', rows: table })
  const n = sides.reduce((all, { rows }) => all + rows.filter((row) => !row.dice[0]!.followUp).length, 0)
  return n ? { what: shots && !table.length ? counted(n, 'shot') : counted(n, 'die', 'dice'), announcement: rollAnnouncement(events, sides), sides, effects: effectsOf(entry, EFFECTS) } : null
}
