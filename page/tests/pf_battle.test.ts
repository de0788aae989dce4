// The battle board of Pacific Fury: the key of a battle is the same from its first to its last act, even in a match set up in the middle of it.
import { expect, test } from 'vitest'
import type { LogEntry } from '../src/app/api'
import { battleEntries, battleNow } from '../src/games/pacific_fury/play_battle'
import { unitsOf, viewOf, type PacificView } from '../src/games/pacific_fury/play_view'

const UNITS = unitsOf({ units: ['ijn_hiei', 'ijn_kongo', 'ijn_kumano'].map((id) => ({ id, name: id.slice(4), side: 'japan', kind: 'battleship', combat: 3, defence: 2, planes: null })) })
const entry = (seq: number, action: readonly string[] | undefined, ...events: object[]): LogEntry => ({ seq, act: 'choice', side: 'allies', action, events } as unknown as LogEntry)
const view = (units: readonly string[]): PacificView =>
  viewOf({
    turn: 3, forces: { japan_1: { side: 'japan', where: 'the_slot', units, face_up: true } },
    frames: [{ procedure: 'air_strike', force: 'allies_1', target: 'japan_1' }, { procedure: 'assign_hits', pools: [] }],
  } as never)
const board = (log: readonly LogEntry[], units: readonly string[]): { battle: string; listed: string[] } => {
  const { battle, sides } = battleNow(battleEntries(log, view(units), false)!, view(units), UNITS, 'allies', {}, new Set())
  return { battle, listed: sides.flatMap(({ stations }) => stations.flatMap((one) => one.units.map(({ id }) => id))) }
}
const HIT = entry(1, ['hit', 'ijn_kongo'], { event: 'hits_assigned', unit: 'ijn_kongo', hits: 1 })
const ROLLED = entry(2, ['hit', 'ijn_kumano'], { event: 'hits_assigned', unit: 'ijn_kumano', hits: 1 }, { event: 'sunk', unit: 'ijn_kumano' })

test('in a match set up in the middle of a battle the key holds when the first entries come', () => {
  const begun = board([], ['ijn_hiei', 'ijn_kongo', 'ijn_kumano'])
  expect(begun.listed).toHaveLength(3)
  expect([board([HIT], ['ijn_hiei', 'ijn_kongo', 'ijn_kumano']).battle, board([HIT, ROLLED], ['ijn_hiei', 'ijn_kongo']).battle]).toEqual([begun.battle, begun.battle])
})

test('in such a match the battle still holds when a force goes home at its end', () => {
  const home = { seq: 3, act: 'choice', side: 'japan', events: [{ event: 'went_home', force: 'japan_1' }] } as unknown as LogEntry
  const begun = board([HIT], ['ijn_hiei', 'ijn_kongo', 'ijn_kumano'])
  expect(board([HIT, ROLLED, home], []).battle).toBe(begun.battle)
})

test('the next strike on the same force in the same turn is another battle', () => {
  const strike = (seq: number): LogEntry => entry(seq, ['strike', 'allies_1', 'japan_1'], { event: 'target_chosen', force: 'allies_1', target: 'japan_1' }, { event: 'round_opened' })
  const [first, second] = [board([strike(7)], ['ijn_kongo']), board([strike(7), strike(9)], ['ijn_kongo'])]
  expect(second.battle).not.toBe(first.battle)
})
