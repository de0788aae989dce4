// Writes the coast of the Solomons: `npm run coast`.
// Source, licence and method stand in src/games/pacific_fury/coast.provenance.md.
import fs from 'node:fs'
import { createRequire } from 'node:module'

const OUT = new URL('../src/games/pacific_fury/coast.json', import.meta.url)
// What a very wide screen can ever show: degrees east and north.
const BOX = { west: 140, east: 182, south: -23, north: 2 }
const STEP = 0.002 // degrees, about 220 m: finer than a pixel at the largest zoom
const TOLERANCE = 0.004 // degrees; the source itself is rounded to 0.0036

/** All rings of a TopoJSON land object as [lon, lat] with longitude running on past 180. */
function rings(topology) {
  const { scale, translate } = topology.transform
  const arcs = topology.arcs.map((arc) => {
    let x = 0
    let y = 0
    return arc.map(([dx, dy]) => [(x += dx) * scale[0] + translate[0], (y += dy) * scale[1] + translate[1]])
  })
  const join = (ids) =>
    ids.flatMap((id, i) => {
      const arc = id < 0 ? [...arcs[~id]].reverse() : arcs[id]
      return i ? arc.slice(1) : arc
    })
  const walk = (g) =>
    g.type === 'GeometryCollection' ? g.geometries.flatMap(walk)
    : g.type === 'Polygon' ? g.arcs.map(join)
    : g.arcs.flatMap((polygon) => polygon.map(join))
  return walk(topology.objects.land)
}

/** Cuts a ring at the box (Sutherland and Hodgman). */
function clip(ring, { west, east, south, north }) {
  const edges = [[0, west, 1], [0, east, -1], [1, south, 1], [1, north, -1]]
  for (const [axis, limit, sign] of edges) {
    const cut = []
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]
      const inA = (a[axis] - limit) * sign >= 0
      const inB = (b[axis] - limit) * sign >= 0
      if (inA) cut.push(a)
      if (inA !== inB) {
        const t = (limit - a[axis]) / (b[axis] - a[axis])
        cut.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])])
      }
    })
    ring = cut
  }
  return ring
}

/** Leaves out points that lie within the tolerance of the line kept (Douglas and Peucker). */
function simplify(points, tolerance) {
  if (points.length < 3) return points
  const [a, b] = [points[0], points.at(-1)]
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = Math.hypot(dx, dy)
  let worst = 0
  let at = 0
  points.forEach((p, i) => {
    const off = length ? Math.abs(dx * (p[1] - a[1]) - dy * (p[0] - a[0])) / length : Math.hypot(p[0] - a[0], p[1] - a[1])
    if (off > worst) [worst, at] = [off, i]
  })
  if (worst <= tolerance) return [a, b]
  return [...simplify(points.slice(0, at + 1), tolerance).slice(0, -1), ...simplify(points.slice(at), tolerance)]
}

const near = (ring) => [0, 360].map((turn) => ring.map(([lon, lat]) => [lon + turn, lat]))
  .filter((r) => r.some(([lon]) => lon > BOX.west && lon < BOX.east))
  .filter((r) => Math.max(...r.map((p) => p[0])) - Math.min(...r.map((p) => p[0])) < 180)

const source = createRequire(import.meta.url)('world-atlas/land-10m.json')
const land = rings(source).flatMap(near).map((r) => clip(r, BOX)).filter((r) => r.length > 2).map((r) => {
  const kept = simplify(r, TOLERANCE)
  // Whole steps, the first point absolute and the others as differences, so that the file stays small.
  const steps = kept.map((p) => p.map((v) => Math.round(v / STEP)))
  return steps.flatMap(([x, y], i) => (i ? [x - steps[i - 1][0], y - steps[i - 1][1]] : [x, y]))
})

const rows = land.map((r) => JSON.stringify(r)).join(',\n')
fs.writeFileSync(OUT, `{"step":${STEP},"box":${JSON.stringify(BOX)},"rings":[\n${rows}\n]}\n`)
console.log(`${land.length} rings, ${land.reduce((n, r) => n + r.length / 2, 0)} points, ${fs.statSync(OUT).size} bytes`)
