// A tooltip follows the pointer: what comes to lie under a pointer at rest shows none.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shownTip, tip } from '../src/board/tip.svelte'

const event = (kind: string, x: number): Event => {
  const made = Object.assign(new Event(kind, { bubbles: kind === 'pointermove' }), { screenX: x, screenY: 5, pointerType: 'mouse' })
  Object.defineProperty(made, 'isTrusted', { value: true })
  return made
}
const [first, second] = [document.createElement('div'), document.createElement('div')]

beforeEach(() => {
  vi.useFakeTimers()
  document.body.append(first, second)
  tip(() => 'Akagi')(first)
  tip(() => 'Hosho')(second)
})
afterEach(() => vi.useRealTimers())

test('a tooltip comes by moving onto its element, not by its coming under the pointer', () => {
  first.dispatchEvent(event('pointerenter', 10))
  vi.advanceTimersByTime(500)
  expect(shownTip.text).toBe('Akagi')
  first.dispatchEvent(event('pointerleave', 10))
  second.dispatchEvent(event('pointerenter', 10))
  vi.advanceTimersByTime(500)
  expect(shownTip.text).not.toBe('Hosho')
  second.dispatchEvent(event('pointermove', 12))
  vi.advanceTimersByTime(500)
  expect(shownTip.text).toBe('Hosho')
})
