import { describe, expect, test, vi } from 'vitest'
import { selectableIds, matchingChoices, type Pick } from '../src/app/choices'
import type { Action } from '../src/app/api'
import type { MatchStore } from '../src/app/game'

import { valueText } from '../src/games/war_in_the_pacific/play_prompts'
import { stepsOf, takeStep } from '../src/games/war_in_the_pacific/next_steps'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import told from './witp'

/** What a half-made choice lacks: rows of one look, with numbers at the row where only how many is open. */

const pieces = told.pieces
const begun = (choices: readonly Action[], picks: readonly Pick[], view: unknown = { ...told.by_sea.view, side: 'allies' }): MatchStore & { submit: ReturnType<typeof vi.fn>; pick: ReturnType<typeof vi.fn>; choose: ReturnType<typeof vi.fn> } =>
  ({
    view, pieces, choices, picks, remainingChoices: matchingChoices(choices, picks), highlighted: selectableIds(choices, picks), picked: new Set(picks.flatMap((pick) => ('id' in pick ? [pick.id] : []))), decision: { side: 'allies', prompt: '' },
    prompt: { choices: [] }, submit: vi.fn(), pick: vi.fn(), choose: vi.fn(),
  }) as never
const patrol = (base: string, stack: string, ...many: number[]): Action[] => many.map((n) => ['patrol', base, stack, base, String(n)])
const PATROLS = [...patrol('F1234', 'f4f_trained', 1, 2, 3), ...patrol('F1234', 'f2a_trained', 1), ...patrol('F3342', 'p_40_trained', 1, 2)]

describe('rows', () => {
  test('5.2 the rest is shown in one way, the numbers of points in the row', () => {
    expect(stepsOf(begun(PATROLS, []))).toEqual([])
    const bases = stepsOf(begun(PATROLS, [{ verb: 'patrol' }]))
    expect(bases.map(({ label, counts }) => [label, counts?.map((one) => one.label)])).toEqual([['Midway', undefined], ['Pearl Harbor (Oahu)', ['1', '2']]])
    const points = stepsOf(begun(PATROLS, [{ verb: 'patrol' }, { id: 'F1234', at: 0 }]))
    expect(points.map(({ label, counts }) => [label, counts?.map((one) => one.label)])).toEqual([['F4F, trained', ['1', '2', '3']], ['F2A, trained', ['1']]])
    expect(points[0]!.counts![1]!.name).toBe('2 points')
    const numbers = stepsOf(begun(PATROLS, [{ verb: 'patrol' }, { id: 'F1234', at: 0 }, { id: 'f4f_trained', at: 1 }]))
    expect(numbers.map(({ label, counts }) => [label, counts?.length])).toEqual([['', 3]])
  })
  test('a row takes its part of the choice, a number the whole', () => {
    const store = begun(PATROLS, [{ verb: 'patrol' }])
    takeStep(store, 'value F1234')
    expect(store.pick).toHaveBeenCalledWith({ id: 'F1234', at: 0 }, true)
    takeStep(store, 'patrol F3342 p_40_trained F3342 2')
    expect(store.submit).toHaveBeenCalledWith([['patrol', 'F3342', 'p_40_trained', 'F3342', '2']])
    takeStep(store, 'undo')
    expect(store.choose).toHaveBeenCalledWith('undo')
  })
  test('a row has the digit and the name of the list of choices', () => {
    const store = begun(PATROLS, [{ verb: 'patrol' }])
    Object.assign(store.prompt, { choices: ['F1234', 'F3342'].map((id) => ({ id: `value ${id}`, label: id, row: 'Patrol over a hex' })) })
    expect(stepsOf(store).map(({ id, key }) => [id, key])).toEqual([['value F1234', '1'], ['value F3342', '2']])
  })
  test('25.4 a question of stores shows the number available at each row, even at a single one', () => {
    const store = begun(['us_sf1', 'us_sf2'].map((id): Action => ['leave_supply', id, '1']), [{ verb: 'leave_supply' }])
    expect(stepsOf(store).map(({ counts }) => counts?.map(({ label, name }) => [label, name]))).toEqual([[['1', '1 Supply Point']], [['1', '1 Supply Point']]])
  })
  test('of many numbers the usual ones are listed, and the highest', () => {
    const all = begun(patrol('F1234', 'f4f_trained', ...Array.from({ length: 30 }, (_, n) => n + 1)), [{ verb: 'patrol' }])
    expect(stepsOf(all)[0]!.counts!.map((one) => one.label)).toEqual(['1', '2', '3', '4', '6', '8', '12', '16', '24', '30'])
  })
  test('6.8 each number of points shows what it carries, even where more is asked after it', () => {
    const flown = ['2', '3'].flatMap((n) => ['comes_back', 'stays'].map((way): Action => ['fly_stores', 'A2909', 'c_47_trained', 'A1913', n, way]))
    const store = begun(flown, [{ verb: 'fly_stores' }])
    const [row] = stepsOf(store)
    expect(row!.counts!.map(({ label, note }) => [label, note])).toEqual([['2', '1 SP'], ['3', '1 SP']])
    takeStep(store, row!.counts![0]!.id)
    expect(store.pick).toHaveBeenCalledWith({ id: '2', at: 3 }, true)
  })
})

test('16.1 a ship at the shore is named with its force and place, a force with its place', () => {
  const view = { ...told.by_sea.view, side: 'allies', force_at: { allies_1: 'B2252' }, arrays: { ship_at: { us_sf1: 'allies_1' } } } as unknown as PacificView
  const store = { view, pieces } as unknown as MatchStore
  expect(valueText('us_sf1', 'leave_supply', 0, store).note).toBe('SF, TF 1 at Negros (Bacolod)')
})
