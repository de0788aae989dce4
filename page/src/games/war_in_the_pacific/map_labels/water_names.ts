import type { LonLat } from '../../../lib/geometry'
import type { Atlas } from '../atlas'
import { CLOSE_ZOOM, SECTION_ZOOM } from '../draw'
import { hexAt, NOWHERE, project, sectionsOf } from '../grid'
import { type Box, OccupiedArea } from '../layout'

/** The names of waters: in a cartographer's italic, each only if it fits between the coasts, and never over a place, a counter or
 * a pill. */

export type Rank = 'ocean' | 'sea' | 'strait'

interface Water {
  name: string
  rank: Rank
  /** degrees east, running on past 180, and north of the middle of its name */
  at: LonLat
  /** other positions for it */
  or?: readonly LonLat[]
  /** an ocean has one name for all of it at small scale, and several closer */
  only?: 'afar' | 'near'
}

const ocean = (only: Water['only'], name: string, ...spots: LonLat[]): Water[] => spots.map((at) => ({ name, rank: 'ocean', at, only }))
const one = (rank: Rank) => ([name, east, north, ...or]: readonly [string, number, number, ...LonLat[]]): Water => ({ name, rank, at: [east, north], or })

/** Plain geography, as in atlases of the time. */
export const WATERS: readonly Water[] = [
  ...ocean('afar', 'North Pacific', [176, 38]), ...ocean('afar', 'South Pacific', [188, -20]), ...ocean('afar', 'Indian Ocean', [82, -9]),
  ...ocean('near', 'Pacific Ocean', [150, 30], [165, 24], [165, 42], [180, 33], [193, 45], [192, 17], [157, 12], [175, 4], [190, -27], [139, 24]),
  ...ocean('near', 'Indian Ocean', [76, 0], [92, -8], [111, -18]),
  ...([
    ['Bering Sea', 175, 53.6], ['Sea of Okhotsk', 149, 53], ['Sea of Japan', 134.6, 40], ['Yellow Sea', 123.2, 35.6], ['East China Sea', 124.6, 29.4], ['South China Sea', 114, 14.2, [110.6, 8], [116.5, 18.5]],
    ['Philippine Sea', 131.5, 18], ['Sulu Sea', 120.2, 8.6], ['Celebes Sea', 122.2, 3.6], ['Java Sea', 110.8, -5], ['Flores Sea', 120.4, -7.4], ['Banda Sea', 127, -5.6], ['Molucca Sea', 125.6, 0.6],
    ['Ceram Sea', 129.4, -2.4], ['Timor Sea', 126.6, -11], ['Arafura Sea', 135.6, -9.6], ['Coral Sea', 153.5, -16], ['Solomon Sea', 153.4, -8], ['Bismarck Sea', 148.4, -3.8], ['Tasman Sea', 160.5, -37],
    ['Bay of Bengal', 88.4, 14.6], ['Andaman Sea', 95.6, 10.6], ['Arabian Sea', 72.6, 14], ['Gulf of Siam', 101.2, 9.8], ['Gulf of Tonkin', 107.6, 19.8], ['Gulf of Carpentaria', 139.2, -13.6],
    ['Great Australian Bight', 131, -34.4], ['Gulf of Martaban', 96.2, 15.4],
  ] as const).map(one('sea')),
  ...([
    ['Strait of Malacca', 99.8, 4.2], ['Sunda Strait', 105, -6.3], ['Makassar Strait', 118.2, -1.4], ['Formosa Strait', 119.3, 24.4], ['Luzon Strait', 121, 20.2], ['San Bernardino Strait', 124.9, 13], ['Surigao Strait', 125.5, 9.9],
    ['Leyte Gulf', 126.2, 10.9], ['Lingayen Gulf', 119.6, 16.6], ['Sibuyan Sea', 122.4, 12.7], ['Mindanao Sea', 124.2, 9], ['Moro Gulf', 123.2, 6.6], ['Torres Strait', 142.2, -9.9], ['Bass Strait', 145.8, -39.9],
    ['Tsugaru Strait', 139.8, 41.3], ['La Pérouse Strait', 142, 45.9], ['Korea Strait', 128.9, 34.2], ['New Georgia Sound', 158.2, -7.9], ['Vitiaz Strait', 147.6, -5.9], ['Cook Strait', 174, -40.6], ['Palk Strait', 79.8, 9.8],
  ] as const).map(one('strait')),
]

/** Letter heights in pixels at small scale, in sections, close up; 0 if the name would be in the way. */
const SIZES: Readonly<Record<Rank, readonly [afar: number, section: number, close: number]>> = { ocean: [20, 22, 26], sea: [14, 18, 24], strait: [0, 0, 16] }
/** A letter of the italic is about half an em wide, and the text is letter-spaced. */
const LETTER = 0.5
export const SPACING = 0.08
const LEADING = 1.15
/** The share of a name that may be over coastal hexes, which are partly water. */
const SHORE: Readonly<Record<Rank, number>> = { ocean: 0.1, sea: 0.22, strait: 1 }
/** The distance that a name may be moved up or down, in lines, and sideways, in half widths, so that it is clear of other elements. */
const MOVES: readonly (readonly [aside: number, down: number])[] = [[0, 0], [0, 1], [0, -1], [0, 2], [0, -2], [0.5, 0], [-0.5, 0], [0.5, 1.5], [-0.5, 1.5], [0.5, -1.5], [-0.5, -1.5], [1, 0], [-1, 0], [0, 3], [0, -3]]
const EVERY = 0.4 // hexes between the points of a name at which the ground is checked

export interface WaterNameBox {
  id: string
  lines: readonly string[]
  /** the middle of its first line's baseline, in pixels of the map */
  x: number
  y: number
  size: number
  box: Box
}

/** A name on one line, then on two if it has several words. */
function linesOf(name: string): string[][] {
  const words = name.split(' ')
  if (words.length < 2) return [[name]]
  const cuts = words.slice(1).map((_, n) => [words.slice(0, n + 1).join(' '), words.slice(n + 1).join(' ')])
  return [[name], cuts.toSorted((a, b) => Math.max(...a.map((line) => line.length)) - Math.max(...b.map((line) => line.length)))[0]!]
}

/** The share of a box over coasts; more than 1 if some of it is over land or out of play. */
function shoreUnder([left, top, right, foot]: Box, scale: number, atlas: Atlas, open: (hex: number) => boolean): number {
  const [across, down] = [Math.max(2, Math.ceil((right - left) / scale / EVERY)), Math.max(1, Math.ceil((foot - top) / scale / EVERY))]
  let shore = 0
  for (let m = 0; m <= across; m++) {
    for (let n = 0; n <= down; n++) {
      const hex = hexAt((left + ((right - left) * m) / across) / scale, (top + ((foot - top) * n) / down) / scale)
      if (hex === NOWHERE || atlas.kind[hex] === 'land' || !open(hex)) return Infinity
      if (atlas.kind[hex] === 'coastal') shore++
    }
  }
  return shore / (across + 1) / (down + 1)
}

/** Whether a hex is in the sections in play, and not out of play. */
export const inPlay = (sections: readonly string[], closed?: ReadonlySet<number>) => (hex: number): boolean => !closed?.has(hex) && sectionsOf(hex).some((section) => sections.includes(section))

/** The names of waters at a zoom, oceans first; names without room between the coasts and the occupied boxes are left out.
 * @param taken  boxes of places and their names, of counters and pills */
export function layoutWaterNames(atlas: Atlas, scale: number, sections: readonly string[], taken: readonly Box[], closed?: ReadonlySet<number>): WaterNameBox[] {
  const form = scale >= CLOSE_ZOOM ? 2 : scale >= SECTION_ZOOM ? 1 : 0
  const open = inPlay(sections, closed)
  const room = new OccupiedArea()
  for (const box of taken) room.occupy(box)
  return WATERS.flatMap(({ name, rank, at, or = [], only }, n): WaterNameBox[] => {
    const size = SIZES[rank][form]
    if (!size || only === (form ? 'afar' : 'near')) return []
    for (const [spot, lines] of [at, ...or].flatMap((spot) => linesOf(name).map((lines) => [spot, lines] as const))) {
      const [mx, my] = project(spot).map((v) => v * scale) as [number, number]
      const w = Math.max(...lines.map((line) => line.length)) * size * (LETTER + SPACING)
      const h = size * LEADING * lines.length
      for (const [aside, down] of MOVES) {
        const [x, y] = [mx + (aside * w) / 2, my + down * size * LEADING]
        const box: Box = [x - w / 2, y - h / 2, x + w / 2, y + h / 2]
        if (!room.free(box) || shoreUnder(box, scale, atlas, open) > SHORE[rank]) continue
        room.occupy([box[0] - size, box[1] - size / 2, box[2] + size, box[3] + size / 2])
        return [{ id: `${rank} ${n}`, lines, x: Math.round(x), y: Math.round(box[1] + size * 0.85), size, box }]
      }
    }
    return []
  })
}
