// Clocks as text: what is left, how it is written, and when a win may be claimed.
import { expect, test } from 'vitest'
import { timeLeftUntil } from '../src/app/time'
import { clockText, describeClock, DAY, HOUR, mayClaim, MINUTE, SECOND, timeLeft, untilNextText } from '../src/lib/clocks'
import { noteServerTime, serverTime } from '../src/lib/server_time'

test.each([
  [2 * DAY + 3 * HOUR, '2 d 3 h', '2 days and 3 hours'],
  [DAY, '1 d', '1 day'],
  [DAY - 1, '1 d', '1 day'],
  [DAY - HOUR, '23 h 00 min', '23 hours'],
  [HOUR - 1, '1 h 00 min', '1 hour'],
  [5 * HOUR + 9 * MINUTE, '5 h 09 min', '5 hours and 9 minutes'],
  [HOUR, '1 h 00 min', '1 hour'],
  [59 * MINUTE + 32 * SECOND, '59:32', '59 minutes'],
  [61 * SECOND, '1:01', '1 minute'],
  [40 * SECOND - 1, '0:40', '40 seconds'],
  [0, '0:00', '0 seconds'],
  [-DAY, '0:00', '0 seconds'],
])('%d ms left', (left, text, words) => {
  expect([clockText(left), describeClock(left)]).toEqual([text, words])
})

test('a running clock loses the time since it was started, a clock that stands loses none', () => {
  expect(timeLeft({ side: 'japan', left: HOUR, since: 1000, running: true }, 1000 + MINUTE)).toBe(59 * MINUTE)
  expect(timeLeft({ side: 'japan', left: HOUR, since: null, running: true }, 1000 + DAY)).toBe(HOUR)
  expect(timeLeft({ side: 'japan', left: HOUR, since: 5000, running: true }, 1000)).toBe(HOUR)
})

test('a win may be claimed from the time that the server names', () => {
  const clocks = { kind: 'days', text: '', sides: [], claim_from: 5000 } as const
  expect([mayClaim(clocks, 4999), mayClaim(clocks, 5000), mayClaim({ ...clocks, claim_from: null }, 9000)]).toEqual([false, true, false])
})

test("the server's time is taken from a response, and small differences are ignored", () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  noteServerTime('Thu, 01 Jan 2026 01:00:00 GMT', now)
  expect(serverTime(now)).toBe(now + HOUR)
  noteServerTime('Thu, 01 Jan 2026 01:00:01 GMT', now)
  expect(serverTime(now)).toBe(now + HOUR)
  noteServerTime(null, now)
  noteServerTime('yesterday', now)
  expect(serverTime(now)).toBe(now + HOUR)
  noteServerTime('Thu, 01 Jan 2026 00:00:00 GMT', now)
  expect(serverTime(now)).toBe(now)
})

test('the text of a running clock is drawn again when it changes', () => {
  expect(untilNextText(2 * DAY + 5 * SECOND)).toBe(5 * SECOND + 20)
  expect(untilNextText(2 * HOUR + 7 * SECOND)).toBe(7 * SECOND + 20)
  expect(untilNextText(10 * SECOND + 300)).toBe(320)
  expect(untilNextText(0)).toBe(MINUTE)
})

test.each([[3 * DAY, '3 days left'], [DAY, '24 hours left'], [2 * HOUR - 1, '2 hours left'], [61 * SECOND, '2 minutes left'], [MINUTE, '1 minute left'], [0, 'no time left'], [-DAY, 'no time left']])('%d ms until a deadline', (left, text) => {
  expect(timeLeftUntil(5_000_000 + left, 5_000_000)).toBe(text)
})
