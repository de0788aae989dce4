import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fitOf, LANDS, PLACES, ZONES, type Drawn } from '../src/games/axis_allies_pacific/geography'
import { layoutStacks, isWithin, lineStart, signsAt, type PlacedBox, type BoxRequest } from '../src/games/axis_allies_pacific/layout'
import { isInside, type LonLat } from '../src/lib/geometry'

const DATA = new URL('../../src/ironbottom/games/axis_allies_pacific/data/', import.meta.url)

/** A table of the game's own data. */
function table(name: string): Record<string, string>[] {
  const [head, ...rows] = readFileSync(new URL(name, DATA), 'utf8').trim().split('\n').filter((line) => !line.startsWith('#')).map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(head!.map((field, i) => [field, row[i] ?? ''])))
}
const lands = table('lands.csv')
const zones = table('sea_zones.csv')
const pair = (a: string, b: string): string => [a, b].sort().join(' - ')
const words = (text: string | undefined): string[] => (text ?? '').split(/[|;\s]/).filter(Boolean)
const pairs = (rows: readonly Record<string, string>[], field: string): Set<string> => new Set(rows.flatMap((row) => words(row[field]).map((other) => pair(row['id']!, other))))

const holds = ({ rings, box }: Drawn, [x, y]: LonLat): boolean =>
  x >= box.west && x <= box.east && y >= box.south && y <= box.north && rings.filter((ring) => isInside([x, y], ring)).length % 2 === 1
const landAt = (point: LonLat): string | undefined => LANDS.find((land) => holds(land, point))?.id
const zoneAt = (point: LonLat): string[] => ZONES.filter((zone) => holds(zone, point)).map(({ id }) => id)
const between = (a: LonLat, b: LonLat, share: number): LonLat => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]

/** Pairs of zones with a common edge, and how many degrees of it are at sea. */
function zoneBorders(): Map<string, number> {
  const users = new Map<string, { of: string[]; a: LonLat; b: LonLat }>()
  for (const { id, rings } of ZONES)
    for (const ring of rings)
      ring.slice(1).forEach((point, i) => {
        const key = [ring[i]!.join(), point.join()].sort().join('|')
        const edge = users.get(key) ?? { of: [], a: ring[i]!, b: point }
        users.set(key, { ...edge, of: [...edge.of, id] })
      })
  const sea = new Map<string, number>()
  for (const { of, a, b } of users.values()) {
    if (of.length !== 2) continue
    const key = pair(of[0]!, of[1]!)
    const free = [1, 3, 5, 7, 9, 11, 13, 15].filter((k) => !landAt(between(a, b, k / 16))).length / 8
    sea.set(key, (sea.get(key) ?? 0) + free * Math.hypot(b[0] - a[0], b[1] - a[1]))
  }
  return sea
}

/** The places a step outward along the coast and the borders of every territory, in degrees. */
function landBorders(): { land: Map<string, number>; zone: Map<string, number> } {
  const found = { land: new Map<string, number>(), zone: new Map<string, number>() }
  const add = (to: Map<string, number>, key: string, length: number): void => void to.set(key, (to.get(key) ?? 0) + length)
  for (const { id, rings } of LANDS) {
    for (const ring of rings) {
      const area = ring.slice(1).reduce((sum, point, i) => sum + ring[i]![0] * point[1] - point[0] * ring[i]![1], 0)
      ring.slice(1).forEach((b, i) => {
        const a = ring[i]!
        const length = Math.hypot(b[0] - a[0], b[1] - a[1])
        if (!length) return
        const [nx, ny] = [((b[1] - a[1]) / length) * Math.sign(area), (-(b[0] - a[0]) / length) * Math.sign(area)]
        const n = Math.ceil(length / 0.15)
        for (let k = 0; k < n; k++) {
          const [x, y] = between(a, b, (k + 0.5) / n)
          const out: LonLat = [x + 0.012 * nx, y + 0.012 * ny]
          const other = landAt(out)
          if (other === id) continue
          if (other) add(found.land, pair(id, other), length / n)
          else for (const zone of zoneAt(out).slice(0, 1)) add(found.zone, `${id} - ${zone}`, length / n)
        }
      })
    }
  }
  return found
}

describe('the drawn map and the rules agree', () => {
  test('all zones and territories of the table are drawn, with their labels inside', () => {
    expect(new Set(ZONES.map(({ id }) => id))).toEqual(new Set(zones.map((row) => row['id'])))
    expect(new Set(LANDS.map(({ id }) => id))).toEqual(new Set(lands.map((row) => row['id'])))
    for (const zone of ZONES) expect(zoneAt(zone.label), zone.id).toContain(zone.id)
  })

  test('2.1 zones share a border exactly where the table has them adjacent', () => {
    const sea = zoneBorders()
    expect(new Set([...sea].filter(([, length]) => length >= 1).map(([key]) => key))).toEqual(pairs(zones, 'adjacent_zones'))
    expect([...sea].filter(([key, length]) => length > 0 && !pairs(zones, 'adjacent_zones').has(key))).toEqual([])
  })

  test('2.1 territories border on the lands and zones of the table, and on no others', () => {
    const { land, zone } = landBorders()
    const isles = new Set(lands.filter((row) => ['1', 'true', 'yes'].includes(row['island'] ?? '')).map((row) => row['id']))
    const least = (key: string): number => (isles.has(key.split(' - ')[0]!) ? 0.04 : 0.25)
    const coasts = new Set(lands.flatMap((row) => words(row['adjacent_zones']).map((id) => `${row['id']} - ${id}`)))
    for (const [drawn, wanted] of [[land, pairs(lands, 'adjacent_lands')], [zone, coasts]] as const) {
      expect([...wanted].filter((key) => (drawn.get(key) ?? 0) < least(key) && key !== 'korea - soviet_union')).toEqual([])
      expect([...drawn].filter(([key, length]) => !wanted.has(key) && length > 0.15)).toEqual([])
    }
  })
})

const CONVOYS = new Map(zones.filter((row) => row['convoy'] !== 'none').map((row) => [row['id']!, 22]))
const stack = (place: string, power: string, w = 56, h = 18): BoxRequest => ({ id: `${place} ${power}`, place, w, h })
const meet = (a: PlacedBox, b: PlacedBox): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

describe('stacks on the map', () => {
  const full = [...PLACES.keys()].filter((id) => lands.some((row) => row['id'] === id && row['impassable'] !== '1') || id.startsWith('sz')).map((id) => stack(id, 'japan'))

  test.each([5.05, 6.08, 9, 12, 24])('no stack overlaps another, a number or a convoy, at %d pixels a degree', (scale) => {
    const signs = signsAt(scale, CONVOYS)
    const { stacks } = layoutStacks(scale, signs, full, new Map())
    const boxes = [...stacks, ...signs.numbers, ...signs.convoys]
    const over = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meet(a, b)).map((b) => `${a.id} over ${b.id}`))
    expect(over).toEqual([])
  })

  /** The zones, or lands, that contain the middle of a stack. */
  const under = ({ x, y, w, h, place }: PlacedBox, scale: number): string[] =>
    [...PLACES.values()].filter((one) => one.id.startsWith('sz') === place.startsWith('sz') && isWithin(one, x + w / 2, y + h / 2, scale)).map(({ id }) => id)

  test.each([2.4, 3.2, 5.05, 6.08, 9, 12])('no stack of a zone or territory reaches into another, at %d pixels a degree', (scale) => {
    const signs = signsAt(scale, CONVOYS)
    const fleets = full.map((one) => ({ ...one, w: scale < 3.6 ? 27 : 57, h: scale < 3.6 ? 14 : 18, narrow: scale < 3.6 || !one.place.startsWith('sz') ? undefined : 36 }))
    const { stacks } = layoutStacks(scale, signs, fleets, new Map())
    expect(stacks.filter((one) => under(one, scale).some((id) => id !== one.place)).map((one) => `${one.place} in ${under(one, scale).join(' ')}`)).toEqual([])
  })

  test('units that did not move keep their places', () => {
    const signs = signsAt(6.08, CONVOYS)
    const before = layoutStacks(6.08, signs, full, new Map()).stacks
    const known = new Map(before.map((one) => [one.id, one]))
    const after = layoutStacks(6.08, signs, [...full.filter((one) => one.place !== 'sz45'), stack('sz44', 'uk', 70)], known).stacks
    for (const one of after) if (known.has(one.id)) expect([one.id, one.x, one.y]).toEqual([one.id, known.get(one.id)!.x, known.get(one.id)!.y])
  })

  test('a zone without room for the silhouette of a fleet shows the fleet without it', () => {
    const scale = 5.27
    const crowd = ZONES.flatMap(({ id }) => ['japan', 'uk'].map((power) => stack(id, power, 57)))
    const laid = (stacks: readonly BoxRequest[]): readonly PlacedBox[] => layoutStacks(scale, signsAt(scale, CONVOYS), stacks, new Map()).stacks
    const outside = (stacks: readonly PlacedBox[]): number => stacks.filter((one) => !under(one, scale).includes(one.place)).length
    const narrow = laid(crowd.map((one) => ({ ...one, narrow: 36 })))
    expect(outside(narrow)).toBeLessThan(0.8 * outside(laid(crowd)))
    const [first] = narrow.filter((one) => one.narrowed)
    expect(first!.w).toBe(36)
    const again = layoutStacks(scale, signsAt(scale, CONVOYS), [{ ...stack(first!.place, first!.id.split(' ')[1]!, 57), narrow: 36 }], new Map([[first!.id, first!]])).stacks[0]!
    expect([again.x, again.y, again.w]).toEqual([first!.x, first!.y, first!.w])
  })

  test('a tall board shows a part of the map, and all of it can be reached', () => {
    const fit = fitOf(390, 510)
    expect(fit.east - fit.west).toBeLessThan(90)
    expect(fit.all!.east).toBeGreaterThan(244)
    expect(fitOf(1056, 680).all).toBeUndefined()
  })
})

test('the line to a stack begins beside the number of its zone, never on it', () => {
  const number = { x: 90, y: 90, w: 20, h: 14 }
  expect(lineStart([100, 97], [200, 97], [number])).toEqual([114, 97])
  expect(lineStart([100, 97], [100, 20], [number])).toEqual([100, 86])
  expect(lineStart([50, 50], [100, 97], [number])).toEqual([50, 50])
})
