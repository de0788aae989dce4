import type { LonLat } from '../../../lib/geometry'
import type { Atlas } from '../atlas'
import { CLOSE_ZOOM } from '../draw'
import { hexAt, NOWHERE, project } from '../grid'
import { type Box, OccupiedArea } from '../layout'
import { inPlay, type WaterNameBox } from './water_names'

/** The names of islands, close up; omitted if a place already has the same name. */

/** Degrees east, running on past 180, and north of the approximate middle of each. */
export const ISLANDS: readonly (readonly [name: string, east: number, north: number])[] = [
  ['Sakhalin', 143, 50.5], ['Hokkaido', 142.8, 43.3], ['Honshu', 138.5, 36], ['Shikoku', 133.6, 33.7], ['Kyushu', 131, 32.5], ['Iturup', 147.8, 45], ['Formosa', 121, 23.7], ['Hainan', 109.7, 19.1],
  ['Luzon', 121.3, 17], ['Mindoro', 121.1, 13], ['Samar', 125.1, 12], ['Leyte', 124.9, 10.8], ['Masbate', 123.6, 12.2], ['Panay', 122.5, 11.1], ['Negros', 122.9, 10], ['Cebu', 123.7, 10.3], ['Bohol', 124.2, 9.8],
  ['Palawan', 118.6, 9.8], ['Mindanao', 125, 7.7], ['Sumatra', 102, -0.7], ['Bangka', 106, -2.3], ['Billiton', 107.9, -2.9], ['Java', 110, -7.3], ['Borneo', 114, 0.6], ['Celebes', 120.5, -2.2], ['Bali', 115.1, -8.4],
  ['Lombok', 116.3, -8.6], ['Sumbawa', 118, -8.7], ['Flores', 121, -8.6], ['Sumba', 120, -9.7], ['Timor', 125, -9.1], ['Halmahera', 128, 0.9], ['Buru', 126.6, -3.4], ['Ceram', 129.4, -3.1], ['New Guinea', 141.5, -5],
  ['New Britain', 150.6, -5.7], ['New Ireland', 152, -3.4], ['Bougainville', 155.2, -6.2], ['Choiseul', 157, -7], ['New Georgia', 157.6, -8.3], ['Santa Isabel', 159.1, -8], ['Malaita', 161, -9], ['San Cristobal', 161.9, -10.6],
  ['Rennell', 160.3, -11.7], ['Malekula', 167.5, -16.3], ['New Caledonia', 165.4, -21.3], ['Viti Levu', 178, -17.8], ['Vanua Levu', 179.2, -16.6], ['North Island', 175.8, -38.6], ['South Island', 172.6, -41.5], ['Tasmania', 146.7, -41.5],
  ['Ceylon', 80.7, 7.4], ['Andamans', 92.8, 12.5], ['Nicobars', 93.7, 7.6], ['Hawaii', 204.5, 19.6], ['Maui', 203.6, 20.8], ['Kauai', 200.5, 22.1], ['Unalaska', 193, 53.6],
]

const SIZE = 13
const LETTER = 7.6 // including the letter spacing
const HIGH = SIZE + 2
/** Other positions for a name, in its own widths and heights from the middle of its island. */
const MOVES: readonly (readonly [aside: number, down: number])[] = [[0, 0], [0, 1], [0, -1], [0, 2], [0, -2], [0.5, 0], [-0.5, 0], [0.5, 1], [-0.5, 1], [0.5, -1], [-0.5, -1], [0.5, 2], [-0.5, 2], [0, 3], [0, -3]]

/** The names of the islands in play that have room.
 * @param borne names that are part of place names, such as "Bali" in "Denpasar (Bali)" */
export function layoutLandNames(atlas: Atlas, scale: number, sections: readonly string[], taken: readonly Box[], borne: ReadonlySet<string>, closed?: ReadonlySet<number>): WaterNameBox[] {
  if (scale < CLOSE_ZOOM) return []
  const open = inPlay(sections, closed)
  const room = new OccupiedArea()
  for (const box of taken) room.occupy(box)
  return ISLANDS.flatMap(([name, ...at]): WaterNameBox[] => {
    if (borne.has(name)) return []
    const [mx, my] = project(at as LonLat).map((v) => v * scale) as [number, number]
    const w = name.length * LETTER
    const boxes = MOVES.map(([aside, down]): Box => [mx + aside * w - w / 2, my + (down - 0.5) * HIGH, mx + aside * w + w / 2, my + (down + 0.5) * HIGH])
    const ashore = ([left, top, right, foot]: Box): boolean => {
      const hexes = [left, (left + right) / 2, right].map((x) => hexAt(x / scale, (top + foot) / 2 / scale))
      return hexes.every((hex) => hex !== NOWHERE && open(hex)) && atlas.kind[hexes[1]!] !== 'sea'
    }
    const box = boxes.find((one) => room.free(one) && ashore(one))
    if (!box) return []
    room.occupy(box)
    return [{ id: `island ${name}`, lines: [name], x: Math.round((box[0] + box[2]) / 2), y: Math.round(box[1] + SIZE * 0.9), size: SIZE, box }]
  })
}
