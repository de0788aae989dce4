import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import coast from '../src/board/pacific/coast.json'
import { landPaths, numbersOf, pathOf, toMap, unpackCoast, type PackedCoast } from '../src/lib/geometry'
import { millerLat, millerY } from '../src/lib/miller'
import { alongRow, steppedSize } from '../src/lib/interpolation'

describe("Miller's projection", () => {
  test.each([-60, -16, -9.43, 0, 8.5, 52])('%f° is restored from its y', (lat) => expect(millerLat(millerY(lat))).toBeCloseTo(lat, 10))

  test('is true at the equator and 2.3 % larger at 20°', () => {
    expect(millerY(0.001) / 0.001).toBeCloseTo(1, 6)
    const stretch = ((millerY(20.001) - millerY(19.999)) / 0.002) * Math.cos((20 * Math.PI) / 180)
    expect(Math.abs(stretch - 1)).toBeLessThan(0.024)
  })

  test('north is up: y on the map decreases as latitude grows', () => expect(toMap([160, -8])[1]).toBeLessThan(toMap([160, -9])[1]))
})

describe('the coast', () => {
  test('unpacks the first point as it is and the others as differences', () => {
    const packed = { step: 0.5, box: { west: 0, east: 9, south: 0, north: 9 }, rings: [[2, 4, 1, 0, 0, -2]] }
    expect(unpackCoast(packed)).toEqual([[[1, 2], [1.5, 2], [1.5, 1]]])
  })

  test('numbers are read as in source maps', () => {
    expect(numbersOf('AAgBC')).toEqual([0, 0, 16, 1])
    expect(numbersOf('2HwcqxB')).toEqual([123, 456, 789])
    expect(numbersOf('DFhljB')).toEqual([-1, -2, -18000])
  })

  test('is the same after the build has packed it', () => {
    const stored = JSON.parse(fs.readFileSync(new URL('../src/board/pacific/coast.json', import.meta.url), 'utf8')) as PackedCoast
    expect((coast as PackedCoast).rings.every((ring) => typeof ring === 'string')).toBe(true)
    expect(unpackCoast(coast as PackedCoast)).toEqual(unpackCoast(stored))
  })

  test('draws a speck as a dot and an island as an outline', () => {
    const island = [[160, -9], [161, -9], [161, -10], [160, -10], [160, -9]] as const
    const speck = [[165, -9], [165.01, -9], [165.01, -9.01], [165, -9]] as const
    const { outlines, islets } = landPaths([[...island], [...speck]], 50)
    expect(outlines).toMatch(/^M160 /)
    expect(islets).toMatch(/^M165 .*h0$/)
  })

  test('a path closes only on request', () => {
    expect(pathOf([[1, 0], [2, 0]], false)).toBe('M1 0L2 0')
    expect(pathOf([[1, 0], [2, 0]])).toBe('M1 0L2 0Z')
  })
})

describe('counters along a row', () => {
  test('are one step apart while there is room', () => {
    expect(alongRow(3, [100, 50], [600, 50], 40, 80)).toEqual({ at: [[80, 30], [160, 30], [240, 30]], gap: 80 })
  })

  test('move together so that the last one ends where the row ends', () => {
    const { at, gap } = alongRow(6, [100, 50], [300, 50], 40, 80)
    expect(gap).toBe(40)
    expect(at.at(-1)).toEqual([280, 30])
  })
})

describe('the size of counters', () => {
  const steps = [[46, 52], [30, 44], [0, 36]] as const

  test('follows the scale', () => {
    expect(steppedSize(steps, 57, undefined)).toBe(52)
    expect(steppedSize(steps, 35, undefined)).toBe(44)
  })

  test('stays near an edge, and changes beyond it', () => {
    expect(steppedSize(steps, 45, 52)).toBe(52)
    expect(steppedSize(steps, 47, 44)).toBe(44)
    expect(steppedSize(steps, 42, 52)).toBe(44)
    expect(steppedSize(steps, 50, 44)).toBe(52)
  })
})
