import { describe, expect, test } from 'vitest'
import type { Action } from '../src/app/api'
import type { MatchStore } from '../src/app/game'
import { firstSteps } from '../src/games/war_in_the_pacific/first_steps'
import { hexAt, hexOf, NOWHERE, project } from '../src/games/war_in_the_pacific/grid'
import { layoutMarks, layoutPlaces } from '../src/games/war_in_the_pacific/layout'
import { forcesShown, pillsShown, placesShown, stacksOf, type PillShown } from '../src/games/war_in_the_pacific/map_marks'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import { subline } from '../src/games/war_in_the_pacific/play_prompts'
import { occupiedBoxes } from '../src/games/war_in_the_pacific/weather'
import { layoutWaterNames, WATERS } from '../src/games/war_in_the_pacific/map_labels/water_names'
import told from './witp'

/**
 * What the map and the rail show before anything is pressed: seas by name, positions when zoomed out, and what can
 * be done first.
 */

const facts = new Facts(told.pieces)
const midway = new KnownPosition(told.decisions.at(-1)!.view, facts)
const leyte = new KnownPosition(told.by_sea.view, facts)
const ALL = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
const laidFor = (position: KnownPosition, scale: number) => layoutMarks(layoutPlaces(placesShown(position), scale).laid, pillsShown(position), stacksOf(forcesShown(position), null), scale)
const named = (scale: number, sections: readonly string[] = ALL): string[] => layoutWaterNames(facts.atlas, scale, sections, []).map(({ lines }) => lines.join(' '))

describe('names of waters', () => {
  test.each([6, 12, 33, 66])('none overlaps a place, a name, a pill, a counter or another water at %d pixels a hex, and none overlaps land', (scale) => {
    for (const [position, sections] of [[midway, ['D', 'F']], [leyte, ['B', 'C']]] as const) {
      const taken = occupiedBoxes(laidFor(position, scale))
      const waters = layoutWaterNames(facts.atlas, scale, sections, taken)
      expect(waters.length).toBeGreaterThan(0)
      const meet = (a: readonly number[], b: readonly number[]): boolean => a[2]! > b[0]! && a[0]! < b[2]! && a[3]! > b[1]! && a[1]! < b[3]!
      waters.forEach(({ lines, box }, n) => {
        expect(taken.filter((one) => meet(one, box)), lines.join(' ')).toEqual([])
        expect(waters.slice(n + 1).filter((other) => meet(box, other.box)).map((other) => other.lines.join(' ')), lines.join(' ')).toEqual([])
        for (const share of [0, 0.25, 0.5, 0.75, 1]) {
          const hex = hexAt((box[0] + (box[2] - box[0]) * share) / scale, (box[1] + box[3]) / 2 / scale)
          expect(hex === NOWHERE ? 'off the map' : facts.atlas.kind[hex], lines.join(' ')).not.toMatch(/^land$|off/)
        }
      })
    }
  })

  test('each is in water of the map with one name', () => {
    for (const { name, at, or = [] } of WATERS) {
      for (const spot of [at, ...or]) expect(facts.atlas.kind[hexAt(...project(spot))], name).toMatch(/sea|coastal|island|atoll/)
    }
    const seas = WATERS.filter(({ rank }) => rank !== 'ocean').map(({ name }) => name)
    expect(new Set(seas).size).toBe(seas.length)
  })

  test('an ocean has one name when zoomed out and several when zoomed in; straits are named only close up', () => {
    expect(named(6).filter((name) => name === 'North Pacific')).toHaveLength(1)
    expect(named(6)).not.toContain('Pacific Ocean')
    expect(named(33).filter((name) => name === 'Pacific Ocean').length).toBeGreaterThan(5)
    expect(named(33)).not.toContain('North Pacific')
    for (const strait of ['San Bernardino Strait', 'Surigao Strait', 'Leyte Gulf']) expect([named(33).includes(strait), named(66).includes(strait)], strait).toEqual([false, true])
  })

  test('waters out of play have no name', () => {
    expect(named(12, ['D', 'F'])).toEqual(expect.arrayContaining(['North Pacific', 'Sea of Okhotsk']))
    expect(named(12, ['D', 'F']).filter((name) => ['Coral Sea', 'Indian Ocean', 'South China Sea', 'Philippine Sea'].includes(name))).toEqual([])
  })
})

describe('pills when zoomed out', () => {
  const pill = (at: string, sign: 'infantry' | 'plane', text: string, side: 'japan' | 'allies' = 'japan'): PillShown => ({ id: `${at} ${sign} ${side}`, hex: hexOf(at), side, sign, text, label: '' })
  const laid = (pills: readonly PillShown[], scale = 8): string[] => layoutMarks([], pills, [], scale).pills.map(({ side, parts }) => `${side} ${parts.map(({ text }) => text).join(' ')}`)

  test('what is close together is totalled for each side where most of it is', () => {
    const lying = [pill('B2048', 'infantry', '7'), pill('B2050', 'infantry', '6'), pill('B2050', 'plane', '23'), pill('B2049', 'infantry', '4', 'allies')]
    expect(laid(lying)).toEqual(['japan 13 23', 'allies 4'])
    const [most] = layoutMarks([], lying, [], 8).pills
    expect(most!.hex).toBe(hexOf('B2050'))
  })

  test('what is far apart is separate, and what has no figure is left out', () => {
    expect(laid([pill('B2048', 'infantry', '7'), pill('B2030', 'infantry', '6'), pill('B2010', 'plane', '0'), { ...pill('B1048', 'infantry', 'HQ'), tight: true }])).toEqual(['japan 7', 'japan 6'])
  })

  test('4.32 they say no more than the pills of bases do: enemy air points that no search found are not among them', () => {
    const own = midway.own!
    const air = (side: string): number => laidFor(midway, 6.5).pills.filter((one) => one.side === side).flatMap(({ parts }) => parts).filter(({ sign }) => sign === 'plane').reduce((sum, { text }) => sum + Number(text), 0)
    const known = pillsShown(midway).filter(({ sign, side }) => sign === 'plane' && side === own).reduce((sum, { text }) => sum + Number(text), 0)
    expect(air(own)).toBe(known)
    expect(known).toBeGreaterThan(0)
    expect(air(own === 'japan' ? 'allies' : 'japan')).toBe(0)
  })
})

test('6.6 ready points that reach nothing in contact are listed as such', () => {
  const view = { ...told.decisions.at(-1)!.view, frames: [{ procedure: 'special_orders' }] }
  const said = (choices: readonly Action[]): string => subline(view as never, {} as never, { view, decision: { side: 'allies' }, choices } as unknown as MatchStore)
  expect(said([['done']])).toBe('No enemy Task Force in contact is within reach.')
  expect(said([['strike', 'japan_3'], ['done']])).toBe('Strikes fly at once in this impulse.')
})

describe('possible first actions', () => {
  const store = (choices: readonly Action[], more: Partial<MatchStore> = {}, procedure = 'orders'): MatchStore =>
    ({ view: { ...told.decisions.at(-1)!.view, frames: [{ procedure }] }, pieces: told.pieces, decision: { side: 'japan' }, choices, picks: [], covered: false, ...more }) as unknown as MatchStore
  const done: Action = ['done']
  const orders: Action[] = [['form', 'F1234'], ['form', 'F3342'], ['plot', 'japan_3', 'patrol'], ['plot', 'japan_3', 'raid'], done]

  test('forces that wait for a Mission come first, with their number or the only one by name; then how one begins and what ends it', () => {
    expect(firstSteps(store(orders))).toEqual({
      rows: [{ verb: 'plot', label: 'Give a Mission', note: 'TF 3', whole: false }, { verb: 'form', label: 'Form a Task Force', note: '6 ships in 2 hexes', whole: false }],
      more: 0, how: 'Choose a force, its Mission, then a highlighted hex.', end: 'End the orders', either: '',
    })
  })

  test('9.2 the only port where a force may be formed needs no second press; with two, or another action, it is chosen first', () => {
    const told = firstSteps(store([['form', 'F3342'], done]))!
    expect(told.rows).toEqual([{ verb: 'form', label: 'Form a Task Force', note: 'Pearl Harbor (Oahu), 6 ships', whole: true }])
    expect(told.how).toContain('Form a force of ships in port')
    expect(firstSteps(store([['embark', 'japan_unit_1', 'jp_sf1'], done], {}, 'at_the_shore'))!.rows[0]!.whole).toBe(false)
  })

  test('four of many kinds are listed, with the number of the others', () => {
    const many = ['move', 'march', 'embark', 'land', 'deploy', 'pack'].map((verb): Action => [verb, 'japan_unit_1'])
    const told = firstSteps(store([...many, done], {}, 'at_the_shore'))!
    expect([told.rows.map(({ verb }) => verb), told.more]).toEqual([['move', 'march', 'embark', 'land'], 2])
  })

  test('where only ending is left, that is said; during an unfinished, covered or another\'s choice nothing is', () => {
    expect(firstSteps(store([done], {}, 'declaring'))).toEqual({ rows: [], more: 0, how: '', end: 'End declarations', either: '' })
    expect(firstSteps(store([['begin_kamikazes'], ['hold_back']], {}, 'kamikaze_call'))!.either).toBe('Begin Kamikaze Strikes or Not yet')
    expect(firstSteps(store(orders, { picks: [{ verb: 'form' }] } as Partial<MatchStore>))).toBeNull()
    expect(firstSteps(store(orders, { covered: true } as Partial<MatchStore>))).toBeNull()
    expect(firstSteps(store(orders, { decision: null } as Partial<MatchStore>))).toBeNull()
  })
})
