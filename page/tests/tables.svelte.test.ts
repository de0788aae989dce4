// Figures in tables and on tracks: how a screen reader presents points, losses and chances.
import { describe, expect, test, vi } from 'vitest'
import { setSideNames } from '../src/board/sides'
import LeadTrack from '../src/frame/LeadTrack.svelte'
import ScoreTable from '../src/frame/ScoreTable.svelte'
import { columnsOf } from '../src/frame/odds'
import OddsTable from '../src/frame/OddsTable.svelte'
import TurnSummaries from '../src/frame/TurnSummaries.svelte'
import { mountComponent, names, press, text, texts, type Mounted } from './component'

setSideNames({ red: { name: 'Red', the: 'Red', adjective: 'Red', team: 0 }, gold: { name: 'Gold', the: 'the Gold', adjective: 'Golden', team: 1 } })
const cells = (target: ParentNode): string[][] => [...target.querySelectorAll('tr:not([aria-hidden])')].map((row) => texts(row, 'th, td'))

describe('odds', () => {
  const ROW = { id: 'a', name: 'Fire at Nagato', chances: [0.65, 0.27, 0.08] }
  const odds = (more: Record<string, unknown> = {}): Mounted => mountComponent(OddsTable, { title: 'Fire', outcomes: ['none', 'hit', 'sunk'], rows: [ROW], trials: undefined, note: undefined, onrow: undefined, ...more })

  test('outcomes head the columns, and each chance is below its own', () => {
    expect(cells(odds().target)).toEqual([['Choice', 'none', 'hit', 'sunk'], ['Fire at Nagato', '65 %', '27 %', '8 %']])
  })

  test.each([[0, '0 %'], [0.0049, '< 1 %'], [0.005, '1 %'], [0.994, '99 %'], [0.9951, '> 99 %'], [1, '100 %']])('a chance of %s is written as %s', (chance, words) => {
    expect(cells(odds({ outcomes: ['hit'], rows: [{ ...ROW, chances: [chance] }] }).target)[1]).toEqual(['Fire at Nagato', words])
  })

  test('they are exact, or show the number of trials and their assumptions', () => {
    const { target, change } = odds()
    expect(text(target.querySelector('.kind')!)).toBe('exact')
    change({ trials: 20_000, note: 'fire spread evenly' })
    expect(text(target.querySelector('.kind')!)).toBe('sampled, 20,000 trials; fire spread evenly')
  })

  describe('of targets', () => {
    const FATES = { outcomes: ['sunk', 'disabled', 'damaged', 'unharmed'], sums: [{ label: 'sunk', of: 1 }, { label: 'out', of: 2 }], detail: 'armor' }
    const many = Array.from({ length: 14 }, (_, k) => ({ id: `${k}`, name: `Ship ${k}`, detail: k, aimed: k === 3 ? 4 : 0, chances: [0.25, 0.5, 0.125, 0.125] }))

    test('each has one line: name and armor, what is aimed, sunk, out, bar', () => {
      const { target } = odds({ ...FATES, rows: many })
      const lines = cells(target)
      expect(lines[0]).toEqual(['Target', 'aimed', 'sunk', 'out', ''])
      expect(lines.length).toBe(15)
      expect(lines[4]).toEqual(['Ship 3 armor 3', '4', '25 %', '75 %', ''])
      expect([...target.querySelectorAll('tbody tr')[3]!.querySelectorAll<HTMLElement>('.bar i')].map((one) => one.style.flexGrow)).toEqual(['0.25', '0.5', '0.125', '0.125'])
    })

    test('a table without columns of its own has one line a target, too', () => {
      expect(cells(odds({ outcomes: FATES.outcomes, rows: many.slice(0, 1) }).target)[1]).toEqual(['Ship 0 0', '', '25 %', '75 %', ''])
      expect(columnsOf(['lost', 'damaged', 'unharmed'])!.map(({ label }) => label)).toEqual(['lost', 'hit'])
      expect(columnsOf(['0', '1', '2'])).toBe(undefined)
    })

    test('of two outcomes the first has a column', () => {
      const { target } = odds({ outcomes: ['yes', 'no'], rows: [{ id: 'a', name: 'Both ships sink', chances: [0.25, 0.75] }] })
      expect(cells(target)).toEqual([['Choice', 'yes', ''], ['Both ships sink', '25 %', '']])
    })

    test('a name too long for that has one line, and its bar and chances the other', () => {
      const { target } = odds({ outcomes: FATES.outcomes, rows: [{ id: 'a', name: 'Your 8 shots by day at Colorado, armor 5', chances: [0.25, 0.5, 0.125, 0.125] }] })
      expect(target.querySelectorAll('tbody tr').length).toBe(1)
      expect(cells(target)[1]).toEqual(['Your 8 shots by day at Colorado, armor 5', '', '25 %', '50 %', '13 %', '13 %'])
    })

    test('the legend appears once, at the bottom', () => {
      const { target } = odds({ ...FATES, rows: many })
      const legends = [...target.querySelectorAll('.legend')]
      expect(legends.map((one) => [...one.children].map((part) => part.textContent))).toEqual([['sunk', 'disabled', 'damaged', 'unharmed', 'number: armor']])
      expect(legends[0]!.previousElementSibling!.tagName).toBe('TABLE')
      expect(target.querySelectorAll('.key').length).toBe(4)
    })
  })

  test('without rows its text is shown, and nothing is called exact', () => {
    const { target } = odds({ rows: [] })
    expect(texts(target, 'p')).toEqual(['No odds for this decision.'])
    expect(target.querySelector('table')).toBe(null)
    expect(texts(odds({ rows: [], empty: 'Choose a target.' }).target, 'p')).toEqual(['Choose a target.'])
  })

  test('the name of a row is a button where a row can be pressed', () => {
    const { target, change } = odds()
    expect(names(target)).toEqual([])
    const onrow = vi.fn()
    change({ onrow })
    press(target, 'Fire at Nagato')
    expect(onrow.mock.calls).toEqual([['a']])
  })
})

describe('points case by case', () => {
  const LEDGER = {
    sides: [
      { side: 'red', total: 7, least: true, rows: [{ side: 'red', case: '20.1', what: 'Carriers sunk', many: '2', points: 4, total: 4 }, { side: 'red', case: '20.2', what: 'Bases', many: '1', points: 3, total: 7 }] },
      { side: 'gold', total: 0, least: false, rows: [] },
    ],
    note: 'More may have been sunk than is known.', secret: true,
  }

  test('each side has a table with its sum, case by case', () => {
    const { target } = mountComponent(ScoreTable, { scores: LEDGER })
    expect(texts(target, 'caption')).toEqual(['Red at least 7', 'Gold 0'])
    expect(cells(target)).toEqual([['Case', 'For', 'Count', 'Points', 'Total'], ['20.1', 'Carriers sunk', '2', '4', '4'], ['20.2', 'Bases', '1', '3', '7'], ['Nothing has been scored yet.']])
    expect(texts(target, 'div > p')).toEqual(['More may have been sunk than is known.'])
  })

  test('where nothing is secret the sum is all there is', () => {
    const { target } = mountComponent(ScoreTable, { scores: { ...LEDGER, secret: false } })
    expect(texts(target, 'caption')).toEqual(['Red 7', 'Gold 0'])
    expect(texts(target, 'div > p')).toEqual([])
  })

  test('a case opens its rule', () => {
    const { target, props } = mountComponent(ScoreTable, { scores: LEDGER, onclause: vi.fn() })
    expect(names(target)).toEqual(['Rule 20.1', 'Rule 20.2'])
    press(target, 'Rule 20.2')
    expect(props['onclause'].mock.calls).toEqual([['20.2']])
  })
})

describe('a track with one marker', () => {
  const track = (more: Record<string, unknown>): Mounted => mountComponent(LeadTrack, { name: 'Victory points', sides: ['red', 'gold'], by: 0, end: 30, words: 'even', ...more })

  test.each([
    ['nobody', { by: 0 }, 'Victory points Even'],
    ['a side', { leader: 'gold', by: 12, words: 'Gold leads by 12' }, 'Victory points Gold +12'],
    ['a side that has won by it', { leader: 'red', by: 30, words: 'Red has won' }, 'Victory points Red +30, the end'],
  ])('shows that %s leads', (_, more, words) => {
    expect(text(track(more).target.querySelector('p')!)).toBe(words)
  })

  test('is one picture with its ends and where the marker is', () => {
    expect(names(track({ leader: 'gold', by: 12, words: 'Gold leads by 12' }).target, '[role=img]')).toEqual(['Victory points, on a track from Red 30 to Gold 30: Gold leads by 12'])
  })
})

describe('turns in summary', () => {
  const part = { title: 'Points', table: { head: ['Area', 'Red', 'Gold'], rows: [{ id: 'coral', name: 'Coral Sea', figures: [1, 0], side: 'red' }, { id: 'all', name: 'In all', figures: [1, 3], total: true }] }, lines: [{ id: 'x', side: 'gold', text: 'Nagato was sunk.' }] }
  const TURNS = [
    { turn: 3, title: 'Turn 3, Sep 42, if it ended now', result: 'Gold leads by 2', parts: [part] },
    { turn: 2, title: 'Turn 2, Aug 42', result: 'Even', seq: 40, parts: [part] },
    { turn: 1, title: 'Turn 1, Jul 42', result: 'Red leads by 1', seq: 20, parts: [] },
  ]
  const turns = (more: Record<string, unknown> = {}): Mounted => mountComponent(TurnSummaries, { turns: TURNS, open: null, onseek: vi.fn(), ...more })
  const open = (target: HTMLElement): string[] => texts(target, 'details[open] > summary')

  test('before the first is over that is reported', () => {
    expect(texts(turns({ turns: [] }).target, 'p')).toEqual(['No turn has ended yet.'])
  })

  test('the last turn that is over is open', () => {
    const { target } = turns()
    expect(texts(target, 'summary')).toEqual(['Turn 3, Sep 42, if it ended now Gold leads by 2', 'Turn 2, Aug 42 Even', 'Turn 1, Jul 42 Red leads by 1'])
    expect(open(target)).toEqual(['Turn 2, Aug 42 Even'])
  })

  test('or the one requested; the current turn while none is over', () => {
    expect(open(turns({ open: 1 }).target)).toEqual(['Turn 1, Jul 42 Red leads by 1'])
    expect(open(turns({ turns: TURNS.slice(0, 1) }).target)).toEqual(['Turn 3, Sep 42, if it ended now Gold leads by 2'])
  })

  test('the result of a turn is a table and lines that name the side', () => {
    const details = turns().target.querySelectorAll('details')[1]!
    expect(cells(details)).toEqual([['Area', 'Red', 'Gold'], ['Coral Sea', '1', '0'], ['In all', '1', '3']])
    expect([...details.querySelectorAll('th')].map((one) => one.scope)).toEqual(['col', 'col', 'col', 'row', 'row'])
    expect(text(details.querySelector('li')!)).toMatch(/^Gold: ?Nagato was sunk\.$/)
  })

  test('a completed turn links to its end, and the current turn does not', () => {
    const { target, props } = turns()
    const [now, before] = [...target.querySelectorAll('details')]
    expect([names(now!), names(before!)]).toEqual([[], ['Show the end of this turn']])
    press(before!, 'Show the end of this turn')
    expect(props['onseek'].mock.calls).toEqual([[40]])
  })
})
