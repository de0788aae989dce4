import { millerY } from './miller'

/** Degrees east (running on past 180) and degrees north. */
export type LonLat = readonly [lon: number, lat: number]
export type XY = readonly [x: number, y: number]

/** A ring in whole steps, its first point and then differences; the build writes them as Base64 VLQ (`vite.config.ts`). */
export type PackedRing = string | readonly number[]

/** A coast as stored, in steps of `step` degrees. */
export interface PackedCoast {
  step: number
  box: { west: number; east: number; south: number; north: number }
  rings: readonly PackedRing[]
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The numbers of a text in Base64 VLQ, as in source maps. */
export function numbersOf(text: string): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const letter of text) {
    const digit = LETTERS.indexOf(letter)
    value |= (digit & 31) << shift
    shift += 5
    if (digit > 31) continue
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1)
    ;[value, shift] = [0, 0]
  }
  return numbers
}

export function unpackCoast({ step, rings }: PackedCoast): LonLat[][] {
  return rings.map((packed) => {
    const flat = typeof packed === 'string' ? numbersOf(packed) : packed
    const ring: LonLat[] = []
    let [x, y] = [0, 0]
    for (let i = 0; i < flat.length; i += 2) {
      x += flat[i]!
      y += flat[i + 1]!
      ring.push([x * step, y * step])
    }
    return ring
  })
}

/** Map units: degrees east, and Miller degrees downwards. Screen positions are these times a scale, plus an offset. */
export const toMap = ([lon, lat]: LonLat): XY => [lon, -millerY(lat)]

const pen = ([x, y]: XY): string => `${+x.toFixed(4)} ${+y.toFixed(4)}`

/** An SVG path in map units. */
export const pathOf = (points: readonly LonLat[], closed = true): string =>
  `M${points.map((p) => pen(toMap(p))).join('L')}${closed ? 'Z' : ''}`

/** Land as two paths for a scale of `scale` pixels a degree: outlines reduced to the visible detail, and islets too small for an
 * outline, which are drawn as dots so that they do not vanish. */
export function landPaths(rings: readonly LonLat[][], scale: number, tolerance = 0.6): { outlines: string; islets: string } {
  let outlines = ''
  let islets = ''
  const gap = tolerance / scale
  for (const ring of rings) {
    const kept: XY[] = []
    for (const p of ring.map(toMap)) {
      const last = kept.at(-1)
      if (!last || Math.hypot(p[0] - last[0], p[1] - last[1]) >= gap) kept.push(p)
    }
    const xs = kept.map((p) => p[0])
    const ys = kept.map((p) => p[1])
    const reach = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
    if (kept.length < 4 || reach * scale < 2.5) islets += `M${pen(kept[0]!)}h0`
    else outlines += `M${kept.map(pen).join('L')}Z`
  }
  return { outlines, islets }
}

/** Meridians and parallels every `step` degrees inside the box. */
export function graticule(box: PackedCoast['box'], step: number): string {
  let d = ''
  const [top, foot] = [-millerY(box.north), -millerY(box.south)]
  for (let lon = Math.ceil(box.west / step) * step; lon <= box.east; lon += step) d += `M${lon} ${top}V${foot}`
  for (let lat = Math.ceil(box.south / step) * step; lat <= box.north; lat += step) {
    d += `M${box.west} ${(-millerY(lat)).toFixed(4)}H${box.east}`
  }
  return d
}

/** Whether the point is inside the ring. */
export function isInside([x, y]: LonLat, ring: readonly LonLat[]): boolean {
  let odd = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i]!
    const [xj, yj] = ring[j]!
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd
  }
  return odd
}

/** Distance in degrees from a point to a line. */
export function distanceTo([x, y]: LonLat, line: readonly LonLat[]): number {
  let nearest = Infinity
  for (let i = 0; i < line.length - 1; i++) {
    const [ax, ay] = line[i]!
    const [bx, by] = line[i + 1]!
    const length = (bx - ax) ** 2 + (by - ay) ** 2
    const t = length ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0
    nearest = Math.min(nearest, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
  }
  return nearest
}
