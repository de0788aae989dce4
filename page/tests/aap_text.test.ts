// Axis & Allies: the board as text counts in the singular and the plural.
import { expect, test } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { textBoard } from '../src/games/axis_allies_pacific/play_text_board'
import { decisions, pieces } from './aap'

const { view } = decisions('purchase').find((one) => one.side === 'japan')!

test.each([[0, '0 kamikazes left'], [1, '1 kamikaze left'], [2, '2 kamikazes left']])('%i: %s', (kamikazes, words) => {
  const [standing] = textBoard({ view: { ...view, kamikazes }, pieces } as unknown as MatchStore)
  expect(standing!.note).toContain(`; ${words}; `)
})
