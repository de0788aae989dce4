// The battle board of Pacific Fury: the key of a battle is the same from its first to its last act, even in a match set up in the middle of it.
import { describe, expect, test } from 'vitest'
import type { LogEntry, VisibleEvent } from '../src/app/api'
import type { MatchStore } from '../src/app/game'
import { battleEntries, currentBattle, shownEntries } from '../src/games/pacific_fury/play_battle'
import { battles, rolls } from '../src/games/pacific_fury/play_rolls'
import { unitsOf, viewOf, type PacificView } from '../src/games/pacific_fury/play_view'

const UNITS = unitsOf({ units: ['ijn_hiei', 'ijn_kongo', 'ijn_kumano'].map((id) => ({ id, name: id.slice(4), side: 'japan', kind: 'battleship', combat: 3, defence: 2, planes: null })) })
const entry = (seq: number, action: readonly string[] | undefined, ...events: object[]): LogEntry => ({ seq, act: 'choice', side: 'allies', action, events } as unknown as LogEntry)
const view = (units: readonly string[]): PacificView =>
  viewOf({
    turn: 3, forces: { japan_1: { side: 'japan', where: 'the_slot', units, face_up: true } },
    frames: [{ procedure: 'air_strike', force: 'allies_1', target: 'japan_1' }, { procedure: 'assign_hits', pools: [] }],
  } as never)
const board = (log: readonly LogEntry[], units: readonly string[]): { battle: string; listed: string[] } => {
  const { battle, sides } = currentBattle(battleEntries(log, view(units), false)!, view(units), UNITS, 'allies', {}, new Set())
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

describe('while dice wait', () => {
  const store = (log: readonly LogEntry[], waiting: LogEntry): MatchStore => ({ log, playback: { pastSeq: null, hidesDice: true, step: { entries: [waiting] } } }) as unknown as MatchStore
  const sinking = (unit: string, hits: number): object => ({ event: 'sinking_rolled', unit, hits, sinks_on: 4, die: 3 })

  test('10.7.a the last hit is on the counter and in the log, as the sinking rolls count it', () => {
    const last = entry(2, ['hit', 'ijn_kongo'], { event: 'hits_assigned', unit: 'ijn_kongo', hits: 1 }, sinking('ijn_kongo', 2))
    const shown = shownEntries(store([HIT], last))
    const { sides } = currentBattle(battleEntries(shown, view(['ijn_kongo']), true)!, view(['ijn_kongo']), UNITS, 'allies', {}, new Set())
    expect(sides.find(({ side }) => side === 'japan')!.words).toEqual({ ijn_kongo: '2 hits' })
    expect(shown.at(-1)!.events!.map(({ event }) => event)).toEqual(['hits_assigned'])
  })

  test('7.1.a the event is not named before its die: no heading and no ships', () => {
    const waiting = entry(2, ['pass'], { event: 'passed', side: 'allies' }, { event: 'event_rolled', die: 1, drawn: 'torpedo' }, { event: 'base_shown', side: 'allies', units: ['ijn_hiei'] })
    const now = viewOf({ turn: 2, forces: {}, frames: [{ procedure: 'operations' }] } as never)
    const shown = shownEntries(store([], waiting))
    expect([shown, battleEntries(shown, now, true)]).toEqual([[], null])
  })

  test('the dice for the event come after those of the battle, in a step of their own', () => {
    const events = [{ event: 'hits_assigned' }, sinking('ijn_kongo', 2), { event: 'all_returned' }, { event: 'event_rolled', die: 1, reroll: true }, { event: 'event_rolled', die: 1, reroll: true }, { event: 'event_rolled', die: 4, reroll: false }] as unknown as VisibleEvent[]
    const parts = battles(events)
    expect(parts.map((part) => part.length)).toEqual([3, 3])
    const [fought, drawn] = parts.map((part) => rolls({ ...HIT, events: part }, UNITS)!)
    expect([fought!.announcement, fought!.what, drawn!.announcement, drawn!.what]).toEqual(['Sinking rolls for 1 ship.', '1 die', 'Roll for this turn’s event.', '1 die'])
  })

  test('events drawn again are one line', () => {
    const die = (value: number, reroll: boolean): object => ({ event: 'event_rolled', die: value, reroll, text: reroll ? 'Again.' : 'Japan rolls 4 for the event: Submarine.' })
    const rows = (dice: object[]): unknown => rolls(entry(1, ['pass'], ...dice), UNITS)!.sides.flatMap((side) => side.rows.map((row) => [row.dice.map(({ value }) => value), row.result]))
    expect(rows([die(1, true), die(2, true), die(1, true), die(4, false)])).toEqual([[[1, 2, 1, 4], 'Already happened; rolled again (3 times). Japan rolls 4 for the event: Submarine.']])
    expect(rows([die(1, true), die(4, false)])).toEqual([[[1, 4], 'Already happened; rolled again. Japan rolls 4 for the event: Submarine.']])
  })
})
