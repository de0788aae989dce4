import { describe, expect, test } from 'vitest'
import { arrangeSlots, withDigitKeys } from '../src/frame/slots'
import type { ChoiceButton } from '../src/frame/types'

const button = (id: string, more: Partial<ChoiceButton> = {}): ChoiceButton => ({ id, label: id, ...more })
const where = (choices: readonly ChoiceButton[], quiet: readonly ChoiceButton[] = [], beside: 1 | 2 = 2): Record<string, string | undefined> => {
  const { slots, rows } = arrangeSlots(choices, quiet, beside)
  return { main: slots.main?.id, other: slots.other?.id, alt: slots.alt?.id, back: slots.back?.id, rows: rows.map(({ id }) => id).join(' ') }
}
const UNDO = button('undo', { icon: 'undo', key: 'U' })

describe('the slots of choices', () => {
  test('the choice that continues is in the main slot, undo has its own, and empty slots stay empty', () => {
    expect(where([button('done', { weight: 'primary' })], [UNDO])).toEqual({ main: 'done', other: undefined, alt: undefined, back: 'undo', rows: '' })
  })
  test('of two ways of equal weight the first is in the main slot', () => {
    expect(where([button('stay'), button('retreat')], [UNDO])).toMatchObject({ main: 'stay', other: 'retreat', back: 'undo' })
  })
  test('units are in the list, which the main slot opens; a choice with a loss is next to it', () => {
    expect(where([button('akagi', { row: 'Truk' }), button('kaga', { row: 'Truk' }), button('done', { weight: 'plain', gate: true })])).toMatchObject({
      main: 'list', other: 'done', rows: 'akagi kaga',
    })
  })
  test('a choice with a loss is never in the main slot', () => {
    expect(where([button('pass', { gate: true })])).toMatchObject({ main: undefined, other: 'pass' })
    expect(where([button('pass', { gate: true }), button('place')])).toMatchObject({ main: 'place', other: 'pass' })
  })
  test('a choice with a loss has one slot, however many others there are', () => {
    const pass = button('pass', { gate: true })
    for (const others of [[], ['strike'], ['strike', 'move'], ['strike', 'move', 'raid'], ['strike', 'move', 'raid', 'land', 'sail']]) {
      for (const beside of [1, 2] as const) {
        expect(where([...others.map((id) => button(id)), pass], [UNDO], beside)['other']).toBe('pass')
        expect(where([pass, ...others.map((id) => button(id))], [UNDO], beside)['other']).toBe('pass')
      }
    }
  })
  test('of more than four all but the one that continues are listed', () => {
    const many = ['sortie', 'move', 'land', 'strike', 'bombard'].map((id) => button(id))
    expect(where([...many, button('pass', { gate: true })])).toMatchObject({ main: 'list', other: 'pass', rows: 'sortie move land strike bombard' })
  })
  test('at the end of a match four buttons and no list', () => {
    const over = [button('replay'), button('verify'), button('share'), button('again', { weight: 'primary' })]
    expect(where(over)).toEqual({ main: 'again', other: 'verify', alt: 'replay', back: 'share', rows: '' })
  })
  test('where one alternative has room the others are listed', () => {
    expect(where([button('next', { weight: 'primary' })], [button('play'), button('skip'), UNDO], 1)).toMatchObject({ main: 'next', other: 'skip', back: 'undo', rows: 'play' })
  })
  test('a choice in words is in no slot that has room only for a sign, but in the list', () => {
    const { slots, rows } = arrangeSlots([...['exchange', 'announce', 'station'].map((id) => button(id)), button('deployed', { weight: 'primary' })], [], 2, false)
    expect([slots.main?.id, slots.other?.id, slots.alt?.id, slots.back, rows.map(({ id, row }) => `${row}: ${id}`)]).toEqual(['deployed', 'announce', 'exchange', undefined, ['Other: station']])
    expect(arrangeSlots([button('replay'), button('verify'), button('again', { weight: 'primary' })], [button('turns', { icon: 'turns' })], 2, false).slots.back?.id).toBe('turns')
  })
  test('the button of the list shows its number of choices, and is not dashed', () => {
    const ships = ['akagi', 'kaga', 'soryu'].map((id) => button(id, { row: 'Truk' }))
    expect(arrangeSlots(ships, [button('one', { row: 'Other' })]).slots.main).toEqual({ id: 'list', label: 'Show 4 choices', key: '/' })
  })
  test('the only choice of the list is the main button itself, with a key of its own', () => {
    const { slots, rows } = arrangeSlots([button('move', { label: 'Move TF 1', row: 'Move' }), button('pass', { gate: true, key: 'P' })], [])
    expect([slots.main, slots.other?.id, rows.map(({ id, key }) => `${id} ${key}`)]).toEqual([{ id: 'move', label: 'Move TF 1', key: 'D' }, 'pass', ['move 1']])
    expect(arrangeSlots([button('move', { row: 'Move' }), button('done', { gate: true, key: 'D' })], []).slots.main?.key).toBe(undefined)
  })
  test('three other acts are buttons, and the only choice of the list stays in it', () => {
    expect(where([button('move'), button('pass', { gate: true }), button('strike'), button('home', { row: 'Return' })])).toMatchObject({ main: 'move', other: 'pass', alt: 'strike', rows: 'home' })
  })
  test('the only unit is chosen by the main button; a name that is too long is in the list', () => {
    expect(arrangeSlots([button('akagi', { label: 'Akagi', row: 'Truk', picked: false })], []).slots.main?.label).toBe('Choose Akagi')
    const main = (label: string): unknown => [arrangeSlots([button('far', { label, row: 'Sortie' })], []).slots.main].map((one) => [one?.label, one?.note])[0]
    expect(main('Sortie TF 1 to the Eastern Solomons')).toEqual(['Sortie TF 1', 'to Eastern Solomons'])
    expect(main('Sortie TF 1 to the South Pacific Ocean')).toEqual(['Sortie TF 1', 'South Pacific Ocean'])
    expect(main('Form Task Force 12 of seventeen ships')).toEqual(['Show 1 choice', undefined])
  })
  test('digits go to buttons first and then along the list', () => {
    const { slots, rows } = arrangeSlots(withDigitKeys([button('mark'), button('coral', { row: 'Where to' }), button('truk', { row: 'Where to' })]), [])
    expect([slots.other?.key, ...rows.map(({ key }) => key)]).toEqual(['1', '2', '3'])
  })
  test('no two rows have one key, where acts that are too many for the prompt brought theirs along', () => {
    const { rows } = arrangeSlots(withDigitKeys([button('coral', { row: 'Where to' }), ...['sortie', 'move', 'land', 'strike', 'bombard'].map((id) => button(id))]), [])
    const keys = rows.map(({ key }) => key)
    expect([keys.length, new Set(keys).size]).toEqual([6, 6])
  })
})
