import type { LogEntry } from '../../app/api'
import type { Side } from '../sides'
import type { LonLat } from '../../lib/geometry'
import { baseNotes, cannotHold, forceNow, unitNow, type Marks } from './play_board'
import type { TaskForce, Unit } from './types'
import { airFigures, BASE_NAMES, counted, SIDES, sideOf, typeOf, ZONES, ZONE_NAMES, type PacificView } from './play_view'

/** The units of a force that the viewer sees, as its panel draws them. */
export function panelUnits(id: string, view: PacificView, eyes: string, units: ReadonlyMap<string, Unit>, marks: Marks): Unit[] {
  const told = view.forces[id]!
  if (eyes !== told.side && eyes !== 'open' && !told.units.length) return []
  return told.units.flatMap((unit) => units.get(unit) ?? []).map((unit) => unitNow(unit, view, marks))
}

/** The figures of a force in short: type, air strike rating, anti-air, cover. */
export function forceFigures(units: readonly Unit[]): (readonly [string, string])[] {
  if (!units.length) return []
  const type = typeOf(units)
  const air = airFigures(units)
  const gunfire = units.filter((unit) => !unit.planes).reduce((n, unit) => n + (unit.combat ?? 0), 0)
  if (type.letter === 'C') return [['C', type.words], [String(air.strike), 'AS'], [String(air.antiAir), 'AA'], [String(air.cover), 'cover']]
  return [[type.letter, type.words], [String(gunfire), 'gunfire']]
}

/** What lies in a force unseen. */
export function unseenWords(id: string, view: PacificView): string {
  const told = view.forces[id]!
  const not = cannotHold(told)
  return `${told.counters === null ? 'Counters' : counted(told.counters, 'counter')} face down${not ? `: ${not}` : ''}.`
}

interface Group {
  side: Side
  sideName: string
  places: { name: string; forces: TaskForce[]; note?: string }[]
}

/** Every force of both sides by place, for the list. */
export function groupsOf(view: PacificView, eyes: string, units: ReadonlyMap<string, Unit>, marks: Marks): Group[] {
  return SIDES.map((side) => {
    const at = (where: (place: string) => boolean): TaskForce[] =>
      Object.keys(view.forces)
        .filter((id) => sideOf(id) === side && where(view.forces[id]!.where))
        .map((id) => listed(id, view, eyes, units, marks))
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
function listed(id: string, view: PacificView, eyes: string, units: ReadonlyMap<string, Unit>, marks: Marks): TaskForce {
  const force = forceNow(id, view, eyes, units, marks)
  const known = panelUnits(id, view, eyes, units, marks)
  return known.length ? { ...force, units: known } : force
}

function lost(view: PacificView, side: Side, units: ReadonlyMap<string, Unit>): { name: string; forces: TaskForce[]; note: string }[] {
  const names = (ids: readonly string[]): string => ids.flatMap((id) => (units.get(id)?.side === side ? [units.get(id)!.name] : [])).join(', ')
  return [
    ['Sunk', names(view.sunk)],
    ['Out of the campaign', names(view.gone)],
  ].flatMap(([name, note]) => (note ? [{ name: name!, forces: [], note }] : []))
}

/** The middles of the zones, for ways just gone. */
const MIDDLES: Readonly<Record<string, LonLat>> = {
  the_slot: [157.2, -7.55], ironbottom_sound: [160.16, -9.3], eastern_solomons: [164.6, -7.4], south_pacific_ocean: [163.6, -12.8],
}
const FROM_BASE: Readonly<Record<Side, LonLat>> = { japan: [156.2, -4.2], allies: [167.2, -15.2] }

/** The ways that forces went in an entry. */
export function wakesOf(entry: LogEntry | undefined): { id: string; side: Side; from: LonLat; to: LonLat }[] {
  return (entry?.events ?? []).flatMap((event, k) => {
    const force = event['force']
    const to = MIDDLES[String(event['zone'])]
    if (typeof force !== 'string' || !to) return []
    const side = sideOf(force)
    const id = `${entry!.seq}.${k}`
    if (event.event === 'sortied') return [{ id, side, from: FROM_BASE[side], to }]
    const from = MIDDLES[String(event['origin'])]
    return event.event === 'moved' && from ? [{ id, side, from, to }] : []
  })
}
