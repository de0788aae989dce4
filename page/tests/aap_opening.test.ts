// The board of a battle opens before its first dice are rolled, even if one choice caused both.
import { expect, test } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { battleFrame, battleOf } from '../src/games/axis_allies_pacific/battle'
import { battleLog, battleView } from '../src/games/axis_allies_pacific/battle_opening'
import { decisions, facts, pieces } from './aap'

const { view, log } = decisions('losses').find(({ view: one }) => battleFrame(one)?.kind === 'sea')!
const place = battleFrame(view)!.place
const before = { ...view, frames: [{ procedure: 'turn', next: 4 }, { procedure: 'combat', side: view.active }] }
const events = [{ event: 'battle_opened', place, text: '', clause: '' }, { event: 'combat_round', place, number: 1, text: '', clause: '' }, { event: 'fired', dice: [1, 2], hits: 1, text: '', clause: '' }]
const store = (unread: boolean, action = ['fight', place]): MatchStore =>
  ({ view: before, log: log.slice(0, 1), pieces, playback: { hidesDice: unread, step: { dice: true, entries: [{ seq: 9, act: 'choice', side: view.active, action, events }] } } }) as unknown as MatchStore

test('before the dice are rolled the battle is open, without a round and without a die', () => {
  const battle = battleOf(battleView(store(true)), facts, battleLog(store(true)))!
  expect([battle.kind, battle.place, battle.round]).toEqual(['sea', place, 0])
  expect(battle.attacker.columns.length + battle.defender.columns.length).toBeGreaterThan(1)
  expect([battle.attacker.dice, battle.defender.dice]).toEqual([0, 0])
})

test('once they are rolled the position itself shows the battle', () => {
  expect(battleView(store(false)).frames).toEqual(before.frames)
  expect(battleLog(store(false))).toHaveLength(1)
})
