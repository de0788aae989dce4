import type { MatchStore, TextNode } from '../../app/game'
import type { Side } from '../sides'
import { baseNotes, cannotHold, currentField, highlightsOf, operationOf } from './play_board'
import { BASE_IDS, BASE_NAMES, counted, forceName, SIDES, sideOf, typeOf, unitsOf, viewOf, ZONES, ZONE_NAMES, type PacificView } from './play_view'
import type { Unit } from './types'
import { describeFactors } from './unit_text'

const SIDE_NAMES: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'Allies' }

/** The text board: the contents of a drawn board, and the same choices. */
export function textBoard(store: MatchStore): readonly TextNode[] {
  const view = viewOf(store.view)
  const units = unitsOf(store.pieces)
  const field = currentField(view, highlightsOf(store))
  return [
    {
      key: 'track', name: 'Initiative track', note: `${markerText(view)}. ${SIDE_NAMES[view.initiative]} ${view.initiative === 'allies' ? 'have' : 'has'} the initiative this turn.`,
      nodes: [{ key: 'henderson_field', id: 'henderson_field', name: field.title, note: field.note, side: field.owner }],
    },
    ...ZONES.map((zone) => {
      const nodes = forcesAt(view, zone, units, store.viewpoint)
      return { key: zone, id: zone, name: ZONE_NAMES[zone]!, note: nodes.length ? 'sea zone' : 'sea zone, nobody', nodes }
    }),
    ...SIDES.map((side) => boxes(view, side, units, store.viewpoint)),
    ...SIDES.map((side) => baseNode(view, side, units, store.viewpoint)),
    others(view, units),
  ]
}

function markerText(view: PacificView): string {
  const { marker } = view.henderson
  return `Marker at ${marker === 0 ? '0' : `${marker < 0 ? 'Japan' : 'Allies'} ${Math.abs(marker)}`}`
}

function forcesAt(view: PacificView, where: string, units: ReadonlyMap<string, Unit>, viewpoint: string): TextNode[] {
  return Object.keys(view.forces)
    .filter((id) => view.forces[id]!.where === where)
    .map((id) => forceNode(id, view, units, viewpoint))
}

function forceNode(id: string, view: PacificView, units: ReadonlyMap<string, Unit>, viewpoint: string): TextNode {
  const force = view.forces[id]!
  const known = force.units.flatMap((unit) => units.get(unit) ?? [])
  const down = force.counters === null ? 'counters face down' : `${counted(force.counters - known.length, 'counter')} face down`
  const all = known.length > 0 && force.counters === known.length
  const notes = [
    all ? typeOf(known).words : down,
    ...(viewpoint === force.side && !force.face_up ? ['hidden from the enemy'] : []),
    ...(all ? [] : [cannotHold(force)].filter(Boolean)),
  ]
  return { key: id, id, name: forceName(id), note: notes.join(', '), side: sideOf(id), table: known.length ? fleet(known) : undefined }
}

/** Units as a table; a unit that may be chosen is a button in it. */
function fleet(units: readonly Unit[]): NonNullable<TextNode['table']> {
  return {
    head: ['Unit', 'Kind', 'Factors'],
    rows: units.map((unit) => ({ key: unit.id, id: unit.id, cells: [unit.name, unit.kind.replace('_', ' '), describeFactors(unit)] })),
  }
}

function boxes(view: PacificView, side: Side, units: ReadonlyMap<string, Unit>, viewpoint: string): TextNode {
  const operation = operationOf(view, side)
  const nodes = [1, 2, 3, 4, 5, 6, 7].flatMap((box) =>
    forcesAt(view, `box_${box}`, units, viewpoint).filter((node) => sideOf(node.key) === side).map((node) => ({ ...node, name: `Box ${box}: ${node.name}` })),
  )
  return {
    key: `${side}_boxes`, name: `${side === 'japan' ? 'Japanese' : 'US'} operation boxes`, side,
    note: [operation ? `operation ${operation} of 7` : '', nodes.length ? '' : 'empty'].filter(Boolean).join(', '), nodes,
  }
}

function baseNode(view: PacificView, side: Side, units: ReadonlyMap<string, Unit>, viewpoint: string): TextNode {
  const base = view.bases[BASE_IDS[side]]
  const known = base.units.flatMap((unit) => units.get(unit) ?? [])
  return {
    key: BASE_IDS[side], name: `${BASE_NAMES[side]}, base of ${SIDE_NAMES[side]}`, note: baseNotes(view, side, units).join(', '), side,
    nodes: forcesAt(view, 'home', units, viewpoint).filter((node) => sideOf(node.key) === side), table: known.length ? fleet(known) : undefined,
  }
}

function others(view: PacificView, units: ReadonlyMap<string, Unit>): TextNode {
  const names = (ids: readonly string[]): string => ids.map((id) => units.get(id)?.name ?? id).join(', ') || 'none'
  return {
    key: 'others', name: 'Off the map',
    nodes: [
      { key: 'reserve', name: 'Japanese Reserve', note: names(view.reserve) },
      ...Object.entries(view.due).map(([turn, ids]) => ({ key: `due_${turn}`, name: `Due on turn ${turn}`, note: names(ids) })),
      { key: 'sunk', name: 'Sunk', note: names(view.sunk) },
      { key: 'gone', name: 'Out of the campaign', note: names(view.gone) },
    ],
  }
}
