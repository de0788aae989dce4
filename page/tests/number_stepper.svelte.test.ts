// Counting by minus, plus and keys: never below the least, never above the most, and disabled buttons say why.
import { describe, expect, test, vi } from 'vitest'
import CountStepper from '../src/games/axis_allies_pacific/CountStepper.svelte'
import Stepper from '../src/games/axis_allies_pacific/Stepper.svelte'
import HitsPanel from '../src/games/pacific_fury/HitsPanel.svelte'
import { button, get, key, mountComponent, names, press, text, texts, type Mounted } from './component'

const KEYS: readonly (readonly [string, number])[] = [['+', 3], ['=', 3], ['ArrowRight', 3], ['-', 1], ['ArrowLeft', 1], ['Home', 0], ['End', 4]]
const values = (one: Element): (string | null)[] => ['now', 'min', 'max', 'text'].map((name) => one.getAttribute(`aria-value${name}`))

describe('a number to buy', () => {
  const stepper = (more: Record<string, unknown> = {}): Mounted => mountComponent(CountStepper, { n: 2, most: 4, label: 'Infantry for India', why: 'no more IPC', of: undefined, onset: vi.fn(), ...more })
  const spin = (target: HTMLElement): HTMLElement => get(target, '[role=spinbutton]', 'Infantry for India')

  test('is one stop of the Tab key and announces its number and its limits', () => {
    const { target } = stepper()
    expect(values(spin(target))).toEqual(['2', '0', '4', '2'])
    expect([...target.querySelectorAll<HTMLElement>('button, [role=spinbutton]')].map((one) => one.tabIndex)).toEqual([-1, 0, -1])
  })

  test.each([...KEYS, ['ArrowUp', 3] as const, ['ArrowDown', 1] as const])('%s counts to %i', (name, to) => {
    const { target, props } = stepper()
    expect(key(name, spin(target))).toBe(true)
    expect(props['onset'].mock.calls).toEqual([[to]])
  })

  test('other keys are passed to the page', () => {
    const { target, props } = stepper()
    expect(key('d', spin(target))).toBe(false)
    expect(props['onset']).not.toHaveBeenCalled()
  })

  test('its buttons count by one', () => {
    const { target, props } = stepper()
    press(target, 'One more: Infantry for India')
    press(target, 'One less: Infantry for India')
    expect(props['onset'].mock.calls).toEqual([[3], [1]])
  })

  test('at its limit the plus button is disabled and gives the reason', () => {
    const { target, props } = stepper({ n: 4 })
    const plus = button(target, 'One more: Infantry for India')
    expect([plus.getAttribute('aria-disabled'), plus.title]).toEqual(['true', 'no more IPC'])
    expect(values(spin(target))[3]).toBe('4; no more: no more IPC')
    press(target, 'One more: Infantry for India')
    key('+', spin(target))
    key('End', spin(target))
    expect(props['onset']).not.toHaveBeenCalled()
  })

  test('at zero the minus button is disabled', () => {
    const { target, props } = stepper({ n: 0 })
    expect(button(target, 'One less: Infantry for India').getAttribute('aria-disabled')).toBe('true')
    press(target, 'One less: Infantry for India')
    expect(props['onset']).not.toHaveBeenCalled()
    expect(text(spin(target))).toBe('–')
  })

  test('it shows the total', () => {
    expect(text(spin(stepper({ n: 0, of: 'of 4' }).target))).toBe('0 of 4')
  })
})

describe('units to move', () => {
  const stepper = (more: Record<string, unknown> = {}): Mounted => mountComponent(Stepper, { label: 'Tanks to move', n: 2, most: 4, least: 0, disabled: false, onset: vi.fn(), ...more })
  const spin = (target: HTMLElement): HTMLElement => get(target, '[role=spinbutton]', 'Tanks to move')

  test('show how many of how many', () => {
    const { target } = stepper()
    expect(values(spin(target))).toEqual(['2', '0', '4', '2 of 4'])
    expect(texts(target, 'b')).toEqual(['2 of 4'])
  })

  test.each(KEYS)('%s counts to %i', (name, to) => {
    const { target, props } = stepper()
    expect(key(name, spin(target))).toBe(true)
    expect(props['onset'].mock.calls).toEqual([[to]])
  })

  test('never go below the least', () => {
    const { target, props } = stepper({ n: 1, least: 1 })
    key('-', spin(target))
    key('Home', spin(target))
    expect(props['onset'].mock.calls.every(([n]: [number]) => n === 1)).toBe(true)
    expect([...target.querySelectorAll('button')].map((one) => one.disabled)).toEqual([true, false])
  })

  test('leave keys with a modifier to the browser', () => {
    const { target, props } = stepper()
    expect(key('+', spin(target), { ctrlKey: true })).toBe(false)
    expect(props['onset']).not.toHaveBeenCalled()
  })

  test('are disabled while an act is under way', () => {
    const { target, props } = stepper({ disabled: true })
    expect([spin(target).tabIndex, spin(target).getAttribute('aria-disabled')]).toEqual([-1, 'true'])
    expect([...target.querySelectorAll('button')].map((one) => one.disabled)).toEqual([true, true])
    expect(key('+', spin(target))).toBe(false)
    expect(props['onset']).not.toHaveBeenCalled()
  })
})

describe('giving hits', () => {
  const unit = (id: string, name: string): object => ({ id, name, side: 'japan', type: 'battleship', kind: 'battleship', surface: 5, protection: 4, air: 0, sea: 5, strike: 0 })
  const UNITS = [unit('nagato', 'Nagato'), unit('kongo', 'Kongo')]
  const panel = (more: Record<string, unknown> = {}): Mounted =>
    mountComponent(HitsPanel, { title: '3 hits on the Japanese force', hits: 3, units: UNITS, given: { nagato: 2 }, helpers: [{ id: 'even', label: 'Spread evenly' }], sinks: undefined, refused: undefined, ongive: vi.fn(), onhelper: vi.fn(), ...more })

  test('it shows how many are left to assign', () => {
    const { target, change } = panel()
    expect(texts(target, '[role=status]')).toEqual(['1 left to assign'])
    change({ given: { nagato: 2, kongo: 1 } })
    expect(texts(target, '[role=status]')).toEqual(['all assigned'])
  })

  test('each ship has its own group with less and more', () => {
    const { target } = panel()
    expect(names(target, '[role=group]')).toEqual(['Hits on Nagato', 'Hits on Kongo'])
    expect(names(target, '[role=group] button')).toEqual(['One fewer hit on Nagato', 'One more hit on Nagato', 'One fewer hit on Kongo', 'One more hit on Kongo'])
    expect(texts(target, 'output')).toEqual(['2', '0'])
  })

  test('10.7.a beside its name stands only what it needs to sink, which has room for one line', () => {
    const { target } = panel({ units: [{ ...unit('nagato', 'Nagato'), anchors: 3 }] })
    expect(texts(target, 'small')).toEqual(['defence 3'])
  })

  test('a press adds or removes one, and the other ships keep theirs', () => {
    const { target, props } = panel()
    press(target, 'One more hit on Kongo')
    press(target, 'One fewer hit on Nagato')
    expect(props['ongive'].mock.calls).toEqual([[{ nagato: 2, kongo: 1 }], [{ nagato: 1 }]])
  })

  test('no more are assigned than there are, and none is removed from a ship without', () => {
    const { target, props } = panel({ given: { nagato: 3 } })
    const disabled = ['One fewer hit on Nagato', 'One more hit on Nagato', 'One fewer hit on Kongo', 'One more hit on Kongo'].map((name) => button(target, name).getAttribute('aria-disabled'))
    expect(disabled).toEqual(['false', 'true', 'true', 'true'])
    press(target, 'One more hit on Kongo')
    press(target, 'One fewer hit on Kongo')
    expect(props['ongive'].mock.calls).toEqual([[{ nagato: 3, kongo: 0 }], [{ nagato: 3, kongo: 0 }]])
  })

  test('helpers fill the rows, a hit ship shows its chance of sinking, and a refused spread gives the reason', () => {
    const { target, props } = panel({ sinks: { nagato: 0.456, kongo: 0 }, refused: 'Cripples first.' })
    press(target, 'Spread evenly')
    expect(props['onhelper'].mock.calls).toEqual([['even']])
    expect(texts(target, 'small').map((one) => one.split('; ')[1])).toEqual(['sinks 46 %', undefined])
    expect(texts(target, '.refused')).toEqual(['Cripples first.'])
  })
})
