import type { Draft } from '../../app/editor/draft'
import type { Editing, Field, Place, Switch } from '../../app/editor/editing'
import EditBoard from './EditBoard.svelte'
import EditPanel from './EditPanel.svelte'
import { countAt, partsOf, pickOf, countIn, unitsOf } from './edit_counts'
import { ECONOMIES, ECONOMY_NAMES, factsOf, POWERS, type WarView } from './play_view'
import type { Power } from './types'
import { someText } from './unit_text'

function move(draft: Draft, ids: readonly string[], to: string): Draft {
  return ids.reduce((so, id) => {
    const [power, place, piece] = partsOf(id)
    if (place === to) return so
    const n = countAt(so, power, place, piece)
    return countIn(countIn(so, power, place, piece, 0), power, to, piece, countAt(so, power, to, piece) + n)
  }, draft)
}

const GIVEN_FIELDS = ['round', 'active', 'victory_points', 'kamikazes', 'pool', 'complexes', 'convoys_of_japan', 'ipc', 'control', 'bought'] as const

function view(draft: Draft, shown: Draft): Draft {
  const given = GIVEN_FIELDS.filter((name) => draft[name] !== undefined)
  const units = Object.fromEntries(POWERS.map((power) => [power, unitsOf(draft)[power] ?? {}]))
  return { ...shown, ...Object.fromEntries(given.map((name) => [name, draft[name]])), units } satisfies Partial<Record<keyof WarView, unknown>>
}

const HOLDERS = [...ECONOMIES, 'china'] as const

function places(_: Draft, pieces: unknown): { board: Place[]; beside: Place[] } {
  const facts = factsOf(pieces)
  const lands = [...facts.lands.values()].filter((land) => !land.impassable)
  return { board: [...lands, ...facts.zones.values()].map(({ id }) => ({ id, name: facts.name(id) })), beside: [] }
}

function fields(_: Draft, selectedPlace: string, picked: readonly string[], pieces: unknown): (Field | Switch)[] {
  const facts = factsOf(pieces)
  if (picked.length) return []
  const land = facts.lands.get(selectedPlace)
  if (land && !land.impassable) {
    const holder: Field = { label: `${land.name} is held by`, path: ['control', selectedPlace], values: HOLDERS.map((id) => [id, ECONOMY_NAMES[id]]), default: land.holder }
    return [holder, { label: 'An industrial complex', list: 'complexes', unit: selectedPlace }]
  }
  const zone = facts.zones.get(selectedPlace)
  return zone && zone.convoy !== 'none' ? [{ label: 'Japan holds the convoy', list: 'convoys_of_japan', unit: selectedPlace }] : []
}

const MAX_IPC = 999
const editing: Editing = {
  turnName: 'round',
  steps: [['purchase', 'Purchase'], ['land_cap', 'Patrols land'], ['combat_moves', 'Combat moves'], ['combat', 'Battles'], ['regroup', 'Non-combat moves'], ['placement', 'Placement'], ['income', 'Income']],
  turns: () => 30,
  optionalFields: ['units', 'control', 'complexes', 'convoys_of_japan', 'ipc'], view, move, places, fields, first: 'japan',
  unitPlaces: (draft) => new Map(Object.entries(unitsOf(draft)).flatMap(([power, spots]) => Object.entries(spots).flatMap(([place, counts]) => Object.keys(counts).map((piece) => [pickOf(power as Power, place, piece), place] as const)))),
  nameOf: (id, draft, pieces) => {
    const [power, place, piece] = partsOf(id)
    return piece ? someText(piece, countAt(draft, power, place, piece)) : factsOf(pieces).name(id)
  },
  table: [
    { label: 'Turn of', path: ['active'], values: [['japan', 'Japan'], ['uk', 'Britain'], ['usa', 'United States']], default: 'japan' },
    { label: 'Victory points', path: ['victory_points'], minimum: 0, maximum: 99, default: 0 },
    { label: 'Kamikazes', path: ['kamikazes'], minimum: 0, maximum: 6, default: 6 },
    ...ECONOMIES.map((economy): Field => ({ label: `IPC of ${ECONOMY_NAMES[economy]}`, path: ['ipc', economy], minimum: 0, maximum: MAX_IPC, default: 0 })),
  ],
  Board: EditBoard, Panel: EditPanel,
}
export default editing
