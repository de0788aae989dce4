// The list of battles with their reports, and which of them are shown on the board.
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import '../src/games/sides'
import type { MatchStore } from '../src/app/game'
import { readStored } from '../src/app/storage'
import BattlesPanel from '../src/games/war_in_the_pacific/BattlesPanel.svelte'
import CombatBoard from '../src/games/war_in_the_pacific/CombatBoard.svelte'
import { combatsIn } from '../src/games/war_in_the_pacific/combats'
import { combatStep } from '../src/games/war_in_the_pacific/combat_step'
import { setBattleFilter, battleFilter } from '../src/games/war_in_the_pacific/battles_shown.svelte'
import { Facts } from '../src/games/war_in_the_pacific/play_view'
import { button, choose, get, mountComponent, press, texts } from './component'
import told from './witp'

const facts = new Facts(told.pieces)
const raid = (seq: number, wave: string, at: string) => ({ seq, act: 'choice', side: 'japan', events: [{ event: 'raided', text: `Wave strikes ${at}.`, wave, at, target: 'airbase' }, { event: 'bombed', text: 'It bombs: 1 hit.', wave, strength: 12, row: 0, added: 0, dice: [6], hits: 1 }] })
const torpedoes = { seq: 2, act: 'choice', side: 'japan', events: [{ event: 'struck', text: 'TF 2 is attacked.', force: 'allies_2', at: 'F1234' }, { event: 'ship_hit', text: 'Yorktown is hit by air torpedoes of strength 10 (dice 5 6): 11 Damage Points, down 2 levels.', ship: 'us_cv5', weapon: 'air_torpedoes', strength: 10, added: 0, dice: [5, 6], points: 11, levels: 2, level: 2 }] }
const log = [raid(1, 'japan_wave_1', 'F1234'), torpedoes, raid(3, 'japan_wave_3', 'F3342')]
const lookTo = vi.fn()
const store = (more: object = {}): MatchStore => ({ pieces: told.pieces, log, mine: 'allies', viewer: 'allies', playback: { lookTo, step: undefined, hidesDice: false }, hasBoardTray: false, ...more }) as unknown as MatchStore
beforeEach(() => setBattleFilter('main'))

test('every battle has its row, the weightiest first; a press opens its report', () => {
  const onlocate = vi.fn()
  const { target } = mountComponent(BattlesPanel, { store: store(), onlocate })
  expect(texts(target, 'tbody th')).toEqual(['Midway, F1234', 'Midway, F1234', 'Pearl Harbor (Oahu), F3342'])
  expect(texts(target, 'tbody tr')[0]).toContain('Yorktown damaged')
  target.querySelector<HTMLButtonElement>('tbody button')!.click()
  flushSync()
  expect(texts(target, 'article h2')).toEqual(['Air strike, Japanese, at TF 2: Midway, F1234'])
  expect(target.querySelectorAll('[data-target=us_cv5] .die')).toHaveLength(2)
  press(target, 'Show Midway')
  expect(onlocate).toHaveBeenCalledWith('F1234')
  press(target, 'Replay')
  expect(lookTo).toHaveBeenCalledWith(1)
  press(target, 'All battles')
  expect(target.querySelector('article')).toBe(null)
})

test('the rule which battles are on the board stays in this browser', () => {
  const { target } = mountComponent(BattlesPanel, { store: store(), onlocate: vi.fn() })
  choose(get(target, 'select', 'Show on the board'), 'none')
  expect(battleFilter.rule).toBe('none')
  expect(readStored('ironbottom.pacific.battles')).toBe('none')
})

test('small battles of a stop are listed together in place of the map; one alone is not', () => {
  const entries = [log[0]!, log[2]!]
  const stop = (some: readonly unknown[]) => combatStep(store({ log: some, playback: { step: { seq: 3, entries: some, dice: false }, hidesDice: false } }), facts, false)
  expect(stop(entries)).toMatchObject({ seq: 3, reported: [], listed: [{ at: 'F1234' }, { at: 'F3342' }] })
  expect(stop(entries.slice(1))).toBe(null)
  const onmap = vi.fn()
  const { target } = mountComponent(CombatBoard, { store: store(), stop: stop(entries), onmap })
  expect(texts(target, '.head b')).toEqual(['2 battles, resolved together'])
  expect(texts(target, 'thead th')).toEqual(['Where', 'Kind', 'Strength', 'Chance', 'Result', 'Luck'])
  expect(texts(target, 'tbody tr')[0]).toBe('Midway, F1234Air raid, Japanstrength 1267 %1 hit−2.5')
  button(target, 'Show the map').click()
  expect(onmap).toHaveBeenCalled()
})

test('the enemy’s strike is reported once its dice lie; before, only its title', () => {
  const playing = (unread: boolean) => store({ playback: { step: { seq: 2, entries: [torpedoes], dice: true }, hidesDice: unread, dice: unread ? 'hand' : 'lying' }, game: { rolls: () => null } })
  const shown = (unread: boolean) => combatStep(playing(unread), facts, true)
  expect(shown(false)).toMatchObject({ reported: [{ kind: 'air' }], listed: [{ at: 'F3342' }] })
  const { target, change } = mountComponent(CombatBoard, { store: playing(true), stop: shown(true), onmap: vi.fn() })
  expect(target.textContent).not.toContain('Yorktown')
  change({ store: playing(false), stop: shown(false) })
  expect(texts(target, '[data-target=us_cv5] th')).toEqual(['Yorktown CVdamage level 2'])
})

test('an own strike keeps the board of its battle', () => {
  const own = store({ mine: 'japan', viewer: 'japan', log: log.slice(0, 2), playback: { step: { seq: 2, entries: [torpedoes], dice: true }, hidesDice: false } })
  expect(combatStep(own, facts, true)).toBe(null)
  expect(combatStep(own, facts, false)?.reported).toHaveLength(1)
  expect(combatsIn(own.log)).toHaveLength(2)
})

test('before its dice a battle is named by what was logged of it earlier', () => {
  const [struck, hit] = torpedoes.events
  const [before, now] = [{ ...torpedoes, seq: 2, events: [struck] }, { ...torpedoes, seq: 3, events: [hit] }]
  const stop = combatStep(store({ log: [before], mine: 'japan', playback: { step: { seq: 3, entries: [now], dice: true }, hidesDice: true } }), facts, false)
  expect(stop?.reported).toMatchObject([{ at: 'F1234', kind: 'air', last: 3 }])
})
