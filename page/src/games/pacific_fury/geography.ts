import { Geography, readAreas } from '../../board/geography'
import { millerLat, millerY } from '../../lib/miller'
import { unpackCoast, type LonLat, type PackedCoast } from '../../lib/geometry'
import type { MapFit } from '../../board/types'
import coast from './coast.json'
import zones from './zones.geojson?raw'

/** The outer frame of the zones file; on screens that show more, the open sea runs on to the edge of the coast's box. */
const FRAME = { north: -3, south: -18, east: 171.5 }
const FALL = -0.133 // degrees north a degree east: the direction of the eastern border beyond the frame

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

/** The part of the Solomons that every screen shows. */
const WHOLE: MapFit = { west: 154.7, east: 168.2, north: -3.7, south: -15.88, slackX: 0.62, slackY: 0.4 }

/** A board of this size has room for the inset of the Sound and both bases beside the chart. */
export const hasInsetRoom = (width: number, height: number): boolean => width >= 870 && height >= 395

const ASIDE = 380 // width of the inset at the left, in pixels
const FOOT = 98 // height of the boxes of Espiritu Santo at the bottom, in pixels
const LOWEST = -14.05 // degrees north that must stay above them

/** The Solomons on a board of this size: forces stay clear of the boxes at the bottom, and if there is spare width, the inset
 * covers the unused sea in the west. */
export function mapFit(width: number, height: number): MapFit {
  if (!hasInsetRoom(width, height)) return WHOLE
  const top = millerY(WHOLE.north)
  const scale = Math.min(height / (top - millerY(WHOLE.south)), (height - FOOT) / (top - millerY(LOWEST)))
  const spare = width - scale * (WHOLE.east - WHOLE.west)
  const south = millerLat(top - height / scale)
  return { ...WHOLE, south, slackX: spare > 400 ? Math.max(0.5, ASIDE / spare) : WHOLE.slackX }
}

/** The inset of Ironbottom Sound. */
export const SOUND_INSET: MapFit = { west: 158.72, east: 161.78, north: -8.1, south: -10.12 }
