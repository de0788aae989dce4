import { withMoved, pilesIn, unitPlaces, withoutListed, withoutTabled, type Draft } from '../../app/editor/draft'
import type { Editing, Field, Place, Switch } from '../../app/editor/editing'
import { EVERY_SIDE, HOLDERS, offBoard, turnsOf } from '../editor_parts'
import EditBoard from './EditBoard.svelte'
import EditPanel from './EditPanel.svelte'
import { factsOf, SIDES, type VitpView } from './play_view'

/** Lists of units that apply only to units in their current place. */
const LISTS = ['raiding', 'marked', 'rested', 'escaped', 'pursued', 'stayed_out']
const OFF_BOARD_BOXES = ['lost', 'withdrawn', 'submarine_base', 'san_diego', 'uncertain_w', 'uncertain_x', 'uncertain_y', 'uncertain_z']
const OFF_BOARD = /^(due_|lost|withdrawn|return_)/

function move(draft: Draft, ids: readonly string[], to: string): Draft {
  const clean = withoutListed({ ...draft, units: withMoved(pilesIn(draft), ids, to) }, ids, LISTS)
  return OFF_BOARD.test(to) ? withoutTabled(clean, ids, ['damage', 'air_loss']) : clean
}

function view(draft: Draft, shown: Draft, pieces: unknown): Draft {
  const facts = factsOf(pieces)
  const piles = Object.entries(pilesIn(draft))
  const units = Object.fromEntries(SIDES.map((side) => [side, Object.fromEntries(piles.map(([spot, ids]) => [spot, ids.filter((id) => facts.units.get(id)?.side === side)]).filter(([, ids]) => ids!.length))]))
  const givenFields = ['turn', 'points_of_control', 'flags', 'places', 'damage', 'air_loss', 'raiding', 'marked', 'rested', 'escaped'].filter((name) => draft[name] !== undefined)
  return { ...shown, ...Object.fromEntries(givenFields.map((name) => [name, draft[name]])), units, battle: null } satisfies Partial<Record<keyof VitpView, unknown>>
}

function places(draft: Draft, pieces: unknown): { board: Place[]; beside: Place[] } {
  const facts = factsOf(pieces)
  const board = [...facts.areas.values(), ...facts.places.values()].map(({ id, name }) => ({ id, name }))
  return { board, beside: offBoard(pilesIn(draft), board, OFF_BOARD_BOXES, Number(draft['turn'] ?? 1), turnsOf(pieces), 'due_').map((id) => ({ id, name: facts.name(id) })) }
}

function fields(draft: Draft, selectedPlace: string, picked: readonly string[], pieces: unknown): (Field | Switch)[] {
  const facts = factsOf(pieces)
  const [only] = picked.length === 1 ? picked : []
  const unit = only === undefined ? undefined : facts.units.get(only)
  if (unit) {
    const at = unitPlaces(pilesIn(draft)).get(unit.id) ?? ''
    const damage: Field = { label: `Damage of ${unit.name}`, path: ['damage', unit.id], minimum: 0, maximum: unit.armor + 5, default: 0 }
    return [...(unit.armor && unit.kind !== 'lba' ? [damage] : []), ...(facts.areas.has(at) ? [{ label: `${unit.name} is a raider`, list: 'raiding', unit: unit.id }] : [])]
  }
  if (facts.areas.has(selectedPlace)) return [{ label: `${facts.name(selectedPlace)} is held by`, path: ['flags', selectedPlace], values: HOLDERS, default: null }]
  if (facts.places.has(selectedPlace)) return [{ label: `${facts.name(selectedPlace)} belongs to`, path: ['places', selectedPlace], values: EVERY_SIDE, default: 'japan' }]
  return []
}

const editing: Editing = {
  steps: [
    ['japan_patrols', 'Japan patrols'], ['allied_patrols', 'The Allies patrol'], ['air', 'Air units'], ['amphibious', 'Amphibious units'],
    ['raiders', 'Raiders'], ['submarines', 'Submarines'], ['combat', 'Combat'], ['removals', 'Removals'], ['home', 'Going home'], ['raid_force', 'The raid force (turn 1)'],
  ],
  turns: turnsOf, optionalFields: ['units', 'flags', 'places'], view, move, places, fields, first: 'yokosuka',
  unitPlaces: (draft) => unitPlaces(pilesIn(draft)),
  nameOf: (id, _, pieces) => factsOf(pieces).name(id),
  table: [{ label: 'Points of control', path: ['points_of_control'], minimum: -99, maximum: 99, default: 0 }],
  Board: EditBoard, Panel: EditPanel,
}
export default editing
