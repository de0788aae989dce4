import { Geography, readAreas } from '../../board/geography'
import { millerY } from '../../lib/miller'
import { unpackCoast, type LonLat, type PackedCoast } from '../../lib/geometry'
import type { MapFit } from '../../board/types'
import coast from './coast.json'
import zones from './zones.geojson?raw'

/** The outer frame of the zones file; on screens that show more, the open sea runs on to the edge of the coast's box. */
const FRAME = { north: -3, south: -18, east: 171.5 }
const FALL = -0.133 // degrees north a degree east: how the border in the east runs on beyond the frame

const packed = coast as PackedCoast

function outwards([lon, lat]: LonLat): LonLat {
  const { north, south, east } = packed.box
  const x = lon === FRAME.east ? east : lon
  if (lat === FRAME.north) return [x, north]
  if (lat === FRAME.south) return [x, south]
  return [x, lat + (x - lon) * FALL]
}

const { areas, borders } = readAreas(zones)

export const SOLOMONS = new Geography(
  areas.map((a) => ({ ...a, ring: a.ring.map(outwards) })),
  borders.map((b) => ({ ...b, line: b.line.map(outwards) })),
  unpackCoast(packed),
  packed.box,
)

/** What every screen shows of the Solomons. */
const WHOLE: MapFit = { west: 154.9, east: 168.2, north: -3.7, south: -15.88, slackX: 0.635, slackY: 0.4 }

const ASIDE = 380 // pixels that the plan takes at the left

/** The Solomons on a map of this size: where there is width to spare, the plan gets the dead sea in the west for itself. */
export function whole(width: number, height: number): MapFit {
  const spare = width - (height / (millerY(WHOLE.north) - millerY(WHOLE.south))) * (WHOLE.east - WHOLE.west)
  return spare > 400 ? { ...WHOLE, slackX: Math.max(0.5, ASIDE / spare) } : WHOLE
}

/** The plan of Ironbottom Sound. */
export const PLAN: MapFit = { west: 158.72, east: 161.78, north: -8.1, south: -10.12 }
