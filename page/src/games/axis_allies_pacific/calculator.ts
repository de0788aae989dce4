import { listed } from '../../lib/text'
import type { BattleOdds } from './planned_battles'
import type { Counts } from './types'
import { capital, inKindOrder, pieceText } from './unit_text'

/** A battle entered by hand, as held in the form and the address. */
export interface CalculatorInput {
  kind: BattleOdds['kind']
  units: Readonly<Partial<Record<Field, Counts>>>
  /** other inputs by their name in the server's calculator; defaults are omitted */
  terms: Readonly<Record<string, string>>
}
export type Field = 'attack' | 'defend' | 'fleet' | 'ashore' | 'at_sea'

const GROUND = ['infantry', 'marine', 'artillery', 'tank']
const AIR = ['fighter', 'bomber']
const SHIPS = ['battleship', 'battleship_hit', 'carrier', 'destroyer', 'submarine', 'transport']

export interface Column {
  field: Field
  title: string
  kinds: readonly string[]
}
const column = (field: Field, title: string, ...kinds: string[]): Column => ({ field, title, kinds })

/** The columns of units for a type of battle. */
export const COLUMNS: Readonly<Record<CalculatorInput['kind'], readonly Column[]>> = {
  land: [column('attack', 'Attacker', ...GROUND, ...AIR), column('defend', 'Defender', ...GROUND, ...AIR)],
  sea: [column('attack', 'Attacker', ...SHIPS, ...AIR), column('defend', 'Defender', ...SHIPS, 'fighter', 'cap')],
  landing: [
    column('fleet', 'Fleet', ...SHIPS, ...AIR), column('at_sea', 'Against it', ...SHIPS, 'fighter', 'cap'), column('ashore', 'Aboard', ...GROUND),
    column('attack', 'By land, air', ...GROUND, ...AIR), column('defend', 'Defender', ...GROUND, ...AIR),
  ],
  raid: [column('attack', 'Raiders', 'bomber', 'fighter'), column('defend', 'Interceptors', 'fighter')],
}
export const KINDS_OF_BATTLE: readonly (readonly [CalculatorInput['kind'], string])[] = [['land', 'On land'], ['sea', 'At sea'], ['landing', 'Landing'], ['raid', 'Bombing raid']]

const ROWS: readonly string[] = [...SHIPS, 'cap', ...GROUND, ...AIR]

/** Units counted in one table: its columns, and each kind of unit that one of them may have. */
export interface CountTable {
  title: string
  columns: readonly Column[]
  kinds: readonly string[]
}
/** A landing has two tables, one for the zone and one for the territory. */
export const tablesOf = (kind: CalculatorInput['kind']): CountTable[] =>
  (kind === 'landing' ? [COLUMNS[kind].slice(0, 2), COLUMNS[kind].slice(2)] : [COLUMNS[kind]]).map((columns, n) => {
    const there = new Set(columns.flatMap(({ kinds }) => kinds))
    return { title: kind !== 'landing' ? 'Units' : n ? 'On land' : 'At sea', columns, kinds: ROWS.filter((one) => there.has(one)) }
  })
export const rowName = (kind: string): string => capital(pieceText(kind, 2))

export type Choice = readonly [value: string, title: string]
export interface Term {
  name: string
  title: string
  in: readonly CalculatorInput['kind'][]
  /** the options, the default first; without them the value is a number */
  values?: readonly Choice[]
  most?: number
  least?: number
  usual?: string
}
const FOUGHT: readonly CalculatorInput['kind'][] = ['land', 'sea', 'landing']
const NO: Choice = ['', 'no']
const YES: Choice = ['true', 'yes']
const ORDER: readonly Choice[] = [['', 'the cheapest first'], ['aircraft_first', 'aircraft first'], ['ships_first', 'aircraft last']]
const LOADS: readonly Choice[] = [['', 'the cheapest first'], ['dearest', 'the most expensive first'], ['as_written', 'infantry first, tanks last']]
const SUBMERGES: readonly Choice[] = [['', 'never'], ['at_once', 'at once'], ['alone', 'when alone']]

/** The settings of a battle besides its units. */
export const TERMS: readonly Term[] = [
  { name: 'first_turn', title: 'Japan’s first turn', in: ['land', 'sea', 'landing', 'raid'], values: [NO, YES] },
  { name: 'aa', title: 'AA gun', in: ['land', 'landing', 'raid'], values: [NO, YES] },
  { name: 'rounds', title: 'Fought for', in: FOUGHT, values: [['', 'all rounds'], ...['1', '2', '3', '4', '5'].map((n): Choice => [n, n === '1' ? '1 round' : `${n} rounds`])] },
  { name: 'retreat_at', title: 'Retreats when this many units are left', in: FOUGHT, least: 0, most: 200, usual: '0' },
  { name: 'save_aircraft', title: 'Retreats when only aircraft are left', in: FOUGHT, values: [NO, YES] },
  { name: 'attacker_losses', title: 'Attacker loses', in: FOUGHT, values: ORDER },
  { name: 'defender_losses', title: 'Defender loses', in: FOUGHT, values: ORDER },
  { name: 'loads', title: 'Loaded ships lost first', in: ['landing'], values: LOADS },
  { name: 'attacker_submerges', title: 'Attacking submarines submerge', in: ['sea', 'landing'], values: SUBMERGES },
  { name: 'defender_submerges', title: 'Defending submarines submerge', in: ['sea', 'landing'], values: SUBMERGES },
  { name: 'low_luck', title: 'Low luck', in: FOUGHT, values: [NO, YES] },
  { name: 'bank', title: 'The enemy’s treasury', in: ['raid'], least: 0, most: 99_999, usual: '99999' },
]
/** The kinds that may be added to a battle to win it. */
export const ADDABLE: Readonly<Partial<Record<CalculatorInput['kind'], readonly string[]>>> = { land: [...GROUND, ...AIR], sea: SHIPS.filter((one) => one !== 'battleship_hit').concat('fighter') }
const ADDING: readonly string[] = ['add', 'purse', 'adding_to', 'wanted']

// -- in the address ------------------------------------------------------------------------------------------

const FIELDS: readonly Field[] = ['attack', 'defend', 'fleet', 'ashore', 'at_sea']
const MAX_COUNT = 200

/** "3 infantry, 2 tank", as the server parses it. */
export const unitsText = (counts: Counts = {}): string => inKindOrder(Object.keys(counts)).filter((id) => counts[id]! > 0).map((id) => `${counts[id]} ${id}`).join(', ')

/** The battle that an address asks for; unknown parts are ignored. */
export function inputOf(words: string): CalculatorInput {
  const query = new URLSearchParams(words)
  const kind = KINDS_OF_BATTLE.find(([one]) => one === query.get('kind'))?.[0] ?? 'land'
  const units: Partial<Record<Field, Counts>> = {}
  for (const field of FIELDS) {
    const known = COLUMNS[kind].find((one) => one.field === field)?.kinds ?? []
    const found: Record<string, number> = {}
    for (const [, n, id] of (query.get(field) ?? '').matchAll(/(\d+) ([a-z_]+)/g)) if (known.includes(id!)) found[id!] = Math.min(MAX_COUNT, (found[id!] ?? 0) + Number(n))
    if (Object.keys(found).length) units[field] = found
  }
  const terms: Record<string, string> = {}
  for (const name of [...TERMS.map((term) => term.name), ...ADDING]) if (query.get(name)) terms[name] = query.get(name)!
  return { kind, units, terms }
}

export function queryOf({ kind, units, terms }: CalculatorInput): string {
  const query = new URLSearchParams({ kind })
  for (const field of FIELDS) if (unitsText(units[field])) query.set(field, unitsText(units[field]))
  for (const [name, value] of Object.entries(terms)) if (value) query.set(name, value)
  return query.toString()
}

// -- request and response -------------------------------------------------------------------------------------

const NUMBERS = new Set(['rounds', 'retreat_at', 'bank', 'purse', 'wanted'])

/** The request to the server's calculator; null while units are missing. */
export function questionOf(input: CalculatorInput): Record<string, unknown> | null {
  const { kind, units, terms } = input
  const needed: readonly Field[] = kind === 'landing' ? ['fleet', 'ashore', 'defend'] : kind === 'raid' ? ['attack'] : ['attack', 'defend']
  if (needed.some((field) => !unitsText(units[field]))) return null
  const found: Record<string, unknown> = { kind }
  for (const { field } of COLUMNS[kind]) if (unitsText(units[field])) found[field] = unitsText(units[field])
  for (const term of TERMS) {
    const value = terms[term.name]
    if (value && value !== term.usual && term.in.includes(kind)) found[term.name] = value === 'true' ? true : NUMBERS.has(term.name) ? Number(value) : value
  }
  if (ADDABLE[kind] && terms['add'] && Number(terms['purse'])) {
    for (const name of ADDING) if (terms[name]) found[name] = NUMBERS.has(name) ? Number(terms[name]) : terms[name]
  }
  return found
}

export type Remains = readonly [units: Counts, chance: number]

/** The most likely survivors of a side, the most valuable first: "2 tanks 25.0%, nothing 75.0%". */
export function remainsText(remains: readonly Remains[], percent: (chance: number) => string, most = 6): string {
  const likeliest = new Set(remains.toSorted((a, b) => b[1] - a[1]).slice(0, most))
  const words = (units: Counts): string => listed(inKindOrder(Object.keys(units)).map((id) => `${units[id]!} ${pieceText(id, units[id]!)}`)) || 'nothing'
  return remains.filter((one) => likeliest.has(one) && one[1] >= 0.0005).map(([units, chance]) => `${words(units)} ${percent(chance)}`).join('; ')
}

/** A battle of the calculator. */
export interface ComputedOdds extends BattleOdds {
  attacker_left: Readonly<Record<string, number>>
  defender_left: Readonly<Record<string, number>>
  attacker_no_loss: number
  defender_no_loss: number
  /**
   * a side's possible survivors with their probabilities, from the most valuable to the least; for a landing, on
   * land
   */
  attacker_remains: readonly Remains[]
  defender_remains: readonly Remains[]
  seas: readonly ComputedOdds[]
  addition: { units: Counts; cost: number; won: number } | null
  enough: boolean | null
}

/** The average survivors: "1.3 infantry and 0.9 tanks". */
export function leftText(left: Readonly<Record<string, number>>): string {
  const ids = inKindOrder(Object.keys(left)).filter((id) => left[id]! >= 0.05)
  return listed(ids.map((id) => {
    const n = Math.round(left[id]! * 10) / 10
    return `${n} ${pieceText(id, n === 1 ? 1 : 2)}`
  })) || 'nothing'
}

/** The address that opens a battle of the board in the form. */
export function asByHand(kind: CalculatorInput['kind'], attack: Counts, defend: Counts): string {
  const fits = (field: Field, counts: Counts): Counts => Object.fromEntries(Object.entries(plain(counts)).filter(([id]) => COLUMNS[kind].find((one) => one.field === field)!.kinds.includes(id)))
  return queryOf({ kind, units: { attack: fits('attack', attack), defend: fits('defend', defend) }, terms: {} })
}

/** Units without their loads. */
const plain = (counts: Counts): Counts => {
  const found: Record<string, number> = {}
  for (const [id, n] of Object.entries(counts)) {
    const own = id.replace(/^(transport|destroyer)_.*/, '$1')
    found[own] = (found[own] ?? 0) + n
  }
  return found
}
