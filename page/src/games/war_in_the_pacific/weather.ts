import { boundsOf, project } from './grid'
import type { Box, MapLayout } from './layout'
import { NAME_SIZE } from './layout'
import type { KnownPosition } from './play_view'

/** The weather over each section by latitude (8.6), as symbols on the map, clear of names and counters. */

export type Weather = 'clear' | 'overcast' | 'storm'
export type Band = 'tropics' | 'middle' | 'north'

/** A strip of a section with the same weather, in hex heights. */
export interface Strip {
  id: string
  section: string
  bands: readonly Band[]
  weather: Weather
  west: number
  east: number
  north: number
  south: number
}

/** The limits of each band, in degrees north; a band to the south of the line is that of its degrees. */
const BANDS = [
  ['north', 90, 40], ['middle', 40, 25], ['tropics', 25, -25], ['middle', -25, -40], ['north', -40, -90],
] as const
const COLUMN_OF = { tropics: 0, middle: 1, north: 2 } as const
const POLE = 85

const height = (degrees: number): number => project([0, Math.max(-POLE, Math.min(POLE, degrees))])[1]

/** The strips of the sections in play whose die was rolled, north to south. */
export function stripsOf(position: KnownPosition, sections: readonly string[]): Strip[] {
  return sections.flatMap((section) => {
    const row = position.facts.weather[String(position.view.weather_die?.[section] ?? 0)]
    if (!row) return []
    const { west, east, north, south } = boundsOf(section)
    const strips = BANDS.flatMap(([band, from, to]): Strip[] => {
      const [top, foot] = [Math.max(north, height(from)), Math.min(south, height(to))]
      return foot - top < 1 ? [] : [{ id: `${section} ${band} ${from > 0 ? 'n' : 's'}`, section, bands: [band], weather: row[COLUMN_OF[band]] as Weather, west, east, north: top, south: foot }]
    })
    // Bands with the same weather are combined.
    return strips.reduce<Strip[]>((all, strip) => {
      const above = all.at(-1)
      return above?.weather === strip.weather ? [...all.slice(0, -1), { ...above, bands: [...above.bands, ...strip.bands], south: strip.south }] : [...all, strip]
    }, [])
  })
}

export interface WeatherSign extends Strip {
  /** upper left corner of the symbol, in pixels of the map */
  x: number
  y: number
}

export const SIGN = { w: 104, h: 26 } as const
const [EDGE, STEP] = [8, 22]
/** The margin around a symbol, for the halo of its name. */
export const GAP = 4

/** The boxes of everything placed already, in pixels of the map. */
export function occupiedBoxes({ places, pills, stacks, waters = [] }: MapLayout): Box[] {
  return [
    ...waters.map(({ box }) => box),
    ...places.flatMap(({ x, y, r, label }): Box[] => [[x - r, y - r, x + r, y + r], ...(label ? [[label.x, label.y, label.x + label.w, label.y + Math.max(label.h, NAME_SIZE)] as Box] : [])]),
    ...pills.map(({ x, y, w, h }): Box => [x, y, x + w, y + h]),
    ...stacks.map(({ x, y, w, h, lines }): Box => [x - 30, y, x + w + 30, y + h + lines.length * 16 + 8]),
  ]
}

/** The overlays in the corners of the map: layers and boxes off the map, the minimap, the zoom buttons. */
const cornersOf = ([left, top, right, foot]: Box, narrow: boolean): Box[] =>
  [[left, top, left + 245, top + 60], [left, foot - (narrow ? 0 : 225), left + 235, foot], [right - (narrow ? 150 : 310), foot - 60, right, foot]]

/** Symbols in the visible part of each strip, at the first free position from its north-eastern corner; none if there is no room. */
export function layoutStrips(strips: readonly Strip[], laid: MapLayout, scale: number, window: Box, narrow = false): WeatherSign[] {
  const taken = [...occupiedBoxes(laid), ...cornersOf(window, narrow)]
  const free = (x: number, y: number): boolean => taken.every((b) => b[2] + GAP < x || b[0] - GAP > x + SIGN.w || b[3] + GAP < y || b[1] - GAP > y + SIGN.h)
  return strips.flatMap((strip): WeatherSign[] => {
    const [left, top] = [Math.max(strip.west * scale, window[0]) + EDGE, Math.max(strip.north * scale, window[1]) + EDGE]
    const [right, foot] = [Math.min(strip.east * scale, window[2]) - EDGE - SIGN.w, Math.min(strip.south * scale, window[3]) - EDGE - SIGN.h]
    for (let y = top; y <= foot; y += STEP) {
      for (let x = right; x >= left; x -= STEP) {
        if (!free(x, y)) continue
        taken.push([x, y, x + SIGN.w, y + SIGN.h])
        return [{ ...strip, x: Math.round(x), y: Math.round(y) }]
      }
    }
    return []
  })
}
