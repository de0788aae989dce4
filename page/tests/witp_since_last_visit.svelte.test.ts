// After an absence the panel Orders says what happened since, and which voyages go on.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../src/games/sides'
import type { MatchStore } from '../src/app/game'
import { readStored, writeStored } from '../src/app/storage'
import SinceLastVisit from '../src/games/war_in_the_pacific/SinceLastVisit.svelte'
import type { StandingOrdersStore } from '../src/games/war_in_the_pacific/standing_orders.svelte'
import { mountComponent, press, texts } from './component'
import told from './witp'

const KEY = 'ironbottom.visit.m1.japan'
const DAY = 24 * 60 * 60_000
const sunk = (seq: number, text: string) => ({ seq, act: 'choice', side: 'allies', events: [{ event: 'ship_sunk', ship: 'us_cv5', at: 'F1234', text, clause: '12.1' }] })
const log = [sunk(1, 'Hornet sinks.'), sunk(2, 'Yorktown sinks.'), sunk(3, 'Wasp sinks.')]
const store = (more: object = {}): MatchStore => ({ id: 'm1', mine: 'japan', viewer: 'japan', pieces: told.pieces, view: { ...told.by_sea.view, side: 'japan' }, log, matchView: { seq: 3, over: false }, ...more }) as unknown as MatchStore
const standing = (to?: string): StandingOrdersStore => ({ voyage: () => (to ? { mission: 'transit', to, off: 0, speed: 2 } : null) }) as unknown as StandingOrdersStore
beforeEach(() => {
  vi.useFakeTimers({ now: 5 * DAY })
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

test('a day later it lists what the log has gained, until it is read', () => {
  writeStored(KEY, { seq: 1, time: 4.5 * DAY, where: '1/6/42 Naval 3' })
  const { target } = mountComponent(SinceLastVisit, { store: store(), standingOrders: standing() })
  expect(texts(target, 'h2')).toEqual(['Since you were last here 12 hours ago, at 1/6/42 Naval 3'])
  expect(texts(target, 'li')).toEqual(['Yorktown sinks.', 'Wasp sinks.'])
  press(target, 'Got it')
  flushSync()
  expect(target.querySelector('section')).toBe(null)
})

test('voyages that go on are listed', () => {
  writeStored(KEY, { seq: 3, time: 4 * DAY, where: '1/6/42 Naval 3' })
  const { target } = mountComponent(SinceLastVisit, { store: store(), standingOrders: standing('F1234') })
  expect(texts(target, 'h3')).toEqual(['Under way'])
  expect(texts(target, 'li')[0]).toMatch(/TF \d+ is bound for Midway, F1234$/)
})

test('after a moment, on a first visit and after the end nothing is shown; what is shown is stored', () => {
  for (const [visit, more] of [[undefined, {}], [{ seq: 1, time: 5 * DAY - 60_000, where: '' }, {}], [{ seq: 1, time: 4 * DAY, where: '' }, { matchView: { seq: 3, over: true } }]] as const) {
    writeStored(KEY, visit)
    const { target } = mountComponent(SinceLastVisit, { store: store(more), standingOrders: standing('F1234') })
    expect(target.querySelector('section')).toBe(null)
    expect(readStored(KEY)).toEqual('matchView' in more ? undefined : expect.objectContaining({ seq: 3, time: 5 * DAY }))
  }
})
