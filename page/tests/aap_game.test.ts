import { describe, expect, test } from 'vitest'
import type { LogEntry } from '../src/app/api'
import { stepAt } from '../src/app/timeline'
import { moves } from '../src/games/axis_allies_pacific/play_board'
import { timeline } from '../src/games/axis_allies_pacific/play_timeline'
import { headline, isWorthShowing, storyLines, storyOf } from '../src/games/axis_allies_pacific/play_log'
import { rolls } from '../src/games/axis_allies_pacific/play_rolls'
import { summaries } from '../src/games/axis_allies_pacific/play_summary'
import type { WarView } from '../src/games/axis_allies_pacific/play_view'
import { PHASES } from '../src/games/axis_allies_pacific/play_prompts'
import { foughtOf } from '../src/games/axis_allies_pacific/swing'
import { decisions, facts } from './aap'
import { recorded } from './recorded'

interface Told {
  seed: number
  logs: Record<'japan' | 'uk' | 'usa' | 'public', { entries: LogEntry[]; counts: [turn: number, next: number][] }>
}
const [game] = recorded<[Told]>('aap_game.json')
const VIEWPOINTS = ['japan', 'uk', 'usa', 'public'] as const
const SIDES = ['japan', 'uk', 'usa'] as const
const phaseOf = (next: number): number => PHASES.findIndex(({ upTo }) => next <= upTo)

/** The view at the end of a log, as far as its timeline needs it: after the last round Japan's turn would have come. */
const last = (counts: Told['logs']['public']['counts']): WarView => {
  const [turn] = counts.at(-1)!
  return { ...decisions('purchase')[0]!.view, round: Math.floor((turn - 1) / 3) + 1, active: SIDES[(turn - 1) % 3]!, frames: [] }
}
const opens = (entry: LogEntry): boolean => entry.seq > 1 && !!entry.events?.some((event) => event.event === 'turn_opened')

describe.each(VIEWPOINTS)('three rounds of a recorded game as seen by %s', (viewpoint) => {
  const { entries, counts } = game.logs[viewpoint]
  const view = last(counts)
  const found = timeline(entries, view)

  test('4.1 the timeline counts turns as the referee does', () => {
    expect(counts.at(-2)![0]).toBe(9)
    expect(found.turns.map(({ name }) => name).slice(0, 4)).toEqual(['Round 1 · Japan', 'Round 1 · Britain', 'Round 1 · United States', 'Round 2 · Japan'])
    expect(found.turns.length).toBe(9)
    const told = entries.map((entry) => [entry.seq, stepAt(entry.seq, found).turn])
    // The entry that ends a turn belongs to it, although the next one opens in that entry.
    const really = entries.map((entry, i) => [entry.seq, counts[i]![0] - Number(opens(entry))])
    expect(told.slice(0, -1)).toEqual(really.slice(0, -1))
  })

  test('4.2 its phases run on within a turn, and never before the referee', () => {
    for (const [i, entry] of entries.entries()) {
      const { turn, tick } = stepAt(entry.seq, found)
      const next = i + 1 < entries.length ? stepAt(entries[i + 1]!.seq, found) : { turn: 99, tick: 0 }
      expect([entry.seq, next.turn > turn || next.tick >= tick]).toEqual([entry.seq, true])
      if (!opens(entry) && counts[i]![1] < 99) expect([entry.seq, tick <= phaseOf(counts[i]![1])]).toEqual([entry.seq, true])
    }
  })

  test('every turn is summed up once it is over, the latest first', () => {
    const turns = summaries(entries, view, facts)
    expect(turns.map(({ turn }) => turn)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(turns.every(({ parts }) => parts.length > 0)).toBe(true)
    const lost = turns.flatMap(({ parts }) => parts.filter(({ title }) => title === 'Lost').flatMap(({ lines }) => lines))
    expect(lost.length).toBeGreaterThan(3)
  })
})

const open = game.logs.public.entries
const events = open.flatMap((entry) => entry.events ?? [])

test('the totals of the swing chart match the game', () => {
  const fought = foughtOf(open, facts)
  expect(fought.length).toBe(events.filter(({ event }) => event === 'battle_opened').length)
  expect(fought.length).toBeGreaterThan(5)
  const { japan, allies } = fought.reduce((sum, one) => ({ japan: sum.japan + one.japan, allies: sum.allies + one.allies }), { japan: 0, allies: 0 })
  expect(Math.min(japan, allies)).toBeGreaterThan(0)
})

describe('5.1 what an economy buys in sequence', () => {
  const bought = (seq: number, economy: string, kind: string, number: number, price: number): LogEntry => ({
    seq, act: 'choice', side: 'uk', events: [{ event: 'bought', economy, kind, number, price, text: `${economy === 'india' ? 'India' : 'Australia'} buys ${number} ${kind} for ${price} IPC.` } as never],
  } as LogEntry)
  const entries = [bought(1, 'india', 'infantry', 1, 3), bought(2, 'india', 'infantry', 6, 18), bought(3, 'india', 'tank', 1, 5), bought(4, 'australia', 'tank', 1, 5)]
  const SAID = ['India buys 7 infantry and 1 tank for 26 IPC.', 'Australia buys 1 tank for 5 IPC.']

  test('is one line of the log and of what happened', () => {
    expect(storyOf(entries, null, new Map()).map(({ text }) => text).toReversed()).toEqual(SAID)
    expect(storyLines(entries).map(({ text }) => text)).toEqual(SAID)
  })
  test('is one sentence of a report', () => {
    expect(headline({ ...entries[0]!, events: entries.flatMap((entry) => entry.events ?? []) })).toBe(SAID.join(' '))
  })
})

test('8.12 the die of a kamikaze is Japan’s, at the ship that it names', () => {
  const entry = { seq: 1, act: 'choice', side: 'usa', events: [{ event: 'kamikaze', zone: 'sz37', power: 'usa', piece: 'destroyer', die: 2, hit: true, text: '' }] } as unknown as LogEntry
  const [own] = rolls(entry, facts)!.sides
  expect([own!.side, own!.rows[0]!.target]).toEqual(['japan', 'destroyer'])
})

test('every fire die is in the tray once, in its order', () => {
  for (const entry of open) {
    const fired = (entry.events ?? []).filter(({ event }) => event === 'fired' || event === 'bombarded' || event === 'aa_fired').flatMap((event) => event['dice'] as number[])
    if (!fired.length) continue
    const tray = rolls(entry, facts)!
    const shown = tray.sides.flatMap(({ rows }) => rows.flatMap(({ dice }) => dice.map((die) => die.value)))
    expect([entry.seq, shown.toSorted()]).toEqual([entry.seq, fired.toSorted()])
  }
})

test('each move of the log is an arrow from where it began to where it ended', () => {
  const drawn = moves(open)
  const told = events.filter(({ event }) => event === 'moved' || event === 'flown')
  expect(drawn.filter(({ unit }) => unit !== 'landing' && !['japan', 'uk', 'usa', 'china'].includes(unit)).map(({ from, to }) => [from, to])).toEqual(told.map((event) => [event['origin'], event['place']]))
  expect(told.length).toBeGreaterThan(30)
})

test('the whole log has text, and moves of others are worth showing', () => {
  expect(storyOf(open, null, new Map()).length).toBeGreaterThan(100)
  for (const entry of open) expect(typeof headline(entry)).toBe('string')
  const seen = open.filter((_, at) => isWorthShowing(open, at, ['japan']))
  expect(seen.every((entry) => entry.act === 'choice')).toBe(true)
  expect(seen.length).toBeGreaterThan(20)
})

test('8.1.3, 16.2 a viewer who may not see an order sees that it was set, not which', () => {
  const set = (viewpoint: (typeof VIEWPOINTS)[number], side: string): (string | number | undefined)[] =>
    game.logs[viewpoint].entries.flatMap((entry) => entry.events ?? []).filter((event) => event.event === 'order_set' && event['side'] === side).map((event) => event['value'] as number | undefined)
  for (const viewpoint of VIEWPOINTS) for (const side of SIDES) if (viewpoint !== side) expect(set(viewpoint, side).filter((value) => value !== undefined)).toEqual([])
})
