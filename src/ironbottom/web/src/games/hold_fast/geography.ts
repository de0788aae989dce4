import { Geography, readAreas } from '../../board/geography'
import type { MapFit } from '../../board/types'
// The coast of the whole Pacific is shared by the games that are played on it.
import coast from '../../board/pacific/coast.json'
import { unpackCoast, type PackedCoast } from '../../lib/geometry'
import { millerLat, millerY } from '../../lib/miller'
import drawn from './areas.geojson?raw'

const packed = coast as PackedCoast
const { areas, borders } = readAreas(drawn)

/** The twelve sea areas; longitudes run on past the date line, so Pearl Harbor lies at 202. */
export const PACIFIC = new Geography(areas, borders, unpackCoast(packed), packed.box)

/** What every screen shows: India to Hawaii, the Aleutians to Brisbane. */
const WHOLE: MapFit = { west: 72.5, east: 214.5, north: 56.2, south: -31, slackX: 0.5, slackY: 0.5 }
const TALL: MapFit = { west: 74, east: 213.5, north: 58, south: -34, slackX: 0.5, slackY: 0.42 }

/** The Pacific on a board of this size; a board taller than the map shows more of the south than of Siberia. */
export function whole(width: number, height: number): MapFit {
  const across = WHOLE.east - WHOLE.west
  const down = millerY(WHOLE.north) - millerY(WHOLE.south)
  if (width / height < across / down) return TALL
  // Where a board is wider than the map, both oceans run on to its edges, and no farther than the coast reaches.
  const most = (packed.box.east - packed.box.west) * (height / width)
  if (most >= down) return WHOLE
  return { ...WHOLE, south: millerLat(millerY(WHOLE.north) - most) }
}

/** From this many pixels a degree on the names, rows and pins of the large form have room. */
export const LARGE = 5.6
export const formAt = (scale: number): 'large' | 'small' => (scale >= LARGE ? 'large' : 'small')

/** The side of a block by scale, in pixels: [pixels a degree from which it holds, size]. */
export const BLOCKS = [[26, 60], [13, 48], [6.6, 40], [4.6, 32], [0, 20]] as const
