import { expect, test } from 'vitest'
import type { Sight } from '../src/app/api'
import { givesUp, lostBy } from '../src/app/forfeits'

const sight = (more: object): Sight => ({ decision: { gives_up: { done: { march: ['a'], pack: ['b', 'c'] } }, ...more } }) as unknown as Sight

test('only what would be wasted is asked about', () => {
  expect(lostBy(sight({ must: { done: ['march'] } }), ['done'])).toEqual({ march: ['a'] })
  const nothing = lostBy(sight({ must: { done: [] } }), ['done'])
  expect([nothing, givesUp(nothing)]).toEqual([{}, false])
})

test('a choice of which the referee says nothing gives up nothing', () => {
  expect(lostBy(sight({ must: {} }), ['pass'])).toBeUndefined()
})
