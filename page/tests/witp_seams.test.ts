import { expect, test } from 'vitest'
import type { LogEntry } from '../src/app/api'
import { timeline, currentTurn } from '../src/games/war_in_the_pacific/play_timeline'
import { storyOf } from '../src/games/war_in_the_pacific/play_log'
import type { PacificView } from '../src/games/war_in_the_pacific/types'

const PROCEDURES: Readonly<Record<string, string>> = { midway: 'game_turn', leyte: 'leyte_game_turn', burma: 'burma_turn' }
const view = (scenario: string, turn: number, next: number): PacificView => ({
  side: 'japan', scenario, turn, options: {}, arrays: {}, losses: {}, force_at: {}, force_box: {}, contact_at: {}, out_of_sight: [], frames: [{ procedure: PROCEDURES[scenario], next }],
}) as unknown as PacificView
type Said = string | Record<string, unknown>
const entry = (seq: number, ...events: Said[]): LogEntry => ({ seq, act: 'choice', side: 'japan', events: events.map((one) => told(one)) }) as unknown as LogEntry
const told = (one: Said) => ({ text: `${typeof one === 'string' ? one : String(one['event'])}.`, clause: '4.1', ...(typeof one === 'string' ? { event: one } : one) })
/** Every line of a log in order, after the step that it belongs to. */
const lines = (log: LogEntry[], now: PacificView): string[] =>
  storyOf(log, 'japan', timeline(log, now)).toReversed().map(({ text, when }) => `${when}: ${text}`)

const opened = (turn: number) => ({ event: 'turn_opened', turn })
const weather = (section: number) => ({ event: 'weather', section, die: 2 })
const sails = (phase: number) => ({ event: 'phase_opened', phase })
const step = (name: string) => ({ event: 'step_opened', step: name })
const [LEYTE, BURMA, MIDWAY] = [196, 162, 72]

test('4.11, 4.12: the end of an Air Phase and the beginning of the Naval Phase after it are each in their own, and so is the weather of the next', () => {
  const log = [
    entry(1, opened(LEYTE + 1), 'first_found'), entry(2, weather(1), weather(2), 'available'), entry(3, 'transferred', sails(1)), entry(4, 'patrols', 'impulse_opened'),
    entry(5, 'contact_lost', { event: 'kamikazes_allotted', points: 3 }, weather(1), weather(2), 'available'), entry(6, 'wave', 'segment_over', sails(2)),
  ]
  expect(lines(log, view('leyte', LEYTE + 1, 9))).toEqual([
    '2/11/44 Start: turn_opened.', '2/11/44 Start: first_found.', '2/11/44 Air 1: weather.', '2/11/44 Air 1: weather.', '2/11/44 Air 1: available.',
    '2/11/44 Air 1: transferred.', '2/11/44 Naval 1: phase_opened.', '2/11/44 Naval 1: patrols.', '2/11/44 Naval 1: impulse_opened.',
    '2/11/44 Naval 1: contact_lost.', '2/11/44 Air 2: kamikazes_allotted.', '2/11/44 Air 2: weather.', '2/11/44 Air 2: weather.', '2/11/44 Air 2: available.',
    '2/11/44 Air 2: wave.', '2/11/44 Air 2: segment_over.', '2/11/44 Naval 2: phase_opened.',
  ])
})

test('45.54: Leyte begins with its third Air Phase, labelled as such before a Naval Phase follows', () => {
  const log = [entry(1, 'deployed', opened(LEYTE), 'first_found'), entry(2, weather(1), 'available')]
  const begun = ['1/11/44 Start: deployed.', '1/11/44 Start: turn_opened.', '1/11/44 Start: first_found.', '1/11/44 Air 3: weather.', '1/11/44 Air 3: available.']
  expect(lines(log, view('leyte', LEYTE, 10))).toEqual(begun)
  expect(lines([...log, entry(3, 'done', sails(3))], view('leyte', LEYTE, 11))).toEqual([...begun, '1/11/44 Air 3: done.', '1/11/44 Naval 3: phase_opened.'])
})

test('42.21, 42.53, 8.61: at Midway exchanges of carriers are made at the start, and the weather of the Naval Phase that begins it is rolled there', () => {
  const log = [entry(1, 'transferred'), entry(2, 'deployed', opened(MIDWAY), 'first_found'), entry(3, sails(3), weather(3), weather(5)), entry(4, 'supply_moved', step('ground'))]
  expect(lines(log, view('midway', MIDWAY, 11))).toEqual([
    '1/6/42 Start: transferred.', '1/6/42 Start: deployed.', '1/6/42 Start: turn_opened.', '1/6/42 Start: first_found.',
    '1/6/42 Naval 3: phase_opened.', '1/6/42 Naval 3: weather.', '1/6/42 Naval 3: weather.', '1/6/42 Naval 3: supply_moved.', '1/6/42 Ground: step_opened.',
  ])
})

test('4.13, 25.3, 5.9: the attacks of the Second Player end the Ground Phase, attrition ends the Supply Phase, whatever one choice causes', () => {
  const log = [
    entry(1, opened(LEYTE), 'first_found'), entry(2, 'loaded', step('ground')), entry(3, 'marches_over', 'attacks_over'), entry(4, 'supply_came', 'marches_over'),
    entry(5, 'attacks_over', 'base_deployed', step('supply')), entry(6, 'segment_over', 'segment_over', 'worn'), entry(7, 'worn_out', step('submarines'), opened(LEYTE + 1), 'first_found'),
  ]
  expect(lines(log, view('leyte', LEYTE + 1, 5)).slice(3)).toEqual([
    '1/11/44 Ground: step_opened.', '1/11/44 Ground: marches_over.', '1/11/44 Ground: attacks_over.', '1/11/44 Ground: supply_came.', '1/11/44 Ground: marches_over.',
    '1/11/44 Ground: attacks_over.', '1/11/44 Supply: base_deployed.', '1/11/44 Supply: step_opened.',
    '1/11/44 Supply: segment_over.', '1/11/44 Supply: segment_over.', '1/11/44 End: worn.', '1/11/44 End: worn_out.', '1/11/44 End: step_opened.', '2/11/44 Start: turn_opened.', '2/11/44 Start: first_found.',
  ])
})

test('44.13, 44.5, 44.65: in Burma one choice ends an Air Phase and begins the next, and the Ground Phase opens with its First Player', () => {
  const log = [
    entry(1, 'deployed', opened(BURMA), 'first_found', weather(0), 'available'), entry(2, 'segment_over', weather(0), 'available'), entry(3, 'segment_over', weather(0)),
    entry(4, 'segment_over', 'first_found', step('ground')), entry(5, 'attacks_over'), entry(6, 'attacks_over', 'unguarded', 'supply_came'),
  ]
  expect(lines(log, view('burma', BURMA, 12))).toEqual([
    '3/2/44 Start: deployed.', '3/2/44 Start: turn_opened.', '3/2/44 Start: first_found.', '3/2/44 Air 1: weather.', '3/2/44 Air 1: available.',
    '3/2/44 Air 1: segment_over.', '3/2/44 Air 2: weather.', '3/2/44 Air 2: available.', '3/2/44 Air 2: segment_over.', '3/2/44 Air 3: weather.',
    '3/2/44 Air 3: segment_over.', '3/2/44 Ground: first_found.', '3/2/44 Ground: step_opened.', '3/2/44 Ground: attacks_over.',
    '3/2/44 Ground: attacks_over.', '3/2/44 Ground: unguarded.', '3/2/44 Supply: supply_came.',
  ])
})

test('4.1: in the past, an entry is in the step in which it begins', () => {
  const { when, ends } = timeline([entry(1, opened(LEYTE + 1)), entry(2, weather(1)), entry(3, 'segment_over', sails(1))], view('leyte', LEYTE + 1, 7))
  expect([...when]).toEqual([[1, '2/11/44 Start'], [2, '2/11/44 Air 1'], [3, '2/11/44 Air 1']])
  expect(ends[0]!.slice(0, 3)).toEqual([1, 3, 3])
})

test('4.1: the first entry of a match begun from a position is in the step of that position, however far the match has come', () => {
  const naval = [entry(1, 'sailed', 'segment_over'), entry(2, weather(1), weather(2), 'available'), entry(3, 'transferred', sails(2)), entry(4, 'sailed')]
  expect(lines(naval, view('leyte', LEYTE + 1, 9))).toEqual([
    '2/11/44 Naval 1: sailed.', '2/11/44 Naval 1: segment_over.', '2/11/44 Air 2: weather.', '2/11/44 Air 2: weather.', '2/11/44 Air 2: available.',
    '2/11/44 Air 2: transferred.', '2/11/44 Naval 2: phase_opened.', '2/11/44 Naval 2: sailed.',
  ])
  const air = [entry(1, 'patrols', sails(3)), entry(2, step('ground')), entry(3, 'attacks_over', 'attacks_over', 'supplied')]
  expect(lines(air, view('midway', MIDWAY, 12))).toEqual([
    '1/6/42 Air 3: patrols.', '1/6/42 Naval 3: phase_opened.', '1/6/42 Ground: step_opened.', '1/6/42 Ground: attacks_over.', '1/6/42 Ground: attacks_over.', '1/6/42 Supply: supplied.',
  ])
  expect(lines([entry(1, 'sailed')], view('leyte', LEYTE + 1, 7))).toEqual(['2/11/44 Naval 1: sailed.'])
})

test('4.1: a Game-Turn that a position cut short is listed before the next, and counted', () => {
  const log = [entry(1, 'marched'), entry(2, 'attacks_over'), entry(3, 'attacks_over', 'supplied', opened(BURMA + 1), 'first_found')]
  const told = ['3/2/44 Ground: marched.', '3/2/44 Ground: attacks_over.', '3/2/44 Ground: attacks_over.', '3/2/44 Supply: supplied.', '4/2/44 Start: turn_opened.', '4/2/44 Start: first_found.']
  expect(lines(log, view('burma', BURMA + 1, 2))).toEqual(told)
  expect(timeline(log, view('burma', BURMA + 1, 2)).turns.map(({ number }) => number)).toEqual([1, 2])
  expect(currentTurn(log, view('burma', BURMA + 1, 2))).toBe(2)
})

test('44.13: of the Air Phases of Burma the first in a position is derived from what followed', () => {
  const log = [entry(1, 'patrols', 'segment_over'), entry(2, weather(0), 'available'), entry(3, 'segment_over', weather(0)), entry(4, 'wave')]
  const told = (now: number): string[] => lines(log, view('burma', BURMA, now)).map((line) => line.split(' ').slice(1).join(' '))
  expect(told(8)).toEqual(['Air 1: patrols.', 'Air 1: segment_over.', 'Air 2: weather.', 'Air 2: available.', 'Air 2: segment_over.', 'Air 3: weather.', 'Air 3: wave.'])
  log.push(entry(5, 'segment_over', step('ground')))
  expect(told(9).slice(-2)).toEqual(['Air 3: segment_over.', 'Ground: step_opened.'])
})

test('44.62: arrivals in India in a Strategic Game-Turn end the Game-Turn, with or without losses of the viewer’s points', () => {
  const log = [entry(1, opened(BURMA)), entry(2, step('ground')), entry(3, 'attacks_over', 'attacks_over', 'supplied', 'segment_over'), entry(4, 'pool', step('arrivals'), 'reinforced')]
  expect(lines(log, view('burma', BURMA, 14)).slice(-4)).toEqual(['3/2/44 Supply: segment_over.', '3/2/44 End: pool.', '3/2/44 End: step_opened.', '3/2/44 End: reinforced.'])
})
