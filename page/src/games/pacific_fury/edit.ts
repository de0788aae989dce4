import { withMoved, pilesIn, unitPlaces, withoutListed, withoutFields, type Draft } from '../../app/editor/draft'
import type { Editing, Place } from '../../app/editor/editing'
import { EVERY_SIDE } from '../editor_parts'
import { forcesIn, type Force } from './edit_forces'
import EditBoard from './EditBoard.svelte'
import EditPanel from './EditPanel.svelte'
import { BASE_IDS, BASE_NAMES, forceName, isForce, SIDES, sideOf, unitsOf, unitSide, ZONES, ZONE_NAMES, type ForceView, type PacificView } from './play_view'

const TURNS = 4
const FORCES = 7
const OFF_BOARD_BOXES: Readonly<Record<string, string>> = { reserve: 'Reserve of Japan', off_map: 'Off the map', sunk: 'Sunk', gone: 'Out of the campaign' }
const BOX = /^(japan|allies)_box_(\d)$/

/** The place of every unit: a pile, or its task force. */
function stands(draft: Draft): Map<string, string> {
  return new Map([...unitPlaces(pilesIn(draft)), ...Object.entries(forcesIn(draft)).flatMap(([force, { units }]) => units.map((id) => [id, force] as const))])
}

/** A free number for a new force: the box's own if possible. */
function freeNumber(side: string, wanted: number, forces: Readonly<Record<string, Force>>): string | null {
  const numbers = [wanted, ...Array.from({ length: FORCES }, (_, n) => n + 1)]
  const free = numbers.find((n) => n > 0 && !forces[`${side}_${n}`])
  return free === undefined ? null : `${side}_${free}`
}

/** Moves units to a pile, into a force, or to a zone or a box, where they form a force of their own; a force that moves whole
 * keeps its number. */
function move(draft: Draft, ids: readonly string[], to: string): Draft {
  const joined = forcesIn(draft)[to]
  if (joined) return join(draft, ids.filter((id) => unitSide(id) === sideOf(to)), to, joined)
  const [, of, box] = BOX.exec(to) ?? []
  const where = box ? `box_${box}` : to
  if (!box && !ZONES.some((zone) => zone === to)) {
    const free = takenUp(draft, ids)
    return { ...free, units: withMoved(pilesIn(free), ids, to) }
  }
  const sides = SIDES.filter((side) => !of || side === of)
  return sides.reduce((now, side) => {
    const own = ids.filter((id) => unitSide(id) === side)
    return own.length ? sent(now, own, side, where, Number(box ?? 0)) : now
  }, draft)
}

function join(draft: Draft, own: readonly string[], to: string, { where, units }: Force): Draft {
  if (!own.length) return draft
  const free = takenUp(draft, own)
  return { ...free, forces: { ...forcesIn(free), [to]: { where, units: [...units.filter((id) => !own.includes(id)), ...own] } } }
}

/** Moves units of a side to a zone or a box: a force as a whole, or as a force of their own. */
function sent(draft: Draft, own: readonly string[], side: string, where: string, box: number): Draft {
  const whole = Object.entries(forcesIn(draft)).find(([, { units }]) => units.length === own.length && units.every((id) => own.includes(id)))
  if (whole) return { ...draft, forces: { ...forcesIn(draft), [whole[0]]: { ...whole[1], where } } }
  const free = takenUp(draft, own)
  const number = freeNumber(side, box, forcesIn(free))
  return number ? { ...free, forces: { ...forcesIn(free), [number]: { where, units: own } } } : draft
}

/** Removes the units from all forces and piles, together with all knowledge about them and their force. */
function takenUp(draft: Draft, ids: readonly string[]): Draft {
  const left = Object.entries(forcesIn(draft)).map(([id, force]) => {
    const units = force.units.filter((unit) => !ids.includes(unit))
    return [id, units.length === force.units.length ? force : { where: force.where, units }] as const
  })
  return withoutListed({ ...draft, forces: Object.fromEntries(left.filter(([, { units }]) => units.length)), units: withMoved(pilesIn(draft), ids, null) }, ids, ['shown', 'hit'])
}

function view(draft: Draft, shown: Draft): Draft {
  const before = shown as unknown as PacificView
  const piles = pilesIn(draft)
  const known = (draft['shown'] ?? []) as readonly string[]
  const forces = Object.fromEntries(Object.entries(forcesIn(draft)).map(([id, { where, units, cannot_hold = [], face_up }]): [string, ForceView] => [
    id, { side: sideOf(id), where, counters: units.length, units, cannot_hold, face_up: face_up ?? units.every((unit) => known.includes(unit)) },
  ]))
  const bases = Object.fromEntries(SIDES.map((side) => [BASE_IDS[side], { side, counters: piles[BASE_IDS[side]]?.length ?? 0, units: piles[BASE_IDS[side]] ?? [] }]))
  const due = Object.fromEntries(Object.entries(piles).filter(([pile, units]) => pile.startsWith('turn_') && units.length).map(([pile, units]) => [pile.slice(5), units]))
  const henderson = { ...before.henderson, marker: Number(draft['marker'] ?? before.henderson.marker), operational: draft['henderson'] !== 'disrupted' }
  return {
    ...shown, turn: draft['turn'], henderson, forces, bases, due, reserve: piles['reserve'] ?? [], sunk: piles['sunk'] ?? [], gone: piles['gone'] ?? [],
    shown: known, hit: draft['hit'] ?? [],
  } satisfies Partial<Record<keyof PacificView, unknown>>
}

function named(id: string, pieces: unknown): string {
  const [, of, box] = BOX.exec(id) ?? []
  if (of) return `${of === 'japan' ? 'Japanese' : 'US'} operation box ${box}`
  if (isForce(id)) return forceName(id)
  if (id.startsWith('turn_')) return `Due on turn ${id.slice(5)}`
  const base = SIDES.find((side) => BASE_IDS[side] === id)
  return base ? `Base ${BASE_NAMES[base]}` : (ZONE_NAMES[id] ?? OFF_BOARD_BOXES[id] ?? unitsOf(pieces).get(id)?.name ?? id)
}

function places(draft: Draft, pieces: unknown): { board: Place[]; beside: Place[] } {
  const boxes = SIDES.flatMap((side) => Array.from({ length: FORCES }, (_, n) => `${side}_box_${n + 1}`))
  const turns = Array.from({ length: TURNS }, (_, n) => `turn_${n + 1}`)
  const all = (ids: readonly string[]): Place[] => ids.map((id) => ({ id, name: named(id, pieces) }))
  return { board: all([...ZONES, ...Object.keys(forcesIn(draft)), ...boxes]), beside: all([...SIDES.map((side) => BASE_IDS[side]), ...Object.keys(OFF_BOARD_BOXES), ...turns]) }
}

const editing: Editing = {
  steps: [['first_forms', 'The side without the initiative forms'], ['second_forms', 'The side with the initiative forms'], ['operations', 'Operations']],
  turns: () => TURNS, optionalFields: ['units', 'forces'], view, unitPlaces: stands, places, first: 'truk',
  move: (draft, ids, to) => withoutFields(move(draft, ids, to), 'frames'),
  withArrivals: (draft, turn) => {
    const due = Object.entries(pilesIn(draft)).flatMap(([pile, ids]) => (pile.startsWith('turn_') && Number(pile.slice(5)) <= turn ? ids : []))
    return SIDES.reduce((now, side) => move(now, due.filter((id) => unitSide(id) === side), BASE_IDS[side]), draft)
  },
  nameOf: (id, _, pieces) => named(id, pieces),
  fields: () => [],
  table: [
    { label: 'Marker', path: ['marker'], minimum: -5, maximum: 5, default: 1 },
    { label: 'Initiative', path: ['initiative'], values: EVERY_SIDE, default: 'allies' },
    { label: 'Henderson Field', path: ['henderson'], values: [['operational', 'operational'], ['disrupted', 'disrupted']], default: 'operational' },
  ],
  Board: EditBoard, Panel: EditPanel,
}
export default editing
