// Reports in the two lines of the prompt: a line each, without a cut.
import { describe, expect, test } from 'vitest'
import { lossLines } from '../src/app/log_lines'
import { fitsPrompt, inTwoLines } from '../src/app/prompt_text'
import { setSideNames } from '../src/board/sides'

describe('a report', () => {
  test('that fits has one line, and the number of others below it', () => {
    expect(inTwoLines('Britain buys 1 tank for 5 IPC.', '2 more reports.')).toEqual({ sentence: 'Britain buys 1 tank for 5 IPC.', subline: '2 more reports.' })
    expect(inTwoLines('Britain buys 1 tank for 5 IPC.')).toEqual({ sentence: 'Britain buys 1 tank for 5 IPC.', subline: undefined })
  })
  test('that is longer has its first sentence in the line, and the rest below it', () => {
    expect(inTwoLines('Britain moves 1 infantry from Shan State to Siam. Britain enters Siam unopposed.', '38 more reports.')).toEqual({
      sentence: 'Britain moves 1 infantry from Shan State to Siam.', subline: 'Britain enters Siam unopposed. 38 more reports.',
    })
    expect(inTwoLines('Japan passes. Japan scores 0, the Allies 18: the marker is at 29 for the Allies.', '15 more reports.')).toEqual({
      sentence: 'Japan passes.', subline: 'Japan scores 0, the Allies 18: the marker is at 29 for the Allies.',
    })
  })
  test('is divided between sentences, not at an abbreviation', () => {
    expect(inTwoLines('The Allied submarine goes from Samoa to the U.S. Mandate, and 5th A.F. Group stays.').subline).toBe(undefined)
  })
})

test('each side’s lost units are named and counted', () => {
  setSideNames({ japan: { name: 'Japan', the: 'Japan', adjective: 'Japanese', team: 0 }, allies: { name: 'Allies', the: 'the Allies', adjective: 'Allied', team: 1 } })
  const lines = lossLines([['kongo', 'lost'], ['hiei', 'lost'], ['hornet', 'sunk']], { name: (id) => id, sideOf: (id) => (id === 'hornet' ? 'allies' : 'japan') })
  expect(lines.map(({ text, units }) => [text, units])).toEqual([['Japan, lost: kongo and hiei.', ['kongo', 'hiei']], ['Allies, sunk: hornet.', ['hornet']]])
  expect(fitsPrompt('', lines[0]!.text)).toBe(true)
  expect(fitsPrompt('', 'x'.repeat(71))).toBe(false)
})
