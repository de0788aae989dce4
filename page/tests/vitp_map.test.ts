import { describe, expect, test } from 'vitest'
import { formAt } from '../src/board/pacific/geography'
import { MAP, PACIFIC } from '../src/games/victory_in_the_pacific/geography'
import { AREA_IDS, AREAS, PLACES } from '../src/games/victory_in_the_pacific/places'
import packed from '../src/board/pacific/coast.json'
import { distanceTo, isInside, unpackCoast, type LonLat, type PackedCoast } from '../src/lib/geometry'
import { crossings, drawnBorders, meetings, pair, pointOf, table } from './rendered'
import { areaBoxes, covered, nameBoxes, placeBoxes, screen, told, type Box } from './layout_boxes'

const GAME = 'victory_in_the_pacific'
const AREA_ROWS = table(GAME, 'areas.csv')
const PLACE_ROWS = table(GAME, 'places.csv')
const BORDER_ROWS = table(GAME, 'borders.csv')
const ring = (id: string): readonly LonLat[] => PACIFIC.areas.find((a) => a.id === id)!.ring
const touched = (r: Record<string, string>): string[] => [r['area_1']!, r['area_2']!, r['area_3']!].filter(Boolean)
const MIN_BORDER_DEGREES = 4 // degrees of a border that can be seen as one

describe('the drawn map and the rules agree', () => {
  test('the areas and places are those of the rules, by the same names and kinds', () => {
    expect(new Map(PACIFIC.areas.map((a) => [a.id, a.name]))).toEqual(new Map(AREA_ROWS.map((r) => [r['id'], r['name']])))
    expect(new Set<string>(AREA_IDS)).toEqual(new Set(AREA_ROWS.map((r) => r['id'])))
    expect(new Map(PLACES.map((p) => [p.id as string, p.kind as string]))).toEqual(new Map(PLACE_ROWS.map((r) => [r['id']!, r['kind']!])))
  })

  test('two areas share an edge where, and only where, they are adjacent; each is long enough to be seen', () => {
    const told = BORDER_ROWS.map((r) => pair(r['first']!, r['second']!))
    expect(new Set(told).size, 'every pair is told').toBe((13 * 12) / 2)
    const drawn = drawnBorders(PACIFIC)
    expect(new Set(drawn.keys())).toEqual(new Set(told.filter((_, i) => BORDER_ROWS[i]!['adjacent'] === 'yes')))
    for (const [key, length] of drawn) expect(length, key).toBeGreaterThan(MIN_BORDER_DEGREES)
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

  test('rings are closed, none crosses itself or another, and none is inside another or meets it in a single point', () => {
    for (const { id, ring: points } of PACIFIC.areas) expect(points[0], id).toEqual(points.at(-1))
    expect(crossings(PACIFIC)).toEqual([])
    expect(meetings(PACIFIC)).toEqual([])
  })

  test('the point of each area in the data is inside it', () => {
    for (const r of AREA_ROWS) expect(isInside(pointOf(r), ring(r['id']!)), r['id']).toBe(true)
  })
})

describe('ports and bases', () => {
  test('are where the data has them', () => {
    for (const r of PLACE_ROWS) {
      const { at } = PLACES.find((p) => p.id === r['id'])!
      expect(Math.hypot(at[0] - pointOf(r)[0], at[1] - pointOf(r)[1]), r['id']).toBeLessThan(0.2)
    }
  })

  test('a place on one sea is in it or on its shore, one on several where they meet, away from other seas', () => {
    for (const r of PLACE_ROWS) {
      const { at } = PLACES.find((p) => p.id === r['id'])!
      const seas = touched(r)
      for (const area of PACIFIC.areas) {
        const away = distanceTo(at, area.ring)
        if (!seas.includes(area.id)) expect(isInside(at, area.ring) || away < 1, `${r['id']} comes near ${area.id}`).toBe(false)
        else if (seas.length > 1) expect(away, `${r['id']} on ${area.id}`).toBeLessThan(0.15)
        else expect(isInside(at, area.ring), `${r['id']} in ${area.id}`).toBe(true)
      }
    }
  })
})

test('no sea ends before a shore on the widest and the tallest screens', () => {
  const { box } = PACIFIC
  for (const [w, h] of [[2176, 848], [3056, 1244], [982, 360], [1080, 1685], [360, 556], [768, 723]] as const) {
    const view = screen(w, h)
    const [left, top] = view.at([box.west, box.north])
    const [right, foot] = view.at([box.east, box.south])
    expect(left <= 0 && right >= w && top <= 0 && foot >= h, `${w} x ${h}`).toBe(true)
  }
})

test('the outer line of every sea runs inland, but across Bering Strait', () => {
  const strait: LonLat = [191.5, 65.9]
  const land = unpackCoast(packed as PackedCoast).filter((r) => r.length > 2)
  const shared = new Set(PACIFIC.borders.flatMap(({ line }) => line.map((p) => p.join())))
  const outer = PACIFIC.areas.flatMap(({ id, ring: points }) => points.filter((p) => !shared.has(p.join()) && p.join() !== strait.join()).map((p) => ({ id, p })))
  expect(outer.length).toBeGreaterThan(100)
  expect(outer.filter(({ p }) => !land.some((r) => isInside(p, r))).map(({ id, p }) => `${id} at ${p}`)).toEqual([])
})

const RIM = 0.17 // of a counter: what its number stands above it

describe.each([
  ['a wide screen', 1056, 704, 'large'], ['a wide screen with many choices', 1056, 668, 'large'], ['a wide screen with more', 1056, 621, 'large'], ['a very wide screen', 2176, 848, 'large'],
  ['a tablet', 1024, 572, 'large'], ['a large tablet upright', 820, 800, 'large'], ['a tall screen', 1080, 1685, 'large'],
  ['a tablet with its tracks', 1024, 465, 'small'], ['a tablet with many choices', 1024, 418, 'small'], ['a tablet upright', 768, 723, 'small'], ['a laptop', 982, 409, 'small'],
  ['a telephone', 360, 364, 'small'], ['a telephone with four choices', 360, 303, 'small'], ['a large telephone', 430, 500, 'small'],
] as const)('on %s', (_, width, height, form) => {
  const view = screen(width, height)
  const boxes = [...nameBoxes(MAP, view, form), ...areaBoxes(MAP, view, form, RIM), ...placeBoxes(MAP, view, form, RIM)]

  test('the form is the one set for it', () => expect(formAt(view.scale)).toBe(form))

  test('names, points, flags, signs and stacks cover neither each other nor the names', () => {
    const base = ({ what, of }: Box): boolean => what === 'harbour' && PLACES.find((place) => place.id === of)!.kind === 'base'
    // On a small map the few units of a base are on the base itself, and stacks come before names of places.
    const gives = (a: Box, b: Box): boolean => form === 'small'
      && ((base(a) && a.of === b.of && ['sign', 'label'].includes(b.what)) || (b.what === 'label' && /row|harbour/.test(a.what)))
    expect(covered(boxes, gives)).toEqual([])
  })

  test('names, flags and stacks at sea are visible', () => {
    for (const box of boxes.filter(({ what }) => /name|flag|row|sign/.test(what))) {
      expect(box.x >= -3 && box.y >= -3 && box.x + box.w <= width + 3 && box.y + box.h <= height + 3, told(box)).toBe(true)
    }
  })
})

test.each(['large', 'small'] as const)('points, flags and stacks are in their areas, in the %s form', (form) => {
  for (const id of AREA_IDS) {
    const { flag, rows } = AREAS[form][id]
    for (const p of [flag, ...Object.values(rows).flat()]) expect(isInside(p, ring(id)), `${form} ${id} ${p}`).toBe(true)
  }
})
