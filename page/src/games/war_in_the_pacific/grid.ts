import type { LonLat } from '../../lib/geometry'

/** The hexes of the map by formula (3.1, 3.24): seven sections on one Mercator grid, numbered down the columns. */

const SECTION_AT = { A: [0, 27], B: [38, 0], C: [38, 53], D: [76, 0], E: [76, 53], F: [114, 0], G: [114, 53] } as const
export const SECTIONS = Object.keys(SECTION_AT)
const [ACROSS, DOWN] = [39, 54]
/** The height of a hex in degrees of the projection, and the corner from which positions are measured. */
export const STEP = 1.0462186
export const WEST = 68.636446
export const NORTH = 65.5194

export const COLUMNS = 153
export const ROWS = 107
const WESTERN = 38 // columns of section A alone
const [FIRST_ROW, WESTERN_ROWS] = [28, 54]
export const HEXES = WESTERN * WESTERN_ROWS + (COLUMNS - WESTERN) * ROWS
export const NOWHERE = -1

/** The width of a hex's column in hex heights, and half the width of a hex. */
export const COLUMN = Math.sqrt(3) / 2
export const RADIUS = 1 / Math.sqrt(3)

/** The number of the hex in a column and row; NOWHERE off the map. */
export function at(column: number, row: number): number {
  if (column < 1 || column > COLUMNS || row < 1 || row > ROWS) return NOWHERE
  if (column > WESTERN) return WESTERN * WESTERN_ROWS + (column - WESTERN - 1) * ROWS + row - 1
  return row < FIRST_ROW || row >= FIRST_ROW + WESTERN_ROWS ? NOWHERE : (column - 1) * WESTERN_ROWS + row - FIRST_ROW
}

/** The column and row of a hex. */
export function placeOf(hex: number): readonly [column: number, row: number] {
  const east = hex - WESTERN * WESTERN_ROWS
  if (east >= 0) return [WESTERN + 1 + Math.floor(east / ROWS), (east % ROWS) + 1]
  return [Math.floor(hex / WESTERN_ROWS) + 1, (hex % WESTERN_ROWS) + FIRST_ROW]
}

const two = (n: number): string => String(n).padStart(2, '0')

/** The ids of the hex in a column and row: those on shared edges have several, the first is the one in use (3.24). */
export function namesAt(column: number, row: number): string[] {
  return Object.entries(SECTION_AT).flatMap(([section, [across, down]]) => {
    const [c, r] = [column - across, row - down]
    return c > 0 && c <= ACROSS && r > 0 && r <= DOWN ? [`${section}${two(c)}${two(r)}`] : []
  })
}

/** The ids of a hex, the first the one in use. */
export const namesOf = (hex: number): string[] => namesAt(...placeOf(hex))

const ids: string[] = Array.from({ length: HEXES }, (_, hex) => namesOf(hex)[0]!)
/** The current id of a hex. */
export const idOf = (hex: number): string => ids[hex] ?? ''

/** The hex with an id, which may be any of its names; NOWHERE for an unknown one. */
export function hexOf(id: string): number {
  const found = /^([A-G])(\d\d)(\d\d)$/.exec(id.toUpperCase())
  if (!found) return NOWHERE
  const [across, down] = SECTION_AT[found[1] as keyof typeof SECTION_AT]
  const [c, r] = [Number(found[2]), Number(found[3])]
  return c > 0 && c <= ACROSS && r > 0 && r <= DOWN ? at(c + across, r + down) : NOWHERE
}

export const isHex = (id: string): boolean => hexOf(id) !== NOWHERE

/** The sections of a hex: several on their edges. */
export const sectionsOf = (hex: number): string[] => namesOf(hex).map((name) => name[0]!)

/** The hexes beyond the six sides, from north clockwise; NOWHERE at the edge of the map. */
export function beyond(hex: number): number[] {
  const [c, r] = placeOf(hex)
  const lower = c % 2 ? r : r + 1
  return [at(c, r - 1), at(c + 1, lower - 1), at(c + 1, lower), at(c, r + 1), at(c - 1, lower), at(c - 1, lower - 1)]
}

/** The smallest number of steps from hex to hex, ignoring terrain. */
export function distance(one: number, other: number): number {
  const [[c, r], [tc, tr]] = [placeOf(one), placeOf(other)]
  const down = r - (c + (c & 1)) / 2 - (tr - (tc + (tc & 1)) / 2)
  return Math.max(Math.abs(c - tc), Math.abs(down), Math.abs(c - tc + down))
}

/** The middle of a hex in hex heights from the corner of the projection. */
export function middle(hex: number): readonly [x: number, y: number] {
  const [c, r] = placeOf(hex)
  return [c * COLUMN, r + (c % 2 ? 0 : 0.5)]
}

/** The hex, among some, nearest to a point of the map; NOWHERE if there are none. */
export function nearestTo(hexes: Iterable<number>, x: number, y: number): number {
  let [found, least] = [NOWHERE, Infinity]
  for (const hex of hexes) {
    const [hx, hy] = middle(hex)
    const far = (hx - x) ** 2 + (hy - y) ** 2
    if (far < least) [found, least] = [hex, far]
  }
  return found
}

/** The hex at a point of the map in hex heights; NOWHERE off the map. */
export function hexAt(x: number, y: number): number {
  const column = Math.round(x / COLUMN)
  let best: number = NOWHERE
  let least = Infinity
  for (let c = column - 1; c <= column + 1; c++) {
    const row = Math.round(y - (c % 2 ? 0 : 0.5))
    for (const r of [row - 1, row, row + 1]) {
      const hex = at(c, r)
      if (hex === NOWHERE) continue
      const [mx, my] = middle(hex)
      const far = Math.hypot(mx - x, my - y)
      if (far < least) [best, least] = [hex, far]
    }
  }
  return least <= RADIUS + 1e-9 ? best : NOWHERE
}

/** Converts degrees east and north to hex heights. */
export function project([lon, lat]: LonLat): readonly [x: number, y: number] {
  const north = (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI
  return [(lon - WEST) / STEP, (NORTH - north) / STEP]
}

/** The middle of a hex in degrees, east running on past 180. */
export function degreesOf(hex: number): LonLat {
  const [x, y] = middle(hex)
  const north = ((NORTH - y * STEP) * Math.PI) / 180
  return [WEST + x * STEP, ((2 * Math.atan(Math.exp(north)) - Math.PI / 2) * 180) / Math.PI]
}

/** The corners of a hex around its middle, from the eastern one clockwise; side n of `beyond` is between corners CORNERS[n]. */
export const corner = (x: number, y: number, n: number, radius = RADIUS): [number, number] => [x + radius * Math.cos((n * Math.PI) / 3), y + radius * Math.sin((n * Math.PI) / 3)]
export const CORNERS: readonly (readonly [number, number])[] = [[4, 5], [5, 0], [0, 1], [1, 2], [2, 3], [3, 4]]

/** The columns and rows of a section. */
export function boundsOf(section: string): { west: number; east: number; north: number; south: number } {
  const [across, down] = SECTION_AT[section as keyof typeof SECTION_AT]
  return { west: (across + 1) * COLUMN, east: (across + ACROSS) * COLUMN, north: down + 1, south: down + DOWN }
}
