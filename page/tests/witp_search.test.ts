import { render } from 'svelte/server'
import { describe, expect, test } from 'vitest'
import type { LogLine } from '../src/frame/types'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import SearchHistory from '../src/games/war_in_the_pacific/SearchHistory.svelte'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import told from './witp'

const view = { side: 'allies', scenario: 'midway', force_at: {}, force_box: {}, contact_at: {}, out_of_sight: [], arrays: {} } as unknown as PacificView
const position = new KnownPosition(view, new Facts(told.pieces))
/** Reports of a whole match, the newest first as the log hands them in. */
const reports = (many: number): LogLine[] => Array.from({ length: many }, (_, n) => ({ id: String(many - n), text: `Report ${many - n}.`, when: '' }) as unknown as LogLine)

/** The reports that stand there, and what the button below them says. */
function drawn(many: number, pages?: number): { lines: string[]; more: string } {
  const { body } = render(SearchHistory, { props: { position, history: reports(many), searches: [], onlocate: () => undefined, ...(pages ? { pages } : {}) } })
  return { lines: [...body.matchAll(/Report (\d+)\./g)].map(([, number]) => number!), more: /Earlier search: (\d+) more/.exec(body)?.[1] ?? '' }
}

describe('8.6 the search history', () => {
  test('the newest forty are listed, and a button shows the number of earlier ones', () => {
    const { lines, more } = drawn(95)
    expect([lines.length, lines[0], lines.at(-1), more]).toEqual([40, '95', '56', '55'])
    expect(drawn(40)).toEqual({ lines: drawn(40).lines, more: '' })
  })

  test('each press adds forty older ones below those, back to the first of the match', () => {
    const [first, second, third] = [drawn(95), drawn(95, 2), drawn(95, 3)]
    expect([second.lines.length, second.more]).toEqual([80, '15'])
    expect(second.lines.slice(0, 40)).toEqual(first.lines)
    expect([third.lines.length, third.lines.at(-1), third.more]).toEqual([95, '1', ''])
    expect(third.lines.slice(0, 80)).toEqual(second.lines)
  })
})
