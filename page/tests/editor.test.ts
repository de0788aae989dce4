import { describe, expect, it } from 'vitest'
import { withMoved, withValue, unitPlaces, withoutListed, withoutTabled, withoutFields } from '../src/app/editor/draft'
import pacific from '../src/games/pacific_fury/edit'
import hold from '../src/games/hold_fast/edit'
import victory from '../src/games/victory_in_the_pacific/edit'
import deep from '../src/games/war_in_the_pacific/edit'
import { withDummy } from '../src/games/war_in_the_pacific/edit_moves'
import type { Draft } from '../src/app/editor/draft'
import witp from './witp'
import war from '../src/games/axis_allies_pacific/edit'
import { countAt, pickOf, countIn as counted } from '../src/games/axis_allies_pacific/edit_counts'

describe('a draft', () => {
  it('moves units from any place, and removes an empty place', () => {
    expect(withMoved({ truk: ['a', 'b'], saigon: ['c'] }, ['b', 'c'], 'midway')).toEqual({ truk: ['a'], midway: ['b', 'c'] })
    expect(unitPlaces({ truk: ['a'], midway: ['b'] }).get('b')).toBe('midway')
  })
  it('puts and takes away at a path', () => {
    expect(withValue({ flags: { a: 'x' } }, ['flags', 'b'], null)).toEqual({ flags: { a: 'x', b: null } })
    expect(withValue({ flags: { a: 'x' } }, ['flags', 'a'], undefined)).toEqual({ flags: {} })
    expect(withoutFields({ a: 1, b: 2 }, 'a')).toEqual({ b: 2 })
  })
  it('forgets the details of moved units', () => {
    expect(withoutListed({ marked: ['a', 'b'], fought: ['x'] }, ['a'], ['marked', 'rested'])).toEqual({ marked: ['b'], fought: ['x'] })
    expect(withoutTabled({ damage: { a: 1, b: 2 } }, ['a'], ['damage', 'loss'])).toEqual({ damage: { b: 2 } })
  })
})

describe('counters put somewhere', () => {
  it('Victory in the Pacific: marks and raids stay, damage is removed with units out of play', () => {
    const draft = { units: { truk: ['akagi', 'kaga'] }, raiding: ['akagi'], marked: ['kaga'], damage: { akagi: 1 } }
    expect(victory.move(draft, ['akagi'], 'coral_sea')).toEqual({ units: { truk: ['kaga'], coral_sea: ['akagi'] }, raiding: [], marked: ['kaga'], damage: { akagi: 1 } })
    expect(victory.move(draft, ['akagi'], 'lost')['damage']).toEqual({})
  })
  it('Hold Fast: known blocks at the old places are forgotten', () => {
    const draft = { units: { truk: ['j_akagi'] }, blocks: { truk: ['japan_1'] }, memory: [{}], followed: ['japan_1'], strength: { j_akagi: 1 }, face_up: ['j_akagi'] }
    expect(hold.move(draft, ['j_akagi'], 'midway')).toEqual({ units: { midway: ['j_akagi'] }, strength: { j_akagi: 1 }, face_up: [] })
    expect(hold.move(draft, ['j_akagi'], 'absent')['strength']).toEqual({})
  })
  const solomons = {
    units: { truk: ['ijn_nagato', 'ijn_mutsu'], espiritu_santo: ['us_wasp'], sunk: [] }, shown: ['ijn_kongo'], hit: [],
    forces: { japan_1: { where: 'the_slot', units: ['ijn_kongo', 'ijn_haruna'], cannot_hold: ['carriers'] } },
  }
  it('Pacific Fury: ships that go to sea make up a force, each side one', () => {
    const now = pacific.move(solomons, ['ijn_nagato', 'us_wasp'], 'eastern_solomons')
    expect(now['forces']).toEqual({ ...solomons.forces, japan_2: { where: 'eastern_solomons', units: ['ijn_nagato'] }, allies_1: { where: 'eastern_solomons', units: ['us_wasp'] } })
    expect(now['units']).toEqual({ truk: ['ijn_mutsu'] })
  })
  it('Pacific Fury: a force that goes whole stays itself, in a box as at sea', () => {
    expect(pacific.move(solomons, ['ijn_kongo', 'ijn_haruna'], 'japan_box_3')['forces']).toEqual({ japan_1: { ...solomons.forces.japan_1, where: 'box_3' } })
    expect(pacific.move(solomons, ['ijn_nagato'], 'japan_box_3')['forces']).toMatchObject({ japan_3: { where: 'box_3', units: ['ijn_nagato'] } })
  })
  it('Pacific Fury: ships join a force of their own side, and the force they leave is no longer known for what it lacks', () => {
    expect(pacific.move(solomons, ['ijn_nagato', 'us_wasp'], 'japan_1')['forces']).toEqual({ japan_1: { where: 'the_slot', units: ['ijn_kongo', 'ijn_haruna', 'ijn_nagato'] } })
    const sunk = pacific.move(solomons, ['ijn_kongo'], 'sunk')
    expect([sunk['forces'], sunk['shown']]).toEqual([{ japan_1: { where: 'the_slot', units: ['ijn_haruna'] } }, []])
    expect(pacific.move(solomons, ['ijn_kongo', 'ijn_haruna'], 'truk')['forces']).toEqual({})
  })
  it('Axis & Allies: Pacific: all of a kind goes, and joins those that are there', () => {
    const draft = { units: { japan: { japan: { infantry: 3, tank: 1 }, korea: { infantry: 2 } } } }
    const now = war.move(draft, [pickOf('japan', 'japan', 'infantry')], 'korea')
    expect(now['units']).toEqual({ japan: { japan: { tank: 1 }, korea: { infantry: 5 } } })
    expect(war.move(draft, [pickOf('japan', 'japan', 'infantry')], 'japan')).toEqual(draft)
    expect(countAt(counted(now, 'usa', 'sz9', 'carrier', 2), 'usa', 'sz9', 'carrier')).toBe(2)
    expect(counted(now, 'japan', 'japan', 'tank', 0)['units']).toEqual({ japan: { japan: {}, korea: { infantry: 5 } } })
  })
})

describe('War in the Pacific, counters put to hexes', () => {
  const { pieces } = witp
  const put = (draft: Draft, ids: readonly string[], to: string): Draft => deep.move(draft, ids, to, pieces)
  const at = (draft: Draft, array: string, id: string): unknown => ((draft['arrays'] as Record<string, Record<string, unknown>> | undefined)?.[array] ?? {})[id]
  it('ships at sea make up a Task Force, others join it, and a port takes them in again', () => {
    const one = put({ scenario: 'midway' }, ['us_cv6', 'us_ca24'], 'F1230')
    expect(one['force_at']).toEqual({ allies_1: { column: 'F12', row: '30' } })
    expect([at(one, 'ship_at', 'us_cv6'), at(one, 'ship_at', 'us_ca24')]).toEqual(['allies_1', 'allies_1'])
    const two = put(put(one, ['jp_cv1'], 'F1230'), ['us_cv8'], 'allies_1')
    expect(two['force_at']).toEqual({ allies_1: { column: 'F12', row: '30' }, japan_1: { column: 'F12', row: '30' } })
    expect(at(put(two, ['jp_cv1'], 'allies_1'), 'ship_at', 'jp_cv1')).toBe('japan_1')
    const home = put(two, ['us_cv6', 'us_ca24', 'us_cv8'], 'F3342')
    expect([home['force_at'], at(home, 'ship_at', 'us_cv6')]).toEqual([{ japan_1: { column: 'F12', row: '30' } }, 'F3342'])
  })
  it('a Task Force goes whole, and so do the fields of its move', () => {
    const draft = { scenario: 'midway', force_at: { japan_1: { column: 'F12', row: '30' } }, force_to: { japan_1: 'F1234' }, force_mission: { japan_1: 'raid' }, arrays: { ship_at: { jp_cv1: 'japan_1' } } }
    expect(put(draft, ['japan_1'], 'F1231')).toEqual({ ...draft, force_at: { japan_1: { column: 'F12', row: '31' } }, force_to: {} })
    expect(put(draft, ['japan_1'], 'inland_sea')).toMatchObject({ force_at: {}, force_box: { japan_1: 'inland_sea' } })
    expect(put(draft, ['jp_cv1'], 'sunk')).toMatchObject({ force_at: {}, force_mission: {}, arrays: { ship_at: { jp_cv1: 'sunk' } } })
  })
  it('air points join only those of a base or a carrier; a dummy has a number of its own', () => {
    const draft = { scenario: 'midway', arrays: { air: { 'F1234/f4f_trained': 3, 'us_cv6/f4f_trained': 2 } } }
    const flown = put(draft, ['F1234/f4f_trained'], 'us_cv6')
    expect(flown['arrays']).toEqual({ air: { 'F1234/f4f_trained': 0, 'us_cv6/f4f_trained': 5 } })
    expect(put(draft, ['F1234/f4f_trained'], 'F1230')).toBe(draft)
    const dummies = withDummy(withDummy(draft, 'japan', 'F1230'), 'japan', 'F1230')
    expect(dummies).toMatchObject({ force_at: { japan_1: {}, japan_2: {} }, dummy_ships: { japan_1: 4, japan_2: 4 } })
    expect(Object.keys(put(dummies, ['jp_cv1'], 'F1230')['force_at'] as Draft)).toEqual(['japan_1', 'japan_2', 'japan_3'])
  })
  it('a step under way has a First Player and a sky', () => {
    expect(deep.withTurnDefaults!({ step: 'air_1' }, 73)).toEqual({ step: 'air_1', first_player: 'japan', weather_die: { D: 5, F: 5 } })
    expect(deep.withTurnDefaults!({ step: 'deployment', first_player: 'allies', weather_die: { D: 1 } }, 73)).toMatchObject({ step: 'naval_1', first_player: 'allies', weather_die: { D: 1, F: 5 } })
    expect(deep.withTurnDefaults!({ step: 'deployment' }, 72)).toEqual({ step: 'deployment' })
  })
})
