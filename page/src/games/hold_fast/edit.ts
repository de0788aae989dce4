import { withMoved, pilesIn, unitPlaces, withoutListed, withoutTabled, withoutFields, type Draft } from '../../app/editor/draft'
import type { Editing, Field, Place, Switch } from '../../app/editor/editing'
import { EVERY_SIDE, HOLDERS, offBoard, turnsOf } from '../set_up'
import EditBoard from './EditBoard.svelte'
import EditPanel from './EditPanel.svelte'
import { factsOf, sideOf, SIDES, type HoldView, type UnitView } from './play_view'

/** Knowledge of blocks depends on their places: it is dropped when the position changes. */
const KNOWN = ['blocks', 'memory', 'followed', 'seen_strength']
const BESIDE = ['off_board', 'absent']
const OUT = /^(due_|lost_|absent)/

function move(draft: Draft, ids: readonly string[], to: string): Draft {
  const clean = withoutListed(withoutFields({ ...draft, units: withMoved(pilesIn(draft), ids, to) }, ...KNOWN), ids, ['disabled', 'face_up'])
  return OUT.test(to) ? withoutTabled(clean, ids, ['strength']) : clean
}

function view(draft: Draft, shown: Draft, pieces: unknown): Draft {
  const facts = factsOf(pieces)
  const listed = (name: string, id: string): boolean => ((draft[name] ?? []) as readonly string[]).includes(id)
  const strengths = (draft['strength'] ?? {}) as Readonly<Record<string, number>>
  const shownAt = (id: string, where: string): UnitView => ({
    where, strength: strengths[id] ?? facts.units.get(id)?.strength ?? 0, block: null, face_up: listed('face_up', id), disabled: listed('disabled', id),
  })
  const all = Object.entries(pilesIn(draft)).flatMap(([where, ids]) => ids.map((id) => [id, shownAt(id, where)] as const))
  const units = Object.fromEntries(SIDES.map((side) => [side, Object.fromEntries(all.filter(([id]) => sideOf(id) === side))]))
  const said = ['turn', 'victory_points', 'control', 'places', 'raided', 'repaired_here'].filter((name) => draft[name] !== undefined)
  return {
    ...shown, ...Object.fromEntries(said.map((name) => [name, draft[name]])), units, hidden: {}, memory: {}, battle: null,
  } satisfies Partial<Record<keyof HoldView, unknown>>
}

function places(draft: Draft, pieces: unknown): { board: Place[]; beside: Place[] } {
  const facts = factsOf(pieces)
  const board = [...facts.areas.values(), ...facts.places.values()].map(({ id, name }) => ({ id, name }))
  const turn = Number(draft['turn'] ?? 1)
  return { board, beside: offBoard(pilesIn(draft), board, [...BESIDE, `lost_${turn}`], turn, turnsOf(pieces), 'due_').map((id) => ({ id, name: called(id, pieces) })) }
}

function called(id: string, pieces: unknown): string {
  const [, what, turn] = /^(due|lost)_(\d+)$/.exec(id) ?? []
  if (what) return `${what === 'due' ? 'Due on' : 'Lost in'} turn ${turn}`
  return id === 'absent' ? 'Not in play' : factsOf(pieces).name(id)
}

function fields(draft: Draft, looked: string, picked: readonly string[], pieces: unknown): (Field | Switch)[] {
  const facts = factsOf(pieces)
  const [only] = picked.length === 1 ? picked : []
  const unit = only === undefined ? undefined : facts.units.get(only)
  if (unit) {
    if (OUT.test(unitPlaces(pilesIn(draft)).get(unit.id) ?? 'absent')) return []
    return [
      { label: `Strength of ${unit.name}`, path: ['strength', unit.id], least: 1, most: unit.strength, usual: unit.strength },
      { label: 'is face up', list: 'face_up', unit: unit.id }, { label: 'is disabled', list: 'disabled', unit: unit.id },
    ]
  }
  if (facts.areas.has(looked)) return [{ label: `${facts.name(looked)} is held by`, path: ['control', looked], values: HOLDERS, usual: null }]
  if (facts.places.has(looked)) return [{ label: `${facts.name(looked)} belongs to`, path: ['places', looked], values: EVERY_SIDE, usual: 'japan' }]
  return []
}

const editing: Editing = {
  steps: [
    ['japan_moves', 'Japan moves'], ['allies_move', 'The Allies move'], ['submarines', 'Submarines'], ['air', 'Air units'], ['repairs', 'Repairs'],
    ['combat', 'Combat'], ['come_back', 'Return to port'],
  ],
  turns: turnsOf, filled: ['units', 'control', 'places'], view, move, places, fields, first: 'yokosuka',
  stands: (draft) => unitPlaces(pilesIn(draft)),
  nameOf: (id, _, pieces) => called(id, pieces),
  table: [{ label: 'Victory points', path: ['victory_points'], least: -30, most: 30, usual: 0 }],
  Board: EditBoard, Panel: EditPanel,
}
export default editing
