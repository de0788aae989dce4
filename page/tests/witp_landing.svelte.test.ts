// Troops loaded, carried and landed by one order: the form, what is lacking, the order itself.
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import '../src/games/sides'
import { api } from '../src/app/api'
import type { MatchStore } from '../src/app/game'
import LandingPanel from '../src/games/war_in_the_pacific/LandingPanel.svelte'
import { giveLanding, kindsOf, withOne, type Source } from '../src/games/war_in_the_pacific/landing'
import type { StandingOrdersStore } from '../src/games/war_in_the_pacific/standing_orders.svelte'
import { get, mountComponent, press, texts } from './component'
import told from './witp'

const ships = [['a', 'APB'], ['d', 'DD'], ['e', 'DD']].map(([id, kind]) => ({ id: id!, label: id!, kind: kind!, load: 1 }))
const source: Source = { at: 'D0948', label: 'Saipan (D0948), in port', force: '', units: [{ id: 'japan_unit_8', label: 'infantry regiment (2-1)', kind: 'jp_2_1', load: 2 }], ships }
const options = { sources: [source], places: [{ at: 'F1234', label: 'Midway (F1234)', note: 'planned, 42 hexes away' }], weeks: [{ at: '74', label: '3/6/42', note: 'in 1 week' }] }
const worked = { ships: ['a', 'd', 'e'], schedule: ['3 ships: 1 APB, 2 DD.'], lacking: ['No fuel to return.'], choices: [['form', 'D0948']], force: '', speed: 2 }
const submit = vi.fn(() => Promise.resolve(true))
const store = { id: 'm', pieces: told.pieces, busy: false, decision: { side: 'japan' }, observationOf: () => ({ matchView: { seq: 4 } }), notices: { failed: vi.fn(), refuse: vi.fn() }, submit } as unknown as MatchStore
const plan = vi.fn()
const standingOrders = { side: 'japan', landings: [['japan_5', { status: 'Landing at Attu: 1 unit still aboard.' }]], drop: vi.fn(), plan } as unknown as StandingOrdersStore
const settle = async (): Promise<void> => {
  for (let n = 0; n < 6; n++) await Promise.resolve()
  flushSync()
}
beforeEach(() => vi.restoreAllMocks())

test('ships of a kind join and leave one by one', () => {
  expect([...kindsOf(source)]).toEqual([['APB', ['a']], ['DD', ['d', 'e']]])
  expect(withOne(source, ['a', 'd'], 'DD', true)).toEqual(['a', 'd', 'e'])
  expect(withOne(source, ['a', 'd', 'e'], 'DD', false)).toEqual(['a', 'd'])
})

test('the form shows the steps and what is lacking, and the orders in force can be cancelled', async () => {
  vi.spyOn(api, 'landingOptions').mockResolvedValue(options)
  const asked = vi.spyOn(api, 'landing').mockResolvedValue(worked)
  const { target } = mountComponent(LandingPanel, { store, standingOrders, onlocate: vi.fn() })
  await settle()
  expect(asked).not.toHaveBeenCalled()
  get<HTMLInputElement>(target, 'input[type=checkbox]', 'infantry regiment (2-1) 2 LP').click()
  await settle()
  expect(asked).toHaveBeenLastCalledWith('m', 'japan', { units: ['japan_unit_8'], to: 'F1234', week: 0, ships: [] })
  expect([texts(target, '.lacking li'), texts(target, '.head'), texts(target, 'output')]).toEqual([['No fuel to return.'], ['1 thing lacking'], ['1 of 1', '2 of 2']])
  press(target, 'One DD less')
  await settle()
  expect(asked).toHaveBeenLastCalledWith('m', 'japan', { units: ['japan_unit_8'], to: 'F1234', week: 0, ships: ['a', 'd'] })
  press(target, 'Cancel')
  expect(standingOrders.drop).toHaveBeenCalledWith('japan_5')
})

test('the order is submitted list after list; then its plan is stored for the force', async () => {
  submit.mockImplementation(() => Promise.resolve(true))
  const steps = [worked, { ...worked, choices: [['assign', 'a'], ['done']] }, { ...worked, choices: [['plot', 'japan_3', 'transport'], ['hold']], force: 'japan_3' }]
  vi.spyOn(api, 'landing').mockImplementation(() => Promise.resolve(steps.shift()!))
  expect(await giveLanding(store, standingOrders, { units: ['japan_unit_8'], to: 'F1234', week: 74, ships: [] })).toBe(true)
  expect(submit.mock.calls.map((call: unknown[]) => call[0])).toEqual([[['form', 'D0948']], [['assign', 'a'], ['done']], [['plot', 'japan_3', 'transport'], ['hold']]])
  expect(plan).toHaveBeenCalledWith('japan_3', { mission: 'assault', to: 'F1234', off: 0, speed: 2, landing: { units: ['japan_unit_8'], week: 74 } })
})

test('an order that is refused half-way stores nothing', async () => {
  plan.mockClear()
  vi.spyOn(api, 'landing').mockResolvedValue({ ...worked, choices: [] })
  expect(await giveLanding(store, standingOrders, { units: ['japan_unit_8'], to: 'F1234', ships: [] })).toBe(false)
  expect(plan).not.toHaveBeenCalled()
})
