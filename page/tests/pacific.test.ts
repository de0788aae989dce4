import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { formAt } from '../src/board/pacific/geography'
import { MAP, PACIFIC } from '../src/games/hold_fast/geography'
import { AREA_IDS, AREAS, PLACES, type AreaId } from '../src/games/hold_fast/places'
import { distanceTo, isInside, toMap, type LonLat } from '../src/lib/geometry'
import { crossings, drawnBorders, meetings, pair, pointOf, table } from './rendered'
import { areaBoxes, covered, nameBoxes, placeBoxes, screen, told, type Box } from './layout_boxes'

const RIM = 0.1 // of a block: what is seen of its upper edge
const ring = (id: string): readonly LonLat[] => PACIFIC.areas.find((a) => a.id === id)!.ring

const AREA_ROWS = table('hold_fast', 'areas.csv')
const PLACE_ROWS = table('hold_fast', 'places.csv')
const touched = (id: string): string[] => PLACE_ROWS.find((r) => r['id'] === id)!['touches']!.split('|')

describe('the drawn areas and the rules agree', () => {
  test('the areas are those of the rules, by the same names', () => {
    expect(new Map(PACIFIC.areas.map((a) => [a.id, a.name]))).toEqual(new Map(AREA_ROWS.map((r) => [r['id'], r['name']])))
    expect(new Set(AREA_IDS)).toEqual(new Set(AREA_ROWS.map((r) => r['id'])))
  })

  test('a border is drawn where, and only where, two areas are adjacent; each is long enough to be seen', () => {
    const wanted = new Set(AREA_ROWS.flatMap((r) => r['adjacent']!.split('|').map((other) => pair(r['id']!, other))))
    const drawn = drawnBorders(PACIFIC)
    expect(new Set(drawn.keys())).toEqual(wanted)
    for (const [key, length] of drawn) expect(length, key).toBeGreaterThan(4)
  })

  test('every border line is the shared edge of the two areas it names, point for point', () => {
    expect(new Set(PACIFIC.borders.map((b) => pair(...b.between)))).toEqual(new Set(drawnBorders(PACIFIC).keys()))
    for (const { between, line } of PACIFIC.borders) {
      for (const id of between) {
        const points = new Set(ring(id).map((p) => p.join()))
        for (const p of line) expect(points.has(p.join()), `${p} on ${id}`).toBe(true)
      }
    }
  })

  test('rings are closed and none crosses itself or another', () => {
    for (const { id, ring } of PACIFIC.areas) expect(ring[0], id).toEqual(ring.at(-1))
    expect(crossings(PACIFIC)).toEqual([])
  })

  test('no area is inside another, and none meets another in a single point', () => {
    expect(meetings(PACIFIC)).toEqual([])
  })

  test('the point of each area in the data is inside it', () => {
    for (const r of AREA_ROWS) expect(isInside(pointOf(r), ring(r['id']!)), r['id']).toBe(true)
  })
})

describe('ports and bases', () => {
  test('are those of the rules, of the same kind', () => {
    expect(new Map(PLACES.map((p) => [p.id as string, p.kind as string]))).toEqual(new Map(PLACE_ROWS.map((r) => [r['id']!, r['kind']!])))
  })

  test('are where the data has them', () => {
    for (const r of PLACE_ROWS) {
      const { at } = PLACES.find((p) => p.id === r['id'])!
      expect(Math.hypot(at[0] - pointOf(r)[0], at[1] - pointOf(r)[1]), r['id']).toBeLessThan(0.1)
    }
  })

  test('a place on one sea is in it or on its shore, one on several where they meet, away from other seas', () => {
    for (const { id, at } of PLACES) {
      for (const area of PACIFIC.areas) {
        const away = distanceTo(at, area.ring)
        const seas = touched(id)
        if (!seas.includes(area.id)) expect(isInside(at, area.ring) || away < 1, `${id} comes near ${area.id}`).toBe(false)
        else if (seas.length > 1) expect(away, `${id} on ${area.id}`).toBeLessThan(0.15)
        else expect(isInside(at, area.ring), `${id} in ${area.id}`).toBe(true)
      }
    }
  })
})

// -- what is set by hand, measured in pixels on the screens it is set for ---------------------------

describe.each([
  ['a wide screen', 1056, 704, 'large'], ['a wide screen with many choices', 1056, 668, 'large'], ['a tablet', 1024, 572, 'large'],
  ['a tablet upright', 820, 800, 'large'], ['a tablet with its tracks', 1024, 438, 'small'], ['a laptop', 982, 409, 'small'], ['a telephone', 360, 364, 'small'], ['a telephone with many choices', 360, 221, 'small'],
] as const)('on %s', (_, width, height, form) => {
  const view = screen(width, height)
  const boxes = [...nameBoxes(MAP, view, form), ...areaBoxes(MAP, view, form, RIM), ...placeBoxes(MAP, view, form, RIM)]

  test('the form is the one set for it', () => expect(formAt(view.scale)).toBe(form))

  test('nothing that is set covers anything else', () => {
    const base = (box: Box): boolean => box.what === 'harbour' && PLACES.find((p) => p.id === box.of)!.kind === 'base'
    // On a small map the rare stack in a base is on the base itself or on a name; and blocks come before names of places.
    const gives = (a: Box, b: Box): boolean => form === 'small'
      && ((base(a) && (['name', 'flag'].includes(b.what) || (a.of === b.of && ['sign', 'label'].includes(b.what)))) || (b.what === 'label' && /row|harbour/.test(a.what)))
    expect(covered(boxes, gives)).toEqual([])
  })

  test('names, flags and rows of blocks are visible', () => {
    for (const box of boxes.filter((b) => !['harbour', 'label', 'repairs'].includes(b.what))) {
      expect(box.x >= -3 && box.y >= -3 && box.x + box.w <= width + 3 && box.y + box.h <= height + 3, told(box)).toBe(true)
    }
  })
})

describe('names, flags and rows are inside their areas', () => {
  test.each(['large', 'small'] as const)('in the %s form', (form) => {
    for (const id of AREA_IDS) {
      const { at, flag, rows } = AREAS[form][id]
      for (const p of [at, flag, ...Object.values(rows).flat()]) expect(isInside(p, ring(id)), `${form} ${id} ${p}`).toBe(true)
    }
  })

  test('on a wide screen blocks are inside completely, with all four corners', () => {
    const view = screen(1056, 704)
    const pixels = new Map(AREA_IDS.map((id) => [id, ring(id).map(view.at)]))
    for (const box of areaBoxes(MAP, view, 'large', RIM).filter((b) => b.what.startsWith('row'))) {
      const shape = pixels.get(box.of as AreaId)!
      for (const p of [[box.x, box.y], [box.x + box.w, box.y], [box.x, box.y + box.h], [box.x + box.w, box.y + box.h]] as const) {
        expect(isInside(p, shape) || distanceTo(p, shape) < 4, `${told(box)} ${p}`).toBe(true)
      }
    }
  })

  test('a row on a wide screen has room for two stacks side by side at least', () => {
    const view = screen(1056, 704)
    for (const box of areaBoxes(MAP, view, 'large', RIM).filter((b) => b.what.startsWith('row'))) expect(box.w, told(box)).toBeGreaterThan(75)
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

test.each(['coast', 'areas'])('the files of the %s are what their script makes', (script) => {
  const file = new URL(`../scripts/${script}.mjs`, import.meta.url)
  expect(execFileSync('node', [file.pathname, '--check'], { encoding: 'utf8' })).toMatch(/\d bytes/)
}, 60_000)
