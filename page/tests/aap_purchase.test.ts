import { describe, expect, test } from 'vitest'
import { incomeOf } from '../src/games/axis_allies_pacific/income'
import { ECONOMIES } from '../src/games/axis_allies_pacific/play_view'
import { purchaseChoices, purchaseOptionsOf, poolOf, withCount, type Purchases } from '../src/games/axis_allies_pacific/purchase'
import type { WarView } from '../src/games/axis_allies_pacific/play_view'
import { decisions, facts } from './aap'

const purchases = decisions('purchase')
const changed = (view: WarView, change: Partial<WarView>): WarView => ({ ...view, ...change })

describe('the purchase board', () => {
  test('takes exactly as many of each kind as the referee offers', () => {
    expect(purchases.length).toBeGreaterThan(10)
    for (const { view, side, choices } of purchases) {
      const offered = new Map<string, number>()
      for (const [verb, economy, kind, n] of choices) if (verb === 'buy') offered.set(`${economy} ${kind}`, Math.max(offered.get(`${economy} ${kind}`) ?? 0, Number(n)))
      const market = purchaseOptionsOf(view, facts, side, {}, choices)
      const mine = new Map(market.rows.flatMap(({ unit, steps }) => steps.flatMap((step) => (step?.most ? [[`${step.economy} ${unit.id}`, step.most] as const] : []))))
      expect(mine).toEqual(offered)
    }
  })

  test('a submitted purchase leaves what the referee then offers', () => {
    const pairs = purchases.map((one) => [one, { ...one, ...one.then! }] as const)
    expect(pairs.some(([, after]) => after.choices.some(([verb]) => verb === 'buy'))).toBe(true)
    for (const [before, after] of pairs) {
      let basket: Purchases = {}
      for (const economy of ECONOMIES) {
        for (const [kind, n] of Object.entries(after.view.bought[economy] ?? {})) basket = withCount(basket, economy, kind, n - (before.view.bought[economy]?.[kind] ?? 0))
      }
      const written = purchaseOptionsOf(before.view, facts, before.side, basket, before.choices)
      const bought = purchaseOptionsOf(after.view, facts, after.side, {}, after.choices)
      expect(written.buyers.map((one) => one.left)).toEqual(bought.buyers.map((one) => one.purse))
      const more = (market: typeof bought): unknown => market.rows.map(({ steps }) => steps.map((step) => step && step.most - step.n))
      expect(more(written)).toEqual(more(bought))
    }
  })

  test('a complex of value 3 takes three units, ships and others together', () => {
    const { view, choices } = purchases.find((one) => one.side === 'japan')!
    const captured = changed(view, { complexes: ['philippines'], control: { ...view.control, philippines: 'japan' }, taken: [], bought: {}, ipc: { ...view.ipc, japan: 60 } })
    const basket = withCount(withCount({}, 'japan', 'infantry', 2), 'japan', 'transport', 1)
    const market = purchaseOptionsOf(captured, facts, 'japan', basket, choices)
    const step = (id: string) => market.rows.find(({ unit }) => unit.id === id)!.steps[0]!
    expect([step('infantry').most, step('transport').most, step('tank').most]).toEqual([2, 1, 0])
    expect(step('tank').why).toBe('Japan has nowhere to place it')
    expect(market.buyers[0]!.where).toBe('Philippine Islands (up to 3) or sea zone 38')
    const gone = purchaseOptionsOf(changed(captured, { taken: ['philippines'] }), facts, 'japan', {}, choices)
    expect(gone.rows.every(({ steps }) => !steps[0]?.most)).toBe(true)
  })

  test('is submitted as choices of the referee', () => {
    const basket = withCount(withCount({}, 'australia', 'infantry', 2), 'india', 'tank', 1)
    expect(purchaseChoices(basket)).toEqual([['buy', 'india', 'tank', '1'], ['buy', 'australia', 'infantry', '2']])
    expect(purchaseChoices(withCount(basket, 'india', 'tank', 0))).toEqual([['buy', 'australia', 'infantry', '2']])
  })
})

describe('the convoy pool', () => {
  test('is split within the offered range', () => {
    for (const { view, choices } of decisions('splitting')) {
      const { pool, india, least, most } = poolOf(view, null, choices)
      expect([pool, least, most]).toEqual([view.pool, 0, view.pool])
      expect(india).toBe(Math.round(pool / 2))
      expect(poolOf(view, { india: 99 }, choices).india).toBe(most)
    }
    expect(poolOf(decisions('splitting')[0]!.view, { india: 5 }, [['split', '0']]).india).toBe(0)
  })
})

describe('the income', () => {
  test('adds up by source to the referee’s total for each economy', () => {
    for (const step of ['purchase', 'splitting', 'losses', 'aftermath']) {
      for (const { view } of decisions(step)) {
        const { purses } = incomeOf(view, facts)
        expect(Object.fromEntries(purses.map((one) => [one.economy, one.income]))).toEqual(view.production)
      }
    }
  })

  test('lists lost routes and centers, the pool, the Burma Road and the Chinese infantry', () => {
    const { view } = decisions('splitting')[0]!
    const now = incomeOf(view, facts)
    expect([now.pool, now.road.open, now.infantry]).toEqual([12, true, 3])
    const later = incomeOf(changed(view, { control: { ...view.control, burma: 'japan' }, convoys_of_japan: [...view.convoys_of_japan, 'sz15', 'sz43'] }), facts)
    expect([later.pool, later.road.open, later.road.closedAt, later.infantry]).toEqual([7, false, ['Burma'], 2])
    const java = later.purses.find((one) => one.economy === 'australia')!.lands.find((land) => land.id === 'java')!
    expect([java.cut, java.route]).toEqual([true, 'sz43'])
    expect(later.convoys.filter((one) => one.japan && !one.brings).map((one) => one.zone)).toEqual(expect.arrayContaining(['sz15', 'sz43']))
    const lost = incomeOf(changed(view, { control: { ...view.control, szechwan: 'japan' } }), facts)
    expect([lost.szechwan, lost.infantry]).toEqual([false, 0])
  })

  test('shows what Japan scores', () => {
    const { view } = decisions('purchase').find((one) => one.side === 'japan')!
    expect(incomeOf(view, facts).points).toBe(Math.floor(view.production.japan / 10))
    expect(incomeOf(changed(view, { loot: 25 }), facts).points).toBe(Math.floor((view.production.japan + 25) / 10))
  })
})
