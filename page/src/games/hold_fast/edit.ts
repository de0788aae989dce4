import { withMoved, pilesIn, unitPlaces, withoutListed, withoutTabled, withoutFields, type Draft } from '../../app/editor/draft'
import type { Editing, Field, Place, Switch } from '../../app/editor/editing'
import { EVERY_SIDE, HOLDERS, offBoard, turnsOf } from '../editor_parts'
import EditBoard from './EditBoard.svelte'
import EditPanel from './EditPanel.svelte'
import { factsOf, sideOf, SIDES, type HoldView, type UnitView } from './play_view'

/** Knowledge of blocks depends on their places: it is dropped when the position changes. */
const KNOWN_FIELDS = ['blocks', 'memory', 'followed', 'seen_strength']
const OFF_BOARD_BOXES = ['off_board', 'absent']
const OFF_BOARD = /^(due_|lost_|absent)/

function move(draft: Draft, ids: readonly string[], to: string): Draft {
  const clean = withoutListed(withoutFields({ ...draft, units: withMoved(pilesIn(draft), ids, to) }, ...KNOWN_FIELDS), ids, ['disabled', 'face_up'])
  return OFF_BOARD.test(to) ? withoutTabled(clean, ids, ['strength']) : clean
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
  const givenFields = ['turn', 'victory_points', 'control', 'places', 'raided', 'repaired_here'].filter((name) => draft[name] !== undefined)
  return {
    ...shown, ...Object.fromEntries(givenFields.map((name) => [name, draft[name]])), units, hidden: {}, memory: {}, battle: null,
  } satisfies Partial<Record<keyof HoldView, unknown>>
}

function places(draft: Draft, pieces: unknown): { board: Place[]; beside: Place[] } {
  const facts = factsOf(pieces)
  const board = [...facts.areas.values(), ...facts.places.values()].map(({ id, name }) => ({ id, name }))
  const turn = Number(draft['turn'] ?? 1)
  return { board, beside: offBoard(pilesIn(draft), board, [...OFF_BOARD_BOXES, `lost_${turn}`], turn, turnsOf(pieces), 'due_').map((id) => ({ id, name: called(id, pieces) })) }
}

function called(id: string, pieces: unknown): string {
  const [, what, turn] = /^(due|lost)_(\d+)$/.exec(id) ?? []
  if (what) return `${what === 'due' ? 'Due on' : 'Lost in'} turn ${turn}`
  return id === 'absent' ? 'Not in play' : factsOf(pieces).name(id)
}

function fields(draft: Draft, selectedPlace: string, picked: readonly string[], pieces: unknown): (Field | Switch)[] {
  const facts = factsOf(pieces)
  const [only] = picked.length === 1 ? picked : []
  const unit = only === undefined ? undefined : facts.units.get(only)
  if (unit) {
    if (OFF_BOARD.test(unitPlaces(pilesIn(draft)).get(unit.id) ?? 'absent')) return []
    return [
      { label: `Strength of ${unit.name}`, path: ['strength', unit.id], minimum: 1, maximum: unit.strength, default: unit.strength },
      { label: 'is face up', list: 'face_up', unit: unit.id }, { label: 'is disabled', list: 'disabled', unit: unit.id },
    ]
  }
  if (facts.areas.has(selectedPlace)) return [{ label: `${facts.name(selectedPlace)} is held by`, path: ['control', selectedPlace], values: HOLDERS, default: null }]
  if (facts.places.has(selectedPlace)) return [{ label: `${facts.name(selectedPlace)} belongs to`, path: ['places', selectedPlace], values: EVERY_SIDE, default: 'japan' }]
  return []
}

const editing: Editing = {
  steps: [
    ['japan_moves', 'Japan moves'], ['allies_move', 'The Allies move'], ['submarines', 'Submarines'], ['air', 'Air units'], ['repairs', 'Repairs'],
    ['combat', 'Combat'], ['come_back', 'Return to port'],
  ],
  turns: turnsOf, optionalFields: ['units', 'control', 'places'], view, move, places, fields, first: 'yokosuka',
  unitPlaces: (draft) => unitPlaces(pilesIn(draft)),
  nameOf: (id, _, pieces) => called(id, pieces),
  table: [{ label: 'Victory points', path: ['victory_points'], minimum: -30, maximum: 30, default: 0 }],
  Board: EditBoard, Panel: EditPanel,
}
export default editing
