// The scene of the mock: turn 1, operation 3, an air strike with TF 2.
import type { Player, TimelineTurn } from '../frame/types'
import type { BaseView, FieldView, Unit, ZoneView } from '../games/pacific_fury/types'

const cruiser = (id: string, name: string): Unit => ({ id, side: 'allies', name, kind: 'cruiser', combat: 2, anchors: 1 })

export const TF2: readonly Unit[] = [
  { id: 'us_enterprise', side: 'allies', name: 'Enterprise', kind: 'carrier', combat: 4, planes: 2, anchors: 2 },
  { id: 'us_saratoga', side: 'allies', name: 'Saratoga', kind: 'carrier', combat: 4, planes: 2, anchors: 2 },
  { id: 'us_wasp', side: 'allies', name: 'Wasp', kind: 'carrier', combat: 4, planes: 2, anchors: 1 },
  { id: 'us_south_dakota', side: 'allies', name: 'South Dakota', kind: 'battleship', combat: 4, anchors: 3 },
  cruiser('us_minneapolis', 'Minneapolis'),
  cruiser('us_salt_lake_city', 'Salt Lake City'),
  cruiser('us_northampton', 'Northampton'),
  cruiser('us_chicago', 'Chicago'),
]

const FIRST = { id: 'j1', side: 'japan' as const, count: 7, legal: true, focus: true, caption: ['First · 7 face down'] }
const SECOND = { id: 'j2', side: 'japan' as const, count: 1, legal: true, caption: ['Second · 1 face down'] }

export const ZONES: readonly ZoneView[] = [
  { id: 'eastern_solomons', forces: [FIRST, SECOND] },
  {
    id: 'south_pacific_ocean',
    forces: [{ id: 'a2', side: 'allies', number: 2, count: 8, sealed: true, selected: true, caption: ['TF 2 · carriers', 'AS 6 · AA 5'] }],
  },
  { id: 'ironbottom_sound', forces: [{ id: 'a1', side: 'allies', number: 1, count: 7, sealed: true }] },
  { id: 'the_slot', forces: [] },
]

export const FIELD: FieldView = {
  owner: 'allies', position: 1, title: 'Henderson Field: American, operational', note: 'Combat 1 · one hit disrupts it · cover 1 plane',
}

const boxes = (side: 'japan' | 'allies', counts: Record<number, number>): BaseView['boxes'] =>
  [1, 2, 3, 4, 5, 6, 7].map((number) => ({
    id: `${side}_box_${number}`,
    number,
    force: counts[number] ? { id: `${side}${number}`, side, count: counts[number] } : undefined,
  }))

export const BASES: readonly BaseView[] = [
  { id: 'truk', side: 'japan', name: 'Truk', notes: ['1 face down', 'Reserve 3'], boxes: boxes('japan', { 3: 6, 4: 12 }), operation: 3 },
  {
    id: 'espiritu_santo', side: 'allies', name: 'Espiritu Santo', notes: ['none in base', 'Hornet: turn 2'],
    boxes: boxes('allies', { 3: 3 }), operation: 3,
  },
]

export const PLAYERS: readonly Player[] = [
  { side: 'allies', name: 'Mika', sideName: 'United States', present: true },
  { side: 'japan', name: 'Tomás', sideName: 'Japan' },
]

const ticks = (month: string): TimelineTurn['ticks'] =>
  Array.from({ length: 14 }, (_, k) => {
    const side = k % 2 ? 'japan' : 'allies'
    return { side, label: `${month}, operation ${Math.floor(k / 2) + 1}, ${side === 'japan' ? 'Japan' : 'Allies'}` }
  })

export const TURNS: readonly TimelineTurn[] = ['August', 'September', 'October', 'November'].map((name, i) => ({
  number: i + 1,
  name,
  ticks: ticks(name),
  notes: i === 1 ? [{ side: 'allies', text: 'Hornet arrives' }] : undefined,
}))

export const JAPAN: readonly Unit[] = [
  { id: 'ijn_shokaku', side: 'japan', name: 'Shokaku', kind: 'carrier', combat: 4, planes: 2, anchors: 2 },
  { id: 'ijn_ryujo', side: 'japan', name: 'Ryujo', kind: 'light_carrier', combat: 2, planes: 1 },
  { id: 'ijn_atago', side: 'japan', name: 'Atago', kind: 'cruiser', combat: 3, anchors: 1 },
  { id: 'ijn_tone', side: 'japan', name: 'Tone', kind: 'cruiser', combat: 3, anchors: 1 },
]

/** Both bases while task forces are formed: boxes may be chosen, and a visible force waits. */
export const FORMING: readonly BaseView[] = BASES.map((base) => ({
  ...base,
  operation: undefined,
  legal: base.side === 'allies',
  boxes: base.boxes.map((box) => ({ ...box, legal: base.side === 'allies' && !box.force && box.number < 5, selected: base.side === 'japan' && box.number === 3 })),
}))

/** The maximum number of forces in a turn, some of them revealed. */
export const BUSY: readonly ZoneView[] = [
  {
    id: 'eastern_solomons', legal: true, price: 'sortie',
    forces: [
      ...[1, 2, 4].map((n) => ({ id: `japan_${n}`, side: 'japan' as const, number: n, count: n + 2, caption: [`TF ${n} · ${n + 2} face down`] })),
      { id: 'japan_5', side: 'japan', number: 5, count: 4, units: JAPAN, revealed: true, caption: ['TF 5 · 4 shown'] },
      { id: 'allies_2', side: 'allies', number: 2, count: 8, units: TF2, revealed: true, caption: ['TF 2 · 8 shown'] },
      { id: 'allies_5', side: 'allies', number: 5, count: 2, sealed: true, caption: ['TF 5 · guns'] },
    ],
  },
  {
    id: 'south_pacific_ocean', legal: true, price: 'move',
    forces: [
      ...[1, 3, 6].map((n) => ({ id: `a${n}`, side: 'allies' as const, number: n, count: n, sealed: true, legal: n === 3, caption: [`TF ${n}`, 'guns'] })),
      { id: 'jx', side: 'japan', number: 7, count: 12, caption: ['TF 7', '12 face down'] },
    ],
  },
  {
    id: 'ironbottom_sound', legal: true, price: 'move',
    forces: [4, 7].map((n) => ({ id: `s${n}`, side: 'allies' as const, number: n, count: 5, sealed: true })),
  },
  { id: 'the_slot', legal: true, price: 'sortie', forces: [{ id: 'j6', side: 'japan', number: 6, count: 1 }, { id: 'j3', side: 'japan', number: 3, count: 6 }] },
]
