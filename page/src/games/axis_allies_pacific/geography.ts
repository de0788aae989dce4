import coast from '../../board/pacific/coast.json'
import type { MapFit } from '../../board/types'
import { landPaths, pathOf, unpackCoast, type LonLat, type PackedCoast, type PackedRing } from '../../lib/geometry'
import drawn from './map.json'

/** A sea zone or a territory as drawn. */
export interface Drawn {
  id: string
  label: LonLat
  rings: readonly LonLat[][]
  /** in map units */
  path: string
  /** degrees */
  box: { west: number; east: number; south: number; north: number }
}

const closed = (packed: PackedRing): LonLat[] => {
  const [ring] = unpackCoast({ step: drawn.step, box: { west: 0, east: 0, south: 0, north: 0 }, rings: [packed] })
  return [...ring!, ring![0]!]
}

function drawnOf(id: string, label: readonly number[], flats: readonly PackedRing[]): Drawn {
  const rings = flats.map(closed)
  const lons = rings.flat().map(([lon]) => lon)
  const lats = rings.flat().map(([, lat]) => lat)
  const box = { west: least(lons), east: most(lons), south: least(lats), north: most(lats) }
  return { id, label: label as unknown as LonLat, rings, path: rings.map((ring) => pathOf(ring)).join(''), box }
}
const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b))
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b))

export const ZONES: readonly Drawn[] = drawn.zones.map(({ id, label, ring }) => drawnOf(id, label, [ring]))
export const LANDS: readonly Drawn[] = drawn.lands.map(({ id, label, rings }) => drawnOf(id, label, rings))
export const PLACES: ReadonlyMap<string, Drawn> = new Map([...LANDS, ...ZONES].map((one) => [one.id, one]))

/** A border between two zones that is too narrow to be visible: its position, and the direction of a path across it on the screen. */
export interface NarrowBorder {
  from: string
  to: string
  at: LonLat
  /** degrees, clockwise from east */
  turn: number
  /** a border only under a rules option */
  option?: boolean
}

export const NARROW_BORDERS: readonly NarrowBorder[] = [
  { from: 'sz28', to: 'sz33', at: [140.96, -9.8], turn: 0 }, // Torres Strait
  { from: 'sz29', to: 'sz32', at: [143.2, -10.6], turn: 55 }, // Cape York
  { from: 'sz37', to: 'sz45', at: [119.9, 26.15], turn: 90 },
  { from: 'sz46', to: 'sz47', at: [104.3, 1.3], turn: 90 }, // Singapore
  { from: 'sz14', to: 'sz30', at: [165.5, -21.3], turn: -45, option: true }, // New Caledonia
]

const packed = coast as PackedCoast
const shores = unpackCoast(packed)
/** Everything that is not a sea zone, for the even-odd rule. */
export const OUTSIDE = `M-200 -200H500V200H-200Z${ZONES.map((zone) => zone.path).join('')}`
export const COAST_BOX = packed.box

const coasts = new Map<number, { outlines: string; islets: string }>()
/** The coast with as much detail as can be seen at this scale, in pixels a degree. */
export function shore(scale: number): { outlines: string; islets: string } {
  const step = 2 ** Math.ceil(Math.log2(Math.max(1, scale)))
  let found = coasts.get(step)
  if (!found) coasts.set(step, (found = landPaths(shores, step)))
  return found
}

/** The full extent: India to the coast of America, the Aleutians to New Zealand. */
const ALL = { west: 71, east: 244.6, north: 55.3, south: -48 }
/** The first view of a board taller than the map: the waters between India and the Marshalls. The rest is reached by panning. */
const TALL: MapFit = { west: 90, east: 164, north: 48, south: -24, slackX: 0.5, slackY: 0.3, all: ALL }
const WIDE: MapFit = { ...ALL, slackX: 0.5, slackY: 0.3 }

/** The map on a board of this size. */
export const fitOf = (width: number, height: number): MapFit => (width < height * 1.1 ? TALL : WIDE)
