import { unpackCoast, type PackedCoast } from '../../lib/geometry'
import { millerY } from '../../lib/miller'
import { steppedSize } from '../../lib/interpolation'
import { Geography, readAreas } from '../geography'
import type { MapFit } from '../types'
import coast from './coast.json'
import { NAME_SIZE, SIZES, TINY, type Form, type Sizes } from './map_config'

const packed = coast as PackedCoast

/** The coast of the whole Pacific under the sea areas of a game, from their GeoJSON; longitudes run on past the date line, so
 * Pearl Harbor is at 202. */
export function pacificOf(drawn: string): Geography {
  const { areas, borders } = readAreas(drawn)
  return new Geography(areas, borders, unpackCoast(packed), packed.box)
}

/** The part that every screen shows: India to Hawaii, the Aleutians to Brisbane. */
const WIDE: MapFit = { west: 72.5, east: 214.5, north: 56.2, south: -31, slackX: 0.46 }
/** A board that is taller than the map shows more of the south than of Siberia. */
const TALL: MapFit = { west: 72.5, east: 214.5, north: 58, south: -34, slackY: 0.42 }
const SHAPE = (WIDE.east - WIDE.west) / (millerY(WIDE.north) - millerY(WIDE.south))

/** The Pacific on a board of this size. */
export const mapFit = (width: number, height: number): MapFit => (width < height * SHAPE * 0.8 ? TALL : WIDE)

const LARGE = 5.6 // pixels a degree from which there is room for large names, rows and symbols

/** The form of names, rows and symbols at this scale. */
export const formAt = (scale: number): Form => (scale >= LARGE ? 'large' : 'small')

/** Whether ports and bases have room for their names. */
export const hasNameRoom = (scale: number): boolean => scale >= 3.9

const GROWTH: Record<Form, readonly [scale: number, least: number, most: number]> = { large: [7.4, 0.8, 1.4], small: [2.58, 0.95, 1.4] }

/** The size of the areas' names: it grows slightly with the scale, so that they fill their waters and are never too large. */
export function nameSize(form: Form, scale: number): number {
  const [usual, least, most] = GROWTH[form]
  return NAME_SIZE[form] * Math.max(least, Math.min(most, scale / usual))
}

/** The side of a piece at sea, in pixels, for a scale in pixels a degree. */
export const pieceSize = (scale: number, { steps }: Sizes = SIZES): number => steppedSize<number>(steps, scale, undefined)
/** The side of a piece in port beside pieces of this size at sea. */
export const sizeInPort = (size: number, { inPort }: Sizes = SIZES): number => (size > TINY ? Math.max(26, Math.round(size * inPort)) : size)
