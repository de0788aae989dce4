import type { LogEntry } from '../../app/api'
import type { MoveInfo } from '../../app/moves'
import { numberMoves, type NumberedMove } from '../../app/numbered_moves'
import type { Side } from '../sides'
import type { LonLat } from '../../lib/geometry'
import { baseNotes, cannotHold, currentForce, currentUnit, type BoardHighlights } from './play_board'
import type { TaskForce, Unit } from './types'
import { airFigures, BASE_IDS, BASE_NAMES, counted, isForce, SIDES, sideOf, typeOf, ZONES, ZONE_NAMES, type PacificView } from './play_view'

/** The visible units of a force, as its panel draws them. */
export function panelUnits(id: string, view: PacificView, viewpoint: string, units: ReadonlyMap<string, Unit>, marks: BoardHighlights): Unit[] {
  const force = view.forces[id]!
  if (viewpoint !== force.side && viewpoint !== 'open' && !force.units.length) return []
  return force.units.flatMap((unit) => units.get(unit) ?? []).map((unit) => currentUnit(unit, view, marks))
}

/** The figures of a force in short form: type, air strike rating, anti-air, cover. */
export function forceFigures(units: readonly Unit[]): (readonly [string, string])[] {
  if (!units.length) return []
  const type = typeOf(units)
  const air = airFigures(units)
  const gunfire = units.filter((unit) => !unit.planes).reduce((n, unit) => n + (unit.combat ?? 0), 0)
  if (type.letter === 'C') return [['C', type.words], [String(air.strike), 'AS'], [String(air.antiAir), 'AA'], [String(air.cover), 'cover']]
  return [[type.letter, type.words], [String(gunfire), 'gunfire']]
}

/** The hidden contents of a force. */
export function unseenText(id: string, view: PacificView): string {
  const force = view.forces[id]!
  const not = cannotHold(force)
  return `${force.counters === null ? 'Counters' : counted(force.counters, 'counter')} face down${not ? `: ${not}` : ''}.`
}

interface Group {
  side: Side
  sideName: string
  places: { name: string; forces: TaskForce[]; note?: string }[]
}

/** Every force of both sides by place, for the list. */
export function groupsOf(view: PacificView, viewpoint: string, units: ReadonlyMap<string, Unit>, marks: BoardHighlights): Group[] {
  return SIDES.map((side) => {
    const at = (where: (place: string) => boolean): TaskForce[] =>
      Object.keys(view.forces)
        .filter((id) => sideOf(id) === side && where(view.forces[id]!.where))
        .map((id) => listed(id, view, viewpoint, units, marks))
    return {
      side,
      sideName: side === 'japan' ? 'Japan' : 'Allies',
      places: [
        ...ZONES.map((zone) => ({ name: ZONE_NAMES[zone]!, forces: at((place) => place === zone) })).filter((place) => place.forces.length),
        { name: 'Operation boxes', forces: at((place) => place.startsWith('box_')) },
        { name: BASE_NAMES[side], forces: at((place) => place === 'home'), note: baseNotes(view, side, units).join(', ') },
        ...lost(view, side, units),
      ],
    }
  })
}

/** A force in the list: its ships by name wherever the viewer knows them. */
function listed(id: string, view: PacificView, viewpoint: string, units: ReadonlyMap<string, Unit>, marks: BoardHighlights): TaskForce {
  const force = currentForce(id, view, viewpoint, units, marks)
  const known = panelUnits(id, view, viewpoint, units, marks)
  return known.length ? { ...force, units: known } : force
}

function lost(view: PacificView, side: Side, units: ReadonlyMap<string, Unit>): { name: string; forces: TaskForce[]; note: string }[] {
  const names = (ids: readonly string[]): string => ids.flatMap((id) => (units.get(id)?.side === side ? [units.get(id)!.name] : [])).join(', ')
  return [
    ['Sunk', names(view.sunk)],
    ['Out of the campaign', names(view.gone)],
  ].flatMap(([name, note]) => (note ? [{ name: name!, forces: [], note }] : []))
}

/** The middles of the zones, for the latest moves. */
const MIDDLES: Readonly<Record<string, LonLat>> = {
  the_slot: [157.2, -7.55], ironbottom_sound: [160.16, -9.3], eastern_solomons: [164.6, -7.4], south_pacific_ocean: [163.6, -12.8],
}
const FROM_BASE: Readonly<Record<Side, LonLat>> = { japan: [156.2, -4.2], allies: [167.2, -15.2] }

/** The moves in the given entries: forces, out of their base, from zone to zone, and home. */
export function moves(entries: readonly LogEntry[], before?: PacificView): MoveInfo[] {
  const at = new Map(Object.entries(before?.forces ?? {}).map(([id, force]) => [id, force.where]))
  return entries.flatMap((entry) => entry.events ?? []).flatMap((event) => {
    const unit = String(event['force'] ?? '')
    if (!isForce(unit)) return []
    const base = BASE_IDS[sideOf(unit)]
    const to = event.event === 'sortied' || event.event === 'moved' ? String(event['zone']) : event.event === 'went_home' ? base : ''
    const from = event.event === 'sortied' ? base : String(event['origin'] ?? at.get(unit) ?? '')
    if (to) at.set(unit, to)
    return to && from ? [{ unit, side: sideOf(unit), from, to }] : []
  })
}

/** The middle of a zone, and for a base the point where its forces start. */
const pointOf = (id: string, side: Side): LonLat | undefined => (id === BASE_IDS[side] ? FROM_BASE[side] : MIDDLES[id])

/** Moves as arrows on the map. */
export const arrowsOfMoves = (ways: readonly NumberedMove[]): { id: string; side: Side; from: LonLat; to: LonLat; n?: number }[] =>
  ways.flatMap(({ id, n, side, from, to }) => {
    const ends = [pointOf(from, side as Side), pointOf(to, side as Side)]
    return ends[0] && ends[1] ? [{ id, n, side: side as Side, from: ends[0], to: ends[1] }] : []
  })

/** The moves of forces in an entry, except those home. */
export const moveArrowsOf = (entry: LogEntry | undefined): ReturnType<typeof arrowsOfMoves> =>
  arrowsOfMoves(numberMoves(entry ? moves([entry]).filter(({ side, to }) => to !== BASE_IDS[side as Side]) : [])).map((way) => ({ ...way, n: undefined, id: `${entry!.seq} ${way.id}` }))
