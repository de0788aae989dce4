// While dice wait, no part of the page shows anything that came after them: each is compared with what it shows at the moment before the dice.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LogEntry, View } from '../src/app/api'
import type { GamePage, MatchStore } from '../src/app/game'
import type { Observation } from '../src/app/observation.svelte'
import { isOver, displayedTimeline } from '../src/app/page_model'
import { presentLog, presentView } from '../src/app/present'
import { Playback } from '../src/app/playback.svelte'
import { preferences } from '../src/app/preferences.svelte'
import { promptOf } from '../src/app/prompt_builder'
import { diceIn } from '../src/app/rolls'
import axisAndAllies from '../src/games/axis_allies_pacific/play'
import pacificFury from '../src/games/pacific_fury/play'
import plain from '../src/games/plain/play'
import { decisions, pieces as warPieces } from './aap'
import { recorded } from './recorded'

type Logs = { logs: Record<string, { entries: LogEntry[]; counts: [number, number][] }> }[]
const pf = recorded<{ pf: { pieces: unknown; decisions: { view: View }[] } }>('prompts.json').pf
const furyView = (turn: number, done: number): View => ({ ...pf.decisions[0]!.view, turn, operations: { done, under_way: done > 0, phasing: null, number: null }, due: { [turn + 1]: ['us_hornet'] } }) as unknown as View
const warView = (turn: number): View => ({ ...decisions('purchase')[0]!.view, round: Math.ceil(turn / 3), active: ['japan', 'uk', 'usa'][(turn - 1) % 3], frames: [] }) as unknown as View

interface Told { page: GamePage; pieces: unknown; entries: LogEntry[]; at: (seq: number) => View }
const told = (page: GamePage, pieces: unknown, file: string, side: string, view: (turn: number, done: number) => View): Told[] =>
  recorded<Logs>(file).map(({ logs }) => {
    const { entries, counts } = logs[side]!
    return { page, pieces, entries, at: (seq) => view(...counts[Math.max(0, entries.findLastIndex((entry) => entry.seq <= seq))]!) }
  })
const GAMES: readonly (readonly [name: string, games: Told[]])[] = [
  ['Pacific Fury', told(pacificFury, pf.pieces, 'games.json', 'japan', furyView)],
  ['Axis & Allies', told(axisAndAllies, warPieces, 'aap_game.json', 'japan', warView)],
  ['any game by its log alone', told({ ...plain, rolls: pacificFury.rolls, turn: undefined } as GamePage, pf.pieces, 'games.json', 'allies', furyView)],
]

/** The newest view: nothing of it may be read while dice wait. */
const NEWEST = new Proxy({}, { get: (_, field) => { throw new Error(`the newest ${String(field)} is shown`) } }) as View

/** A store at the moment before an entry, or with its dice unrolled. */
function storeAt({ page, pieces }: Told, log: LogEntry[], shown: LogEntry[], view: View, playback?: Playback): MatchStore {
  const matchView = { seq: log.length, view: playback ? NEWEST : view, over: !!playback, decision: null, clause_now: null, waiting: [], undo_offer: null, undo: { steps: 0, why: '' }, log_from: 0 }
  return {
    game: page, pieces, playback, matchView, view, log: shown, wholeLog: log, decision: null, choices: [], picks: [], viewer: 'japan', viewpoint: 'japan', mine: 'japan', persons: ['japan'], seating: 'alone', highlighted: new Set(), picked: new Set(),
    home: { viewpoint: 'japan', lastSeq: log.at(-1)?.seq ?? 0, log, matchView }, showsPast: !!playback, turns: { offered: null }, title: (side: string) => side, covered: false,
  } as unknown as MatchStore
}

/** Everything on the page that comes from the log and the position. */
function parts(store: MatchStore): unknown {
  const { game, pieces } = store
  const { turns, ends, when } = game.timeline(store)
  return {
    turns, ends, when: [...when], view: presentView(store), log: presentLog(store), over: isOver(store),
    timeline: displayedTimeline(store, { turns, ends }, 1, 0).turns, label: game.turnLabel(store.view), summaries: game.summaries?.(presentLog(store), presentView(store), pieces), text: game.textBoard?.(store),
  }
}

beforeEach(() => Object.assign(preferences, { dice: 'wait', pace: 'whole' }))
afterEach(() => Object.assign(preferences, { dice: 'wait', pace: 'whole' }))

describe.each(GAMES)('%s', (name, games) => {
  test('what the page shows while dice wait is what it showed before them', async () => {
    let held = 0
    for (const game of games) {
      const { entries, page, pieces } = game
      for (const [place, entry] of entries.entries()) {
        if (!place || entry.act !== 'choice' || !diceIn(page.rolls?.(entry, pieces))) continue
        const log = entries.slice(0, place + 1)
        const before = entry.seq - 1
        const observation = { match: `${name} ${place}`, viewpoint: 'japan', log, lastSeq: entry.seq, viewAt: (seq: number) => Promise.resolve(game.at(seq)) } as unknown as Observation
        const playback = new Playback(observation, { isWorthShowing: () => true, countDice: (one) => diceIn(page.rolls?.(one, pieces)), battles: page.battles })
        playback.lastSeenSeq = before
        await playback.catchUp(game.at(before))
        expect([playback.hidesDice, playback.shownView!.seq]).toEqual([true, before])
        const store = storeAt(game, log, entries.slice(0, place), playback.shownView!.view, playback)
        expect(parts(store)).toEqual(parts(storeAt(game, entries.slice(0, place), entries.slice(0, place), game.at(before))))
        // The sentence and the button name the same dice, and no result.
        const { sentence, choices } = promptOf(store).prompt
        for (const { text } of entry.events ?? []) if (text) expect(sentence).not.toContain(text)
        expect(choices!.at(-1)!.label).toMatch(/^Roll /)
        // Looking further back shows no more.
        playback.lookTo(1)
        await Promise.resolve()
        const back = storeAt(game, log, [], game.at(1), playback)
        expect([presentLog(back).at(-1)?.seq, presentView(back)]).toEqual([entries[place - 1]!.seq, game.at(before)])
        playback.lookTo(entry.seq)
        expect(playback.pastSeq).toBe(before)
        playback.leave()
        held += 1
      }
    }
    expect(held).toBeGreaterThan(20)
  })
})
