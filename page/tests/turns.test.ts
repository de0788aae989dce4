import { describe, expect, test } from 'vitest'
import type { LogEntry, VisibleEvent } from '../src/app/api'
import { turnEvents } from '../src/app/turns'
import { summaries as holdSummaries } from '../src/games/hold_fast/play_summary'
import { Facts as HoldFacts, type HoldView } from '../src/games/hold_fast/play_view'
import { summaries as furySummaries } from '../src/games/pacific_fury/play_summary'
import type { PacificView } from '../src/games/pacific_fury/play_view'
import { summaries } from '../src/games/victory_in_the_pacific/play_summary'
import { Facts, type VitpView } from '../src/games/victory_in_the_pacific/play_view'
import type { TurnSummary } from '../src/frame/summary'
import { recorded } from './recorded'

/** A game as a side saw it, and what each of its turns changed on the board (tests/make_turns.py). */
const GAME = recorded<{
  pieces: unknown
  view: VitpView
  entries: LogEntry[]
  turns: {
    turn: number; lead: number; flags: Record<string, string | null>; lost: string[]; withdrawn: string[]; places: Record<string, string>
    damage: Record<string, number>; hurt: string[]; came: string[]
  }[]
}>('vitp_turns.json')
const FACTS = new Facts(GAME.pieces)
const BY_NAME = new Map([...FACTS.units.values()].map((unit) => [unit.name, unit.id]))

const summed = summaries(GAME.entries, GAME.view, FACTS).toReversed()
const part = (turn: TurnSummary, title: string): TurnSummary['parts'][number] | undefined => turn.parts.find((one) => one.title === title)

/** The units that the lines of a part name, with what is said of each: "Akagi 2 (on the bottom), Kaga 1 and Soryu 3." */
function named(turn: TurnSummary, title: string): Map<string, string> {
  const words = (part(turn, title)?.lines ?? []).flatMap((line) => line.text.replace(/^[^,(]*: /, '').replace(/\.$/, '').split(/, (?![^(]*\))| and (?![^(]*\))/))
  return new Map(words.map((word) => {
    const bare = word.replace(/ \(.*\)$/, '')
    const name = BY_NAME.has(bare) ? bare : bare.replace(/ \d+$/, '')
    return [BY_NAME.get(name) ?? name, word.slice(name.length).trim()]
  }))
}

describe('the turns in summary', () => {
  test('each turn is summarised once, with the entry that ended it', () => {
    expect(summed.map((one) => one.turn)).toEqual(GAME.turns.map((one) => one.turn))
    expect(summed.every((one, k) => k === 0 || one.seq! > summed[k - 1]!.seq!)).toBe(true)
    expect(summed[2]!.title).toMatch(/^Turn 3, /)
  })
  for (const told of GAME.turns) {
    const turn = summed[told.turn - 1]!
    test(`turn ${told.turn}: the areas with their points add up to the score, and link to where the marker is`, () => {
      const rows = part(turn, 'Points of control')!.table!.rows
      const held = rows.filter((row) => !row.total && row.id !== 'home')
      expect(Object.fromEntries(held.map((row) => [row.id, row.side]))).toEqual(Object.fromEntries(Object.entries(told.flags).filter(([, side]) => side)))
      for (const row of held) expect(row.figures.map(Number).reduce((a, b) => a + b)).toBe(FACTS.areas.get(row.id)!.worth[row.side!])
      const total = rows.at(-1)!
      for (const i of [0, 1]) expect(rows.filter((row) => !row.total).reduce((n, row) => n + Number(row.figures[i]), 0)).toBe(total.figures[i])
      const [japan, allies] = total.figures.map(Number) as [number, number]
      const before = GAME.turns[told.turn - 2]?.lead ?? 0
      expect(told.lead).toBe(Math.max(-29, Math.min(29, before + japan - allies)))
      expect(turn.result).toContain(told.lead < 0 ? `the Allies lead by ${-told.lead}` : `Japan leads by ${told.lead}`)
    })
    test(`turn ${told.turn}: the listed losses, damage and captures match the board`, () => {
      expect([...named(turn, 'Sunk and lost').keys()].toSorted()).toEqual(told.lost)
      const hurt = named(turn, 'Damaged')
      for (const id of told.hurt) expect(hurt.has(id), id).toBe(true)
      for (const [id, word] of hurt) expect(Number.parseInt(word, 10), id).toBe(told.damage[id] ?? 0)
      const taken = (part(turn, 'Ports and bases')?.lines ?? []).map((line) => [line.side, line.text] as const)
      for (const [place, side] of Object.entries(told.places)) expect(taken.find(([who]) => who === side)?.[1], place).toContain(FACTS.within(place))
      expect(taken.flatMap(([, text]) => text.replace(/^.*? takes? /, '').split(/, | and /)).length).toBe(Object.keys(told.places).length)
    })
  }
  test('all units that entered or left the map are listed, each once', () => {
    const came = (title: string): string[] => summed.slice(1).flatMap((turn) => [...named(turn, title).keys()]).toSorted()
    const board = GAME.turns.flatMap((one) => one.came)
    expect(came('Arrived').filter((id) => !FACTS.units.get(id)!.place?.startsWith('uncertain'))).toEqual(board.filter((id) => !FACTS.units.get(id)!.place?.startsWith('uncertain')).toSorted())
    expect(came('Left')).toEqual(GAME.turns.flatMap((one) => one.withdrawn).toSorted())
  })
  test('the current turn comes first as it would end now, until it has scored', () => {
    const forecast = { scored: false, holders: { coral_sea: 'allies', indonesia: 'japan' }, japan: 3, allies: 2, lead: 5 } as const
    const [now, ...over] = summaries(GAME.entries, { ...GAME.view, forecast }, FACTS)
    expect(now!.seq).toBeUndefined()
    expect(now).toMatchObject({ result: 'Japan 3, Allies 2: Japan leads by 5' })
    expect(now!.parts[0]!.table!.rows.map((row) => [row.id, ...row.figures])).toEqual([['coral_sea', '', 2], ['indonesia', 3, ''], ['total', 3, 2]])
    expect(over).toHaveLength(GAME.turns.length)
  })
  test('undone entries are left out, and the log of a match set up in a turn begins with that turn', () => {
    const log = [
      { seq: 1, act: 'choice', events: [event('captured', { side: 'japan', place: 'midway' })] },
      { seq: 2, act: 'undo', taken: [1] },
      { seq: 3, act: 'choice', events: [event('points_scored', { japan: 1, allies: 2, lead: 0 }), event('turn_opened', { turn: 7 }), event('arrived', { unit: 'taiho' })] },
    ] as unknown as LogEntry[]
    expect(turnEvents(log, 7).map(({ turn, events, seq }) => [turn, seq, ...events.map((one) => one.event)])).toEqual([
      [6, 3, 'points_scored'], [7, 3, 'turn_opened', 'arrived'],
    ])
    expect(turnEvents(log.slice(0, 2), 6)).toEqual([])
  })
})

const event = (name: string, fields: object = {}): VisibleEvent => ({ event: name, text: '', clause: '', ...fields })
const entry = (seq: number, ...events: VisibleEvent[]): LogEntry => ({ seq, act: 'choice', events, dice: [] }) as unknown as LogEntry

describe('the turns of Hold Fast', () => {
  const facts = new HoldFacts({
    units: [{ id: 'j_akagi', name: 'Akagi', side: 'japan' }, { id: 'j_kaga', name: 'Kaga', side: 'japan' }, { id: 'a_enterprise', name: 'Enterprise', side: 'allies' }],
    areas: [{ id: 'coral_sea', name: 'Coral Sea', japan: 2, allies: 3, adjacent: [] }, { id: 'marshall_islands', name: 'Marshall Islands', japan: 1, allies: 1, adjacent: [] }],
    places: [{ id: 'lae', name: 'Lae', kind: 'base', touches: ['coral_sea'] }], turns: [{ turn: 2, dates: 'Jun 1942 - Aug 1942', japan: 0, allies: 0 }],
  })
  const log = [
    entry(1, event('turn_opened', { turn: 2 }), event('arrived', { side: 'japan', unit: 'j_kaga', place: null }), event('arrived', { side: 'allies' })),
    entry(2, event('fired', { unit: 'j_kaga', target: 'a_enterprise', hits: 2 }), event('fired', { unit: 'a_enterprise', target: 'j_akagi', hits: 3 }), event('sunk', { unit: 'j_akagi' })),
    entry(3, event('base_taken', { side: 'japan', place: 'lae' }), event('area_controlled', { area: 'coral_sea', side: 'japan' }), event('area_controlled', { area: 'marshall_islands', side: null }), event('points_scored', { japan: 4, allies: 6, points: 2 })),
  ]
  test('points, areas, bases, losses, hits and arrivals, as far as the viewer saw them', () => {
    const [turn, ...more] = holdSummaries(log, { turn: 2 } as HoldView, facts)
    expect(more).toEqual([])
    expect([turn!.title, turn!.result]).toEqual(['Turn 2, Jun 42', 'Japan 4, Allies 6: the Allies lead by 2'])
    expect(Object.fromEntries(turn!.parts.map((one) => [one.title, one.lines!.map((line) => line.text)]))).toEqual({
      'Victory points': ['Japan 4, Allies 6: the Allies lead by 2.'],
      'Sea areas that changed': ['Japan holds the Coral Sea (2).', 'Nobody holds the Marshall Islands.'],
      'Ports and bases': ['Japan takes Lae.'], 'Sunk and lost': ['Akagi.'], Hit: ['Enterprise (2 hits).'], Arrived: ['Kaga.'],
    })
  })
  test('a turn that has not scored is not summarised yet', () => {
    expect(holdSummaries(log.slice(0, 2), { turn: 2 } as HoldView, facts)).toEqual([])
  })
})

describe('the turns of Pacific Fury', () => {
  const games = recorded<{ seed: number; logs: Record<string, { entries: LogEntry[] }> }[]>('games.json')
  for (const game of games) {
    test(`of game ${game.seed}: each turn once, with everything that was sunk in it`, () => {
      const { entries } = game.logs['public']!
      const told = furySummaries(entries, { turn: 4 } as PacificView)
      const events = entries.flatMap((one) => one.events ?? [])
      const count = (kind: string): number => events.filter((one) => one.event === kind).length
      expect(told.map((one) => one.turn)).toEqual([4, 3, 2, 1].slice(4 - count('all_returned')))
      const lines = (title: string): number => told.reduce((n, turn) => n + (turn.parts.find((one) => one.title === title)?.lines?.length ?? 0), 0)
      expect(lines('Sunk')).toBe(count('sunk'))
      expect(lines('Initiative track')).toBe(count('marker_shifted'))
    })
  }
})
