// Writes the coasts: `npm run coast` for all, `npm run coast solomons` for one; with `--check` it only checks whether they are current.
// Source, licence and method stand in coast.provenance.md beside each file.
import fs from 'node:fs'
import { createRequire } from 'node:module'

/** Each coast as it was made. `box`: what a very wide screen can ever show, degrees east (on past 180) and north. `step`:
 * degrees in the file. `tolerance`: how far the line kept may lie from the source. `core`: where that holds; outside it
 * `far` does, and islands smaller than that are left out. `islets`: islands too small for the source that have a name. */
const COASTS = {
  // The source is rounded to 0.0036 degrees; a step of 0.002 is about 220 m, finer than a pixel at the largest zoom.
  solomons: {
    out: 'games/pacific_fury', source: 'land-10m', box: { west: 140, east: 182, south: -23, north: 2 }, step: 0.002, tolerance: 0.004,
  },
  pacific: {
    out: 'board/pacific', source: 'land-50m', box: { west: -28, east: 332, south: -86, north: 86 }, step: 0.01, tolerance: 0.03,
    core: { west: 68, east: 216, south: -38, north: 58 }, far: 0.3,
    islets: [
      [166.63, 19.29], [182.63, 28.21], [153.98, 24.29], [190.47, 16.73], // Wake, Midway, Marcus, Johnston
      [167.73, 8.72], [171.05, 8.75], [162.35, 11.45], [169.5, 5.9], [169.65, 6.0], // Kwajalein, Maloelap, Eniwetok, Jaluit
      [173.0, 1.4], [172.8, 3.1], [174.5, -0.8], [151.78, 7.42], [158.2, 6.9], [163.0, 5.3], // Tarawa, Makin, Truk, Ponape, Kusaie
      [144.78, 13.45], [145.73, 15.18], [145.65, 14.99], [141.32, 24.78], [138.1, 9.5], [134.5, 7.4], // Guam to Palau
      [139.8, 10.0], [127.68, 26.21], [142.2, 27.06], [92.73, 11.67], [105.63, -10.49], [96.85, -12.17], // Ulithi to Cocos
    ],
  },
}

/** All rings of a TopoJSON land object as [lon, lat], unrolled so that no ring leaps from 180 to -180. */
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
  return walk(topology.objects.land).map(unroll)
}

function unroll(ring) {
  let turn = 0
  return ring.map(([lon, lat], i) => {
    const leap = i ? lon - ring[i - 1][0] : 0
    if (Math.abs(leap) > 180) turn -= Math.sign(leap) * 360
    return [lon + turn, lat]
  })
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

const within = ([lon, lat], { west, east, south, north }) => lon >= west && lon <= east && lat >= south && lat <= north

/** Leaves out points that lie within the tolerance of the line kept (Douglas and Peucker). */
function simplify(points, { tolerance, core, far }) {
  if (points.length < 3) return points
  const [a, b] = [points[0], points.at(-1)]
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = Math.hypot(dx, dy)
  let worst = 0
  let at = 0
  points.forEach((p, i) => {
    const off = length ? Math.abs(dx * (p[1] - a[1]) - dy * (p[0] - a[0])) / length : Math.hypot(p[0] - a[0], p[1] - a[1])
    const weight = !core || within(p, core) ? off : (off * tolerance) / far
    if (weight > worst) [worst, at] = [weight, i]
  })
  if (worst <= tolerance) return [a, b]
  const coast = { tolerance, core, far }
  return [...simplify(points.slice(0, at + 1), coast).slice(0, -1), ...simplify(points.slice(at), coast)]
}

const turned = (ring, turn) => ring.map(([lon, lat]) => [lon + turn, lat])

/** The turns of a ring that reach into the box. */
const near = (ring, { west, east }) => {
  const [first, last] = [ring[0], ring.at(-1)]
  if (Math.abs(last[0] - first[0]) < 300) return [0, 360].map((turn) => turned(ring, turn)).filter((r) => r.some(([lon]) => lon > west && lon < east))
  // The shore round the south pole: twice round, with the pole beneath. The source's line along the pole itself bounds nothing.
  return first[1] < -89 ? [] : [[...ring, ...turned(ring, 360), [last[0] + 360, -90], [first[0], -90]]]
}

/** Whether a ring is worth its bytes: outside the core, what is smaller than the tolerance there is not. */
function matters(ring, { core, far }) {
  if (!core || ring.some((p) => within(p, core))) return true
  return [0, 1].some((axis) => Math.max(...ring.map((p) => p[axis])) - Math.min(...ring.map((p) => p[axis])) > 2 * far)
}

/** Whole steps, the first point absolute and the others as differences, so that the file stays small. */
function pack(ring, step) {
  const steps = ring.map((p) => p.map((v) => Math.round(v / step))).filter((p, i, all) => !i || p[0] !== all[i - 1][0] || p[1] !== all[i - 1][1])
  return steps.flatMap(([x, y], i) => (i ? [x - steps[i - 1][0], y - steps[i - 1][1]] : [x, y]))
}

function packed({ source, box, step, islets = [], ...rest }) {
  const topology = createRequire(import.meta.url)(`world-atlas/${source}.json`)
  const land = rings(topology).flatMap((r) => near(r, box)).map((r) => clip(r, box)).filter((r) => r.length > 2 && matters(r, rest))
    .map((r) => pack(simplify(r, rest), step))
  const drawn = ([lon, lat]) => land.some((r) => Math.hypot(r[0] * step - lon, r[1] * step - lat) < 0.25)
  return [...land, ...islets.filter((p) => !drawn(p)).map((p) => pack([p], step))]
}

const named = process.argv.slice(2).filter((word) => !word.startsWith('-'))
for (const name of named.length ? named : Object.keys(COASTS)) {
  const coast = COASTS[name]
  if (!coast) throw Error(`No coast is called ${name}; there are ${Object.keys(COASTS).join(', ')}.`)
  const land = packed(coast)
  const rows = land.map((r) => JSON.stringify(r)).join(',\n')
  const text = `{"step":${coast.step},"box":${JSON.stringify(coast.box)},"rings":[\n${rows}\n]}\n`
  const file = new URL(`../src/${coast.out}/coast.json`, import.meta.url)
  if (!process.argv.includes('--check')) fs.writeFileSync(file, text)
  else if (fs.readFileSync(file, 'utf8') !== text) throw Error(`${coast.out}/coast.json is not what the script makes of its source.`)
  console.log(`${name}: ${land.length} rings, ${land.reduce((n, r) => n + r.length / 2, 0)} points, ${text.length} bytes`)
}
