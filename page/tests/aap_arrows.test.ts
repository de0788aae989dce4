// Arrows of Axis & Allies begin and end at the edges of the drawn units, never beneath them.
import { describe, expect, test } from 'vitest'
import { arrowPath, edgeOf } from '../src/games/axis_allies_pacific/arrows'

const chip = { x: 100, y: 50, w: 60, h: 20 }
const numbers = (path: string): number[] => path.match(/-?\d+(\.\d+)?/g)!.map(Number)

describe('an arrow', () => {
  test('ends 3 px before the edge of a stack, from every side', () => {
    expect(edgeOf(chip, [0, 60])).toEqual([97, 60])
    expect(edgeOf(chip, [300, 60])).toEqual([163, 60])
    expect(edgeOf(chip, [130, 0])).toEqual([130, 47])
    expect(edgeOf(chip, [130, 200])).toEqual([130, 73])
  })
  test('that begins within a stack ends at its middle', () => expect(edgeOf(chip, [131, 61])).toEqual([130, 60]))
  test('bows from stack to stack, and goes to the sign of a place without units', () => {
    const [x, , , , tx, ty] = numbers(arrowPath(chip, { ...chip, x: 400 }))
    expect([x! > 160, tx! < 400, ty! > 47 && ty! < 73]).toEqual([true, true, true])
    expect(numbers(arrowPath(chip, [500, 300])).slice(-2)).toEqual([500, 300])
  })
  test('passes through the places on its way', () => {
    expect(arrowPath([0, 60], chip, [[50, 60]])).toBe('M0 60L50 60L97 60')
  })
})
