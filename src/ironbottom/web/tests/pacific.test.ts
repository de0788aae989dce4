import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Camera } from '../src/board/camera.svelte'
import type { MapView } from '../src/board/types'
import { formAt, labelled, mooredSize, nameSize, pieceSize, whole } from '../src/board/pacific/geography'
import { LANDS } from '../src/board/pacific/places'
import { besideSign, type Form, type Row } from '../src/board/pacific/setting'
import { MAP, PACIFIC } from '../src/games/hold_fast/geography'
import { AREA_IDS, AREAS, PLACES, type AreaId } from '../src/games/hold_fast/places'
import packed from '../src/board/pacific/coast.json'
import { distanceTo, inside, toMap, unpackCoast, type LonLat, type PackedCoast } from '../src/lib/geometry'

const DATA = '../../games/hold_fast/data/'
const pair = (a: string, b: string): string => [a, b].sort().join(' - ')
const ring = (id: string): readonly LonLat[] => PACIFIC.areas.find((a) => a.id === id)!.ring

/** A table that the referee plays by. */
function table(name: string): Record<string, string>[] {
  const [head, ...rows] = readFileSync(new URL(DATA + name, import.meta.url), 'utf8').trim().split('\n').map((line) => line.split(','))
  return rows.map((r) => Object.fromEntries(head!.map((k, i) => [k, r[i]!])))
}
const AREA_ROWS = table('areas.csv')
const PLACE_ROWS = table('places.csv')
const pointOf = (r: Record<string, string>): LonLat => [(Number(r['lon']) + 360) % 360, Number(r['lat'])]
const touched = (id: string): string[] => PLACE_ROWS.find((r) => r['id'] === id)!['touches']!.split('|')

/** Pairs of drawn areas with the length in degrees of the edges they share, found in the rings themselves. */
function drawnBorders(): Map<string, number> {
  const users = new Map<string, { of: Set<string>; length: number }>()
  for (const { id, ring } of PACIFIC.areas) {
    ring.slice(1).forEach((p, i) => {
      const q = ring[i]!
      const edge = [q.join(), p.join()].sort().join('|')
      const user = users.get(edge) ?? { of: new Set<string>(), length: Math.hypot(p[0] - q[0], p[1] - q[1]) }
      user.of.add(id)
      users.set(edge, user)
    })
  }
  const found = new Map<string, number>()
  for (const { of, length } of users.values()) {
    expect(of.size).toBeLessThan(3)
    if (of.size === 2) {
      const key = pair(...([...of] as [string, string]))
      found.set(key, (found.get(key) ?? 0) + length)
    }
  }
  return found
}

const side = (p: LonLat, q: LonLat, r: LonLat): number => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
const cross = (a: LonLat, b: LonLat, c: LonLat, d: LonLat): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0

describe('the drawn areas and the rules agree', () => {
  test('the areas are those of the rules, by the same names', () => {
    expect(new Map(PACIFIC.areas.map((a) => [a.id, a.name]))).toEqual(new Map(AREA_ROWS.map((r) => [r['id'], r['name']])))
    expect(new Set(AREA_IDS)).toEqual(new Set(AREA_ROWS.map((r) => r['id'])))
  })

  test('a border is drawn where, and only where, two areas are adjacent; each is long enough to be seen', () => {
    const wanted = new Set(AREA_ROWS.flatMap((r) => r['adjacent']!.split('|').map((other) => pair(r['id']!, other))))
    const drawn = drawnBorders()
    expect(new Set(drawn.keys())).toEqual(wanted)
    for (const [key, length] of drawn) expect(length, key).toBeGreaterThan(4)
  })

  test('every border line is the shared edge of the two areas it names, point for point', () => {
    expect(new Set(PACIFIC.borders.map((b) => pair(...b.between)))).toEqual(new Set(drawnBorders().keys()))
    for (const { between, line } of PACIFIC.borders) {
      for (const id of between) {
        const points = new Set(ring(id).map((p) => p.join()))
        for (const p of line) expect(points.has(p.join()), `${p} on ${id}`).toBe(true)
      }
    }
  })

  test('rings are closed and none crosses itself or another', () => {
    const edges = PACIFIC.areas.flatMap((a) => a.ring.slice(1).map((p, i) => ({ id: a.id, a: a.ring[i]!, b: p })))
    for (const { id, ring } of PACIFIC.areas) expect(ring[0], id).toEqual(ring.at(-1))
    const crossings = edges.flatMap((e, i) => edges.slice(i + 1).filter((f) => cross(e.a, e.b, f.a, f.b)).map((f) => `${e.id} ${f.id} at ${e.a}`))
    expect(crossings).toEqual([])
  })

  test('no area lies in another, and none meets another in a point alone', () => {
    const drawn = drawnBorders()
    for (const a of PACIFIC.areas) {
      for (const b of PACIFIC.areas) {
        if (a.id === b.id) continue
        for (const p of b.ring) expect(inside(p, a.ring) && distanceTo(p, a.ring) > 0.01, `${b.id} in ${a.id} at ${p}`).toBe(false)
        const touches = a.ring.some((p) => b.ring.some((q) => p[0] === q[0] && p[1] === q[1]))
        if (touches) expect(drawn.has(pair(a.id, b.id)), `${a.id} and ${b.id} touch`).toBe(true)
      }
    }
  })

  test('the point of each area in the data lies in it', () => {
    for (const r of AREA_ROWS) expect(inside(pointOf(r), ring(r['id']!)), r['id']).toBe(true)
  })
})

describe('ports and bases', () => {
  test('are those of the rules, of the same kind', () => {
    expect(new Map(PLACES.map((p) => [p.id as string, p.kind as string]))).toEqual(new Map(PLACE_ROWS.map((r) => [r['id']!, r['kind']!])))
  })

  test('stand where the data has them', () => {
    for (const r of PLACE_ROWS) {
      const { at } = PLACES.find((p) => p.id === r['id'])!
      expect(Math.hypot(at[0] - pointOf(r)[0], at[1] - pointOf(r)[1]), r['id']).toBeLessThan(0.1)
    }
  })

  test('a place on one sea lies in it or on its shore, one on several where they meet, and no other sea comes near', () => {
    for (const { id, at } of PLACES) {
      for (const area of PACIFIC.areas) {
        const away = distanceTo(at, area.ring)
        const seas = touched(id)
        if (!seas.includes(area.id)) expect(inside(at, area.ring) || away < 1, `${id} comes near ${area.id}`).toBe(false)
        else if (seas.length > 1) expect(away, `${id} on ${area.id}`).toBeLessThan(0.15)
        else expect(inside(at, area.ring), `${id} in ${area.id}`).toBe(true)
      }
    }
  })
})

// -- what is set by hand, measured in pixels on the screens it is set for ---------------------------

interface Box { what: string; of: string; x: number; y: number; w: number; h: number }

/** A screen's map, as the camera lays it. */
function screen(width: number, height: number): MapView {
  const camera = new Camera()
  camera.width = width
  camera.height = height
  return camera.view(whole(width, height))
}

const around = (what: string, of: string, [x, y]: readonly [number, number], w: number, h: number): Box => ({ what, of, x: x - w / 2, y: y - h / 2, w, h })

function rowBox(view: MapView, what: string, of: string, [from, to]: Row): Box {
  const size = what === 'harbour' ? mooredSize(pieceSize(view.scale)) : pieceSize(view.scale)
  const [a, b] = [view.at(from), view.at(to)]
  const rim = size > 24 ? size * 0.1 : 0 // what is seen of a block's upper edge
  return { what, of, x: Math.min(a[0], b[0]) - size / 2, y: a[1] - size / 2 - rim, w: Math.abs(a[0] - b[0]) + size, h: size + rim }
}

function nameBoxes(view: MapView, form: Form): Box[] {
  return MAP.names[form].flatMap((name) => {
    const size = nameSize(form, view.scale)
    const [x, y] = view.at(name.at)
    return name.lines.map((line, i) => {
      const w = line.length * size * (0.5 + (name.spacing ?? 0))
      return { what: 'name', of: name.id, x: x - w / 2, y: y + i * size * 1.15 - size * 0.72, w, h: size * 0.86 }
    })
  })
}

function placeBoxes(view: MapView, form: Form): Box[] {
  return PLACES.flatMap((place) => {
    const { id, kind, at, name, rows } = place
    const label = besideSign(place, form)
    const [x, y] = view.at(at)
    const r = form === 'large' ? (kind === 'port' ? 10 : 6) : kind === 'port' ? 7.5 : 4.5
    const boxes = [around('sign', id, [x, y], 2 * r, 2 * r), rowBox(view, 'harbour', id, rows[form])]
    if (kind === 'port' && form === 'large') boxes.push(around('repairs', id, [x + 9, y + 8.5], 12, 12))
    if (!labelled(view.scale) || label === 'none') return boxes
    const w = name.length * 6
    const left = label === 'left' ? x - 12 - w : label === 'right' ? x + 12 : x - w / 2
    return [...boxes, { what: 'label', of: id, x: left, y: label === 'above' ? y - 23 : label === 'below' ? y + 11 : y - 6, w, h: 12 }]
  })
}

const areaBoxes = (view: MapView, form: Form): Box[] =>
  AREA_IDS.flatMap((id) => {
    const { flag, rows } = AREAS[form][id]
    return [
      around('flag', id, view.at(flag), form === 'large' ? 70 : 36, form === 'large' ? 18 : 15),
      rowBox(view, 'row japan', id, rows.japan), rowBox(view, 'row allies', id, rows.allies),
    ]
  })

const overlap = (a: Box, b: Box): number => {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return w > 0 && h > 0 ? Math.min(w, h) : 0
}
const told = (box: Box): string => `${box.what} of ${box.of}`

describe.each([
  ['a wide screen', 1056, 704, 'large'], ['a wide screen with many choices', 1056, 668, 'large'], ['a tablet', 1024, 572, 'large'],
  ['a tablet upright', 820, 800, 'large'], ['a tablet with its tracks', 1024, 438, 'small'], ['a laptop', 982, 409, 'small'], ['a telephone', 360, 364, 'small'], ['a telephone with many choices', 360, 221, 'small'],
] as const)('on %s', (_, width, height, form) => {
  const view = screen(width, height)
  const boxes = [...nameBoxes(view, form), ...areaBoxes(view, form), ...placeBoxes(view, form)]

  test('the form is the one set for it', () => expect(formAt(view.scale)).toBe(form))

  test('nothing that is set covers anything else', () => {
    const slack = 3 // pixels; boxes of text are estimates
    const own = ['sign', 'repairs', 'label']
    const base = (box: Box): boolean => box.what === 'harbour' && PLACES.find((p) => p.id === box.of)!.kind === 'base'
    // On a small map the stack in a base lies on the base itself or on a name, for it is seldom there; and blocks come before names of places.
    const yields = (a: Box, b: Box): boolean => form === 'small'
      && ((base(a) && (['name', 'flag'].includes(b.what) || (a.of === b.of && own.includes(b.what)))) || (b.what === 'label' && /row|harbour/.test(a.what)))
    const gives = (a: Box, b: Box): boolean => (a.of === b.of && own.includes(a.what) && own.includes(b.what)) || yields(a, b)
    const covered = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => (a.of !== b.of || a.what !== b.what) && !gives(a, b) && !gives(b, a))
      .map((b) => [a, b, overlap(a, b)] as const).filter(([, , by]) => by > slack).map(([p, q, by]) => `${told(p)} and ${told(q)}: ${by.toFixed(1)}`))
    expect(covered).toEqual([])
  })

  test('names, flags and rows of blocks are in sight', () => {
    for (const box of boxes.filter((b) => !['harbour', 'label', 'repairs'].includes(b.what))) {
      expect(box.x >= -3 && box.y >= -3 && box.x + box.w <= width + 3 && box.y + box.h <= height + 3, told(box)).toBe(true)
    }
  })
})

describe('names, flags and rows lie in their areas', () => {
  test.each(['large', 'small'] as const)('in the %s form', (form) => {
    for (const id of AREA_IDS) {
      const { at, flag, rows } = AREAS[form][id]
      for (const p of [at, flag, ...rows.japan, ...rows.allies]) expect(inside(p, ring(id)), `${form} ${id} ${p}`).toBe(true)
    }
  })

  test('on a wide screen blocks lie in them whole, with all four corners', () => {
    const view = screen(1056, 704)
    const pixels = new Map(AREA_IDS.map((id) => [id, ring(id).map(view.at)]))
    for (const box of areaBoxes(view, 'large').filter((b) => b.what.startsWith('row'))) {
      const shape = pixels.get(box.of as AreaId)!
      for (const p of [[box.x, box.y], [box.x + box.w, box.y], [box.x, box.y + box.h], [box.x + box.w, box.y + box.h]] as const) {
        expect(inside(p, shape) || distanceTo(p, shape) < 4, `${told(box)} ${p}`).toBe(true)
      }
    }
  })

  test('a row on a wide screen has room for two stacks side by side at least', () => {
    const view = screen(1056, 704)
    for (const box of areaBoxes(view, 'large').filter((b) => b.what.startsWith('row'))) expect(box.w, told(box)).toBeGreaterThan(75)
  })
})

test('the coast reaches as far as any screen shows, and holds the islands of ports and bases', () => {
  const { box } = PACIFIC
  for (const [w, h] of [[1056, 704], [2176, 1104], [3056, 1244], [982, 360], [740, 200], [360, 364], [820, 800], [430, 556], [1080, 1685]] as const) {
    const view = screen(w, h)
    const [left, top] = view.at([box.west, box.north])
    const [right, foot] = view.at([box.east, box.south])
    expect(left <= 0 && right >= w && top <= 0 && foot >= h, `${w} x ${h}`).toBe(true)
  }
  const ink = Object.values(PACIFIC.shore(8)).join('').match(/-?[\d.]+ -?[\d.]+/g)!.map((p) => p.split(' ').map(Number) as [number, number])
  for (const { id, at } of PLACES) {
    const [px, py] = toMap(at)
    const away = Math.min(...ink.map(([x, y]) => Math.hypot(x - px, y - py)))
    expect(away, id).toBeLessThan(0.7)
  }
})

test('lands are named on land', () => {
  const coast = unpackCoast(packed as PackedCoast)
  for (const { name, at } of LANDS) expect(coast.some((r) => inside(at, r)), name).toBe(true)
})

test.each(['coast', 'areas'])('the files of the %s are what their script makes', (script) => {
  const file = new URL(`../scripts/${script}.mjs`, import.meta.url)
  expect(execFileSync('node', [file.pathname, '--check'], { encoding: 'utf8' })).toMatch(/\d bytes/)
}, 60_000)
