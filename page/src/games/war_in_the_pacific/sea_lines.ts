import type { Side } from '../../board/types'
import { distance, hexOf, sectionsOf } from './grid'
import { turnFrame, type KnownPosition } from './play_view'
import type { LiftArea } from './types'

/** 25.1, 30.3 The pairs of ports that Seacap links in a Line of Communications, computed as by the referee. */

const FAR = 8
const PORTS: readonly string[] = ['minor', 'major']
const ANY = 1

interface Turn {
  lifted: readonly number[]
  lost: readonly number[]
  paid: readonly number[]
  built: readonly { at: string; work: string }[]
}

/** The lift spent and lost as written in the Game-Turn; undefined if the scenario has none. */
function turnOf(position: KnownPosition): Turn | null {
  const frame = turnFrame(position.view)
  const numbers = (name: string): readonly number[] => (frame?.[name] ?? []) as readonly number[]
  return frame ? { lifted: numbers('lifted'), lost: numbers('lost'), paid: numbers('by_sea'), built: (frame['built'] ?? []) as Turn['built'] } : null
}

/** 30.5 The holder of an area: the side that had it at the start, until the enemy has more of its cities. */
function holderOf(area: LiftArea, position: KnownPosition): Side {
  const held = area.cities.map((at) => position.holder(hexOf(at)))
  const enemy: Side = area.began === 'japan' ? 'allies' : 'japan'
  return held.filter((side) => side === enemy).length > held.filter((side) => side === area.began).length ? enemy : area.began
}

/** 30.1, 30.4, 30.5 The Seacap that a side has left in an area. */
function left(area: LiftArea, place: number, side: Side, position: KnownPosition, turn: Turn): number {
  if (holderOf(area, position) !== side) return 0
  const whole = area.began === side ? area.points : Math.floor(area.points / 2)
  return Math.max(whole - (turn.lost[place] ?? 0), 0) - (turn.lifted[place] ?? 0)
}

/** Whether a coastal hex has a port or a Base Force of a side. */
function lands(position: KnownPosition, side: Side, hex: number, turn: Turn): boolean {
  const place = position.facts.places.get(hex)
  const port = place && turn.built.some(({ at, work }) => work === 'port' && hexOf(at) === hex) && place.port === 'anchorage' ? 'minor' : (place?.port ?? 'none')
  return PORTS.includes(port) || (!!place && position.unitsIn(place.id).some((unit) => unit.side === side && unit.type.kind === 'base_force'))
}

/** For each hex the hexes to which a Line may lead by sea. */
export function joinsOf(position: KnownPosition, side: Side, shut: ReadonlySet<number>): ReadonlyMap<number, readonly number[]> {
  const turn = turnOf(position)
  const areas = position.facts.lift[position.view.scenario] ?? []
  const joined = new Map<number, number[]>()
  if (!turn) return joined
  const { atlas } = position.facts
  const sections = position.facts.sectionsOf(position.view)
  const closed = position.facts.closedIn(position.view.scenario)
  areas.forEach((area, n) => {
    if (!turn.paid.includes(n) && left(area, areas.length + n, side, position, turn) < ANY) return
    const own = (hex: number): boolean => area.regions.includes(atlas.region[hex]!) && position.holder(hex) === side && !closed.has(hex) && sectionsOf(hex).some((one) => sections.includes(one))
    const quays = [...atlas.region.keys()].filter((hex) => own(hex) && atlas.kind[hex] !== 'sea' && atlas.kind[hex] !== 'land' && lands(position, side, hex, turn) && !shut.has(hex))
    for (const from of quays) joined.set(from, [...(joined.get(from) ?? []), ...quays.filter((to) => to !== from && distance(from, to) <= FAR)])
  })
  return joined
}
