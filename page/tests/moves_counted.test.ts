// The prompt counts the choices of the other side: not the lines of the log that one choice has, nor choices taken back.
import { expect, test } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { promptOf } from '../src/app/prompt_builder'

test('a choice whose force then returns is one move, a choice taken back is none', () => {
  const entries = [{ seq: 1, act: 'choice', side: 'allies', events: [] }, { seq: 2, act: 'choice', side: 'allies', events: [] }, { seq: 3, act: 'undo', side: 'allies', events: [] }]
  const lines = [[1, 'sortie'], [2, 'passed'], [2, 'returned'], [3, 'taken back']].map(([seq, text]) => ({ id: `${seq} ${text}`, seq, text }))
  const stop = { seq: 3, entries, dice: false, combined: true }
  const store = {
    game: { storyLines: () => lines, headline: () => '' }, pieces: {}, playback: { pastSeq: null, waiting: [stop], step: stop, dice: 'lying', hidesDice: false, stepped: false }, turns: { offered: null },
    mine: 'japan', title: (side: string) => `the ${side}`, hint: null,
  } as unknown as MatchStore
  expect(promptOf(store).prompt.sentence).toBe('The allies made 2 moves.')
})
