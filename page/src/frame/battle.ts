import type { CounterState, Side } from '../board/types'

/** A unit on the battle board. */
export interface Fighter extends CounterState {
  id: string
}

/** The units of a side in a battle, by what they do there. */
export interface FleetShown<T extends Fighter> {
  side: Side
  sideName: string
  note: string
  /** what is said where no unit of it is to be seen */
  none?: string
  stations: readonly { name: string; units: readonly T[] }[]
}

/** The room that the two fleets have, and how they are drawn in it. */
export interface Room {
  width: number
  height: number
  phone: boolean
  words: Readonly<Record<string, string>>
  /** buttons stand in the head of one's own fleet */
  helpers: boolean
}

const SIZES = [76, 68, 56, 48] as const
const LEAST = 44 // on a phone: six in a row
const STATIONS = 18 // stations apart, side by side

/** The largest counters with which both fleets are seen whole; more than fit with the smallest scroll in their box. */
export function unitSize<T extends Fighter>(sides: readonly FleetShown<T>[], room: Room): number {
  if (room.phone) return sides.every((side) => tall(side, 48, room) <= room.height / 2 - 36) ? 48 : LEAST
  return SIZES.find((size) => sides.every((side) => tall(side, size, room) <= room.height)) ?? SIZES.at(-1)!
}

/** How high a fleet is drawn: its stations in rows, each with as many counters in a row as fit. */
function tall<T extends Fighter>({ stations }: FleetShown<T>, size: number, { width, phone, words, helpers }: Room): number {
  const across = phone ? width - 18 : width / 2 - 26
  const [cell, apart, pad] = phone ? [size, 8, 12] : [size + 6, 13, 10]
  const head = phone ? 30 : helpers ? 46 : 42
  let [left, row, all] = [across, 0, head]
  for (const { name, units } of stations) {
    const most = Math.max(1, Math.floor((across - pad + apart) / (cell + apart)))
    const columns = Math.min(most, units.length)
    const wide = columns * (cell + apart) - apart + pad
    const word = units.some(({ id }) => words[id]) ? 22 : 0
    const rows = Math.ceil(units.length / Math.max(1, columns)) * (size + word + 14)
    const high = phone ? rows : rows + (name ? 26 : 9)
    if (wide > left) [left, all, row] = [across, all + row + 2, 0]
    left -= wide + STATIONS
    row = Math.max(row, high)
  }
  return all + row
}
