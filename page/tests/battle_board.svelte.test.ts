// The board of a battle: each unit has one size and one cell from the first round to the last, and every aim is shown in three places.
import { createRawSnippet } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { setSideNames } from '../src/board/sides'
import BattleTable from '../src/frame/BattleTable.svelte'
import { mountComponent, text, texts, type Mounted } from './component'

setSideNames({ japan: { name: 'Japan', the: 'Japan', adjective: 'Japanese', team: 0 }, allies: { name: 'Allies', the: 'the Allies', adjective: 'Allied', team: 1 } })
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(936)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(265)
})

interface Unit { id: string; sunk?: boolean; target?: number }
const unit = createRawSnippet((one: () => Unit, size: () => number) => ({ render: () => `<i data-shown="${one().id}" data-size="${size()}"></i>` }))
const tray = createRawSnippet(() => ({ render: () => '<p>tray</p>' }))
const fleet = (side: string, units: readonly Unit[], more: object = {}): object => ({ side, sideName: side, note: `${units.length} units`, stations: [{ name: '', units }], ...more })
const ALLIES = ['enterprise', 'hornet', 'wasp'].map((id) => ({ id }))
const JAPAN = ['akagi', 'kaga'].map((id) => ({ id }))
let battles = 0
const board = (more: Record<string, unknown> = {}): Mounted =>
  mountComponent(BattleTable, { title: 'Battle in the Coral Sea, round 1', battle: `battle ${battles++}`, steps: ['Fire'], now: 0, sides: [fleet('allies', ALLIES), fleet('japan', JAPAN)], words: {}, unit, tray, form: 'wide', own: 'japan', helpers: [], rolled: false, ...more })
const cells = (target: ParentNode, side: string): (string | null)[][] =>
  [...target.querySelectorAll(`[data-fleet="${side}"] [data-unit]`)].map((one) => [one.getAttribute('data-unit'), one.querySelector('[data-shown]')?.getAttribute('data-shown') ?? null])

test('a quick button shows its key, which acts while the button is in view', () => {
  const { target } = board({ helpers: [{ id: 'spread', label: 'Spread evenly', key: 'S', act: vi.fn() }] })
  const button = target.querySelector('[data-helper=spread]')!
  expect([button.getAttribute('aria-keyshortcuts'), text(button), button.querySelector('kbd')!.textContent]).toEqual(['S', 'Spread evenly', 'S'])
})

test('a lost unit leaves its cell empty, and no other unit gets it', () => {
  const { target, change } = board()
  change({ sides: [fleet('allies', [{ id: 'wasp' }, { id: 'ranger' }]), fleet('japan', JAPAN)] })
  expect(cells(target, 'allies')).toEqual([['enterprise', null], ['hornet', null], ['wasp', 'wasp'], ['ranger', 'ranger']])
  expect(cells(target, 'japan')).toEqual([['akagi', 'akagi'], ['kaga', 'kaga']])
})

test('after a fight within a battle its cells are as before, and another match has its own', () => {
  const battle = `battle ${battles++}`
  const lost = { sides: [fleet('allies', ALLIES.slice(1)), fleet('japan', JAPAN)] }
  const { target, change } = board({ battle, match: 'one' })
  change({ battle: `${battle}, land combat`, sides: [fleet('allies', ALLIES.slice(2)), fleet('japan', [])] })
  expect(cells(target, 'allies')).toEqual([['wasp', 'wasp']])
  change({ battle, ...lost })
  expect(cells(target, 'allies')).toEqual([['enterprise', null], ['hornet', 'hornet'], ['wasp', 'wasp']])
  change({ match: 'two' })
  expect(cells(target, 'allies')).toEqual([['hornet', 'hornet'], ['wasp', 'wasp']])
})

test('a sunk unit is visible while its dice are shown, then the head of its fleet names it', () => {
  const sides = [fleet('allies', [{ id: 'enterprise', sunk: true }, ...ALLIES.slice(1)], { sunk: ['Enterprise'] }), fleet('japan', JAPAN)]
  const { target, change } = board({ sides, rolled: true })
  expect(cells(target, 'allies')[0]).toEqual(['enterprise', 'enterprise'])
  change({ rolled: false })
  expect(cells(target, 'allies')[0]).toEqual(['enterprise', null])
  expect(text(target.querySelector('[data-fleet="allies"] .note')!)).toBe('3 units, lost: Enterprise')
})

test('for many sunk units the head shows the number', () => {
  const sunk = ['Enterprise', 'Hornet', 'Wasp', 'Saratoga']
  const { target } = board({ sides: [fleet('allies', ALLIES, { sunk }), fleet('japan', JAPAN)] })
  expect(text(target.querySelector('[data-fleet="allies"] .note')!)).toBe('3 units, 4 lost')
  expect(target.querySelector('[data-fleet="allies"] .note [title]')!.getAttribute('title')).toBe(sunk.join(', '))
})

test('the size of counters stays the same through all rounds of a battle, and a new battle has its own', () => {
  const many = Array.from({ length: 20 }, (_, k) => ({ id: `ship ${k}` }))
  const sizes = (target: ParentNode): string[] => [...new Set([...target.querySelectorAll('[data-size]')].map((one) => one.getAttribute('data-size')!))]
  const { target, change } = board({ battle: 'the great one', sides: [fleet('allies', many), fleet('japan', JAPAN)] })
  const [first] = sizes(target)
  change({ title: 'Battle in the Coral Sea, round 2', sides: [fleet('allies', many.slice(0, 2)), fleet('japan', JAPAN)] })
  expect(sizes(target)).toEqual([first])
  expect(Number(sizes(board().target)[0])).toBeGreaterThan(Number(first))
})

test('a target shows the number of shots aimed at it, a firer its target', () => {
  const { target } = board({ sides: [fleet('allies', [{ id: 'enterprise', target: 8 }, ...ALLIES.slice(1)]), fleet('japan', JAPAN)], words: { akagi: 'at Enterprise' } })
  expect(texts(target, '.word text')).toEqual(['8 aimed', 'at Enterprise'])
})
