import { expect, test } from 'vitest'
import type { LogEntry } from '../src/app/api'
import { timelineOf } from '../src/app/timeline'

const STEPS = [{ name: 'Arrivals', short: 'arrivals' }, { name: 'Combat', short: 'combat' }]
const OF: Readonly<Record<string, number>> = { turn_opened: 0, fired: 1 }
const entry = (seq: number, ...events: readonly (readonly [event: string, turn?: number])[]): LogEntry =>
  ({ seq, act: 'choice', events: events.map(([event, turn]) => ({ event, turn, text: '', clause: '' })) }) as unknown as LogEntry

test('an entry that ends a turn and opens the next belongs to the turn in which it began', () => {
  const log = [entry(1, ['turn_opened', 1]), entry(2, ['fired'], ['turn_opened', 2]), entry(3, ['fired']), entry(4)]
  const { when, ends } = timelineOf(log, [{ turn: 1, date: 'Dec 1941' }, { turn: 2, date: 'Jun 1942' }], STEPS, ({ event }) => OF[event], { turn: 2, step: 1 })
  expect([...when]).toEqual([[1, 'T1 arrivals'], [2, 'T1 combat'], [3, 'T2 combat'], [4, 'T2 combat']])
  expect(ends).toEqual([[1, 2], [2, 4]])
})

test('what precedes the opening of the first turn belongs to turn 1', () => {
  const log = [entry(1), entry(2, ['drawn'], ['turn_opened', 1]), entry(3, ['fired'])]
  const { when } = timelineOf(log, [{ turn: 1, date: 'Dec 1941' }], STEPS, ({ event }) => OF[event], { turn: 1, step: 1 })
  expect([...when]).toEqual([[1, 'T1 arrivals'], [2, 'T1 arrivals'], [3, 'T1 combat']])
})
