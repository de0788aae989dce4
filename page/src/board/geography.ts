import { landPaths, pathOf, toMap, type LonLat, type PackedCoast } from '../lib/geometry'
import type { MapArea, MapBorder } from './types'

const BEYOND = 180 // degrees beyond the coast's box that a screen of any shape may show

/** The fixed parts of a map: areas, the borders between them, and the coast; paths are in map units. */
export class Geography {
  readonly areas: readonly MapArea[]
  readonly borders: readonly MapBorder[]
  readonly box: PackedCoast['box']
  /** everything outside all areas, to be filled with the even-odd rule */
  readonly outside: string
  readonly areaPaths: readonly string[]
  readonly borderPaths: readonly string[]
  readonly #coast: readonly LonLat[][]
  readonly #shores = new Map<number, { outlines: string; islets: string }>()

  constructor(areas: readonly MapArea[], borders: readonly MapBorder[], coast: readonly LonLat[][], box: PackedCoast['box']) {
    this.areas = areas
    this.borders = borders
    this.box = box
    this.#coast = coast
    const [w, n] = toMap([box.west, box.north])
    const [e, s] = toMap([box.east, box.south])
    this.areaPaths = areas.map((a) => pathOf(a.ring))
    this.outside = `M${w - BEYOND} ${n - BEYOND}H${e + BEYOND}V${s + BEYOND}H${w - BEYOND}Z${this.areaPaths.join('')}`
    this.borderPaths = borders.map((b) => pathOf(b.line, false))
  }

  /** The coast with the detail visible at this scale, in pixels a degree. */
  shore(scale: number): { outlines: string; islets: string } {
    const step = 2 ** Math.ceil(Math.log2(Math.max(1, scale)))
    let paths = this.#shores.get(step)
    if (!paths) this.#shores.set(step, (paths = landPaths(this.#coast, step)))
    return paths
  }
}

interface Feature {
  id: string
  properties: { id?: string; name?: string; between?: [string, string] }
  geometry: { type: 'Polygon'; coordinates: LonLat[][] } | { type: 'LineString'; coordinates: LonLat[] }
}

/** Areas and borders from a GeoJSON collection of polygons and lines. */
export function readAreas(text: string): { areas: MapArea[]; borders: MapBorder[] } {
  const areas: MapArea[] = []
  const borders: MapBorder[] = []
  for (const { id, properties, geometry } of (JSON.parse(text) as { features: Feature[] }).features) {
    if (geometry.type === 'Polygon') areas.push({ id, name: properties.name ?? id, ring: geometry.coordinates[0]! })
    else if (properties.between) borders.push({ between: properties.between, line: geometry.coordinates })
  }
  return { areas, borders }
}
