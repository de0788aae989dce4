import { describe, expect, test } from 'vitest'
import type { LogEntry, VisibleEvent } from '../src/app/api'
import { logStart, entryUpTo } from '../src/app/log_start'
import { validEntries, withdrawable } from '../src/app/observation.svelte'
import { sentence } from '../src/app/notices.svelte'
import { hashOf, placeOf, type Place } from '../src/app/router.svelte'
import { timeSince } from '../src/app/time'

describe('the address', () => {
  const places: Place[] = [
    { page: 'home' }, { page: 'new' }, { page: 'file' }, { page: 'match', id: 'ab12', seq: undefined, side: undefined },
    { page: 'match', id: 'ab12', seq: 40, side: 'open' },
  ]
  test.each(places)('of %o can be parsed back', (place) => expect(placeOf(hashOf(place))).toEqual(place))
  test('that is unknown has a page that says so', () => expect(placeOf('#/nowhere/5')).toEqual({ page: 'missing', path: '/nowhere/5' }))
  test('with an invalid moment shows the present', () => expect(placeOf('#/m/ab12/x')).toMatchObject({ id: 'ab12', seq: undefined }))
  test('of a new game may name the players', () => expect(placeOf('#/new?seats=both')).toEqual({ page: 'new' }))
})

describe('what can be withdrawn', () => {
  const log: LogEntry[] = [
    { seq: 1, act: 'begin', events: [] },
    { seq: 2, act: 'choice', side: 'japan', action: ['assign', 'a', '1'] },
    { seq: 3, act: 'choice', side: 'japan', action: ['assign', 'b', '1'] },
    { seq: 4, act: 'undo', side: 'japan', taken: [3] },
    { seq: 5, act: 'choice', side: 'japan', auto: true, action: ['done'] },
    { seq: 6, act: 'choice', side: 'allies' },
    { seq: 7, act: 'choice', side: 'japan', action: ['assign', 'c', '1'] },
  ]
  test('undone choices are left out', () => expect(validEntries(log).map((entry) => entry.seq)).toEqual([1, 2, 4, 5, 6, 7]))
  test('the last own choices up to the fence, without those of the match itself', () => {
    expect(withdrawable(log, 'japan', 2).map((entry) => entry.seq)).toEqual([2, 7])
    expect(withdrawable(log, 'japan', 1).map((entry) => entry.seq)).toEqual([7])
    expect(withdrawable(log, 'japan', 0)).toEqual([])
  })
})

describe('where a log begins', () => {
  const event = (kind: string, turn?: number): VisibleEvent => ({ event: kind, text: '', clause: '', ...(turn ? { turn } : {}) })
  const entry = (seq: number, ...events: VisibleEvent[]): LogEntry => ({ seq, act: seq === 1 ? 'begin' : 'choice', events })
  const stepOf = ({ event: kind }: VisibleEvent): number | undefined => ({ turn_opened: 0, moved: 1, fired: 5 })[kind]
  const now = { turn: 4, step: 3 }
  test('with the turn that it opens', () => expect(logStart([entry(1, event('turn_opened', 1)), entry(2, event('moved'))], stepOf, now)).toEqual({ turn: 1, step: 0 }))
  test('at the turn and step of a position', () => {
    expect(logStart([entry(1)], stepOf, now)).toEqual(now)
    expect(logStart([entry(1), entry(2, event('fired'))], stepOf, now)).toEqual({ turn: 4, step: 5 })
    expect(logStart([entry(1), entry(2, event('fired')), entry(3, event('turn_opened', 4), event('moved'))], stepOf, now)).toEqual({ turn: 3, step: 5 })
  })
  test('undone entries are ignored', () => {
    const back: LogEntry = { seq: 3, act: 'undo', taken: [2] }
    expect(logStart([entry(1), entry(2, event('fired')), back], stepOf, now)).toEqual(now)
  })
  test('before it only its first entry can be viewed', () => {
    const course = { turns: [], ends: [[], [0, 3, 7], [9]] }
    const found = [[1, 0], [2, 0], [2, 1], [2, 2], [3, 0], [3, 4]].map(([turn, tick]) => entryUpTo({ turn: turn!, tick: tick! }, course))
    expect(found).toEqual([3, 3, 3, 7, 9, 9])
  })
})

describe('words', () => {
  test('a refusal becomes a sentence', () => {
    expect(sentence('Wasp is not in your base')).toBe('Wasp is not in your base.')
    expect(sentence('the match is over.')).toBe('The match is over.')
  })
  test.each([
    ['2026-11-21T10:00:30Z', 'just now'], ['2026-11-21T09:56:00Z', '5 minutes ago'], ['2026-11-21T09:00:00Z', 'an hour ago'], ['2026-11-20T08:00:00Z', 'on 20 November'], ['?', ''],
  ])('%s is %s', (time, said) => expect(timeSince(time, Date.parse('2026-11-21T10:01:00Z'))).toBe(said))
})
