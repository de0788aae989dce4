// Dice: blank before the roll, each with its number and role after it; results are never shown before.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import DiceSeal from '../src/app/match/DiceSeal.svelte'
import { setSideNames } from '../src/board/sides'
import DiceRow from '../src/board/DiceRow.svelte'
import Die from '../src/board/Die.svelte'
import DiceTray from '../src/frame/DiceTray.svelte'
import { mountComponent, names, text, texts, type Mounted } from './component'

setSideNames({ red: { name: 'Red', the: 'Red', adjective: 'Red', team: 0 }, gold: { name: 'Gold', the: 'the Gold', adjective: 'Golden', team: 1 } })
beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const BY = [
  {
    side: 'red', sideName: 'Red', title: '2 hits',
    rows: [
      { id: 'a', attacker: 'Nagato', target: 'Idaho', needs: 'hits on 5', result: '1 hit', dice: [{ value: 6, role: 'hit' }, { value: 2, role: 'miss' }, { value: 3, role: 'miss', followUp: true }] },
      { id: 'b', attacker: 'Mutsu', target: 'Idaho', needs: '', result: '1 hit', dice: [{ value: 5, role: 'hit' }] },
    ],
  },
]
const tray = (stage: string, more: Record<string, unknown> = {}): Mounted => mountComponent(DiceTray, { sides: BY, effects: ['Idaho is sunk.'], stage, title: undefined, onpress: vi.fn(), ...more })
const dice = (within: ParentNode): string[] => names(within, '[role=img]')

test.each([
  ['its number', { value: 4 }, '4'],
  ['its number and its role', { value: 6, role: 'hit' }, '6, hit'],
  ['the words given for it', { value: 6, role: 'hit', label: 'six' }, 'six'],
])('a die is called by %s', (_, props, name) => {
  expect(dice(mountComponent(Die, props).target)).toEqual([name])
})

test('a die without a name is hidden from screen readers', () => {
  const { target } = mountComponent(Die, { value: 4, label: '' })
  expect(dice(target)).toEqual([])
  expect(target.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true')
})

test.each([[1, 1], [6, 6], [0, 0]])('the side %s has as many pips', (value, pips) => {
  expect(mountComponent(Die, { value }).target.querySelectorAll('circle').length).toBe(pips)
})

test('a side of more than six has the number on it', () => {
  expect(mountComponent(Die, { value: 10 }).target.querySelector('text')!.textContent).toBe('10')
})

test('before the roll only the number of dice, the side and the purpose are shown', () => {
  const { target } = tray('hand')
  expect(texts(target, 'li')).toEqual(['Nagato at Idahohits on 5 2 to roll', 'Mutsu at Idaho 1 to roll'])
  expect(dice(target)).toEqual([])
  expect(text(target)).not.toContain('hit Idaho')
  expect(texts(target, '.side-chip, .effects, .result')).toEqual(['Red'])
  expect(text(target.querySelector('h3')!)).toBe('Red Nagato: hits on 5')
})

test('during the roll the dice turn over one after the other, and results are hidden', () => {
  const { target, props } = tray('falling')
  const waits = [...target.querySelectorAll<SVGElement>('.die')].map((one) => one.style.animationDelay)
  expect(waits).toEqual(['0ms', '90ms', '180ms', '270ms'])
  expect(texts(target, '.effects, .result')).toEqual([])
  target.querySelector('section')!.click()
  expect(props['onpress']).toHaveBeenCalledTimes(1)
})

test('after the roll each row has its result, and a press does nothing', () => {
  const { target, props } = tray('lying')
  expect(dice(target)).toEqual(['6, hit', '2, miss', '3, miss', '5, hit'])
  expect(texts(target, '.result')).toEqual(['1 hit', '1 hit'])
  expect(text(target.querySelector('h3')!)).toBe('Red 2 hits Nagato: hits on 5')
  expect(texts(target, '.effects')).toEqual(['Idaho is sunk.'])
  target.querySelector('section')!.click()
  expect(props['onpress']).not.toHaveBeenCalled()
})

test('an empty tray says so', () => {
  const { target } = tray('lying', { sides: [], effects: [], title: 'Targets named so far' })
  expect(names(target, 'section')).toEqual(['Dice'])
  expect(texts(target, 'p')).toEqual(['Targets named so far', 'Dice appear here.'])
  expect(texts(tray('lying', { sides: [], effects: [], empty: 'Choose targets first.' }).target, 'p')).toEqual(['Choose targets first.'])
})

test('attackers and targets are shown before the roll, and those without a target yet', () => {
  const rows = [
    { id: 'a', attacker: 'Akagi', unit: 'akagi', target: 'Hornet', targetId: 'hornet', dice: [{ value: 0 }, { value: 0 }], result: '2 shots' },
    { id: 'b', attacker: 'Kaga', unit: 'kaga', noTargetText: 'no target yet', dice: [{ value: 0 }], result: '1 shot' },
  ]
  const { target } = tray('lying', { sides: [{ side: 'red', sideName: 'Red', title: '', rows }], effects: [] })
  expect(texts(target, '.roller')).toEqual(['Akagi at Hornet', 'Kaga no target yet'])
  expect([...target.querySelectorAll('li')].map((one) => [one.dataset['firer'], one.dataset['target']])).toEqual([['akagi', 'hornet'], ['kaga', undefined]])
  expect(target.querySelectorAll('.empty').length).toBe(3)
})

test('the dice of hits are separate from the damage dice', () => {
  const { target } = tray('lying')
  expect(names(target.querySelector('li')!, '.dice [role=img]')).toEqual(['6, hit', '2, miss'])
  expect(names(target.querySelector('li')!, '.follow-ups [role=img]')).toEqual(['3, miss'])
})

test('dice of a line appear immediately, or settle in their time or at a press', () => {
  const onsettled = vi.fn()
  const rolls = [{ value: 1 }, { value: 2 }]
  const { target, change } = mountComponent(DiceRow, { rolls, live: false, onsettled })
  expect(target.querySelectorAll('.rolling').length).toBe(0)
  vi.advanceTimersByTime(5000)
  expect(onsettled).not.toHaveBeenCalled()
  change({ live: true })
  expect(target.querySelectorAll('.rolling').length).toBe(2)
  vi.advanceTimersByTime(439)
  expect(onsettled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  flushSync()
  expect(onsettled).toHaveBeenCalledTimes(1)
  expect(target.querySelectorAll('.rolling').length).toBe(0)
  change({ rolls: [{ value: 3 }, { value: 4 }] })
  target.querySelector<HTMLElement>('.dice')!.click()
  flushSync()
  target.querySelector<HTMLElement>('.dice')!.click()
  vi.advanceTimersByTime(5000)
  expect(onsettled).toHaveBeenCalledTimes(2)
})

test('many shots are over in two seconds', () => {
  const onsettled = vi.fn()
  mountComponent(DiceRow, { rolls: Array.from({ length: 60 }, () => ({ value: 1 })), live: true, onsettled })
  vi.advanceTimersByTime(1990)
  expect(onsettled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  expect(onsettled).toHaveBeenCalledTimes(1)
})

test('the seal shows the hash, and whose words are in the dice', () => {
  const store = { matchView: { copied: false, dice: { commitments: { referee: 'abc123' }, words: ['tea', 'rain', 'x'], words_by: ['red', 'gold', 'referee'] } } }
  const { target, change } = mountComponent(DiceSeal, { store })
  expect(texts(target, 'p')).toEqual(['The dice were sealed before the first roll under this hash:', 'abc123', 'The phrases in them: tea (Red), rain (Gold), x (this server)'])
  change({ store: { matchView: { ...store.matchView, copied: true } } })
  expect(texts(target, 'p')[0]).toBe('This is a copy of another match. From the point where it was copied, it has its own dice.')
  change({ store: { matchView: { dice: { commitments: {} } } } })
  expect(text(target)).toBe('')
})
