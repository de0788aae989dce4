import { describe, expect, test } from 'vitest'
import type { Action } from '../src/app/api'
import { actorOf, selectableIds, isOffered, isPickable, question, matchingChoices, expandChoices, completeChoice } from '../src/app/choices'

/** Operations with one force at sea and one in its box, as the referee lists them. */
const OPERATIONS: readonly Action[] = [
  ['sortie', 'allies_2', 'south_pacific_ocean'],
  ['sortie', 'allies_2', 'ironbottom_sound'],
  ['move', 'allies_1', 'eastern_solomons'],
  ['move', 'allies_1', 'ironbottom_sound'],
  ['strike', 'allies_1', 'japan_1'],
  ['return_to_base', 'allies_1'],
  ['pass'],
]
const HITS: readonly Action[] = [['hit', 'us_wasp'], ['hit', 'us_chicago'], ['hit', 'us_hornet'], ['hit', 'us_chester'], ['hit', 'us_portland']]
const ids = (choices: readonly Action[], picks: Parameters<typeof selectableIds>[1]): string[] => [...selectableIds(choices, picks)].sort()

describe('what is highlighted', () => {
  test('before any selection: the units that may act, and nothing else', () => expect(ids(OPERATIONS, [])).toEqual(['allies_1', 'allies_2']))
  test('after a verb: the units that may do it', () => expect(ids(OPERATIONS, [{ verb: 'move' }])).toEqual(['allies_1']))
  test('after a force: everything it may go to or aim at', () =>
    expect(ids(OPERATIONS, [{ id: 'allies_1' }])).toEqual(['eastern_solomons', 'ironbottom_sound', 'japan_1']))
  test('after a zone selected first: the forces that may go there', () =>
    expect(ids(OPERATIONS, [{ id: 'ironbottom_sound' }])).toEqual(['allies_1', 'allies_2']))
  test('where only one unit may act, and in one way: its targets too', () => {
    expect(ids([['target', 'allies_1', 'japan_1'], ['target', 'allies_1', 'japan_2']], [])).toEqual(['allies_1', 'japan_1', 'japan_2'])
    expect(ids([['target', 'allies_1', 'japan_1'], ['target', 'allies_2', 'japan_1']], [])).toEqual(['allies_1', 'allies_2'])
    expect(ids([['move', 'allies_1', 'the_slot'], ['pass']], [])).toEqual(['allies_1'])
  })
  test('nothing where nothing fits', () => expect(ids(OPERATIONS, [{ verb: 'pass' }])).toEqual([]))
})

describe('the acting unit', () => {
  test('is known where only one may do what was selected', () => {
    expect(actorOf(OPERATIONS, [{ verb: 'move' }])).toEqual({ id: 'allies_1', at: 0 })
    expect(actorOf([...OPERATIONS, ['move', 'allies_3', 'the_slot']], [{ verb: 'move' }])).toBe(null)
  })
  test('is not named where only one choice is left, or nothing was selected', () => {
    expect(actorOf(OPERATIONS, [{ verb: 'strike' }])).toBe(null)
    expect(actorOf(OPERATIONS, [])).toBe(null)
    expect(actorOf(OPERATIONS, [{ verb: 'move' }, { id: 'allies_1', at: 0 }])).toBe(null)
  })
})

describe('the remaining choices', () => {
  test('contain every selection, in any position', () =>
    expect(matchingChoices(OPERATIONS, [{ id: 'ironbottom_sound' }, { id: 'allies_1' }])).toEqual([['move', 'allies_1', 'ironbottom_sound']]))
  test('a selection at a position fits only that position', () => {
    const aims: Action[] = [['target', 'japan_1', 'allies_1'], ['target', 'japan_2', 'allies_1']]
    expect(matchingChoices(aims, [{ id: 'allies_1', at: 0 }])).toEqual([])
    expect(matchingChoices(aims, [{ id: 'allies_1', at: 1 }])).toEqual(aims)
  })
  test('one id selected twice must occur twice', () => {
    const pairs: Action[] = [['swap', 'a', 'a'], ['swap', 'a', 'b']]
    expect(matchingChoices(pairs, [{ id: 'a' }, { id: 'a' }])).toEqual([['swap', 'a', 'a']])
  })
  test('one of a few', () => {
    const few: Action[] = [['pass'], ['move', 'allies_1', 'ironbottom_sound']]
    expect(matchingChoices(OPERATIONS, [{ among: few }])).toEqual([few[1], few[0]])
  })
  test('an id that fits nowhere cannot be selected', () => {
    expect(isPickable(OPERATIONS, [{ id: 'allies_2' }], 'japan_1')).toBe(false)
    expect(isPickable(OPERATIONS, [{ id: 'allies_1' }], 'japan_1')).toBe(true)
  })
})

describe('the next question', () => {
  test('asks for the verb where there are several, and names the only one', () => {
    const asked = question(OPERATIONS, [])
    expect(asked).toEqual({
      kind: 'verb',
      verbs: [
        { verb: 'sortie', only: null },
        { verb: 'move', only: null },
        { verb: 'strike', only: ['strike', 'allies_1', 'japan_1'] },
        { verb: 'return_to_base', only: ['return_to_base', 'allies_1'] },
        { verb: 'pass', only: ['pass'] },
      ],
    })
  })
  test('gives few choices whole', () =>
    expect(question(OPERATIONS, [{ verb: 'sortie' }])).toEqual({ kind: 'whole', choices: OPERATIONS.slice(0, 2) }))
  test('skips an argument in which all agree', () => {
    const zones = ['a', 'b', 'c', 'd', 'e'].map((zone): Action => ['move', 'allies_1', zone])
    const asked = question(zones, [])
    expect(asked.kind === 'argument' && [asked.at, asked.values.map((value) => value.id)]).toEqual([1, ['a', 'b', 'c', 'd', 'e']])
  })
  test('has nothing to ask where no choice is left', () => expect(question(OPERATIONS, [{ id: 'japan_7' }])).toEqual({ kind: 'none' }))
})

describe('when a press on the board completes a choice', () => {
  test('not by the force only: the player may want to look at it', () => {
    expect(completeChoice([['land', 'allies_3'], ['pass'], ['move', 'allies_1', 'the_slot']], [{ id: 'allies_3' }])).toBe(null)
  })
  test('by force and zone', () =>
    expect(completeChoice(OPERATIONS, [{ id: 'allies_1' }, { id: 'eastern_solomons' }])).toEqual(['move', 'allies_1', 'eastern_solomons']))
  test('by verb and force', () =>
    expect(completeChoice(OPERATIONS, [{ verb: 'return_to_base' }, { id: 'allies_1' }])).toEqual(['return_to_base', 'allies_1']))
  test('by the one argument where a single verb takes any', () => {
    expect(completeChoice(HITS, [{ id: 'us_wasp' }])).toEqual(['hit', 'us_wasp'])
    expect(completeChoice([['strike_again', 'henderson_field'], ['withdraw']], [{ id: 'henderson_field' }])).toEqual(['strike_again', 'henderson_field'])
  })
  test('never with an argument open', () => expect(completeChoice(OPERATIONS, [{ verb: 'strike' }])).toBe(null))
})

test('a choice is offered only exactly', () => {
  expect(isOffered(OPERATIONS, ['pass'])).toBe(true)
  expect(isOffered(OPERATIONS, ['move', 'allies_1'])).toBe(false)
})

describe('choices in sets', () => {
  const FIRE = { verb: 'fire', then: [[['kaga', 'akagi'], [[['wasp'], []]]], [['soryu'], [[['wasp', 'hornet'], []]]]] } as const
  test('are unfolded one by one, in their order', () =>
    expect(expandChoices([FIRE, { verb: 'done' }])).toEqual([
      ['fire', 'kaga', 'wasp'], ['fire', 'akagi', 'wasp'], ['fire', 'soryu', 'wasp'], ['fire', 'soryu', 'hornet'], ['done'],
    ]))
  test('and once', () => {
    const groups = [FIRE, { verb: 'done' }]
    expect(expandChoices(groups)).toBe(expandChoices(groups))
  })
  test('of too many, verbs with few stay whole', () =>
    expect(expandChoices([FIRE, { verb: 'done' }], 3)).toEqual([['fire', 'kaga', 'wasp'], ['fire', 'akagi', 'wasp'], ['done']]))
  test('four million cost no more than are listed', () => {
    const ids = Array.from({ length: 2000 }, (_, k) => `id_${k}`)
    const all = expandChoices([{ verb: 'move', then: [[ids, [[ids, []]]]] }, { verb: 'done' }])
    expect([all.length, all.at(-1)]).toEqual([20_000, ['done']])
  })
})
