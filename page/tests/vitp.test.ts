import { describe, expect, test } from 'vitest'
import { both, dayOrNight, fate, NO_SHOT, speedRollChance, volley } from '../src/games/victory_in_the_pacific/odds'
import type { Action } from '../src/app/api'
import type { MatchStore } from '../src/app/game'
import { allToOnePort } from '../src/app/bulk_buttons'
import { confirmation } from '../src/games/victory_in_the_pacific/play_confirmations'
import type { GroupSelection } from '../src/app/group_selection'
import { fateOf, finishCripples, shotsOf, spreadEvenly } from '../src/games/victory_in_the_pacific/play_shots'
import { needsSpeedRoll } from '../src/games/victory_in_the_pacific/play_speed'
import { Facts, type VitpView } from '../src/games/victory_in_the_pacific/play_view'
import { forecastText, groupText, verbText } from '../src/games/victory_in_the_pacific/play_prompts'

describe('the odds', () => {
  test('one shot without bonus: a 6 hits, a 5 disables (7.53)', () => {
    const found = fate(volley(1, false, false), 4)
    expect(found.sunk).toBeCloseTo(3 / 36)
    expect(found.disabled).toBeCloseTo(1 / 6)
    expect(found.damaged).toBeCloseTo(3 / 36)
    expect(found.unharmed).toBeCloseTo(4 / 6)
  })
  test('volleys add up, of either side (7.43)', () => {
    const one = volley(1, true, false)
    expect(fate(both(one, one), 3)).toEqual(fate(volley(2, true, false), 3))
    expect(fate(NO_SHOT, 3).unharmed).toBe(1)
  })
  test('two shots with the bonus disable as often as the referee counts (7.535)', () => {
    expect(volley(2, true, false).disabled.reduce((n, p) => n + p, 0)).toBeCloseTo(0.3056, 4)
  })
  test('against air units only a 6 counts (12.22), and nothing in port is disabled (9.4)', () => {
    expect(volley(3, true, true).disabled.reduce((n, p) => n + p, 0)).toBe(0)
    expect(fate(volley(2, true, false), 9, true).disabled).toBe(0)
  })
  test('speed rolls and the roll for day or night (6.4, 7.32)', () => {
    expect([1, 4, 6, 7].map(speedRollChance)).toEqual([0, 0.5, 5 / 6, 1])
    const { day, both: tie, night } = dayOrNight(1)
    expect([day, tie, night].map((p) => Math.round(p * 1000) / 1000)).toEqual([0.583, 0.139, 0.278])
  })
})

const ship = (id: string, side: 'japan' | 'allies', more: object = {}): object => ({
  id, name: id, side, nation: side === 'japan' ? 'japan' : 'us', kind: 'carrier', gunnery: 1, gunnery_bonus: false, armor: 2, speed: 6, airstrike: 4,
  airstrike_bonus: true, defence: null, turn: 1, place: 'truk', leaves: 0, ...more,
})
const FACTS = new Facts({
  units: [ship('akagi', 'japan'), ship('kaga', 'japan'), ship('hosho', 'japan', { airstrike: 1 }), ship('lexington', 'allies'), ship('saratoga', 'allies'), ship('wasp', 'allies', { nation: 'britain' })],
  areas: [
    { id: 'coral_sea', name: 'Coral Sea', japan: 1, allies: 2, adjacent: ['us_mandate'] }, { id: 'us_mandate', name: 'U.S. Mandate', japan: 1, allies: 2, adjacent: ['coral_sea', 'indonesia'] },
    { id: 'indonesia', name: 'Indonesia', japan: 3, allies: 1, adjacent: ['us_mandate'] },
  ],
  places: [{ id: 'truk', name: 'Truk', kind: 'port', touches: ['coral_sea'], lon: 0, lat: 0 }],
  turns: [],
})
const view = (more: object = {}): VitpView => ({
  options: {}, turn: 2, last_turn: 8, flags: {}, retreated: { japan: [], allies: [] }, raiding: [], damage: {}, air_loss: {}, naming: null,
  units: { japan: { coral_sea: ['akagi', 'kaga', 'hosho'] }, allies: { coral_sea: ['lexington', 'saratoga'], truk: ['wasp'] } },
  frames: [{ procedure: 'targeting', side: 'japan', way: 'day', aims: [] }], ...more,
}) as unknown as VitpView
const selection: GroupSelection = {
  choicesByUnit: new Map(['akagi', 'kaga', 'hosho'].map((id) => [id, new Map(['lexington', 'saratoga'].map((to): [string, Action] => [to, ['fire', id, to]]))])),
  picked: [], open: new Set(), oneAtATime: false, filled: [],
}

describe('helpers fill in targets', () => {
  test('spread evenly: the strongest on different targets', () => {
    const filled = spreadEvenly(selection, view(), FACTS)
    expect(new Set(filled.slice(0, 2).map((choice) => choice[2]))).toEqual(new Set(['lexington', 'saratoga']))
    expect(filled).toHaveLength(3)
  })
  test('finish the cripples: first at the damaged, and no more than it takes', () => {
    const hurt = view({ damage: { saratoga: 2 } })
    const filled = finishCripples(selection, hurt, FACTS)
    expect(filled[0]![2]).toBe('saratoga')
    expect(fateOf(['akagi'], 'saratoga', hurt, FACTS).sunk).toBeGreaterThan(0.75)
    expect(filled[1]![2]).toBe('lexington')
  })
  test('a ship with as much damage as armor has no airstrike and one gun (7.73)', () => {
    expect(shotsOf('akagi', true, view({ damage: { akagi: 2 } }), FACTS).shots).toBe(0)
    expect(shotsOf('akagi', false, view({ damage: { akagi: 2 } }), FACTS).shots).toBe(1)
  })
})

describe('units that flee', () => {
  test('a group is named by its ships and its speed, on its button as in the odds (8.32)', () => {
    const flee = view({ frames: [{ procedure: 'flight', groups: [['akagi', 'kaga'], ['hosho'], []] }] } as Partial<VitpView>)
    expect(groupText('group_1', flee, FACTS)).toEqual({ label: 'Group 1: akagi and kaga', note: 'speed 6' })
    expect(groupText('group_3', flee, FACTS)).toEqual({ note: 'a new group' })
    expect(groupText('coral_sea', flee, FACTS)).toEqual({})
  })
})

describe('forecasts', () => {
  test('the holder of an area is shown where that would change its flag, until the turn has scored (5.71)', () => {
    const now = view({ flags: { coral_sea: 'allies', us_mandate: 'allies' }, forecast: { scored: false, holders: { coral_sea: 'japan', us_mandate: 'allies', indonesia: null }, japan: 1, allies: 2, lead: -1 } })
    expect(['coral_sea', 'us_mandate', 'indonesia'].map((area) => forecastText(area, now))).toEqual([', Japan’s if the turn ended now', '', ''])
    expect(forecastText('coral_sea', view({ ...now, forecast: { ...now.forecast, scored: true } }))).toBe('')
  })
  test('a patrol rolls for a second area, a British raider too, others for a third (6.22, 17.24)', () => {
    const own = view({ units: { japan: { truk: ['akagi'] }, allies: { truk: ['wasp', 'lexington'] } } })
    expect([['patrol', 'akagi', 'coral_sea'], ['patrol', 'akagi', 'us_mandate'], ['raid', 'akagi', 'us_mandate'], ['raid', 'akagi', 'indonesia'], ['raid', 'wasp', 'us_mandate']].map((choice) => needsSpeedRoll(choice, own, FACTS))).toEqual([false, true, false, true, true])
  })
})

describe('all to one port', () => {
  const sea = (id: string, ...adjacent: string[]): object => ({ id, name: id, japan: 1, allies: 1, adjacent })
  const port = (id: string, touches: string): object => ({ id, name: id.replace(/^./, (c) => c.toUpperCase()), kind: 'port', touches: [touches], lon: 0, lat: 0 })
  const facts = new Facts({
    units: [], turns: [], areas: [sea('hawaii', 'mandate'), sea('mandate', 'hawaii', 'pacific'), sea('pacific', 'mandate', 'indonesia'), sea('indonesia', 'pacific')],
    places: [port('singapore', 'indonesia'), port('samoa', 'mandate'), port('noumea', 'pacific')],
  })
  const leaving = (ports: readonly string[], ids = ['lexington', 'saratoga']): GroupSelection =>
    ({ ...selection, choicesByUnit: new Map(ids.map((id) => [id, new Map(ports.map((to): [string, Action] => [to, ['go', id, to]]))])) })
  const labels = (gathered: GroupSelection): string[] => allToOnePort({} as MatchStore, gathered, facts, () => 'hawaii', ['go']).map(({ label }) => label)

  test('among ports with the same capacity the nearest comes first', () => {
    expect(labels(leaving(['singapore', 'noumea', 'samoa']))).toEqual(['All to Samoa', 'All to Noumea', 'All to Singapore'])
  })
  test('a port with more capacity comes before a nearer one', () => {
    const { choicesByUnit } = leaving(['singapore', 'samoa'])
    expect(labels({ ...selection, choicesByUnit: new Map([...choicesByUnit, ['wasp', new Map([['singapore', ['go', 'wasp', 'singapore']]])]]) })).toEqual(['All to Singapore', 'All to Samoa'])
  })
})

describe('what a choice gives up', () => {
  const words = (procedure: string, lost: Record<string, string[]>): string =>
    confirmation('pass', lost, { view: view({ frames: [{ procedure }] }), pieces: { units: [...FACTS.units.values()] }, decision: { side: 'japan' } } as unknown as MatchStore)!.label
  test('a submarine that is not placed is no count of air units', () => {
    expect(words('submarine', { place: ['coral_sea'] })).toBe('Pass without it')
  })
  test('a pass with units shows how many are left', () => {
    expect(words('air', { place: ['akagi', 'kaga'] })).toBe('Pass with 2 left')
  })
})

test('the label to mark raiders fits one ship as well as several', () => {
  expect(verbText('mark')).toBe('Mark as raiding')
})
