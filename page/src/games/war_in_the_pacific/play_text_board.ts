import type { MatchStore, TextNode } from '../../app/game'
import { sideName } from '../../board/sides'
import { counted } from '../../lib/text'
import { alerts, isBurma, supplyNeeds, stores, tonnage } from './burma'
import { hexOf, idOf, isHex, sectionsOf } from './grid'
import { plansOf } from './plans'
import { reportText } from './map_marks'
import { portsSeen, portText, seenInPort } from './ports'
import { subronsIn } from './subrons'
import { boxName, capital, factsOf, forceShort, knownPosition, plain, sideOfId, turnName, viewOf, type KnownPosition } from './play_view'

interface Row {
  key: string
  id: string
  cells: readonly string[]
}

/** The text board: forces, reports, and the places of the regions in play, each region a table. */
export function textBoard(store: MatchStore): readonly TextNode[] {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const position = knownPosition(view, facts)
  const sections = facts.sectionsOf(view)
  const here = [...facts.places.keys()].filter((hex) => sectionsOf(hex).some((section) => sections.includes(section)))
  const regions = [...new Set(here.map((hex) => regionOf(position, hex)))].toSorted()
  const forces = position.forces.map((id) => forceRow(position, id))
  const reports = position.reports.map((id) => reportRow(position, id))
  const ports = portsSeen(position).map((port): Row => ({ key: `port ${port.id}`, id: idOf(port.hex), cells: [facts.hexText(port.id), portText(port)] }))
  const written = position.own ? plansOf(position).map(({ id, name, note }, n) => ({ key: `written ${n}`, id, cells: [name, note] })) : []
  return [
    { key: 'turn', name: `Game-Turn ${turnName(view.turn)}`, note: view.first_player ? `${sideName(view.first_player)} first` : 'before the first phase' },
    ...(written.length ? [{ key: 'written', name: 'Your plans', note: counted(written.length, 'line'), table: { rowNames: ['line', 'lines'] as const, head: ['Where', 'What'], rows: written } }] : []),
    ...alertsTable(position),
    { key: 'forces', name: 'Task Forces', note: `${forces.length}`, table: { rowNames: ['force', 'forces'], head: ['Force', 'Where', 'Ships', 'Mission'], rows: forces } },
    { key: 'reports', name: 'Reports on the enemy', note: `${reports.length}`, table: { rowNames: ['report', 'reports'], head: ['Report', 'Where', 'Details', 'Contact'], rows: reports } },
    ...(ports.length ? [{ key: 'ports', name: 'Enemy ports seen', note: `${ports.length}`, table: { rowNames: ['port', 'ports'] as const, head: ['Port', 'Seen there'], rows: ports } }] : []),
    ...(isBurma(view) ? [groundTable(position), frontTable(position)] : []),
    ...regions.map((region) => {
      const rows = here.filter((hex) => regionOf(position, hex) === region).map((hex) => placeRow(position, hex))
      return { key: `region ${region}`, name: region, note: counted(rows.length, 'place'), table: { rowNames: ['place', 'places'] as const, head: ['Place', 'Held by', 'Bases', 'What is there'], rows } }
    }),
  ]
}

/** The player's units without supply or a Line, except in Burma, where the board lists them. */
function alertsTable(position: KnownPosition): readonly TextNode[] {
  const wrong = position.own && !isBurma(position.view) ? alerts(position).filter(({ side }) => side === position.own) : []
  const rows = wrong.map(({ id, at, text, case: of }): Row => ({ key: id, id: at, cells: [position.facts.hexText(at), `${text} (${of})`] }))
  return rows.length ? [{ key: 'amiss', name: 'Supply problems', note: counted(rows.length, 'alert'), table: { rowNames: ['alert', 'alerts'], head: ['Where', 'What'], rows } }] : []
}

/** Burma's ground units hex by hex, including the enemy's: they are open (1.3). */
function groundTable(position: KnownPosition): TextNode {
  const rows = position.garrisons.toSorted().flatMap((at) => [...new Set(position.unitsIn(at).map(({ side }) => side))].map((side): Row => {
    const units = position.unitsIn(at).filter((unit) => unit.side === side)
    const without = units.filter(({ id }) => supplyNeeds(position, id) > 0).length
    return { key: `${at} ${side}`, id: at, cells: [position.facts.hexText(at), sideName(side), units.map(({ type }) => type.printed).join(', '), String(units.reduce((sum, { type }) => sum + type.strength, 0)), without ? `${without} unsupplied` : 'supplied'] }
  }))
  return { key: 'ground', name: 'Ground units', note: counted(rows.length, 'stack'), table: { rowNames: ['stack', 'stacks'], head: ['Hex', 'Side', 'Units', 'Strength', 'Supply'], rows } }
}

/** Warnings, Kunming, and the stores. */
function frontTable(position: KnownPosition): TextNode {
  const { points, blocks, score } = tonnage(position)
  const kunming: Row = { key: 'kunming', id: position.facts.aims[position.view.scenario]?.kunming ?? '', cells: ['Kunming', `${counted(points, 'Supply Point')} arrived, ${counted(blocks, 'block')}, ${counted(score, 'Victory Point')}`] }
  const lying = (['japan', 'allies'] as const).flatMap((side) => stores(position, side).map(({ at, points: n }): Row => ({ key: `stores ${at}`, id: at, cells: [`Stores, ${position.facts.placeName(at)}`, `${sideName(side)}: ${counted(n, 'Supply Point')}`] })))
  const wrong = alerts(position).map(({ id, at, text, side }): Row => ({ key: id, id: at, cells: ['Alert', `${sideName(side)}: ${text}`] }))
  return { key: 'front', name: 'Front', note: counted(wrong.length, 'alert'), table: { rowNames: ['row', 'rows'], head: ['What', 'Details'], rows: [kunming, ...wrong, ...lying] } }
}

const regionOf = (position: KnownPosition, hex: number): string => position.facts.atlas.regionOf(hex) || 'Open sea'

export function forceRow(position: KnownPosition, id: string): Row {
  const where = position.whereOf(id)
  const ships = position.shipsIn(id)
  const kinds = [...new Set(ships.map((ship) => ship.type))].map((type) => `${ships.filter((ship) => ship.type === type).length} ${type}`)
  return { key: id, id, cells: [forceShort(id), isHex(where) ? position.facts.hexText(where) : boxName(where), kinds.join(', ') || 'a dummy', capital(plain(position.view.force_mission[id] ?? 'none'))] }
}

function reportRow(position: KnownPosition, id: string): Row {
  const [head, rest] = reportText(position, id)
  return { key: id, id, cells: [`${head}, ${sideName(sideOfId(id))}`, position.facts.hexText(position.view.contact_at[id]!), rest || 'nothing more', position.view.in_contact.includes(id) ? 'in contact' : 'lost'] }
}

function placeRow(position: KnownPosition, hex: number): Row {
  const id = idOf(hex)
  const place = position.facts.places.get(hex)!
  const holder = position.holder(hex)
  const bases = [place.port === 'none' ? '' : place.port === 'anchorage' ? 'anchorage' : `${place.port} port`, position.value<number>('level', place.id) ? `airbase level ${String(position.value('level', place.id))}` : ''].filter(Boolean)
  return { key: id, id, cells: [`${place.name}, ${id}`, holder === 'nobody' ? 'nobody' : holder === 'neutral' ? 'neutral' : sideName(holder), bases.join(', ') || 'none', thereText(position, hex) || 'nothing known'] }
}

/** The known contents of a hex: ground units, air points, ships, and search results on ships in port. */
export function thereText(position: KnownPosition, hex: number): string {
  const id = idOf(hex)
  const units = position.unitsIn(id)
  const air = position.airAt(id).reduce((sum, { points }) => sum + points, 0)
  const ships = position.shipsIn(id).length
  const supply = Number(position.value('supply', position.facts.places.get(hex)?.id ?? '') ?? 0)
  return [
    units.length ? `${counted(units.length, 'ground unit')}: ${units.map(({ type }) => type.printed).join(', ')}` : '', air ? counted(air, 'air point') : '',
    ships ? `${counted(ships, 'ship')} in port` : seenInPort(position, hex), supply ? `${counted(supply, 'Supply Point')}` : '',
  ].filter(Boolean).join('; ')
}

/** The text of a hex for screen readers, from near to far: id and name, ground, contents, holder, whether it may be chosen. */
export function hexText(position: KnownPosition, hex: number, more: readonly string[] = []): string {
  const { atlas, places } = position.facts
  const place = places.get(hex)
  const kind = atlas.kind[hex]!
  const ground = kind === 'sea' ? 'sea' : [kind, atlas.terrain[hex]].filter((word, n) => word && !(n && word === kind)).join(', ')
  const forces = position.forces.filter((id) => hexOf(position.view.force_at[id] ?? '') === hex).map((id) => `${forceShort(id)}${position.isDummy(id) ? ', a dummy' : `, ${counted(position.shipsIn(id).length, 'ship')}`}`)
  const reports = position.reports.filter((id) => hexOf(position.view.contact_at[id]!) === hex).map((id) => reportText(position, id).filter(Boolean).join(': '))
  const holder = position.holder(hex)
  const held = kind !== 'sea' && (holder === 'japan' || holder === 'allies') ? `${sideName(holder)} ${holder === 'allies' ? 'hold' : 'holds'} it` : ''
  const head = [idOf(hex), place?.name, ground].filter(Boolean).join(', ')
  const boats = subronsIn(position.view, hex)
  return `${[head, ...more, place && place.port !== 'none' ? `${place.port === 'anchorage' ? 'Anchorage' : `${capital(place.port)} port`}, ${counted(place.naval, 'ship')}` : '', ...forces, boats, ...reports, thereText(position, hex), held].filter(Boolean).join('. ')}.`
}
