import { describe, expect, test } from 'vitest'
import type { LogEntry } from '../src/app/api'
import { battleFrame } from '../src/games/axis_allies_pacific/battle'
import { attackersAt, coastOf, defendersAt, percent, signed, stillAloft, threatGroups } from '../src/games/axis_allies_pacific/planned_battles'
import { lostInBattle, nextAutoChoice } from '../src/games/axis_allies_pacific/auto_roll'
import { ordersOf, shownText, whenText } from '../src/games/axis_allies_pacific/standing_orders'
import { barsOf, foughtOf, worthOf } from '../src/games/axis_allies_pacific/swing'
import { decisions, facts } from './aap'

const entry = (seq: number, ...events: readonly ({ event: string } & Record<string, unknown>)[]): LogEntry => ({ seq, act: 'choice', events: events.map((event) => ({ text: '', clause: '', ...event })) })

describe('the swing', () => {
  test('counts a unit with its load', () => {
    expect([worthOf('transport_infantry_marine', facts), worthOf('battleship_hit', facts), worthOf('destroyer_infantry', facts), worthOf('cap', facts)]).toEqual([15, 24, 15, 12])
  })

  test('continues from battle to battle, without undone ones', () => {
    const log = [
      entry(1, { event: 'round_opened', round: 2 }, { event: 'turn_opened', side: 'japan' }),
      entry(2, { event: 'battle_opened', place: 'sz9' }, { event: 'lost', power: 'usa', piece: 'destroyer', number: 2 }, { event: 'lost', power: 'japan', piece: 'fighter', number: 1 }),
      entry(3, { event: 'battle_opened', place: 'guam' }, { event: 'lost', power: 'usa', piece: 'marine', number: 1 }),
      { ...entry(4), act: 'undo' as const, taken: [3] },
      entry(5, { event: 'turn_opened', side: 'usa' }, { event: 'battle_opened', place: 'japan' }, { event: 'bombed', economy: 'japan', paid: 7 }),
    ]
    expect(foughtOf(log, facts)).toEqual([
      { seq: 2, place: 'sz9', round: 2, side: 'japan', japan: 12, allies: 24, swing: 12 },
      { seq: 5, place: 'japan', round: 2, side: 'usa', japan: 7, allies: 0, swing: 5 },
    ])
  })

  test('is drawn in bars that preserve every chance', () => {
    const swings = Array.from({ length: 90 }, (_, n) => [n - 60, 1 / 90] as const)
    const bars = barsOf(swings)
    expect(bars.length).toBeLessThanOrEqual(22)
    expect(bars.reduce((sum, bar) => sum + bar.chance, 0)).toBeCloseTo(1)
    expect(bars[0]!.from).toBeLessThanOrEqual(-60)
    expect(bars.at(-1)!.to).toBeGreaterThanOrEqual(29)
    expect(barsOf([[3, 1]])).toEqual([{ from: 3, to: 3, chance: 1 }])
    expect(barsOf([])).toEqual([])
  })

  test('is written with its sign', () => {
    expect([signed(3.14), signed(-2), signed(0.01), signed(-36.6)]).toEqual(['+3.1', '−2', '0', '−37'])
    expect([percent(0.001), percent(0.5), percent(0.999), percent(1), percent(0)]).toEqual(['<1 %', '50 %', '>99 %', '100 %', '0 %'])
  })
})

describe('rolling on', () => {
  const asked = decisions('aftermath')[0]!
  const { place } = battleFrame(asked.view)!
  const press = [['press_on'], ['retreat', 'sz1']] as const

  test('presses on to the end, and no further than the battle', () => {
    expect(nextAutoChoice(asked.view, asked.choices, place, { kind: 'end' }, 0, facts)).toEqual(['press_on'])
    expect(nextAutoChoice(asked.view, asked.choices, 'sz54', { kind: 'end' }, 0, facts)).toBeNull()
  })

  test('stops where so much is lost, or a loss is to be chosen', () => {
    expect(nextAutoChoice(asked.view, press, place, { kind: 'ipc', most: 12 }, 11, facts)).toEqual(['press_on'])
    expect(nextAutoChoice(asked.view, press, place, { kind: 'ipc', most: 12 }, 12, facts)).toBeNull()
    const hit = decisions('losses')[0]!
    const at = battleFrame(hit.view)!.place
    expect(nextAutoChoice(hit.view, hit.choices, at, { kind: 'choice' }, 0, facts)).toBeNull()
    expect(nextAutoChoice(hit.view, hit.choices, at, { kind: 'end' }, 0, facts)).toEqual(['cheapest_first'])
    expect(nextAutoChoice(hit.view, [['lose', 'usa', 'destroyer']], at, { kind: 'end' }, 0, facts)).toBeNull()
  })

  test('counts only the losses of the side in this battle', () => {
    const log = [entry(1, { event: 'battle_opened', place: 'sz1' }, { event: 'lost', power: 'japan', piece: 'tank', number: 9 }), entry(2, { event: 'battle_opened', place }, { event: 'lost', power: 'japan', piece: 'infantry', number: 2 }, { event: 'lost', power: 'uk', piece: 'tank', number: 1 })]
    expect(lostInBattle(asked.view, log, 'japan', facts)).toBe(6)
  })
})

describe('planned battles', () => {
  test('name the units that are to land, fly and sail there', () => {
    const { view } = decisions('purchase')[0]!
    const planned = {
      ...view, active: 'japan' as const, acted: { own: { sz45: { destroyer: 1 } }, china: {} }, flying: { own: { sz45: { fighter_attack_2: 2 }, hong_kong: { bomber_raid_1: 1 } }, china: {} },
      landing: { hong_kong_from_sz45: { transport_infantry_tank_lands_infantry_tank: 2 } },
    }
    expect(attackersAt(planned, 'hong_kong', facts)).toEqual({ bomber: 1, infantry: 2, tank: 2 })
    expect(attackersAt(planned, 'sz45', facts)).toMatchObject({ destroyer: expect.any(Number), fighter: expect.any(Number) })
    expect(defendersAt(planned, 'hong_kong')).toEqual({ infantry: 2 })
    expect(stillAloft(planned)).toEqual([{ place: 'hong_kong', piece: 'bomber', n: 1, left: 1, task: 'raid' }, { place: 'sz45', piece: 'fighter', n: 2, left: 2, task: 'attack' }])
    expect(coastOf('hong_kong_from_sz45')).toEqual(['hong_kong', 'sz45'])
  })

  test('threats are listed side by side, by way and place', () => {
    const [japan, uk] = threatGroups({
      japan: [
        { power: 'japan', piece: 'fighter', number: 2, origin: 'formosa', way: 'air' }, { power: 'japan', piece: 'submarine', number: 1, origin: 'sz36', way: 'sea' },
        { power: 'japan', piece: 'destroyer', number: 1, origin: 'sz36', way: 'sea' }, { power: 'japan', piece: 'infantry', number: 4, origin: 'sz36', way: 'landing' },
      ],
      uk: [],
    }, facts)
    expect([japan!.total, uk!.total]).toEqual([8, 0])
    expect(japan!.ways.map(({ way, total }) => [way, total])).toEqual([['By sea', 2], ['Through the air', 2], ['From the sea', 4]])
    expect(japan!.ways[0]!.rows).toEqual([{ origin: 'Sea zone 36', n: 2, text: '1 destroyer and 1 submarine' }])
    expect(japan!.ways[2]!.rows[0]!.text).toBe('up to 4 ground units')
  })
})

describe('standing orders', () => {
  const { view, choices } = decisions('purchase').find((one) => one.side === 'japan')!

  test('show the referee’s options and the current order', () => {
    for (const order of ordersOf(view, 'japan', choices)) {
      const offered = choices.filter(([verb, id]) => verb === 'standing_order' && id === order.id).map(([, , value]) => value)
      expect(order.values.filter((value) => value.offered).map(({ id }) => id).toSorted()).toEqual([...offered, order.now].toSorted())
    }
    expect(ordersOf(view, 'japan', []).every((order) => order.values.filter((value) => value.offered).length === 1)).toBe(true)
    expect(whenText(view, 'japan', [])).toContain('your purchase')
    expect(whenText(view, 'japan', choices)).toContain('of 3 changes left')
  })

  test('of others are shown once they were used', () => {
    expect(shownText({ ...view, standing_orders: { ...view.standing_orders, usa: {} } }, 'usa')).toEqual([])
    expect(shownText({ ...view, standing_orders: { ...view.standing_orders, usa: { submerge: 'at_once' } } }, 'usa')).toEqual(['Submarines submerge: at once'])
  })
})
