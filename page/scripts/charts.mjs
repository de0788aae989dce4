// Draws the small charts of the games' cards from the coasts and areas that their pages draw: `node scripts/charts.mjs`.
// A chart is 400 units wide; what cannot be seen at that size is left out.
import fs from 'node:fs'

const WIDTH = 400
const HEIGHT = 250
const TOLERANCE = 1.5 // units between two points of a line, and of the least land

/** What each game's chart shows: west and east, the middle from north to south, coast and areas, if any, whose borders are lines or rings. */
const CHARTS = {
  pacific_fury: { west: 152.4, east: 171.2, middle: -10, coast: 'games/pacific_fury/coast.json', areas: 'games/pacific_fury/zones.geojson' },
  hold_fast: { west: 74, east: 214, middle: 17, coast: 'board/pacific/coast.json', areas: 'games/hold_fast/areas.geojson' },
  victory_in_the_pacific: { west: 74, east: 214, middle: 17, coast: 'board/pacific/coast.json', areas: 'games/victory_in_the_pacific/areas.geojson' },
  axis_allies_pacific: { west: 74, east: 242, middle: 9, coast: 'board/pacific/coast.json', zones: 'games/axis_allies_pacific/map.json' },
  war_in_the_pacific: { west: 74, east: 242, middle: 9, coast: 'board/pacific/coast.json' }, // hexes, too small to be seen
}

const source = (name) => fs.readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8')
const millerY = (lat) => (1.25 * Math.log(Math.tan(Math.PI / 4 + 0.4 * lat * (Math.PI / 180)))) / (Math.PI / 180)

function rings({ step, rings }) {
  return rings.map((flat) => {
    let [x, y] = [0, 0]
    return Array.from({ length: flat.length / 2 }, (_, i) => [(x += flat[2 * i]) * step, (y += flat[2 * i + 1]) * step])
  })
}

/** A line in whole units, without the points that cannot be told apart. */
function thinned(points) {
  const kept = []
  for (const [x, y] of points) {
    const last = kept.at(-1)
    if (!last || Math.hypot(x - last[0], y - last[1]) >= TOLERANCE) kept.push([Math.round(x), Math.round(y)])
  }
  return kept
}

const MARGIN = 20 // units beyond the edges

/** The edge of the chart that a point lies well beyond. */
const beyond = ([x, y]) => (x < -MARGIN ? 'west' : x > WIDTH + MARGIN ? 'east' : y < -MARGIN ? 'north' : y > HEIGHT + MARGIN ? 'south' : '')

/** A coast without the points that lie, with both their neighbours, beyond one edge. */
const clipped = (points) =>
  points.filter((point, k) => {
    const edge = beyond(point)
    return !edge || [points.at(k - 1), points[(k + 1) % points.length]].some((next) => beyond(next) !== edge)
  })

const seen = (points) => points.some((point) => !beyond(point))

/** As differences, which are short. */
const path = ([first, ...rest], closed) => {
  let last = first
  const steps = rest.map((point) => {
    const step = [point[0] - last[0], point[1] - last[1]]
    last = point
    return step.join(' ')
  })
  return `M${first.join(' ')}l${steps.join(' ')}${closed ? 'z' : ''}`.replaceAll(' -', '-')
}

/** The borders of the areas, as lines or as the rings of zones, in degrees; none where there are no areas. */
function borderLines({ areas, zones }) {
  if (areas) return JSON.parse(source(areas)).features.filter(({ geometry }) => geometry.type === 'LineString').map(({ geometry }) => geometry.coordinates)
  if (!zones) return []
  const map = JSON.parse(source(zones))
  return rings({ step: map.step, rings: map.zones.map(({ ring }) => ring) }).map((ring) => [...ring, ring[0]])
}

/** The chart of a game: its box in degrees, land, islets and borders as paths. */
export function chart({ west, east, middle, coast, ...border }) {
  const scale = WIDTH / (east - west)
  const top = millerY(middle) + HEIGHT / scale / 2
  const place = ([lon, lat]) => [(lon - west) * scale, (top - millerY(lat)) * scale]
  let [land, islets, borders] = ['', '', '']
  for (const ring of rings(JSON.parse(source(coast)))) {
    const points = ring.map(place)
    if (!seen(points)) continue
    const kept = thinned(points)
    const reach = Math.max(...[0, 1].map((axis) => Math.max(...kept.map((p) => p[axis])) - Math.min(...kept.map((p) => p[axis]))))
    if (kept.length >= 4 && reach >= 3) land += path(clipped(kept), true)
    else if (ring.length > 5 && reach >= 1) islets += `M${kept[0].join(' ')}h0`
  }
  for (const line of borderLines(border)) {
    const kept = thinned(line.map(place))
    if (kept.length > 1 && seen(kept)) borders += path(kept, false)
  }
  return { west, top: +top.toFixed(4), scale: +scale.toFixed(4), land, islets, borders }
}

export const charts = () => Object.fromEntries(Object.entries(CHARTS).map(([game, wanted]) => [game, chart(wanted)]))

if (process.argv[1] === new URL(import.meta.url).pathname) {
  fs.writeFileSync(new URL('../src/app/home/charts.json', import.meta.url), `${JSON.stringify(charts(), null, 1)}\n`)
}
