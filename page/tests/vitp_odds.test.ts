import { describe, expect, test } from 'vitest'
import { fate, howMany, speedRollChance, raidFate, sightingChance, volley } from '../src/games/victory_in_the_pacific/odds'
import { pursuit } from '../src/games/victory_in_the_pacific/odds_pursuit'
import { islandChance } from '../src/games/victory_in_the_pacific/odds_island'
import type { Action } from '../src/app/api'
import type { MatchStore } from '../src/app/game'
import { currentOdds } from '../src/games/victory_in_the_pacific/play_odds'
import { landingNote } from '../src/games/victory_in_the_pacific/play_odds_landing'
import { fateOf, sinksAt } from '../src/games/victory_in_the_pacific/play_shots'
import { Facts, type VitpView } from '../src/games/victory_in_the_pacific/play_view'
import { recorded } from './recorded'

/** The odds as the game itself computes them (tests/make_odds.py). */
const TOLD = recorded<{
  pieces: unknown
  chases: { view: VitpView; way: string; group: string[]; ships: string[]; whole: number[]; alone: number[][] }[]
  fights: { view: VitpView; aims: [string, string][]; fates: Record<string, number[]> }[]
  torpedoes: { view: VitpView; target: string; fate: number[] }[]
  raids: { unit: string; before: number; shots: number; bonus: boolean; fate: number[] }[]
  islands: { invaders: number[]; holding: number[]; japan: boolean; chance: number }[]
  rolls: { speeds: number[]; arrive: number[] }[]
  sighting: { each: number[]; number: number[] }
}>('vitp_odds.json')
const FACTS = new Facts(TOLD.pieces)

function close(mine: readonly number[], theirs: readonly number[]): void {
  expect(mine).toHaveLength(theirs.length)
  mine.forEach((p, i) => expect(p).toBeCloseTo(theirs[i]!, 8))
}

describe('the page computes the same odds as the game', () => {
  test('the fate of each target of an action, kamikazes and late battleships included (7.5, 19.2, 21)', () => {
    expect(TOLD.fights.length).toBeGreaterThan(20)
    for (const { view, aims, fates } of TOLD.fights) {
      for (const [target, told] of Object.entries(fates)) {
        const found = fateOf(aims.filter(([, at]) => at === target).map(([unit]) => unit), target, view, FACTS)
        close([found.sunk, found.disabled, found.damaged, found.unharmed], told)
      }
    }
  })
  test('what an action leaves of a chase, of the whole group and of each ship (8.33, 8.51, 8.52)', () => {
    for (const { view, way, group, ships, whole, alone } of TOLD.chases) {
      const parts = ({ sunk, caught, away }: { sunk: number; caught: number; away: number }): number[] => [sunk, caught, away]
      close(parts(pursuit(way === 'day', group, ships, view, FACTS)[0]!), whole)
      pursuit(way === 'day', group, ships, view, FACTS, group.map((id) => [id])).forEach((found, k) => close(parts(found), alone[k]!))
    }
    expect(TOLD.chases.filter(({ whole }) => whole[1]! > 0).length).toBeGreaterThan(10)
  })
  test('the effect of a torpedo (16.2)', () => {
    for (const { view, target, fate: told } of TOLD.torpedoes) {
      const found = fate(volley(1, true, false), sinksAt(target, view, FACTS))
      close([found.sunk, found.disabled, found.damaged, found.unharmed], told)
    }
  })
  test('the effect of a raid of two rounds in port (9.13, 9.4)', () => {
    for (const { unit, before, shots, bonus, fate: told } of TOLD.raids) {
      const { armor } = FACTS.units.get(unit)!
      const found = raidFate(volley(2 * shots, bonus, false), Math.max(1, armor + 1 - before), 2 * armor + 1 - before)
      close([found.sunk, found.bottom, found.damaged, found.unharmed], told)
    }
  })
  test('which side takes a base by island combat (22)', () => {
    for (const { invaders, holding, japan, chance } of TOLD.islands) expect(islandChance(invaders, holding, japan), `${invaders} against ${holding}`).toBeCloseTo(chance, 8)
  })
  test('how many ships pass their speed rolls, and how many task forces are sighted (6.4, 20.4)', () => {
    for (const { speeds, arrive } of TOLD.rolls) close(howMany(speeds.map(speedRollChance)), arrive)
    const each = [[false, true, false], [false, true, true], [false, false, true], [true, false, false]].map(([certain, attacks, patrols]) => sightingChance({ certain: certain!, attacks: attacks!, patrols: patrols! }))
    close(each, TOLD.sighting.each)
    close(howMany(each), TOLD.sighting.number)
  })
})

/** A store at a decision, as far as odds look at it. */
const storeAt = (view: VitpView, side: string, choices: Action[] = [], picked: string[] = []): MatchStore =>
  ({ decision: { side, prompt: '', clause: '', choices: [] }, covered: false, choices, view, pieces: TOLD.pieces, draft: { picked }, picks: [], highlighted: new Set(), picked: new Set() }) as unknown as MatchStore
const viewAt = (frames: object[], more: object = {}): VitpView =>
  ({ options: {}, turn: 6, damage: {}, air_loss: {}, raiding: [], places: {}, naming: null, units: { japan: {}, allies: {} }, frames, ...more }) as unknown as VitpView
const rowsOf = (store: MatchStore): [string, number][] => currentOdds(store).flatMap((table) => table.rows.map((row): [string, number] => [row.name, Math.round(row.chances[0]! * 1000) / 1000]))

describe('the odds are next to the decision', () => {
  test('a landing: which side takes the base, without dice and by island combat, with units named already (13.4, 22)', () => {
    const at = (options: object, ashore: object[] = []): VitpView =>
      viewAt([{ procedure: 'landing', side: 'japan', area: 'central_pacific_ocean', ashore }], {
        options, places: { midway: 'allies', okinawa: 'japan' }, damage: { kure_nlf: 1 },
        units: { japan: { central_pacific_ocean: ['sasebo_nlf', 'kure_nlf'] }, allies: { midway: ['1st_marines'] } },
      })
    expect(landingNote(['sasebo_nlf'], 'midway', at({}), FACTS)).toBe('1 defender: not taken')
    expect(landingNote(['sasebo_nlf', 'kure_nlf'], 'midway', at({}), FACTS)).toBe('taken')
    const fought = at({ island_combat: 'on' }, [{ unit: 'kure_nlf', place: 'midway' }])
    expect(landingNote(['sasebo_nlf'], 'midway', fought, FACTS)).toBe(`taken ${Math.round(islandChance([3, 2], [4], true) * 100)} %`)
    expect(landingNote(['sasebo_nlf'], 'okinawa', fought, FACTS)).toBeUndefined()
    expect(rowsOf(storeAt(fought, 'japan', [['land', 'sasebo_nlf', 'midway'], ['land', 'sasebo_nlf', 'okinawa'], ['done']]))).toEqual([
      ['Midway, against 1st Marines: Kure NLF and Sasebo NLF', Math.round(islandChance([3, 2], [4], true) * 1000) / 1000],
    ])
  })
  test('task forces: how likely each is sighted with its present tasks (20.4)', () => {
    const view = viewAt([
      { procedure: 'sighted_round', forces: [[['akagi'], ['kongo'], ['tone', '21_air_flotilla']], []], landing: [] },
      { procedure: 'tasking', side: 'japan', idle: ['group_2', 'group_3'], attacking: ['group_1'], landing: [] },
    ], { options: { task_forces: 'on' }, raiding: ['akagi'] })
    expect(rowsOf(storeAt(view, 'japan'))).toEqual([
      ['Group 1: Akagi, attacks', 0.667], ['Group 2: Kongo, holds back', 0.5], ['Group 2: Kongo, if it attacks', 0.667],
      ['Group 3: Tone and 21 Air Flotilla, holds back', 1], ['Group 3: Tone and 21 Air Flotilla, if it attacks', 1], ['At least one of these groups', 1],
    ])
  })
  test('several speed rolls: all arrive, at least one does, and those that sailed have still to roll (6.43)', () => {
    const view = viewAt([{ procedure: 'patrols', side: 'japan', rolling: ['hosho'] }], { units: { japan: { truk: ['kongo', 'nagato'], coral_sea: ['hosho'] }, allies: {} } })
    const choices: Action[] = [['patrol', 'kongo', 'us_mandate'], ['patrol', 'nagato', 'us_mandate'], ['done']]
    const arrives = currentOdds(storeAt(view, 'japan', choices, ['kongo', 'nagato'])).flatMap((table) => table.rows.map((row) => [row.name, Math.round(row.chances[1]! * 1000) / 1000]))
    expect(arrives).toEqual([['Speed 6: Kongo', 0.833], ['Speed 4: Nagato', 0.5], ['All 2 of them', 0.417], ['At least one of them', 0.917], ['Coral Sea: Hosho', 0.5]])
  })
  test('after the last round that Japan’s fuel allows the group is away (18.36)', () => {
    const units = { japan: { hawaiian_islands: ['tone'] }, allies: { hawaiian_islands: ['indianapolis'] } }
    const ends = (rounds: number): readonly number[] => {
      const frames = [{ procedure: 'chase', side: 'japan', area: 'hawaiian_islands', group: ['indianapolis'], ships: ['tone'], rounds }, { procedure: 'stopping', side: 'japan', ships: ['tone'] }]
      return currentOdds(storeAt(viewAt(frames, { units }), 'japan', [['stop', 'tone'], ['break_off'], ['done']]))[0]!.rows.find((row) => row.name.endsWith('by night'))!.chances
    }
    const [sunk, caught, away] = ends(-1) as [number, number, number]
    expect(caught).toBeGreaterThan(0.1)
    expect(ends(1)).toEqual([sunk, 0, caught + away])
    expect(ends(0)).toEqual([0, 0, 1])
  })
  test('a fleet without pursuers gets away (8.33)', () => {
    const view = viewAt([{ procedure: 'battle', area: 'coral_sea', units: ['tone', 'north_carolina'] }, { procedure: 'stay_or_retreat', side: 'japan' }], {
      units: { japan: { coral_sea: ['tone'] }, allies: { coral_sea: ['north_carolina'] } },
    })
    const [table] = currentOdds(storeAt(view, 'japan', [['stay'], ['retreat']]))
    expect(table!.rows.map((row) => row.chances)).toEqual([[0, 0, 1], [0, 0, 1]])
  })
})
