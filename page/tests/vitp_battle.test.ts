import { describe, expect, test } from 'vitest'
import type { LogEntry, VisibleEvent } from '../src/app/api'
import { aimedAt } from '../src/app/battle_dice'
import { currentBattle, fightOf } from '../src/games/victory_in_the_pacific/play_battle'
import { Facts, type VitpView } from '../src/games/victory_in_the_pacific/play_view'

const ship = (id: string, side: 'japan' | 'allies', kind = 'cruiser'): object => ({
  id, name: id.replace(/^./, (c) => c.toUpperCase()), side, nation: side === 'japan' ? 'japan' : 'us', kind, gunnery: 1, gunnery_bonus: false, armor: 2, speed: 7,
  airstrike: 0, airstrike_bonus: false, defence: null, turn: 1, place: 'truk', leaves: 0,
})
const FACTS = new Facts({
  units: [ship('nachi', 'japan'), ship('haguro', 'japan'), ship('shoho', 'japan', 'carrier'), ship('cornwall', 'allies'), ship('resolution', 'allies', 'battleship')],
  areas: [{ id: 'bay_of_bengal', name: 'Bay of Bengal', japan: 1, allies: 1, adjacent: [] }],
  places: [{ id: 'truk', name: 'Truk', kind: 'port', touches: ['bay_of_bengal'], lon: 0, lat: 0 }, { id: 'ceylon', name: 'Ceylon', kind: 'port', touches: ['bay_of_bengal'], lon: 0, lat: 0 }],
  turns: [],
})
const MARKS = { highlighted: new Set<string>(), picked: new Set<string>() }
const BATTLE = { procedure: 'battle', area: 'bay_of_bengal', units: ['nachi', 'haguro', 'shoho', 'cornwall', 'resolution'] }

/** A match that was set up in the midst of a battle: Shoho is home already, Resolution sunk, and nothing of it is in the log. */
const set = (...frames: object[]): VitpView => ({
  options: {}, turn: 2, damage: { nachi: 1 }, air_loss: {}, raiding: [], marked: [], naming: null, battle: 'bay_of_bengal',
  units: { japan: { bay_of_bengal: ['nachi', 'haguro'], truk: ['shoho'] }, allies: { bay_of_bengal: ['cornwall'], lost: ['resolution'] } },
  frames: [{ procedure: 'turn', next: 13 }, { procedure: 'combat' }, BATTLE, ...frames],
}) as unknown as VitpView
const shown = (view: VitpView, log: readonly LogEntry[] = []): ReturnType<typeof currentBattle> => currentBattle(fightOf(log, view, false)!, FACTS, 'allies', MARKS, null)
const states = (view: VitpView): Record<string, string> =>
  Object.fromEntries(shown(view).sides.flatMap((side) => side.stations.flatMap((station) => station.units.map((one) => [one.id, one.sunk ? 'sunk' : one.acted ? 'out' : 'fights']))))

describe('the battle board of a match that was set up in a battle', () => {
  test('the fleets are shown, with the units that are out of it', () => {
    const view = set({ procedure: 'stay_or_retreat', side: 'allies' })
    expect(states(view)).toEqual({ nachi: 'fights', haguro: 'fights', shoho: 'out', cornwall: 'fights', resolution: 'sunk' })
    const now = shown(view)
    expect(now.title).toBe('Battle in the Bay of Bengal')
    expect(now.steps[now.now]).toBe('Stay or retreat')
    expect(now.words['shoho']).toBe('at Truk')
  })
  test('during an action it shows which', () => {
    const frames = [
      { procedure: 'round', area: 'bay_of_bengal', way: 'day', both: true },
      { procedure: 'action', area: 'bay_of_bengal', place: null, way: 'day', units: ['nachi', 'haguro', 'cornwall'], marks: { cornwall: 2 } },
      { procedure: 'targeting', side: 'allies', way: 'day', aims: [{ unit: 'cornwall', target: 'nachi' }] },
    ]
    const now = shown(set(...frames))
    expect(now.title).toBe('Battle in the Bay of Bengal')
    expect(now.steps[0]).toBe('Day action')
    expect(now.facts).toEqual(['Day action, then night action, in the Bay of Bengal.'])
    expect(now.steps[now.now]).toBe('Allies fire')
    expect(now.words['cornwall']).toBe('at Nachi')
    expect(now.sides[1]!.stations[0]!.units[0]!.damage).toBe(2)
  })
  test('the last unit that was aimed shows its target too, although the moment on the board is before it was', () => {
    const frames = [
      { procedure: 'action', area: 'bay_of_bengal', place: null, way: 'day', units: ['nachi', 'haguro', 'cornwall'], marks: {} },
      { procedure: 'targeting', side: 'japan', way: 'day', aims: [{ unit: 'nachi', target: 'cornwall' }] },
    ]
    const dice = { aims: [{ unit: 'nachi', target: 'cornwall', dice: 1 }, { unit: 'haguro', target: 'cornwall', dice: 2 }], lying: false, events: [] }
    const now = currentBattle(fightOf([], set(...frames), false)!, FACTS, 'allies', { ...MARKS, aimed: aimedAt(dice) }, null, dice)
    expect([now.words['nachi'], now.words['haguro']]).toEqual(['at Cornwall', 'at Cornwall'])
    expect(now.sides[1]!.stations[0]!.units.find(({ id }) => id === 'cornwall')!.target).toBe(3)
  })
  test('a doomed unit keeps its figures and says so until losses count', () => {
    const frames = [
      { procedure: 'action', area: 'bay_of_bengal', place: null, way: 'day', units: ['nachi', 'haguro', 'cornwall'], marks: { cornwall: 3, nachi: 1 } },
      { procedure: 'targeting', side: 'allies', way: 'day', aims: [] },
    ]
    const now = shown(set(...frames))
    expect([now.words['cornwall'], now.words['nachi']]).toEqual(['will sink', '2 damage'])
    expect(states(set(...frames))['cornwall']).toBe('fights')
  })
  test('the head of a fleet has the names of all that the battle has sunk', () => {
    const lost = { event: 'lost', unit: 'resolution', text: '', clause: '' }
    const named = { event: 'area_named', area: 'bay_of_bengal', text: '', clause: '' }
    const log = [{ seq: 1, act: 'choice', side: 'japan', events: [named, lost] }, { seq: 2, act: 'choice', side: 'japan', events: [{ event: 'action_settled', area: 'bay_of_bengal', action: 'day', text: '', clause: '' }] }] as unknown as LogEntry[]
    expect(shown(set({ procedure: 'stay_or_retreat', side: 'allies' }), log).sides.map(({ side, sunk }) => [side, sunk])).toEqual([['japan', []], ['allies', ['Resolution']]])
  })
  test('in a chase only the group and its pursuers fight', () => {
    const frames = [{ procedure: 'chase', area: 'bay_of_bengal', group: ['cornwall'], ships: ['nachi'] }, { procedure: 'stopping', side: 'japan', ships: ['nachi'] }]
    expect(states(set(...frames))).toMatchObject({ nachi: 'fights', cornwall: 'fights', haguro: 'out' })
    expect(shown(set(...frames)).facts).toEqual(['Nachi chases Cornwall.'])
  })
  test('for an air raid it shows the port and the raiders', () => {
    const now = shown(set({ procedure: 'air_raid', side: 'japan', area: 'bay_of_bengal', place: 'ceylon', ships: ['haguro'] }))
    expect([now.title, ...now.facts]).toEqual(['Air raid on Ceylon', 'Air raid on Ceylon by Haguro.'])
  })
  test('what the log shows is not repeated', () => {
    const settled: VisibleEvent = { event: 'action_settled', area: 'bay_of_bengal', action: 'night', both: false, text: 'Night action in the Bay of Bengal.', clause: '7.3' }
    const action = { procedure: 'action', area: 'bay_of_bengal', place: null, way: 'night', units: ['nachi', 'cornwall'], marks: {} }
    expect(shown(set(action), [{ seq: 3, act: 'choice', side: 'japan', events: [settled], dice: [] } as unknown as LogEntry]).facts).toEqual(['Night action in the Bay of Bengal.'])
  })
  test('without a battle there is no battle board', () => {
    expect(fightOf([], { ...set(), frames: [{ procedure: 'turn', next: 6 }] } as unknown as VitpView, false)).toBeNull()
  })
})
