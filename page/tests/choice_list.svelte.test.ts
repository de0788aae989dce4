// The list of choices: rows under headings, a field to search a long one, and what the keyboard does in that field.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import ChoiceList from '../src/frame/ChoiceList.svelte'
import type { ChoiceButton } from '../src/frame/types'
import { focused, get, key, mountComponent, names, press, text, texts, type, type Mounted } from './component'

const row = (id: string, more: Partial<ChoiceButton> = {}): ChoiceButton => ({ id, label: id, ...more })
const ships = (n: number): ChoiceButton[] => Array.from({ length: n }, (_, k) => row(`Ship ${k + 1}`, { row: 'Ships' }))
const list = (rows: readonly ChoiceButton[], more: Record<string, unknown> = {}): Mounted => mountComponent(ChoiceList, { rows, question: 'Choose.', onchoose: vi.fn(), ...more })
const field = (target: HTMLElement): HTMLInputElement => get<HTMLInputElement>(target, 'input', 'Search the choices')
const rowsOf = (target: HTMLElement): string[] => texts(target, '[data-choice]')

test('rows are below their headings, which show the number of rows', () => {
  const { target } = list([row('Akagi', { row: 'Truk' }), row('Nagato', { row: 'Saipan' }), row('Kaga', { row: 'Truk' })])
  expect(texts(target, 'h3')).toEqual(['Truk, 2', 'Saipan, 1'])
  expect([...target.querySelectorAll('ul')].map((one) => texts(one, 'button'))).toEqual([['Akagi', 'Kaga'], ['Nagato']])
})

test('a press gives the id of the row; its key, its selection and its confirmation are exposed', () => {
  const { target, props } = list([row('Akagi', { key: '1', picked: true }), row('Kaga', { key: '2', picked: false, gate: true })])
  const [akagi, kaga] = [...target.querySelectorAll<HTMLElement>('[data-choice]')]
  expect([akagi, kaga].map((one) => [one!.getAttribute('aria-keyshortcuts'), one!.getAttribute('aria-pressed'), one!.dataset['gate']])).toEqual([['1', 'true', undefined], ['2', 'false', 'true']])
  press(target, 'Kaga')
  expect(props['onchoose'].mock.calls).toEqual([['Kaga']])
})

test('the heading of a place shows it; its contents replace the number of rows', () => {
  const { target, props } = list([row('Akagi', { row: 'Truk', spot: 'truk', holds: '24 blocks' }), row('Wait', { row: 'What to do' })], { onspot: vi.fn() })
  expect(texts(target, 'h3')).toEqual(['Truk, 24 blocks', 'What to do, 1'])
  expect(names(target, 'h3 button')).toEqual(['Truk, 24 blocks'])
  press(target, 'Truk, 24 blocks')
  expect(props['onspot'].mock.calls).toEqual([['truk']])
  expect(props['onchoose']).not.toHaveBeenCalled()
})

test('an empty list shows where the choices are', () => {
  expect(text(list([]).target.querySelector('p')!)).toBe('Use the buttons above.')
})

test('while the question accepts no press the list is announced as disabled', () => {
  const { target, change } = list(ships(2), { guarded: true })
  expect(target.querySelector('#choices')!.getAttribute('aria-disabled')).toBe('true')
  change({ guarded: false })
  expect(target.querySelector('#choices')!.getAttribute('aria-disabled')).toBe(null)
})

test('up to nine rows need no field, ten have one', () => {
  const { target, change } = list(ships(9))
  expect(target.querySelector('input')).toBe(null)
  change({ rows: ships(10) })
  expect(field(target).placeholder).toBe('Search')
})

test('of more than 200 rows the first are shown, with the number of the others', () => {
  const { target } = list(ships(203))
  expect(rowsOf(target).length).toBe(200)
  expect(texts(target, 'p')).toEqual(['3 more. Search to find them.'])
  type(field(target), 'ship 203')
  expect(rowsOf(target)).toEqual(['Ship 203'])
  expect(texts(target, 'p')).toEqual([])
})

describe('searching', () => {
  let made: Mounted
  const rows = [...ships(9), row('Sōryū', { row: 'Carriers', note: '20 planes' }), row('Shō', { row: 'Carriers' })]
  beforeEach(() => (made = list(rows)))

  test.each([
    ['by name, without regard to signs on letters', ' SORYU ', ['Sōryū 20 planes']],
    ['by what is said of a row', 'planes', ['Sōryū 20 planes']],
    ['by the heading', 'carrier', ['Sōryū 20 planes', 'Shō']],
    ['with signs on letters too', 'shō', ['Shō']],
  ])('%s', (_, words, found) => {
    type(field(made.target), words)
    expect(rowsOf(made.target)).toEqual(found)
  })

  test('a search without results says so', () => {
    type(field(made.target), 'yamato')
    expect(texts(made.target, 'p')).toEqual(['No choice matches.'])
  })

  test('Enter chooses the only row found, but none of two', () => {
    type(field(made.target), 'carrier')
    expect(key('Enter', field(made.target))).toBe(false)
    expect(made.props['onchoose']).not.toHaveBeenCalled()
    type(field(made.target), 'soryu')
    expect(key('Enter', field(made.target))).toBe(true)
    expect(made.props['onchoose'].mock.calls).toEqual([['Sōryū']])
  })

  test('an arrow moves to the first row found', () => {
    type(field(made.target), 'carrier')
    expect(key('ArrowDown', field(made.target))).toBe(true)
    expect(focused()).toBe('Sōryū 20 planes')
  })

  test('Escape clears the field, and a second one moves to the rows', () => {
    field(made.target).focus()
    type(field(made.target), 'carrier')
    expect(key('Escape')).toBe(true)
    expect(field(made.target).value).toBe('')
    expect(rowsOf(made.target).length).toBe(11)
    expect(document.activeElement).toBe(field(made.target))
    key('Escape')
    expect(focused()).toBe('Ship 1')
  })

  test('the next question is not searched; new rows of the same question are', () => {
    type(field(made.target), 'carrier')
    made.change({ rows: [...rows, row('Hōshō', { row: 'Carriers' })] })
    expect(rowsOf(made.target)).toEqual(['Sōryū 20 planes', 'Shō', 'Hōshō'])
    made.change({ question: 'Choose another.' })
    expect(field(made.target).value).toBe('')
    expect(rowsOf(made.target).length).toBe(12)
  })
})

describe('Enter in the field', () => {
  const found = (more: Record<string, unknown> = {}): Mounted => {
    const made = list(ships(12), more)
    field(made.target).focus()
    type(field(made.target), 'ship 12')
    key('Enter', field(made.target))
    return made
  }
  test('leaves it with the choice, so that the next key is not typed into the search', () => {
    const decision = document.body.appendChild(Object.assign(document.createElement('section'), { id: 'decision', tabIndex: -1 }))
    const { target, props } = found()
    expect(props['onchoose'].mock.calls).toEqual([['Ship 12']])
    expect([document.activeElement, field(target).value, rowsOf(target).length]).toEqual([decision, '', 12])
    decision.remove()
  })
  test('does nothing while the question accepts no press', () => {
    const { target, props } = found({ guarded: true })
    expect([props['onchoose'].mock.calls, document.activeElement, field(target).value]).toEqual([[], field(target), 'ship 12'])
  })
})

test('the numbers of a note stay on one line with their words', () => {
  const { target } = list([{ id: 'a', label: 'Houston', note: 'gunnery 1, armor 1, speed 1 of 3' }])
  expect(target.querySelector('small')!.textContent).toBe('gunnery\u00a01, armor\u00a01, speed\u00a01\u00a0of\u00a03')
})
