// Panels of the largest game: finding a place, rows of possible actions, and what waits for an answer.
import { createRawSnippet } from 'svelte'
import { describe, expect, test, vi } from 'vitest'
import FindPlace from '../src/games/war_in_the_pacific/FindPlace.svelte'
import HexGroundUnits from '../src/games/war_in_the_pacific/HexGroundUnits.svelte'
import Inbox from '../src/games/war_in_the_pacific/Inbox.svelte'
import StandingOrders from '../src/games/war_in_the_pacific/StandingOrders.svelte'
import StepList from '../src/games/war_in_the_pacific/StepList.svelte'
import { together } from '../src/lib/text'
import { button, choose, get, key, mountComponent, names, press, texts, type, type Mounted } from './component'

describe('finding a place', () => {
  const PLACES = ['Truk', 'Trincomalee', 'Tarawa', 'Tulagi', 'Townsville', 'Timor', 'Tokyo'].map((name, k) => ({ name, id: `D060${k}` }))
  const find = (known: readonly string[] = []): Mounted => mountComponent(FindPlace, { places: PLACES, onfind: vi.fn((id: string) => known.includes(id)), onleave: vi.fn() })
  const field = (target: HTMLElement): HTMLInputElement => get<HTMLInputElement>(target, 'input', 'Hex or place')
  const enter = (target: HTMLElement): void => void field(target).form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

  test('typing goes to the field immediately, and the focus returns afterwards', () => {
    const before = document.body.appendChild(document.createElement('button'))
    before.focus()
    const made = find()
    expect(document.activeElement).toBe(field(made.target))
    expect(key('t')).toBe(false)
    key('Escape')
    expect(made.props['onleave']).toHaveBeenCalledTimes(1)
    before.remove()
  })

  test('keys that are typed do not reach the page', () => {
    find()
    const heard = vi.fn()
    document.addEventListener('keydown', heard)
    key('b')
    document.removeEventListener('keydown', heard)
    expect(heard).not.toHaveBeenCalled()
  })

  test('at most six places are offered, by name or by hex, and a press moves there', () => {
    const { target, props } = find()
    type(field(target), 't')
    expect(names(target).length).toBe(6)
    type(field(target), 'TRU')
    expect(names(target)).toEqual(['Truk D0600'])
    type(field(target), 'd0606')
    press(target, 'Tokyo D0606')
    expect(props['onfind'].mock.calls).toEqual([['D0606']])
  })

  test('Enter moves to the first one offered, otherwise to the hex of that name', () => {
    const { target, props } = find(['D0601', 'A0101'])
    type(field(target), 'trin')
    enter(target)
    type(field(target), ' a0101 ')
    enter(target)
    expect(props['onfind'].mock.calls).toEqual([['D0601'], ['A0101']])
    expect(texts(target, '[role=status]')).toEqual([])
  })

  test('an unknown name is reported until something else is typed', async () => {
    const { target } = find()
    type(field(target), ' Atlantis ')
    enter(target)
    await Promise.resolve()
    expect(texts(target, '[role=status]')).toEqual(['No hex or place is called Atlantis.'])
    type(field(target), 'Atlant')
    expect(texts(target, '[role=status]')).toEqual([])
  })
})

describe('possible next actions', () => {
  const ROWS = [
    { id: 'sail', label: 'Sail', note: '3 hexes', key: '1' },
    { id: 'stop', label: 'Stay', gate: true },
    { id: 'load', label: 'Load', note: 'infantry', counts: [{ id: 'load 1', label: '1', name: '1 unit', key: '2' }, { id: 'load 2', label: '2', name: '2 units', note: 'all' }] },
  ]
  const steps = (more: Record<string, unknown> = {}): Mounted => mountComponent(StepList, { title: 'Next', rows: ROWS, busy: false, more: undefined, onstep: vi.fn(), onmore: vi.fn(), ...more })

  test('is a row each, with its key and its gate', () => {
    const { target, props } = steps()
    expect(names(target, 'button.row')).toEqual(['Sail 3 hexes', 'Stay'])
    expect([...target.querySelectorAll<HTMLElement>('button.row')].map((one) => [one.getAttribute('aria-keyshortcuts'), one.dataset['gate']])).toEqual([['1', undefined], [null, 'true']])
    press(target, 'Sail 3 hexes')
    expect(props['onstep'].mock.calls).toEqual([['sail']])
  })

  test('has its numbers next to it, each read out in full', () => {
    const { target, props } = steps()
    expect(names(target, '[role=group]')).toEqual(['Load, infantry'])
    expect(names(target, '[role=group] button')).toEqual(['Load, 1 unit', 'Load, 2 units, all'])
    press(target, 'Load, 2 units, all')
    expect(props['onstep'].mock.calls).toEqual([['load 2']])
  })

  test('shows how many more there are and where', () => {
    const { target, props } = steps({ more: '14 among the choices' })
    press(target, 'More 14 among the choices')
    expect(props['onmore']).toHaveBeenCalledTimes(1)
  })

  test('is disabled while an act is under way', () => {
    const { target } = steps({ busy: true })
    expect([...target.querySelectorAll('button')].every((one) => one.disabled)).toBe(true)
  })
})

describe('decisions that need an answer', () => {
  const now = { facts: { ships: new Map() }, value: () => undefined, view: {} }
  const store = { id: 'm1', decision: { side: 'japan' }, view: { turn: 72 } }
  const need = (about: string, done = false, group?: string): object => ({ group, id: about, about, title: `${about}: take a ship in`, note: 'in port', done })
  const sign = createRawSnippet(() => ({ render: () => '<i></i>' }))
  const inbox = (all: readonly object[], more: Record<string, unknown> = {}): Mounted => mountComponent(Inbox, { store, position: now, all, about: null, sign, onneed: vi.fn(), onlocate: vi.fn(), ...more })
  const bases = (many: number): object[] => Array.from({ length: many }, (_, k) => need(`A0${101 + k}`))

  test('few rows are listed one by one, and the one shown is marked', () => {
    const { target, props } = inbox(bases(2), { about: 'A0102' })
    expect(texts(target, 'h2')).toEqual(['Needs you 2 optional'])
    expect(names(target, 'li button')).toEqual(['A0101: take a ship inin port', 'A0102: take a ship inin port'])
    expect(texts(target, '[aria-current]')).toEqual(['A0102: take a ship inin port'])
    expect(names(target, '.filters select')).toEqual([])
    target.querySelector('button')!.click()
    expect(props['onneed'].mock.calls).toEqual([['A0101']])
  })

  test('more than ten of a kind are one row that opens', () => {
    const { target } = inbox(bases(11))
    expect(names(target)).toEqual(['Bases11: take a ship in'])
    const fold = button(target, 'Bases11: take a ship in')
    expect(fold.getAttribute('aria-expanded')).toBe('false')
    press(target, 'Bases11: take a ship in')
    expect([fold.getAttribute('aria-expanded'), names(target).length]).toEqual(['true', 12])
    press(target, 'Bases11: take a ship in')
    expect(names(target).length).toBe(1)
  })

  test('completed rows are folded away, and can be viewed', () => {
    const { target, props } = inbox([...bases(2), need('A0109', true)])
    expect(texts(target, 'h2')).toEqual(['Needs you 2 optional, 1 of 3 done'])
    press(target, '1 row done')
    press(target, 'A0109: take a ship inin port')
    expect([props['onlocate'].mock.calls, props['onneed'].mock.calls]).toEqual([[['A0109']], []])
  })

  test('rows are in three groups with headings; those that may stay as they are are folded away', () => {
    const { target } = inbox([need('A0101', false, 'must'), need('A0102', false, 'may'), need('A0103', false, 'standing'), need('A0104', false, 'standing')])
    expect([texts(target, 'h2'), texts(target, 'h3')]).toEqual([['Needs you 1 required, 1 optional'], ['Required', 'Optional']])
    press(target, '2 may stay as they are')
    expect(names(target, '[data-about]').map((name) => name.slice(0, 5))).toEqual(['A0101', 'A0102', 'A0103', 'A0104'])
  })

  test('a row that is put off or kept quiet leaves its group, on other pages too, and is brought back by a press', () => {
    const all = [need('A0101', false, 'must'), need('A0102', false, 'must')]
    const { target } = inbox(all, { about: 'A0101' })
    press(target, 'Put off a week')
    expect([names(target, '[data-about]'), texts(target, 'h2'), texts(target, '.postponed')]).toEqual([['A0102: take a ship inin port'], ['Needs you 1 required'], ['1 put off']])
    const next = { ...store, view: { turn: 73 } }
    expect(texts(inbox(all, { store: next }).target, 'h2')).toEqual(['Needs you 2 required'])
    const quiet = inbox(all, { about: 'A0102', store: { ...store } })
    press(quiet.target, 'Keep quiet')
    expect(texts(inbox(all, { store: { ...next } }).target, 'h2')).toEqual(['Needs you 1 required'])
    press(quiet.target, '2 put off')
    press(quiet.target, 'A0102: take a ship inkept quiet: press to bring it back')
    expect(texts(quiet.target, 'h2')).toEqual(['Needs you 1 required'])
  })

  test('a row may be put off until a Game-Turn', () => {
    const [all, own] = [[need('A0101', false, 'must'), need('A0102', false, 'must')], { ...store, id: 'dated', view: { turn: 73 } }]
    const { target } = inbox(all, { about: 'A0102', store: own })
    choose(get<HTMLSelectElement>(target, '.later select', 'until'), '76')
    press(target, '1 put off')
    expect(names(target, '[data-about]')).toContain('A0102: take a ship inuntil 1/7/42: press to bring it back')
    expect(texts(inbox(all, { store: { ...own, view: { turn: 76 } } }).target, 'h2')).toEqual(['Needs you 2 required'])
  })
})

describe('standing orders', () => {
  const told = (orders: Record<string, string>): object => ({ side: 'japan', info: { orders, known: [{ id: 'surface', label: 'Surface combat', values: ['refuse', 'ask'], words: ['refuse it', 'ask me'] }] }, order: vi.fn() })

  test('show how many are assigned, and what each is', () => {
    const { target, change } = mountComponent(StandingOrders, { standingOrders: told({}) })
    expect(texts(target, 'summary')).toEqual(['Standing orders none given'])
    expect(get<HTMLSelectElement>(target, 'select', 'Surface combat').value).toBe('ask')
    change({ standingOrders: told({ surface: 'refuse' }) })
    expect(texts(target, 'summary')).toEqual(['Standing orders 1 order'])
    expect(get<HTMLSelectElement>(target, 'select', 'Surface combat').value).toBe('refuse')
  })

  test('are given by choosing one', () => {
    const { target, props } = mountComponent(StandingOrders, { standingOrders: told({}) })
    choose(get(target, 'select', 'Surface combat'), 'refuse')
    expect(props['standingOrders'].order.mock.calls).toEqual([['surface', 'refuse']])
  })
})

describe('the ground units of a hex', () => {
  const division = { printed: '3-5', strength: 3, kind: 'combat', name: 'division' }
  const brigade = { printed: '1-5', strength: 1, kind: 'combat', name: 'brigade' }
  const units = [1, 2, 3, 4].map((n) => ({ id: `japan_unit_${n}`, side: 'japan', type: n < 4 ? division : brigade }))
  const now = { unitsIn: () => units, unit: (id: string) => units.find((one) => one.id === id)?.type, value: () => 0, view: { frames: [], arrays: {} } }
  const rows = (highlighted: readonly string[]): string[] =>
    texts(mountComponent(HexGroundUnits, { store: { highlighted: new Set(highlighted), choices: [], picked: new Set(), press: vi.fn() }, position: now, at: 'A2811' }).target, 'li')

  test('equal ones are one row with their number', () => {
    expect(rows([]).map((row) => row.replace(/\s+/g, ' '))).toEqual([expect.stringMatching(/^3 × ?3-5 division/), expect.stringMatching(/^1-5 brigade/)])
  })

  test('each available choice keeps its own row', () => {
    expect(rows(['japan_unit_1', 'japan_unit_2'])).toHaveLength(4)
  })
})

test('equal names are listed once, with their number, in the order of their first', () => {
  expect(together(['DD', 'Akagi', 'DD', 'Kaga', 'DD'])).toEqual(['3 × DD', 'Akagi', 'Kaga'])
})
