// The log: newest first, each line opens its dice and its rule, and the keyboard starts at a new line.
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Log from '../src/frame/Log.svelte'
import type { LogLine } from '../src/frame/types'
import { button, focused, mountComponent, names, press, flush, texts, type Mounted } from './component'

// No layout here: a list asks whether its lines are seen, and all of them are.
beforeEach(() => void vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList))
afterEach(() => vi.restoreAllMocks())
const LINES: readonly LogLine[] = [
  { id: 'c', who: 'dice', text: 'Two hits on Nagato.', dice: [{ value: 6, role: 'hit' }, { value: 2, role: 'miss' }], clause: '10.7.a' },
  { id: 'b', who: 'allies', lead: 'You', text: 'open fire.', when: 'op 3' },
  { id: 'a', text: 'The match begins.' },
]
const log = (more: Record<string, unknown> = {}): Mounted => mountComponent(Log, { lines: LINES, online: vi.fn(), onclause: vi.fn(), ...more })
const lines = (target: HTMLElement): HTMLElement[] => [...target.querySelectorAll<HTMLElement>('li > button')]
/** Which line the Tab key comes to. */
const here = (target: HTMLElement): boolean[] => lines(target).map((one) => 'here' in one.dataset)
const many = (n: number): LogLine[] => Array.from({ length: n }, (_, k) => ({ id: `${k}`, text: `Line ${k}.` }))

test('lines appear in order, with side and time', () => {
  const { target } = log()
  expect(texts(target, 'li > button')).toEqual(['Two hits on Nagato.', 'You open fire. op 3', 'The match begins.'])
})

test.each([[1, 'Log 1 event'], [2, 'Log 2 events'], [undefined, 'Log']])('of %s events the heading shows %s', (total, heading) => {
  expect(texts(log({ total }).target, 'h2')).toEqual([heading])
})

test('an empty log says so, in the words of its page', () => {
  expect(texts(log({ lines: [] }).target, 'p')).toEqual(['Nothing has happened yet.'])
  expect(texts(log({ lines: [], empty: 'Nothing was seen.' }).target, 'p')).toEqual(['Nothing was seen.'])
})

test('a press opens the dice and the rule of a line, and shows its place', () => {
  const { target, props } = log()
  const [dice, fire] = lines(target)
  expect([dice!.getAttribute('aria-expanded'), fire!.getAttribute('aria-expanded')]).toEqual(['false', null])
  press(target, 'Two hits on Nagato.')
  expect(props['online'].mock.calls).toEqual([['c']])
  expect(dice!.getAttribute('aria-expanded')).toBe('true')
  expect(names(target, '.more [role=img]')).toEqual(['6, hit', '2, miss'])
  press(target, 'Rule 10.7.a')
  expect(props['onclause'].mock.calls).toEqual([['10.7.a']])
  press(target, 'Two hits on Nagato.')
  expect(dice!.getAttribute('aria-expanded')).toBe('false')
  expect(target.querySelector('.more')).toBe(null)
})

test('a line without dice and rule shows its place and opens nothing', () => {
  const { target, props } = log()
  press(target, 'You open fire. op 3')
  expect(props['online'].mock.calls).toEqual([['b']])
  expect(target.querySelector('.more')).toBe(null)
})

test('one line is open at a time', () => {
  const { target } = log({ lines: [{ ...LINES[0], id: 'd', text: 'Again.' }, LINES[0]] })
  press(target, 'Again.')
  press(target, 'Two hits on Nagato.')
  expect(lines(target).map((one) => one.getAttribute('aria-expanded'))).toEqual(['false', 'true'])
})

test('the keyboard moves to the most recent line', async () => {
  const { target, change } = log()
  await flush()
  expect(lines(target).map((one) => one.tabIndex)).toEqual([0, -1, -1])
  lines(target)[2]!.focus()
  ;(document.activeElement as HTMLElement).blur()
  expect(here(target)).toEqual([false, false, true])
  change({ lines: [{ id: 'd', text: 'Nagato sinks.' }, ...LINES] })
  await tick()
  await flush()
  expect(lines(target).map((one) => one.tabIndex)).toEqual([0, -1, -1, -1])
  expect(here(target)).toEqual([true, false, false, false])
})

test('but it stays on the line that is being read', async () => {
  const { target, change } = log()
  await flush()
  lines(target)[2]!.focus()
  change({ lines: [{ id: 'd', text: 'Nagato sinks.' }, ...LINES] })
  await flush()
  expect(focused()).toBe('The match begins.')
  expect(here(target)).toEqual([false, false, false, true])
})

test('of a long log 200 lines are shown; more are shown on request, and the keyboard goes to the first of them', async () => {
  const { target } = log({ lines: many(450) })
  expect(lines(target).length).toBe(200)
  press(target, 'Earlier lines: 250 more')
  await flush()
  expect(lines(target).length).toBe(400)
  expect(focused()).toBe('Line 200.')
  press(target, 'Earlier lines: 50 more')
  await flush()
  expect(names(target).some((name) => name.startsWith('Earlier'))).toBe(false)
})

test('the last moves are shown again on request, if there are any', () => {
  const { target, props, change } = log({ onagain: vi.fn() })
  press(target, 'Show the last moves again')
  expect(props['onagain']).toHaveBeenCalledTimes(1)
  change({ onagain: undefined })
  expect(names(target).includes('Show the last moves again')).toBe(false)
})

test('the page shows the first letters of the hash of the dice, and copies all of it', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const { target } = log({ seal: '0123456789abcdef0123456789abcdef' })
  expect(texts(target, '.seal code')).toEqual(['0123456789abcdef…'])
  press(target, 'Copy the hash of the dice')
  await flush()
  expect(writeText.mock.calls).toEqual([['0123456789abcdef0123456789abcdef']])
  expect(button(target, 'Copy the hash of the dice').textContent).toBe('Copied')
})
