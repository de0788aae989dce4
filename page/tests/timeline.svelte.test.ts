// The timeline is a slider over all steps of the match; arrow keys and its buttons look back and return.
import { expect, test, vi } from 'vitest'
import Steps from '../src/frame/Steps.svelte'
import Timeline from '../src/frame/Timeline.svelte'
import { button, get, key, mountComponent, names, press, text, texts, type Mounted } from './component'

const TURNS = [
  { number: 1, name: 'Aug', ticks: [{ label: 'August, forming' }, { label: 'August, operation 1', side: 'japan' }] },
  { number: 2, name: 'Sep', ticks: [{ label: 'September, forming' }, { label: 'September, operation 1' }, { label: 'September, operation 2' }], notes: [{ side: 'japan', text: '2 ships' }] },
  { number: 3, name: 'Oct', ticks: [{ label: 'October, forming' }] },
]
const timeline = (more: Record<string, unknown> = {}): Mounted =>
  mountComponent(Timeline, { turns: TURNS, turn: 2, tick: 1, shownStep: undefined, canSeek: true, playing: false, speed: 1, onseek: vi.fn(), onplay: vi.fn(), onspeed: vi.fn(), ...more })
const slider = (target: HTMLElement): HTMLElement => get(target, '[role=slider]', 'Turns and replay')
const values = (target: HTMLElement): (string | null)[] => ['min', 'max', 'now', 'text'].map((name) => slider(target).getAttribute(`aria-value${name}`))

test('the slider covers the first step to the present and announces its value', () => {
  const { target, change } = timeline()
  expect(values(target)).toEqual(['0', '3', '3', 'September, operation 1'])
  change({ shownStep: { turn: 1, tick: 1 } })
  expect(values(target)).toEqual(['0', '3', '1', 'Looking back: August, operation 1'])
})

test('where one may not look back it is a picture without buttons', () => {
  const { target, props } = timeline({ canSeek: false })
  expect(names(target, '[role=img]')).toEqual(['Turns: September, operation 1'])
  expect(names(target)).toEqual([])
  expect(key('ArrowLeft', target.querySelector('[role=img]')!)).toBe(false)
  expect(props['onseek']).not.toHaveBeenCalled()
})

test('a turn has its number, a space and its date', () => {
  expect(texts(timeline().target, '.name')).toEqual(['1 Aug', '2 Sep', '3 Oct'])
})

test('the space of its buttons is reserved before the past can be viewed', () => {
  const { target, change } = timeline({ canSeek: false })
  const rooms = (): number => target.querySelectorAll('.timeline > .controls').length
  expect([rooms(), target.querySelector('.controls')!.classList.contains('inactive')]).toEqual([1, true])
  change({ canSeek: true })
  expect([rooms(), target.querySelector('.controls')!.classList.contains('inactive')]).toEqual([1, false])
})

test.each<[string, object | undefined, object | null]>([
  ['ArrowLeft', undefined, { turn: 2, tick: 0 }],
  ['ArrowDown', { turn: 2, tick: 0 }, { turn: 1, tick: 1 }],
  ['ArrowRight', { turn: 1, tick: 1 }, { turn: 2, tick: 0 }],
  ['ArrowUp', { turn: 2, tick: 0 }, null],
  ['Home', undefined, { turn: 1, tick: 0 }],
  ['End', { turn: 1, tick: 0 }, null],
  ['PageDown', undefined, { turn: 1, tick: 0 }],
  ['PageUp', { turn: 1, tick: 0 }, null],
])('%s from %o looks at %o', (name, shownStep, to) => {
  const { target, props } = timeline({ shownStep })
  expect(key(name, slider(target))).toBe(true)
  expect(props['onseek'].mock.calls).toEqual([[to]])
})

test('other keys are passed to the page', () => {
  const { target, props } = timeline()
  expect(key('l', slider(target))).toBe(false)
  expect(props['onseek']).not.toHaveBeenCalled()
})

test('its buttons go one step back and forward, and are disabled at the ends', () => {
  const { target, props, change } = timeline()
  expect(names(target)).toEqual(['Play from here', 'One step back', 'One step on', 'Speed 1 times'])
  expect(button(target, 'One step on').disabled).toBe(true)
  press(target, 'One step back')
  expect(props['onseek'].mock.lastCall).toEqual([{ turn: 2, tick: 0 }])
  change({ shownStep: { turn: 1, tick: 0 } })
  expect([button(target, 'One step back').disabled, button(target, 'One step on').disabled]).toEqual([true, false])
  press(target, 'One step on')
  expect(props['onseek'].mock.lastCall).toEqual([{ turn: 1, tick: 1 }])
})

test('it plays, stops and changes its speed', () => {
  const { target, props, change } = timeline()
  press(target, 'Play from here')
  change({ playing: true, speed: 4 })
  press(target, 'Stop')
  press(target, 'Speed 4 times')
  expect([props['onplay'].mock.calls.length, props['onspeed'].mock.calls.length]).toEqual([2, 1])
})

test('due dates are read out turn by turn', () => {
  expect(texts(timeline().target, '.visually-hidden')).toEqual(['Sep: 2 ships.'])
})

test('steps with names of their own show only their turn', () => {
  const short = TURNS.map((one) => ({ ...one, ticks: one.ticks.map((each) => ({ ...each, short: each.label.split(', ')[1] })) }))
  const { target, change } = timeline({ turns: short })
  expect(texts(target, '.turn')).toEqual(['Sep 2 ships formingoperation 1operation 2'])
  change({ shownStep: { turn: 1, tick: 0 } })
  expect(texts(target, '.turn')).toEqual(['Aug formingoperation 1'])
})

test('steps show which is current and which are done', () => {
  const { target } = mountComponent(Steps, { steps: ['Air', 'Surface', 'Retreat'], now: 1, label: 'Steps of the battle' })
  expect(names(target, 'ol')).toEqual(['Steps of the battle'])
  expect(texts(target, 'li')).toEqual(['Air, done', 'Surface', 'Retreat'])
  expect([...target.querySelectorAll('li')].map((one) => one.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(text(target.querySelector('[aria-current]')!)).toBe('Surface')
})
