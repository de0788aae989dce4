import { describe, expect, test } from 'vitest'
import { charts } from '../scripts/charts.mjs'
import drawn from '../src/app/home/charts.json'
import { capitalize, durationOf } from '../src/app/home/games'
import { placeOf } from '../src/app/router.svelte'

describe('the charts of the cards', () => {
  test('are drawn from the coasts and areas of the boards as they are', () => expect(charts()).toEqual(drawn))

  test('hold few points beyond their edges, which nobody sees', () => {
    for (const { land } of Object.values(drawn)) {
      const points = land.split('M').slice(1).flatMap((ring) => {
        const [x, y, ...steps] = ring.match(/-?\d+/g)!.map(Number) as [number, number, ...number[]]
        let [u, v] = [x, y]
        return [[u, v], ...Array.from({ length: steps.length / 2 }, (_, k) => [(u += steps[2 * k]!), (v += steps[2 * k + 1]!)])]
      })
      const far = points.filter(([x, y]) => x! < -20 || x! > 420 || y! < -20 || y! > 270)
      expect(far.length).toBeLessThan(points.length / 10)
    }
  })

  test('show the land of every game with a page, and the borders of its areas', () => {
    expect(Object.keys(drawn)).toEqual(['pacific_fury', 'hold_fast', 'victory_in_the_pacific', 'axis_allies_pacific', 'war_in_the_pacific'])
    const areas = { ...drawn, war_in_the_pacific: undefined } // a board of hexes has none
    for (const { land } of Object.values(drawn)) expect(land.length).toBeGreaterThan(100)
    for (const chart of Object.values(areas)) if (chart) expect(chart.borders.length).toBeGreaterThan(100)
  })
})

test('lengths are described in words', () => {
  expect([40, 60, 180].map(durationOf)).toEqual(['about 40 minutes', 'about 1 hour', 'about 3 hours'])
  expect(capitalize('the Allies')).toBe('The Allies')
})

test('an unknown path is explained from the list of games', () => {
  expect(placeOf('#/nowhere/at/all')).toEqual({ page: 'missing', path: '/nowhere/at/all' })
  expect(placeOf('#/')).toEqual({ page: 'home' })
  expect(placeOf('')).toEqual({ page: 'home' })
  expect(placeOf('#/learn/hold_fast')).toEqual({ page: 'learn', game: 'hold_fast' })
})
