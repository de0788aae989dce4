// The plain board: the counters and lists of a view, for a game that the page does not know.
import { expect, test } from 'vitest'
import type { Decision, View } from '../src/app/api'
import page from '../src/games/plain/play'
import { boardOf, countersOf, listsOf, named, sideOf, stacksOf, whenOf, type PlainBoard } from '../src/games/plain/read'

const RING = [[0, 0], [1, 0], [0, 1]] as const
const place = (id: string) => ({ id, name: named(id), at: [0, 0] as const, ring: RING })
const BOARD: PlainBoard = { places: ['north', 'port', 'b3'].map(place), counters: { companies: ['red_1', 'red_2', 'blue_1'] }, owners: { flag: 'blue' } }
const SIDES = ['red', 'blue']
const VIEW = {
  game: 'atoll', options: {}, corrections: {}, side: 'red', frames: [{ procedure: 'plans' }],
  round: 2, planning: true, over: null,
  companies: ['b3', null, 'b3'],
  ships: { red_cruiser: { place: 'port', plan: 'north', shown: false }, blue_raft: { place: 'lost', crew: 3 } },
  forces: { red_a: 'north', flag: 'north' },
  points: { red: 3, blue: 0 },
  sunk: ['blue_tug'],
} as unknown as View

test('counters are found in tables and in lists that the game names', () => {
  expect(countersOf(VIEW, BOARD, SIDES)).toEqual([
    { id: 'red_1', place: 'b3', side: 'red', note: '' },
    { id: 'blue_1', place: 'b3', side: 'blue', note: '' },
    { id: 'red_cruiser', place: 'port', side: 'red', note: 'plan north' },
    { id: 'red_a', place: 'north', side: 'red', note: '' },
    { id: 'flag', place: 'north', side: 'blue', note: '' },
  ])
})

test('the counters of a side in a place are one stack', () => {
  const stacks = stacksOf(countersOf(VIEW, BOARD, SIDES))
  expect([...stacks].map(([at, here]) => [at, ...here.map(({ side, counters }) => `${side} ${counters.length}`)])).toEqual([
    ['b3', 'red 1', 'blue 1'], ['port', 'red 1'], ['north', 'red 1', 'blue 1'],
  ])
})

test('everything else is listed, and nothing twice', () => {
  expect(listsOf(VIEW, BOARD).map(({ name, rows }) => [name, ...rows])).toEqual([
    ['Now', ['Round', '2'], ['Planning', 'Yes']],
    ['Ships', ['Blue raft', 'place lost, crew 3']],
    ['Points', ['Red', '3'], ['Blue', '0']],
    ['Sunk', ['Blue tug']],
  ])
})

test('a game that declares no board has lists only', () => {
  const none = boardOf({ words: {} })
  expect(countersOf(VIEW, none, SIDES)).toEqual([])
  expect(listsOf(VIEW, none).map(({ name }) => name)).toEqual(['Now', 'Companies', 'Ships', 'Forces', 'Points', 'Sunk'])
  expect(boardOf(null).places).toEqual([])
})

test('turns and sides are read from ids', () => {
  expect([whenOf(VIEW), whenOf({ turn: 4 } as unknown as View), whenOf({} as View)]).toEqual(['Round 2', 'Turn 4', ''])
  expect([sideOf('blue', SIDES), sideOf('bluebird', SIDES), sideOf('flag', SIDES, { flag: 'red' })]).toEqual(['blue', undefined, 'red'])
})

test('on a shared screen a curtain covers only decisions that may depend on secrets', () => {
  const covered = (secret: boolean) => page.needsCurtain(VIEW, { secret } as Decision)
  expect([covered(true), covered(false), page.needsCurtain(VIEW, null)]).toEqual([true, false, true])
})
