import type { Side } from '../../board/types'
import { hexOf, isHex } from './grid'
import { ORDER, type KnownPosition } from './play_view'
import type { GroundFacts, ShipFacts } from './types'

/** The order of battle of a side: by type the units, their places, and the losses. */
export interface TypeRow {
  type: string
  /** the number in the scenario, and how many of these are at sea, in port, off the map, or sunk; for an enemy only the sunk ones are
   * known */
  of: number
  atSea: number
  inPort: number
  offMap: number
  damaged: number
  sunk: number
}

export function orderOfBattle(position: KnownPosition, side: Side): TypeRow[] {
  const all = [...position.facts.ships.values()].filter((ship) => ship.side === side)
  const boxes = new Set(position.facts.boxes)
  return ORDER.flatMap((type) => {
    const rows = all.filter((ship) => ship.type === type).map((ship) => ({ at: position.value<string>('ship_at', ship.id) ?? '', damaged: position.damage(ship.id) > 0 })).filter(({ at }) => at)
    const count = (test: (at: string) => boolean): number => rows.filter(({ at }) => test(at)).length
    const sunk = count((at) => at === 'sunk')
    const inPort = count(isHex)
    const offMap = count((at) => boxes.has(at))
    return rows.length ? [{ type, of: rows.length, atSea: rows.length - sunk - inPort - offMap, inPort, offMap, damaged: rows.filter(({ at, damaged }) => damaged && at !== 'sunk').length, sunk }] : []
  })
}

/** The cargo of a ship: ground units and Supply Points, with its capacity in Load Points. */
export interface Cargo {
  ship: string
  room: number
  units: readonly string[]
  supply: number
}

const QUARTERS = 4
/** 12.2, 38.5 For these, each level removes a quarter of the cargo, whether by damage or by splitting. */
const SHIPPING: readonly string[] = ['APB', 'SF', 'MS']
const roomOf = ({ id, type, load_quarters: all }: Loading, position: KnownPosition): number => (SHIPPING.includes(type) ? Math.floor((all * Math.max(0, QUARTERS - position.damage(id) - position.split(id))) / QUARTERS) : all) / QUARTERS

type Loading = Pick<ShipFacts, 'id' | 'type' | 'load_quarters'>
export function cargoOf(position: KnownPosition, ships: readonly Loading[]): Cargo[] {
  return ships.map((ship) => ({ ship: ship.id, room: roomOf(ship, position), units: position.unitsIn(ship.id).map(({ id }) => id), supply: Number(position.value('supply_aboard', ship.id) ?? 0) })).filter(({ room, units, supply }) => room || units.length || supply)
}

/** 21.3 Ground units of a type on the map: whole and reduced, their strength, and the number without supply. */
export interface GroundRow {
  id: string
  name: string
  printed: string
  whole: number
  reduced: number
  strength: number
  unsupplied: number
}

/** The description of a type beyond its printed name. */
export const typeName = ({ name, printed }: GroundFacts): string => name.split(' / ')[0]!.replace(new RegExp(` ${printed}$`), '')

export function groundOrder(position: KnownPosition, side: Side): { rows: readonly GroundRow[]; air: readonly { stack: string; points: number }[] } {
  const rows = new Map<string, GroundRow>()
  for (const unit of position.garrisons.flatMap((at) => position.unitsIn(at)).filter((one) => one.side === side)) {
    const whole = position.facts.ground.get(unit.type.id.replace(/_bg$/, '')) ?? unit.type
    const row = rows.get(whole.id) ?? { id: whole.id, name: typeName(whole), printed: whole.printed, whole: 0, reduced: 0, strength: 0, unsupplied: 0 }
    const less = whole.id !== unit.type.id
    rows.set(whole.id, { ...row, whole: row.whole + Number(!less), reduced: row.reduced + Number(less), strength: row.strength + unit.type.strength, unsupplied: row.unsupplied + Number(Number(position.value('unsupplied', unit.id) ?? 0) > 0) })
  }
  const air = new Map<string, number>()
  for (const at of position.airfields) if (position.holder(hexOf(at)) === side) for (const { stack, points } of position.airAt(at)) air.set(stack, (air.get(stack) ?? 0) + points)
  return { rows: [...rows.values()].toSorted((a, b) => b.strength - a.strength || a.name.localeCompare(b.name)), air: [...air].map(([stack, points]) => ({ stack, points })) }
}
