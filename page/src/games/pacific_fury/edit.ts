import { moved, pilesIn, standing, unlisted, without, type Draft } from '../../app/editor/draft'
import type { Editing, Place } from '../../app/editor/editing'
import { EVERY_SIDE } from '../set_up'
import EditBoard from './EditBoard.svelte'
import EditPanel from './EditPanel.svelte'
import { BASE_IDS, BASE_NAMES, forceName, isForce, SIDES, sideOf, unitsOf, unitSide, ZONES, ZONE_NAMES, type ForceTold, type PacificView } from './play_view'

const TURNS = 4
const FORCES = 7
const BESIDE: Readonly<Record<string, string>> = { reserve: 'Reserve of Japan', off_map: 'Off the map', sunk: 'Sunk', gone: 'Out of the campaign' }
const BOX = /^(japan|allies)_box_(\d)$/

interface Force {
  where: string
  units: readonly string[]
  cannot_hold?: readonly string[]
  face_up?: boolean
}
export const forcesIn = (draft: Draft): Readonly<Record<string, Force>> => (draft['forces'] ?? {}) as Readonly<Record<string, Force>>

/** Where every unit is: a pile, or its task force. */
function stands(draft: Draft): Map<string, string> {
  return new Map([...standing(pilesIn(draft)), ...Object.entries(forcesIn(draft)).flatMap(([force, { units }]) => units.map((id) => [id, force] as const))])
}

/** A number that a new force may have: the box's own where it is free. */
function freeNumber(side: string, wanted: number, forces: Readonly<Record<string, Force>>): string | null {
  const numbers = [wanted, ...Array.from({ length: FORCES }, (_, n) => n + 1)]
  const free = numbers.find((n) => n > 0 && !forces[`${side}_${n}`])
  return free === undefined ? null : `${side}_${free}`
}

/** Units put into a pile, into a force, or to a zone or a box, where they make up a force of their own; one that goes whole stays itself. */
function move(draft: Draft, ids: readonly string[], to: string): Draft {
  const before = forcesIn(draft)
  if (isForce(to) && before[to]) {
    const own = ids.filter((id) => unitSide(id) === sideOf(to))
    return own.length ? place(draft, own, (forces) => ({ ...forces, [to]: anew(before[to]!.where, [...before[to]!.units.filter((id) => !own.includes(id)), ...own]) })) : draft
  }
  const [, of, box] = BOX.exec(to) ?? []
  const where = box ? `box_${box}` : to
  if (!box && to !== 'home' && !ZONES.some((zone) => zone === to)) return place({ ...draft, units: moved(pilesIn(draft), ids, to) }, ids, (forces) => forces)
  const sides = SIDES.filter((side) => !of || side === of)
  return sides.reduce((now, side) => {
    const own = ids.filter((id) => unitSide(id) === side)
    if (!own.length) return now
    const whole = Object.entries(forcesIn(now)).find(([, { units }]) => units.length === own.length && units.every((id) => own.includes(id)))
    if (whole) return { ...now, forces: { ...forcesIn(now), [whole[0]]: { ...whole[1], where } } }
    const rest = place(now, own, (forces) => forces)
    const number = freeNumber(side, Number(box ?? 0), forcesIn(rest))
    return number ? { ...rest, forces: { ...forcesIn(rest), [number]: anew(where, own) } } : now
  }, draft)
}

const anew = (where: string, units: readonly string[]): Force => ({ where, units })

/** The units taken out of all forces and, unless they were put into one, out of the piles' way; what was seen of them is seen no more. */
function place(draft: Draft, ids: readonly string[], add: (forces: Record<string, Force>) => Record<string, Force>): Draft {
  const left = Object.entries(forcesIn(draft)).map(([id, force]) => {
    const units = force.units.filter((unit) => !ids.includes(unit))
    return [id, units.length === force.units.length ? force : anew(force.where, units)] as const
  })
  const forces = add(Object.fromEntries(left.filter(([, { units }]) => units.length)))
  const inForce = new Set(Object.values(forces).flatMap(({ units }) => units))
  const piles = Object.fromEntries(Object.entries(pilesIn(draft)).map(([pile, units]) => [pile, units.filter((id) => !inForce.has(id))]))
  return unlisted({ ...draft, forces, units: piles }, ids, ['shown', 'hit'])
}

function view(draft: Draft, shown: Draft): Draft {
  const before = shown as unknown as PacificView
  const piles = pilesIn(draft)
  const known = (draft['shown'] ?? []) as readonly string[]
  const forces = Object.fromEntries(Object.entries(forcesIn(draft)).map(([id, { where, units, cannot_hold = [], face_up }]): [string, ForceTold] => [
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
  return base ? `Base ${BASE_NAMES[base]}` : (ZONE_NAMES[id] ?? BESIDE[id] ?? unitsOf(pieces).get(id)?.name ?? id)
}

function places(draft: Draft, pieces: unknown): { board: Place[]; beside: Place[] } {
  const boxes = SIDES.flatMap((side) => Array.from({ length: FORCES }, (_, n) => `${side}_box_${n + 1}`))
  const turns = Array.from({ length: TURNS }, (_, n) => `turn_${n + 1}`)
  const all = (ids: readonly string[]): Place[] => ids.map((id) => ({ id, name: named(id, pieces) }))
  return { board: all([...ZONES, ...Object.keys(forcesIn(draft)), ...boxes]), beside: all([...SIDES.map((side) => BASE_IDS[side]), ...Object.keys(BESIDE), ...turns]) }
}

const editing: Editing = {
  steps: [['first_forms', 'The side without the initiative forms'], ['second_forms', 'The side with the initiative forms'], ['operations', 'Operations']],
  turns: () => TURNS, filled: ['units', 'forces'], view, stands, places, first: 'truk',
  move: (draft, ids, to) => without(move(draft, ids, to), 'frames'),
  nameOf: (id, _, pieces) => named(id, pieces),
  fields: () => [],
  table: [
    { label: 'Marker', path: ['marker'], least: -5, most: 5, usual: 1 },
    { label: 'Initiative', path: ['initiative'], values: EVERY_SIDE, usual: 'allies' },
    { label: 'Henderson Field', path: ['henderson'], values: [['operational', 'operational'], ['disrupted', 'disrupted']], usual: 'operational' },
  ],
  Board: EditBoard, Panel: EditPanel,
}
export default editing
