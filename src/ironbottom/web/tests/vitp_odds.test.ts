import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fate, howMany, passes, raidFate, sighted, volley } from '../src/games/victory_in_the_pacific/odds'
import { pursuit } from '../src/games/victory_in_the_pacific/odds_chase'
import { island } from '../src/games/victory_in_the_pacific/odds_island'
import { fateOf, sinksAt } from '../src/games/victory_in_the_pacific/play_shots'
import { Facts, type VitpView } from '../src/games/victory_in_the_pacific/play_view'

/** The odds as the game itself reckons them (tests/make_odds.py). */
const TOLD = JSON.parse(readFileSync(new URL('vitp_odds.json', import.meta.url), 'utf8')) as {
  pieces: unknown
  chases: { view: VitpView; way: string; group: string[]; ships: string[]; whole: number[]; alone: number[][] }[]
  fights: { view: VitpView; aims: [string, string][]; fates: Record<string, number[]> }[]
  torpedoes: { view: VitpView; target: string; fate: number[] }[]
  raids: { unit: string; before: number; shots: number; bonus: boolean; fate: number[] }[]
  islands: { invaders: number[]; holding: number[]; japan: boolean; chance: number }[]
  rolls: { speeds: number[]; arrive: number[] }[]
  sighting: { each: number[]; number: number[] }
}
const FACTS = new Facts(TOLD.pieces)

function close(mine: readonly number[], theirs: readonly number[]): void {
  expect(mine).toHaveLength(theirs.length)
  mine.forEach((p, i) => expect(p).toBeCloseTo(theirs[i]!, 8))
}

describe('the page reckons as the game does', () => {
  test('what becomes of each target of an action, kamikazes and late battleships included (7.5, 19.2, 21)', () => {
    expect(TOLD.fights.length).toBeGreaterThan(20)
    for (const { view, aims, fates } of TOLD.fights) {
      for (const [target, told] of Object.entries(fates)) {
        const found = fateOf(aims.filter(([, at]) => at === target).map(([unit]) => unit), target, view, FACTS)
        close([found.sunk, found.disabled, found.damaged, found.unharmed], told)
      }
    }
  })
  test('what an action leaves of a chase, of the whole group and of each ship alone (8.33, 8.51, 8.52)', () => {
    for (const { view, way, group, ships, whole, alone } of TOLD.chases) {
      const parts = ({ sunk, caught, away }: { sunk: number; caught: number; away: number }): number[] => [sunk, caught, away]
      close(parts(pursuit(way === 'day', group, ships, view, FACTS)[0]!), whole)
      pursuit(way === 'day', group, ships, view, FACTS, group.map((id) => [id])).forEach((found, k) => close(parts(found), alone[k]!))
    }
    expect(TOLD.chases.filter(({ whole }) => whole[1]! > 0).length).toBeGreaterThan(10)
  })
  test('what a torpedo does (16.2)', () => {
    for (const { view, target, fate: told } of TOLD.torpedoes) {
      const found = fate(volley(1, true, false), sinksAt(target, view, FACTS))
      close([found.sunk, found.disabled, found.damaged, found.unharmed], told)
    }
  })
  test('what a raid of two rounds does in port (9.13, 9.4)', () => {
    for (const { unit, before, shots, bonus, fate: told } of TOLD.raids) {
      const { armor } = FACTS.units.get(unit)!
      const found = raidFate(volley(2 * shots, bonus, false), Math.max(1, armor + 1 - before), 2 * armor + 1 - before)
      close([found.sunk, found.bottom, found.damaged, found.unharmed], told)
    }
  })
  test('who takes a base by island combat (22)', () => {
    for (const { invaders, holding, japan, chance } of TOLD.islands) expect(island(invaders, holding, japan), `${invaders} against ${holding}`).toBeCloseTo(chance, 8)
  })
  test('how many ships pass their speed rolls, and how many task forces are sighted (6.4, 20.4)', () => {
    for (const { speeds, arrive } of TOLD.rolls) close(howMany(speeds.map(passes)), arrive)
    const each = [[false, true, false], [false, true, true], [false, false, true], [true, false, false]].map(([certain, attacks, patrols]) => sighted({ certain: certain!, attacks: attacks!, patrols: patrols! }))
    close(each, TOLD.sighting.each)
    close(howMany(each), TOLD.sighting.number)
  })
})
