import { Geography, readAreas } from '../../board/geography'
import { unpackCoast, type LonLat, type PackedCoast } from '../../lib/geometry'
import type { MapFit } from '../../board/types'
import coast from './coast.json'
import zones from './zones.geojson?raw'

/** The outer frame of the zones file; on screens that show more, the open sea runs on to the edge of the coast's box. */
const FRAME = { north: -3, south: -18, east: 171.5 }

const packed = coast as PackedCoast

const outwards = ([lon, lat]: LonLat): LonLat => [
  lon === FRAME.east ? packed.box.east : lon,
  lat === FRAME.north ? packed.box.north : lat === FRAME.south ? packed.box.south : lat,
]

const { areas, borders } = readAreas(zones)

export const SOLOMONS = new Geography(
  areas.map((a) => ({ ...a, ring: a.ring.map(outwards) })),
  borders.map((b) => ({ ...b, line: b.line.map(outwards) })),
  unpackCoast(packed),
  packed.box,
)

/** What every screen shows of the Solomons, and the plan of Ironbottom Sound. */
export const WHOLE: MapFit = { west: 154.9, east: 168.2, north: -3.7, south: -15.88, slackX: 0.635, slackY: 0.4 }
export const PLAN: MapFit = { west: 158.72, east: 161.78, north: -8.1, south: -10.12 }
