import { beforeEach, describe, expect, test } from 'vitest'
import '../src/games/sides'
import type { LogEntry, VisibleEvent } from '../src/app/api'
import { setBattleFilter } from '../src/games/war_in_the_pacific/battles_shown.svelte'
import { combatsIn, onBoard, weightOf } from '../src/games/war_in_the_pacific/combats'
import { byTurn, chanceOf, chanceOfDamage, luckOf, luckText, resultOf, rowsOf, sentText, stepsOf, targetsOf, titleOf } from '../src/games/war_in_the_pacific/combat_report'
import { rolls } from '../src/games/war_in_the_pacific/play_rolls'
import { Facts } from '../src/games/war_in_the_pacific/play_view'
import told from './witp'

/** The battles of a log: what belongs to each, what it came to, and which are rolled on the board. */

const facts = new Facts(told.pieces)
const [CARRIER, DESTROYER, TRANSPORT] = ['us_cv5', 'us_dd23', 'us_apb1']
const event = (name: string, more: Record<string, unknown> = {}, text = `${name}.`): VisibleEvent => ({ event: name, text, clause: '1.1', ...more })
let seq = 0
const entry = (side: string, events: readonly VisibleEvent[], action?: readonly string[]): LogEntry => ({ seq: (seq += 1), act: 'choice', side, events, ...(action && { action }) }) as LogEntry
const hit = (ship: string, weapon: string, dice: readonly number[], more: Record<string, unknown> = {}): VisibleEvent =>
  event('ship_hit', { ship, weapon, strength: 10, added: 0, dice, points: 9, levels: 1, level: 1, ...more }, `${ship} is hit by ${weapon} of strength 10 (dice ${dice.join(' ')}): 9 Damage Points, down 1 level to D1.`)
const raid = (wave: string, at: string, hits = 1): VisibleEvent[] => [event('raided', { wave, at, target: 'airbase' }), event('bombed', { wave, strength: 12, row: 0, added: 0, dice: [6], hits })]
const attack = (attacker: number, defender: number, die = 4): VisibleEvent[] => [
  event('attack', { side: 'allies', at: 'A3014', units: ['allies_unit_1'] }),
  event('ground_battle', { at: 'A3014', attacker, defender, column: 4, die, attacker_loses: 1, defender_loses: 2 }, `${attacker} attack ${defender} at Mandalay (terrain -1), die ${die}: attacker loses 1, defender 2 and retreats.`),
]
beforeEach(() => setBattleFilter('main'))

describe('the battles of a log', () => {
  const strike = [
    entry('japan', [event('turn_opened', { turn: 73 })]),
    entry('japan', [], ['send', 'jp_cv1', 'kate_carrier', 'torpedo', '3']),
    entry('japan', [event('wave', { wave: 'japan_wave_1', at: 'F1234', points: 3 })], ['fly']),
    entry('allies', [event('struck', { force: 'allies_2', at: 'F1234' }), event('force_found', { wave: 'japan_wave_1', fix: 5, die: 2 }), event('flak', { wave: 'japan_wave_1', strength: 20, dice: [5, 3], lost: 1, aborted: 1 }), event('sighted', { wave: 'japan_wave_1', ships: [CARRIER] })]),
    entry('japan', [event('aimed', { wave: 'japan_wave_1', ship: CARRIER, stack: 'kate_carrier', role: 'torpedo', points: 2 })]),
    entry('japan', [hit(CARRIER, 'air_torpedoes', [5, 6]), ...raid('japan_wave_2', 'F1940')]),
    entry('japan', [event('phase_opened', { phase: 1 })]),
  ]

  test('a strike whose ships are chosen in between is one battle; the next wave is another', () => {
    const [first, second, ...more] = combatsIn(strike)
    expect(more).toEqual([])
    expect(first).toMatchObject({ kind: 'air', at: 'F1234', wave: 'japan_wave_1', attacker: 'japan', turn: 73, chosen: true, seq: strike[3]!.seq, last: strike[5]!.seq })
    expect(first!.events.map((one) => one.event)).toEqual(['struck', 'force_found', 'flak', 'sighted', 'aimed', 'ship_hit'])
    expect(second).toMatchObject({ wave: 'japan_wave_2', at: 'F1940', chosen: false })
    expect(sentText(first!, facts)).toBe('3 Kate (torpedo) from Akagi')
  })

  test('a bombardment by several forces at a hex is one battle, at another hex a second one', () => {
    const shells = (at: string): VisibleEvent => event('bombarded', { at, target: 'ground', strength: 8, die: 3, hits: 0 })
    expect(combatsIn([entry('allies', [shells('F1234')]), entry('allies', [shells('F1234'), shells('F1940')])]).map(({ at, events, attacker }) => [at, events.length, attacker])).toEqual([['F1234', 2, 'allies'], ['F1940', 1, 'allies']])
  })

  test('after a step has ended, losses belong to no battle', () => {
    expect(combatsIn([entry('allies', [...attack(4, 2), event('attacks_over', { side: 'allies' }), event('unit_lost', { unit: 'japan_unit_1' })])]).map(({ events }) => events.length)).toEqual([2])
  })

  test('submarines and the hunt for them are one battle, a hunt on station is one by itself', () => {
    const hunt = event('asw', { at: 'F1234', strength: 2, die: 6, lost: 1 })
    const found = combatsIn([entry('japan', [event('sub_attack', { force: 'allies_2', at: 'F1234', points: 2 }), hit(DESTROYER, 'submarines', [1, 1], { levels: 0 }), hunt]), entry('japan', [event('impulse_opened', { impulse: 2 }), hunt])])
    expect(found.map(({ attacker, events }) => [attacker, events.length])).toEqual([['japan', 3], [null, 1]])
    expect(resultOf(found[0]!, facts)).toBe('1 Sub Point lost')
  })

  test('battles are listed by Game-Turn, the latest first', () => {
    const later = [...strike, entry('japan', [event('turn_opened', { turn: 74 }), ...raid('japan_wave_1', 'F1234')])]
    expect(byTurn(combatsIn(later)).map(({ turn, combats }) => [turn, combats.length])).toEqual([['Game-Turn 3/6/42', 1], ['Game-Turn 2/6/42', 2]])
  })
})

describe('which battles are on the board', () => {
  const combat = (events: readonly VisibleEvent[]) => combatsIn([entry('allies', events)])[0]!

  test('carriers weigh most, then landings, ships in battle, large attacks on land', () => {
    const all = [[event('struck', { force: 'allies_2', at: 'F1234' }), hit(CARRIER, 'bombs', [1, 1])], [event('landed', { unit: 'allies_unit_1', at: 'F1234' })], [event('battle', { at: 'F1234', ships: [DESTROYER] })], attack(15, 6), attack(9, 4)].map((events) => combat(events))
    const weights = all.map((one) => weightOf(one, facts))
    expect(weights).toEqual(weights.toSorted((a, b) => b - a))
    expect(all.map((one) => onBoard(one, facts, 'main'))).toEqual([true, true, true, true, false])
    expect(all.map((one) => onBoard(one, facts, 'every')).includes(false)).toBe(false)
    expect(all.map((one) => onBoard(one, facts, 'none')).includes(true)).toBe(false)
  })

  test('the dice of the others are not rolled: by the rule, all or none are', () => {
    const both = entry('japan', [hit(CARRIER, 'bombs', [5, 6]), ...raid('japan_wave_2', 'F1940')])
    const dice = (): number[] => (rolls(both, facts)?.sides ?? []).flatMap(({ rows }) => rows.flatMap((row) => row.dice.map(({ value }) => value)))
    expect(dice()).toEqual([5, 6])
    setBattleFilter('every')
    expect(dice().toSorted()).toEqual([5, 6, 6])
    setBattleFilter('none')
    expect(rolls(both, facts)).toBe(null)
  })

  test('a strike on a lone transport is rolled if its ships were chosen', () => {
    expect(onBoard(combat([event('struck', { force: 'allies_2', at: 'F1234' }), hit(TRANSPORT, 'bombs', [1, 1])]), facts, 'main')).toBe(false)
    expect(onBoard(combat([hit(TRANSPORT, 'bombs', [1, 1])]), facts, 'main')).toBe(true)
  })
})

describe('chances and luck', () => {
  test('24.3 an attack clears its hex on the dice with a retreat; from an entrenchment nobody retreats', () => {
    const [open] = combatsIn([entry('allies', attack(4, 2))])
    expect(chanceOf(open!, facts)).toBeCloseTo(2 / 6)
    const [dug] = combatsIn([entry('allies', attack(4, 2).map((one) => ({ ...one, text: one.text.replace('terrain', 'entrenched') })))])
    expect(chanceOf(dug!, facts)).toBe(0)
  })

  test('11.5, 12.1 the chance of damage counts both dice', () => {
    // Strength 10 gives 3 to 13 Damage Points against a Defence of a destroyer: from a third of it on, a level is likely.
    const chance = chanceOfDamage(hit(DESTROYER, 'bombs', [3, 3], { points: 7 }), facts)!
    expect(chance).toBeGreaterThan(0.5)
    expect(chanceOfDamage(hit(DESTROYER, 'bombs', [3, 3], { points: 4 }), facts)!).toBeLessThan(chance)
    expect(chanceOfDamage(hit('us_dd9999', 'bombs', [3, 3]), facts)).toBe(null)
  })

  test('17.1 a raid hits by its strength and modifiers', () => {
    const [plain, worse] = [0, -1].map((added) => combatsIn([entry('japan', raid('japan_wave_1', 'F1234').map((one) => ({ ...one, added })))])[0]!)
    expect(chanceOf(plain!, facts)).toBeCloseTo(4 / 6)
    expect(chanceOf(worse!, facts)).toBeCloseTo(3 / 6)
  })

  test('11.5 at sea the chance is that of the viewer to damage an enemy ship', () => {
    const [fight] = combatsIn([entry('japan', [event('battle', { at: 'F1234', ships: ['jp_dd1', DESTROYER] }), hit(DESTROYER, 'gunnery', [3, 3], { points: 7 })])])
    expect(chanceOf(fight!, facts, 'japan')).toBeGreaterThan(0.5)
    expect(chanceOf(fight!, facts, 'allies')).toBe(null)
    expect(rowsOf([fight!], facts, null)[0]!.chance).toBe(chanceOf(fight!, facts, 'japan'))
  })

  test('13.8 a hunt alone has the chance that submarines are lost; beside their attack it has none of its own', () => {
    const hunt = event('asw', { at: 'F1234', strength: 6, die: 6, lost: 1 })
    const [alone] = combatsIn([entry('japan', [hunt])])
    expect(chanceOf(alone!, facts)).toBeGreaterThan(0)
    const [attacked] = combatsIn([entry('japan', [event('sub_attack', { force: 'allies_2', at: 'F1234', points: 2 }), hit(DESTROYER, 'submarines', [3, 3]), hunt])])
    expect(chanceOf(attacked!, facts)).toBe(chanceOfDamage(hit(DESTROYER, 'submarines', [3, 3]), facts))
  })

  test('luck counts pips of own dice above their average, less those of the enemy', () => {
    const [strike] = combatsIn([entry('japan', [event('flak', { wave: 'japan_wave_1', strength: 20, dice: [6, 2], lost: 1, aborted: 0 }), hit(CARRIER, 'bombs', [5, 6])])])
    expect([luckOf(strike!, 'japan'), luckOf(strike!, 'allies')]).toEqual([1.5, -1.5])
    expect([luckText(1.5), luckText(-1.5), luckText(0), luckText(null)]).toEqual(['+1.5', '−1.5', '0', ''])
  })
})

describe('the report of a battle', () => {
  const [strike] = combatsIn([entry('japan', [event('struck', { force: 'allies_2', at: 'F1234' }), event('flak', { wave: 'japan_wave_1', strength: 20, dice: [6, 2], lost: 1, aborted: 0 }), hit(CARRIER, 'air_torpedoes', [5, 6]), hit(CARRIER, 'bombs', [2, 2], { levels: 0, level: 1 }), hit(DESTROYER, 'bombs', [6, 6], { level: 5 }), event('ship_sunk', { ship: DESTROYER, at: 'F1234' })])])

  test('it names the wave, the force and the place', () => {
    expect(titleOf(strike!, facts)).toBe('Air strike, Japanese Wave 1, at TF 2: Midway, F1234')
    expect(stepsOf(strike!, facts).map(({ text, dice }) => [text, dice.length])).toEqual([['struck.', 0], ['flak.', 0]])
  })

  test('each ship has its attacks with their dice, and what became of it', () => {
    expect(targetsOf(strike!, facts).map(({ name, attacks, now }) => [name, attacks.map(({ dice }) => dice), now])).toEqual([['Yorktown', [[5, 6], [2, 2]], 'damage level 1'], ['DD23', [[6, 6]], 'sunk']])
    expect(targetsOf(strike!, facts)[0]!.attacks[0]!.result).toBe('9 Damage Points, down 1 level to D1')
  })

  test('the result is the same in each list', () => {
    const result = 'DD23 sunk, Yorktown damaged, 1 attacking point lost'
    expect(resultOf(strike!, facts)).toBe(result)
    expect(rowsOf([strike!], facts, 'japan')).toMatchObject([{ where: 'Midway, F1234', kind: 'Air strike, Japan', result, luck: 3.5 }])
  })
})
