import type { Form } from './layout'
import { LETTERS, teamOf, unitsIn } from './play_view'
import type { Spot, PowerStack } from './types'
import { cellsOf, type Cell } from './unit_text'

/** How a stack of counted units is drawn: zoomed out a chip with its total, zoomed in a tray with a cell for each kind. */
export interface StackDrawn {
  id: string
  place: string
  power: PowerStack['power']
  team: 'japan' | 'allies'
  letters: string
  w: number
  h: number
  /** its width without the silhouette, where a small map may leave it out */
  narrow?: number
  total: number
  /** zoomed out at sea: the main silhouette */
  chief?: string
  cells: readonly (Cell & { x: number; y: number })[]
}

const CELL = [40, 19] as const

/** The stacks of a place, one for each power; `tight`: with small silhouettes. */
export const stacksOf = (spot: Spot, atSea: boolean, form: Form, tight = false): StackDrawn[] =>
  spot.powerStacks.map((powerStack) => (form === 'near' ? tray(spot.id, powerStack, atSea) : chip(spot.id, powerStack, atSea, form, tight)))

/** Room for at least two digits, so that a stack keeps its place when its number grows. */
export const digitsOf = (total: number): number => Math.max(2, String(total).length)

function chip(place: string, powerStack: PowerStack, atSea: boolean, form: Form, tight: boolean): StackDrawn {
  const letters = LETTERS[powerStack.power]!
  const total = unitsIn(powerStack)
  const [first] = cellsOf(powerStack)
  const chief = atSea && form === 'far' ? first?.piece.kind : undefined
  const digits = digitsOf(total)
  const bare = form === 'tiny' ? 8 + (letters ? 11 : 7) + digits * 6 : 10 + (letters ? 14 : 12) + digits * 7
  return { ...base(place, powerStack), letters, w: bare + (chief ? (tight ? 21 : 28) : 0), narrow: chief && tight ? bare : undefined, h: form === 'tiny' ? 14 : 18, total, chief, cells: [] }
}

function tray(place: string, powerStack: PowerStack, atSea: boolean): StackDrawn {
  const letters = LETTERS[powerStack.power]!
  const cells = cellsOf(powerStack)
  const columns = Math.min(atSea ? 2 : 3, cells.length)
  const lead = letters ? 22 : 18
  return {
    ...base(place, powerStack), letters, w: lead + columns * CELL[0] + 3, h: Math.ceil(cells.length / columns) * CELL[1] + 4, total: unitsIn(powerStack),
    cells: cells.map((cell, i) => ({ ...cell, x: lead + (i % columns) * CELL[0], y: 2 + Math.floor(i / columns) * CELL[1] })),
  }
}

const base = (place: string, { power }: PowerStack): Pick<StackDrawn, 'id' | 'place' | 'power' | 'team'> => ({ id: `${place} ${power}`, place, power, team: teamOf(power) })

/** The outline: round corners for Japan, cut ones for the Allies. */
export function outline(team: 'japan' | 'allies', w: number, h: number): string {
  const c = Math.min(5, h * 0.28)
  return team === 'japan'
    ? `M${c} 0H${w - c}Q${w} 0 ${w} ${c}V${h - c}Q${w} ${h} ${w - c} ${h}H${c}Q0 ${h} 0 ${h - c}V${c}Q0 0 ${c} 0Z`
    : `M${c} 0H${w - c}L${w} ${c}V${h - c}L${w - c} ${h}H${c}L0 ${h - c}V${c}Z`
}
