// Arrows of moves: their numbers are where they can be read.
import { expect, test } from 'vitest'
import { arrowCurve, placeNumbers } from '../src/board/move_arrow'

const box = (x: number, y: number, size: number) => ({ left: x - size / 2, right: x + size / 2, top: y - size / 2, bottom: y + size / 2 })

test('a number is in the middle of its arrow', () => {
  const way = { id: 'a', from: [0, 0] as [number, number], to: [300, 0] as [number, number] }
  expect(placeNumbers([way], []).get('a')).toEqual(arrowCurve(way.from, way.to).at(0.5))
})

test('or next to the stack that would hide it, and next to another number', () => {
  const ways = ['a', 'b'].map((id) => ({ id, from: [0, 0] as [number, number], to: [400, 0] as [number, number] }))
  const [x, y] = arrowCurve(ways[0]!.from, ways[0]!.to).at(0.5)
  const found = placeNumbers(ways, [box(x, y, 40)])
  const [a, b] = [found.get('a')!, found.get('b')!]
  for (const [px] of [a, b]) expect(Math.abs(px - x)).toBeGreaterThanOrEqual(28)
  expect(Math.abs(a[0] - b[0])).toBeGreaterThanOrEqual(18)
})
