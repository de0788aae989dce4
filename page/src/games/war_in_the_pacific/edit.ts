import type { Draft } from '../../app/editor/draft'
import type { Editing, Field, Place, Switch } from '../../app/editor/editing'
import { counted } from '../../lib/text'
import EditBoard from './EditBoard.svelte'
import EditPanel from './EditPanel.svelte'
import { forcePlace, hexTable, moveTo, scenarioOf, shipPlaces, SUNK, valueIn } from './edit_moves'
import { hexOf, isHex } from './grid'
import { boxName, capital, factsOf, forceShort, isForce, isUnit, knownPosition, plain, sideOfId, turnName, viewOf, type Facts } from './play_view'
import { unitName } from './play_prompts'
import type { PacificView } from './types'

/** The positions of this game: counters on hexes, in ports, in Task Forces, on decks, off the map; a step of a Game-Turn, its weather. */

const FIRST_TURN = 72
const TURNS = 8
const FAIR = 5
const HOLDERS = [['japan', 'Japan'], ['allies', 'the Allies'], ['neutral', 'a neutral'], ['nobody', 'nobody']] as const
const MISSIONS = [null, 'transit', 'patrol', 'reaction', 'air_strike', 'bombardment', 'assault', 'transport', 'raid', 'escort'] as const
const STEPS = [
  ['deployment', 'Deployment'], ['air_1', 'First Air Phase'], ['naval_1', 'First Naval Phase'], ['air_2', 'Second Air Phase'], ['naval_2', 'Second Naval Phase'],
  ['air_3', 'Third Air Phase'], ['naval_3', 'Third Naval Phase'], ['ground', 'Ground Phase'],
] as const
/** Tables with the same form in the view and in the position. */
const REPORTED_FIELDS = ['scenario', 'turn', 'first_player', 'weather_die', 'losses', 'announced', 'force_box', 'force_mission', 'dummy_ships', 'contact', 'in_contact'] as const

function view(draft: Draft, shown: Draft): Draft {
  const known = Object.fromEntries(REPORTED_FIELDS.filter((name) => draft[name] !== undefined).map((name) => [name, draft[name]]))
  const hexes = { force_at: hexTable(draft, 'force_at'), contact_at: hexTable(draft, 'contact_at') }
  const empty = { force_box: {}, force_mission: {}, dummy_ships: {} }
  return { ...shown, ...empty, ...known, ...hexes, arrays: (draft['arrays'] ?? {}) as Draft } satisfies Partial<Record<keyof PacificView, unknown>>
}

const nameOf = (id: string, draft: Draft, pieces: unknown): string => {
  const facts = factsOf(pieces)
  const [, stack] = id.split('/')
  if (stack) return `${counted(Number(valueIn(draft, facts, 'air', id) ?? 0), 'point')} of ${facts.stackName(stack)}`
  if (isForce(id)) return `${sideOfId(id) === 'japan' ? 'Japanese' : 'Allied'} ${forceShort(id)}`
  if (facts.ships.has(id)) return facts.shipName(id)
  if (isUnit(id)) return unitName(id, knownPosition(viewOf({ ...draft, side: 'open', arrays: draft['arrays'] ?? {}, force_at: {}, force_box: {}, out_of_sight: [] }), facts))
  if (isHex(id)) return facts.hexText(id)
  return id === SUNK ? 'Sunk' : boxName(id)
}

function places(draft: Draft, pieces: unknown): { board: Place[]; beside: Place[] } {
  const facts = factsOf(pieces)
  const sections = facts.sections[scenarioOf(draft)] ?? []
  const named = [...facts.places.values()].filter(({ id }) => sections.includes(id[0]!)).map(({ id, name }) => ({ id, name }))
  const forces = [...Object.keys(hexTable(draft, 'force_at')), ...Object.keys((draft['force_box'] ?? {}) as Draft)].map((id) => ({ id, name: `${nameOf(id, draft, pieces)}, ${nameOf(forcePlace(draft, id), draft, pieces)}` }))
  const decks = shipPlaces(draft, facts).flatMap(([id, at]) => (facts.ships.get(id)!.air_capacity && at !== SUNK ? [{ id, name: `The deck of ${facts.shipName(id)}` }] : []))
  return { board: [...forces, ...named.toSorted((a, b) => a.name.localeCompare(b.name)), ...decks], beside: [...facts.boxes.map((id) => ({ id, name: boxName(id) })), { id: SUNK, name: 'Sunk' }] }
}

const count = (label: string, path: readonly string[], most: number, usual: unknown): Field => ({ label, path, minimum: 0, maximum: most, default: Number(usual ?? 0) })

function ofPicked(draft: Draft, id: string, facts: Facts): Field[] {
  if (id.includes('/')) return [count('Air points', ['arrays', 'air', id], 99, valueIn(draft, facts, 'air', id))]
  const ship = facts.ships.get(id)
  if (ship) return [count('Damage level', ['arrays', 'damage', id], 4, valueIn(draft, facts, 'damage', id)), count('Fuel', ['arrays', 'fuel', id], Math.max(ship.fuel, 0), valueIn(draft, facts, 'fuel', id))]
  if (!isForce(id)) return []
  return [{ label: 'Mission', path: ['force_mission', id], values: MISSIONS.map((one) => [one, one ? capital(plain(one)) : 'none yet']), default: null }]
}

function fields(draft: Draft, selectedPlace: string, picked: readonly string[], pieces: unknown): (Field | Switch)[] {
  const facts = factsOf(pieces)
  if (picked.length) return picked.length === 1 ? ofPicked(draft, picked[0]!, facts) : []
  if (!isHex(selectedPlace) || facts.atlas.kind[hexOf(selectedPlace)] === 'sea') return []
  const holder: Field = { label: 'Held by', path: ['arrays', 'control', selectedPlace], values: HOLDERS, default: facts.heldAtStart(scenarioOf(draft), hexOf(selectedPlace)) }
  if (!facts.places.has(hexOf(selectedPlace))) return [holder]
  const of = (label: string, array: string, most: number): Field => count(label, ['arrays', array, selectedPlace], most, valueIn(draft, facts, array, selectedPlace))
  return [holder, of('Airbase Levels', 'level', 10), of('damaged', 'damaged_levels', 10), of('Supply Points', 'supply', 999)]
}

/** A step in progress needs earlier dice results: the First Player and the weather. */
function begun(draft: Draft, turn: number): Draft {
  const step = draft['step'] === 'deployment' && turn !== FIRST_TURN ? 'naval_1' : draft['step']
  if (step === undefined || step === 'deployment') return draft
  const sky = (draft['weather_die'] ?? {}) as Readonly<Record<string, number>>
  return { ...draft, step, first_player: draft['first_player'] ?? 'japan', weather_die: { ...sky, D: sky['D'] || FAIR, F: sky['F'] || FAIR } }
}

const editing: Editing = {
  steps: STEPS,
  hint: 'Press counters, then the hex, Task Force or box where they go; or drag them on the map.',
  turns: () => TURNS,
  turnList: Array.from({ length: TURNS }, (_, n) => [FIRST_TURN + n, turnName(FIRST_TURN + n)]),
  optionalFields: [], view, places, fields, nameOf, withTurnDefaults: begun, first: 'F1234',
  move: (draft, ids, to, pieces) => moveTo(draft, ids, to, factsOf(pieces)),
  unitPlaces: (draft, pieces) => new Map([...shipPlaces(draft, factsOf(pieces)), ...Object.entries((draft['force_box'] ?? {}) as Record<string, string>)]),
  table: [
    { label: 'First Player', path: ['first_player'], values: [[null, 'not found yet'], ['japan', 'Japan'], ['allies', 'the Allies']], default: null },
    ...['D', 'F'].map((section): Field => ({ label: `Weather of ${section}, die`, path: ['weather_die', section], minimum: 0, maximum: 6, default: 0 })),
    { label: 'Air available, die', path: ['availability'], minimum: 1, maximum: 6, default: 3 },
  ],
  Board: EditBoard, Panel: EditPanel,
}
export default editing
