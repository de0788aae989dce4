import type { MatchStore, TextNode } from '../../app/game'
import { sideName } from '../../board/sides'
import { counted } from '../../lib/words'
import { alerts, isBurma, lacks, stores, tonnage } from './burma'
import { hexOf, idOf, isHex, sectionsOf } from './grid'
import { intentsOf } from './intents'
import { reportWords } from './marks'
import { portsSeen, portWords, seenInPort } from './ports'
import { subronsIn } from './subrons'
import { boxName, capital, factsOf, forceShort, nowOf, plain, sideOfId, turnName, viewOf, type Now } from './play_view'

interface Row {
  key: string
  id: string
  cells: readonly string[]
}

/** The text board: forces, reports, and the places of the regions in play, each region a table. */
export function textBoard(store: MatchStore): readonly TextNode[] {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const now = nowOf(view, facts)
  const sections = facts.sectionsOf(view)
  const here = [...facts.places.keys()].filter((hex) => sectionsOf(hex).some((section) => sections.includes(section)))
  const regions = [...new Set(here.map((hex) => regionOf(now, hex)))].toSorted()
  const forces = now.forces.map((id) => forceRow(now, id))
  const reports = now.reports.map((id) => reportRow(now, id))
  const ports = portsSeen(now).map((port): Row => ({ key: `port ${port.id}`, id: idOf(port.hex), cells: [facts.hexWords(port.id), portWords(port)] }))
  const written = now.own ? intentsOf(now).map(({ id, name, note }, n) => ({ key: `written ${n}`, id, cells: [name, note] })) : []
  return [
    { key: 'turn', name: `Game-Turn ${turnName(view.turn)}`, note: view.first_player ? `${sideName(view.first_player)} first` : 'before the first phase' },
    ...(written.length ? [{ key: 'written', name: 'Your plans', note: counted(written.length, 'line'), table: { rowNames: ['line', 'lines'] as const, head: ['Where', 'What'], rows: written } }] : []),
    ...amiss(now),
    { key: 'forces', name: 'Task Forces', note: `${forces.length}`, table: { rowNames: ['force', 'forces'], head: ['Force', 'Where', 'Ships', 'Mission'], rows: forces } },
    { key: 'reports', name: 'Reports on the enemy', note: `${reports.length}`, table: { rowNames: ['report', 'reports'], head: ['Report', 'Where', 'Details', 'Contact'], rows: reports } },
    ...(ports.length ? [{ key: 'ports', name: 'Enemy ports seen', note: `${ports.length}`, table: { rowNames: ['port', 'ports'] as const, head: ['Port', 'Seen there'], rows: ports } }] : []),
    ...(isBurma(view) ? [groundTable(now), frontTable(now)] : []),
    ...regions.map((region) => {
      const rows = here.filter((hex) => regionOf(now, hex) === region).map((hex) => placeRow(now, hex))
      return { key: `region ${region}`, name: region, note: counted(rows.length, 'place'), table: { rowNames: ['place', 'places'] as const, head: ['Place', 'Held by', 'Bases', 'What is there'], rows } }
    }),
  ]
}

/** The player's units without supply or a Line, except in Burma, where the board lists them. */
function amiss(now: Now): readonly TextNode[] {
  const wrong = now.own && !isBurma(now.view) ? alerts(now).filter(({ side }) => side === now.own) : []
  const rows = wrong.map(({ id, at, text, case: of }): Row => ({ key: id, id: at, cells: [now.facts.hexWords(at), `${text} (${of})`] }))
  return rows.length ? [{ key: 'amiss', name: 'Supply problems', note: counted(rows.length, 'alert'), table: { rowNames: ['alert', 'alerts'], head: ['Where', 'What'], rows } }] : []
}

/** Burma's ground units hex by hex, including the enemy's: they are open (1.3). */
function groundTable(now: Now): TextNode {
  const rows = now.garrisons.toSorted().flatMap((at) => [...new Set(now.unitsIn(at).map(({ side }) => side))].map((side): Row => {
    const units = now.unitsIn(at).filter((unit) => unit.side === side)
    const without = units.filter(({ id }) => lacks(now, id) > 0).length
    return { key: `${at} ${side}`, id: at, cells: [now.facts.hexWords(at), sideName(side), units.map(({ type }) => type.printed).join(', '), String(units.reduce((sum, { type }) => sum + type.strength, 0)), without ? `${without} unsupplied` : 'supplied'] }
  }))
  return { key: 'ground', name: 'Ground units', note: counted(rows.length, 'stack'), table: { rowNames: ['stack', 'stacks'], head: ['Hex', 'Side', 'Units', 'Strength', 'Supply'], rows } }
}

/** Warnings, Kunming, and the stores. */
function frontTable(now: Now): TextNode {
  const { points, blocks, score } = tonnage(now)
  const kunming: Row = { key: 'kunming', id: now.facts.aims[now.view.scenario]?.kunming ?? '', cells: ['Kunming', `${counted(points, 'Supply Point')} arrived, ${counted(blocks, 'block')}, ${counted(score, 'Victory Point')}`] }
  const lying = (['japan', 'allies'] as const).flatMap((side) => stores(now, side).map(({ at, points: n }): Row => ({ key: `stores ${at}`, id: at, cells: [`Stores, ${now.facts.placeName(at)}`, `${sideName(side)}: ${counted(n, 'Supply Point')}`] })))
  const wrong = alerts(now).map(({ id, at, text, side }): Row => ({ key: id, id: at, cells: ['Alert', `${sideName(side)}: ${text}`] }))
  return { key: 'front', name: 'Front', note: counted(wrong.length, 'alert'), table: { rowNames: ['row', 'rows'], head: ['What', 'Details'], rows: [kunming, ...wrong, ...lying] } }
}

const regionOf = (now: Now, hex: number): string => now.facts.atlas.regionOf(hex) || 'Open sea'

export function forceRow(now: Now, id: string): Row {
  const where = now.whereOf(id)
  const ships = now.shipsIn(id)
  const kinds = [...new Set(ships.map((ship) => ship.type))].map((type) => `${ships.filter((ship) => ship.type === type).length} ${type}`)
  return { key: id, id, cells: [forceShort(id), isHex(where) ? now.facts.hexWords(where) : boxName(where), kinds.join(', ') || 'a dummy', capital(plain(now.view.force_mission[id] ?? 'none'))] }
}

function reportRow(now: Now, id: string): Row {
  const [head, rest] = reportWords(now, id)
  return { key: id, id, cells: [`${head}, ${sideName(sideOfId(id))}`, now.facts.hexWords(now.view.contact_at[id]!), rest || 'nothing more', now.view.in_contact.includes(id) ? 'in contact' : 'lost'] }
}

function placeRow(now: Now, hex: number): Row {
  const id = idOf(hex)
  const place = now.facts.places.get(hex)!
  const holder = now.holder(hex)
  const bases = [place.port === 'none' ? '' : place.port === 'anchorage' ? 'anchorage' : `${place.port} port`, now.value<number>('level', place.id) ? `airbase level ${String(now.value('level', place.id))}` : ''].filter(Boolean)
  return { key: id, id, cells: [`${place.name}, ${id}`, holder === 'nobody' ? 'nobody' : holder === 'neutral' ? 'neutral' : sideName(holder), bases.join(', ') || 'none', thereWords(now, hex) || 'nothing known'] }
}

/** The known contents of a hex: ground units, air points, ships, and search results on ships in port. */
export function thereWords(now: Now, hex: number): string {
  const id = idOf(hex)
  const units = now.unitsIn(id)
  const air = now.airAt(id).reduce((sum, { points }) => sum + points, 0)
  const ships = now.shipsIn(id).length
  const supply = Number(now.value('supply', now.facts.places.get(hex)?.id ?? '') ?? 0)
  return [
    units.length ? `${counted(units.length, 'ground unit')}: ${units.map(({ type }) => type.printed).join(', ')}` : '', air ? counted(air, 'air point') : '',
    ships ? `${counted(ships, 'ship')} in port` : seenInPort(now, hex), supply ? `${counted(supply, 'Supply Point')}` : '',
  ].filter(Boolean).join('; ')
}

/** The text of a hex for screen readers, from near to far: id and name, ground, contents, holder, whether it may be chosen. */
export function hexWords(now: Now, hex: number, more: readonly string[] = []): string {
  const { atlas, places } = now.facts
  const place = places.get(hex)
  const kind = atlas.kind[hex]!
  const ground = kind === 'sea' ? 'sea' : [kind, atlas.terrain[hex]].filter((word, n) => word && !(n && word === kind)).join(', ')
  const forces = now.forces.filter((id) => hexOf(now.view.force_at[id] ?? '') === hex).map((id) => `${forceShort(id)}${now.isDummy(id) ? ', a dummy' : `, ${counted(now.shipsIn(id).length, 'ship')}`}`)
  const reports = now.reports.filter((id) => hexOf(now.view.contact_at[id]!) === hex).map((id) => reportWords(now, id).filter(Boolean).join(': '))
  const holder = now.holder(hex)
  const held = kind !== 'sea' && (holder === 'japan' || holder === 'allies') ? `${sideName(holder)} ${holder === 'allies' ? 'hold' : 'holds'} it` : ''
  const head = [idOf(hex), place?.name, ground].filter(Boolean).join(', ')
  const boats = subronsIn(now.view, hex)
  return `${[head, ...more, place && place.port !== 'none' ? `${place.port === 'anchorage' ? 'Anchorage' : `${capital(place.port)} port`}, ${counted(place.naval, 'ship')}` : '', ...forces, boats, ...reports, thereWords(now, hex), held].filter(Boolean).join('. ')}.`
}
