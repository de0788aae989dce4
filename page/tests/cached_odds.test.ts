// Odds stay visible while the dice of their choice wait and are shown.
import { expect, test } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { cachedOdds } from '../src/app/cached_odds'

const after = (side: string, ...steps: Partial<{ busy: boolean; odds: string; dice: boolean }>[]): string[] => {
  const now = { busy: false, odds: '', dice: false }
  const store = (): MatchStore => ({ busy: now.busy, persons: ['japan'], playback: { step: { dice: now.dice, entries: [{ side }] } } }) as unknown as MatchStore
  const odds = cachedOdds(store, () => now.odds, (one) => !one)
  return steps.map((step) => (Object.assign(now, step), odds()))
}

test('the odds of a choice stay while it is sent and its dice are shown', () => {
  expect(after('japan', { odds: 'aimed' }, { busy: true, odds: 'none aimed' }, { busy: false, odds: '', dice: true }, { dice: false })).toEqual(['aimed', 'aimed', 'aimed', ''])
})
test('they are not kept for the dice of the other side', () => {
  expect(after('allies', { odds: 'aimed' }, { odds: '', dice: true })).toEqual(['aimed', ''])
})
