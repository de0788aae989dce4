import { expect, test } from 'vitest'
import type { MatchView } from '../src/app/api'
import { givesUp, lostBy } from '../src/app/forfeits'

const matchView = (more: object): MatchView => ({ decision: { gives_up: { done: { march: ['a'], pack: ['b', 'c'] } }, ...more } }) as unknown as MatchView

test('only a loss of possible moves is asked about', () => {
  expect(lostBy(matchView({ must: { done: ['march'] } }), ['done'])).toEqual({ march: ['a'] })
  const nothing = lostBy(matchView({ must: { done: [] } }), ['done'])
  expect([nothing, givesUp(nothing)]).toEqual([{}, false])
})

test('a choice without referee data gives up nothing', () => {
  expect(lostBy(matchView({ must: {} }), ['pass'])).toBeUndefined()
})
