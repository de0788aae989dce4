// The board in words: the same choices as a form, which says what it will do, and as buttons in a tree of places.
import { describe, expect, test, vi } from 'vitest'
import TextBoard from '../src/app/match/TextBoard.svelte'
import TextForm from '../src/app/match/TextForm.svelte'
import { button, choose, get, mountComponent, names, press, flush, texts, type, type Mounted } from './component'

const NAMES: Record<string, string> = { nagato: 'Nagato', yamato: 'Yamato', coral: 'Coral Sea', solomon: 'Solomon Sea', pass: 'Pass', move: 'Move', aim: 'Aim', mark: 'Mark' }
const named = (id: string): string => NAMES[id] ?? id
const MOVES = [['pass'], ['move', 'nagato', 'coral'], ['move', 'nagato', 'solomon'], ['move', 'yamato', 'coral']]
function storeOf(choices: readonly (readonly string[])[], game: Record<string, unknown> = {}): Record<string, any> {
  return {
    choices, busy: false, decision: {}, covered: false, picked: new Set(), highlighted: new Set(), nameOf: () => null, submit: vi.fn(() => Promise.resolve(true)),
    game: { verb: named, isBatched: () => false, value: (id: string) => ({ label: named(id) }), choice: (choice: readonly string[]) => choice.map(named).join(' '), textBoard: () => [], ...game },
  }
}
const form = (store: Record<string, any>): HTMLElement => mountComponent(TextForm, { store }).target
const list = (target: HTMLElement, name: string): HTMLSelectElement => get<HTMLSelectElement>(target, 'select', name)
const options = (field: HTMLElement): string[] => texts(field, 'option')
const hand = async (target: HTMLElement, label: string): Promise<void> => {
  const made = button(target, label)
  expect(made.disabled).toBe(false)
  made.form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await flush()
}

describe('one choice, part by part', () => {
  test('what, with which, and where; the button shows its effect', async () => {
    const store = storeOf(MOVES)
    const target = form(store)
    expect(names(target, 'form')).toEqual(['Choose from lists'])
    expect(options(list(target, 'What'))).toEqual(['Pass', 'Move'])
    expect(names(target)).toEqual(['Pass'])
    choose(list(target, 'What'), 'move')
    expect([options(list(target, 'With')), options(list(target, 'Then'))]).toEqual([['Nagato', 'Yamato'], ['Coral Sea', 'Solomon Sea']])
    choose(list(target, 'Then'), 'solomon')
    expect(names(target)).toEqual(['Move Nagato Solomon Sea'])
    choose(list(target, 'With'), 'yamato')
    expect(options(list(target, 'Then'))).toEqual(['Coral Sea'])
    await hand(target, 'Move Yamato Coral Sea')
    expect(store['submit'].mock.calls).toEqual([[[['move', 'yamato', 'coral']]]])
  })

  test('the game gives the name of a part and what must be known about it', () => {
    const target = form(storeOf(MOVES.slice(1), { argumentKind: (_: string, at: number) => ['the ship', 'sea'][at], choiceNote: ([, ship, sea]: readonly string[]) => (sea ? '1 hex' : `speed of ${named(ship!)}`) }))
    expect(options(list(target, 'Ship'))).toEqual(['Nagato: speed of Nagato', 'Yamato: speed of Yamato'])
    expect(options(list(target, 'Sea'))).toEqual(['Coral Sea: 1 hex', 'Solomon Sea: 1 hex'])
  })

  test('nothing is submitted while an act is under way', () => {
    expect(button(form({ ...storeOf([['pass']]), busy: true }), 'Pass').disabled).toBe(true)
  })
})

describe('a long order', () => {
  test('has a row for each unit and is submitted at once, by destination', async () => {
    const store = storeOf(MOVES.slice(1), { isBatched: () => true })
    const target = form(store)
    expect(button(target, 'Confirm 0').disabled).toBe(true)
    expect(options(list(target, 'Nagato'))).toEqual(['not now', 'Coral Sea', 'Solomon Sea'])
    choose(list(target, 'Nagato'), 'solomon')
    choose(list(target, 'Yamato'), 'coral')
    await hand(target, 'Confirm 2')
    expect(store['submit'].mock.calls).toEqual([[[['move', 'yamato', 'coral'], ['move', 'nagato', 'solomon']]]])
    expect(list(target, 'Nagato').value).toBe('')
  })

  test('that is refused keeps its contents', async () => {
    const store = { ...storeOf(MOVES.slice(1), { isBatched: () => true }), submit: () => Promise.resolve(false) }
    const target = form(store)
    choose(list(target, 'Nagato'), 'solomon')
    await hand(target, 'Confirm 1')
    expect(list(target, 'Nagato').value).toBe('solomon')
  })

  test('has boxes where each unit may be named once', async () => {
    const store = storeOf([['mark', 'nagato'], ['mark', 'yamato']], { isBatched: () => true })
    const target = form(store)
    choose(get(target, 'input', 'Yamato'))
    await hand(target, 'Confirm 1')
    expect(store['submit'].mock.calls).toEqual([[[['mark', 'yamato']]]])
  })

  test('that may repeat an id has numbers, up to the available number', async () => {
    const store = storeOf([['aim', 'nagato'], ['aim', 'yamato']], { isBatched: () => true, repeats: () => true, maxChoices: () => 3 })
    const target = form(store)
    const [nagato, yamato] = ['Nagato', 'Yamato'].map((name) => get<HTMLInputElement>(target, 'input', name))
    type(nagato!, '2')
    expect([nagato!.max, yamato!.max]).toEqual(['3', '1'])
    type(yamato!, '2')
    expect(button(target, 'Confirm 4 of 3').disabled).toBe(true)
    type(yamato!, '1')
    await hand(target, 'Confirm 3 of 3')
    expect(store['submit'].mock.calls).toEqual([[[['aim', 'nagato'], ['aim', 'nagato'], ['aim', 'yamato']]]])
  })
})

describe('the tree of places', () => {
  const rows = (many: number): object[] => Array.from({ length: many }, (_, k) => ({ key: `${k}`, id: `z${k}`, cells: [`Zone ${k}`, k % 2 ? 'Japan' : 'nobody'] }))
  const board = (more: Record<string, unknown> = {}, many = 2): Mounted => {
    const nodes = [{ key: 'coral', id: 'coral', name: 'Coral Sea', note: '2 ships', nodes: [{ key: 'n', id: 'nagato', name: 'Nagato' }] }, { key: 'x', id: 'far', name: 'Hawaii' }, { key: 't', name: 'Zones', table: { head: ['Zone', 'Holder'], rows: rows(many), rowNames: ['zone', 'zones'] } }]
    return mountComponent(TextBoard, { store: { ...storeOf([['pass']], { textBoard: () => nodes }), highlighted: new Set(['coral', 'z1']), picked: new Set(['nagato']), ...more }, onpress: vi.fn() })
  }

  test('what can be chosen is a button that says so, and everything else is text', () => {
    const { target, props } = board()
    expect(names(target, '.tree button')).toEqual(['Coral Sea, may be chosen', 'Nagato, chosen', 'Zone 1'])
    expect([...target.querySelectorAll('.tree button')].map((one) => one.getAttribute('aria-pressed'))).toEqual(['false', 'true', null])
    expect(texts(target, '.tree b')).toEqual(['Hawaii', 'Zones'])
    press(target, 'Coral Sea, may be chosen')
    press(target, 'Zone 1')
    expect(props['onpress'].mock.calls).toEqual([['coral'], ['z1']])
  })

  test('a table opens where something in it can be chosen, and shows its number of rows', () => {
    const details = board().target.querySelector('details')!
    expect([details.open, texts(details, 'summary')]).toEqual([true, ['2 zones']])
    expect(board({ highlighted: new Set() }).target.querySelector('details')!.open).toBe(false)
  })

  test('more than 20 rows are filtered by any of their words', () => {
    expect(names(board({}, 20).target, 'input')).toEqual([])
    const { target } = board({}, 21)
    type(get(target, 'input', 'Filter'), 'zone 2')
    expect(texts(target, 'tbody th')).toEqual(['Zone 2', 'Zone 20'])
    expect(texts(target, 'summary')).toEqual(['2 zones'])
    type(get(target, 'input', 'Filter'), 'JAPAN')
    expect(texts(target, 'summary')).toEqual(['10 zones'])
  })

  test('the form is shown while a choice is due, and not behind a curtain', () => {
    expect(names(board().target, 'form')).toEqual(['Choose from lists'])
    expect(names(board({ covered: true }).target, 'form')).toEqual([])
    expect(names(board({ decision: null }).target, 'form')).toEqual([])
  })
})
