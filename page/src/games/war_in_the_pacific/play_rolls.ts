import type { LogEntry, VisibleEvent } from '../../app/api'
import { effectsOf, type RollRow, type SideRolls, type RolledDie, type Rolls } from '../../app/rolls'
import { sideName, type Side } from '../../board/sides'
import { counted, listed } from '../../lib/text'
import { battleFilter } from './battles_shown.svelte'
import { WORDS } from './catalogue'
import { combatsIn, onBoard } from './combats'
import { diceOf, sideOfEvent } from './play_log'
import { capital, forceShort, plain, waveName, type Facts } from './play_view'

const EFFECTS: ReadonlySet<string> = new Set(['ship_sunk', 'unit_lost', 'captured', 'aboard_lost', 'cargo_lost', 'surrendered', 'battle_over', 'hit_on_ground', 'came_down'])
/** The dice of fights and battles; weather, availability and similar rolls are automatic and only reported. */
const ROLLED: ReadonlySet<string> = new Set(['broke_off', 'surprise', 'left_battle', 'ship_hit', 'bombarded', 'ground_battle', 'surrendered', 'asw', 'joins', 'not_found', 'force_found', 'bombed', 'altering', 'forced_march'])

/** 24.2 The column shifts of an attack, each by name: the last event before its die. */
const SHIFTS = /\(([^()]* [+-]\d+)\), die/
/** If a sentence ends with the die, the part before the die is the result. */
const DID = /^(?:.*? Task Force \d+ )?(.*): [\d\s+-]+(?: of \d+)?\.?$/
const didWhat = (text: string): string => (DID.exec(text)?.[1] ?? text.replace(/^.*?: /, '')).replace(/\.$/, '')
const signed = (n: unknown): string => (typeof n === 'number' && n ? `${n > 0 ? '+' : ''}${n}` : '')

/** The hexes that the waves of an entry strike: each event there belongs to its wave. */
const struckBy = (entry: LogEntry): ReadonlyMap<unknown, unknown> => new Map((entry.events ?? []).flatMap(({ event, wave, at }) => (event === 'raided' ? [[wave, at] as const] : [])))

function rowOf(event: VisibleEvent, k: number, facts: Facts, struck: ReadonlyMap<unknown, unknown>): RollRow {
  const dice = diceOf(event) as RolledDie[]
  const added = Array.isArray(event['added']) ? event['added'].map(signed).filter(Boolean).join(', ') : signed(event['added'])
  const strength = event['strength'] === undefined ? '' : `strength ${String(event['strength'])}`
  const odds = event.event === 'ground_battle' ? [`${String(event['attacker'])} to ${String(event['defender'])}`, SHIFTS.exec(event.text)?.[1]].filter(Boolean).join(', ') : ''
  const needs = [strength, odds, added ? `modifier ${added}` : '', event['fix'] === undefined ? '' : `needs ${String(event['fix'])} or less`].filter(Boolean).join(', ')
  const ship = typeof event['ship'] === 'string' ? facts.shipName(event['ship']) : undefined
  const there = event['at'] ?? struck.get(event['wave'])
  const at = typeof there === 'string' ? facts.placeName(there) : undefined
  const title = WORDS.roll(event.event)?.title ?? capital(plain(event.event))
  const force = typeof event['force'] === 'string' ? forceShort(event['force']) : undefined
  const wave = typeof event['wave'] === 'string' ? waveName(event['wave'], facts) : undefined
  return { id: `${k} ${event.event}`, attacker: event.event === 'ship_hit' ? capital(plain(String(event['weapon']))) : (event.event === 'broke_off' && force ? `${force} ${title.toLowerCase()}` : (WORDS.roll(event.event)?.title ?? force ?? wave ?? title)), target: ship ?? at, needs: needs || undefined, dice, result: didWhat(event.text) }
}

/** The dice of an unfinished attack, while its losses are taken: they are shown until it is over. */
export function lying(log: readonly LogEntry[], facts: Facts): Pick<Rolls, 'sides'> {
  const last = log.findLast((entry) => entry.events?.some(({ event }) => event === 'attack' || event === 'ground_battle'))
  return (last?.events?.some(({ event }) => event === 'ground_battle') && rolls(last, facts, last.events)) || { sides: [] }
}

/** The roller: "Air torpedoes", "Wave 1 and Wave 2"; of many only the first. */
const MAX_NAMED = 3
function rollers(events: readonly VisibleEvent[], rows: readonly RollRow[]): string {
  const all = [...new Set(rows.map(({ attacker }, k) => (events[k]!.event === 'broke_off' ? WORDS.roll('broke_off')!.title : attacker)))]
  return all.length > MAX_NAMED ? `${all[0]!} and ${all.length - 1} more` : listed(all)
}

/** The events of an entry whose dice are rolled on the board: those of battles that this browser shows one by one. */
function shownOf(entry: LogEntry, facts: Facts): readonly VisibleEvent[] {
  const { rule } = battleFilter
  if (rule === 'every') return entry.events ?? []
  return combatsIn([entry]).flatMap((combat) => (onBoard(combat, facts, rule) ? combat.events : []))
}

/** The dice of an entry, each with its modifiers and result; those of other battles are listed together, without a roll. */
export function rolls(entry: LogEntry, facts: Facts, shown = shownOf(entry, facts)): Rolls | null {
  const events = shown.filter((event) => ROLLED.has(event.event) && diceOf(event)?.length)
  const struck = struckBy(entry)
  const owners = [...new Set(events.map((event) => (event.event === 'ship_hit' ? undefined : sideOfEvent(event, entry))))]
  const sides = owners.map((side: Side | undefined): SideRolls => {
    const own = events.filter((event) => (event.event === 'ship_hit' ? undefined : sideOfEvent(event, entry)) === side)
    const rows = own.map((event, k) => rowOf(event, k, facts, struck))
    return { side, sideName: side ? sideName(side) : 'Dice', title: side ? counted(rows.reduce((n, { dice }) => n + dice.length, 0), 'die', 'dice') : '', roller: rollers(own, rows), rows }
  })
  const n = sides.reduce((all, { rows }) => all + rows.reduce((m, { dice }) => m + dice.length, 0), 0)
  return n ? { what: counted(n, 'die', 'dice'), sides, effects: effectsOf(entry, EFFECTS) } : null
}
