import { expect, test } from 'vitest'
import { notesOf } from '../src/app/place_notes.svelte'

test('two people at one screen do not read each other\'s notes, a single player keeps his in other views', () => {
  const at = (id: string, persons: readonly string[], viewer: string | null) => notesOf({ id, persons, viewer })
  at('shared', ['japan', 'allies'], 'japan').write('D1234', 'The carriers lie here')
  expect(at('shared', ['japan', 'allies'], 'japan').of('D1234')).toBe('The carriers lie here')
  expect(at('shared', ['japan', 'allies'], 'allies').of('D1234')).toBe('')
  expect(at('shared', ['japan', 'allies'], null).of('D1234')).toBe('')
  at('alone', ['japan'], 'japan').write('D1234', 'Search here')
  expect(at('alone', ['japan'], null).of('D1234')).toBe('Search here')
})
