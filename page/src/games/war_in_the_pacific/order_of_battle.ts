import type { Side } from '../../board/types'
import { isHex } from './grid'
import { ORDER, type Now } from './play_view'

/** The order of battle of a side: by type what it has, where it lies, and what is gone. */
export interface TypeRow {
  type: string
  /** in the scenario, and of them at sea, in port, off the map, sunk; of an enemy only the sunk are known */
  of: number
  atSea: number
  inPort: number
  offMap: number
  damaged: number
  sunk: number
}

export function orderOfBattle(now: Now, side: Side): TypeRow[] {
  const all = [...now.facts.ships.values()].filter((ship) => ship.side === side)
  const boxes = new Set(now.facts.boxes)
  return ORDER.flatMap((type) => {
    const rows = all.filter((ship) => ship.type === type).map((ship) => ({ at: now.value<string>('ship_at', ship.id) ?? '', damaged: now.damage(ship.id) > 0 })).filter(({ at }) => at)
    const count = (test: (at: string) => boolean): number => rows.filter(({ at }) => test(at)).length
    const sunk = count((at) => at === 'sunk')
    const inPort = count(isHex)
    const offMap = count((at) => boxes.has(at))
    return rows.length ? [{ type, of: rows.length, atSea: rows.length - sunk - inPort - offMap, inPort, offMap, damaged: rows.filter(({ at, damaged }) => damaged && at !== 'sunk').length, sunk }] : []
  })
}

/** What a ship carries: ground units and Supply Points, with the Load Points that it has room for. */
export interface Cargo {
  ship: string
  room: number
  units: readonly string[]
  supply: number
}

const QUARTERS = 4

export function cargoOf(now: Now, ships: readonly { id: string; load_quarters: number }[]): Cargo[] {
  return ships.map((ship) => ({ ship: ship.id, room: ship.load_quarters / QUARTERS, units: now.unitsIn(ship.id).map(({ id }) => id), supply: Number(now.value('supply_aboard', ship.id) ?? 0) })).filter(({ room, units, supply }) => room || units.length || supply)
}
