import { expect, test } from 'vitest'
import { applyDiff, FORMAT } from '../src/app/view_diff'

test('changes are set and removed, and the previous view is unchanged', () => {
  const before = { turn: 1, ships: [{ at: 'truk', shown: true }, { at: 'rabaul' }], gone: ['kaga'], weather: { rain: true } }
  const after = applyDiff(before, {
    base: 'a', format: FORMAT,
    drop: [['ships', 0, 'shown'], ['turn']],
    set: [[['ships', 1, 'at'], 'port_moresby'], [['gone'], ['kaga', 'akagi']], [['ships', 1, 'damage'], 2]],
  })
  expect(after).toEqual({ ships: [{ at: 'truk' }, { at: 'port_moresby', damage: 2 }], gone: ['kaga', 'akagi'], weather: { rain: true } })
  expect(before).toEqual({ turn: 1, ships: [{ at: 'truk', shown: true }, { at: 'rabaul' }], gone: ['kaga'], weather: { rain: true } })
  expect(after['weather']).toBe(before.weather)
})

test('nothing changed, and everything', () => {
  const before = { turn: 1 }
  expect(applyDiff(before, { base: 'a', format: FORMAT, drop: [], set: [] })).toBe(before)
  expect(applyDiff(before, { base: 'a', format: FORMAT, drop: [], set: [[[], { turn: 2 }]] })).toEqual({ turn: 2 })
})
