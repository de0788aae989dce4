import { expect, test } from 'vitest'
import type { MatchView } from '../src/app/api'
import { wastesOptions, unusedBy } from '../src/app/unused_options'

const matchView = (more: object): MatchView => ({ decision: { gives_up: { done: { march: ['a'], pack: ['b', 'c'] } }, ...more } }) as unknown as MatchView

test('only a loss of possible moves is asked about', () => {
  expect(unusedBy(matchView({ must: { done: ['march'] } }), ['done'])).toEqual({ march: ['a'] })
  const nothing = unusedBy(matchView({ must: { done: [] } }), ['done'])
  expect([nothing, wastesOptions(nothing)]).toEqual([{}, false])
})

test('a choice without referee data gives up nothing', () => {
  expect(unusedBy(matchView({ must: {} }), ['pass'])).toBeUndefined()
})
