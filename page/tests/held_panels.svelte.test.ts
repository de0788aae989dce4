// While moves and dice wait, the panels beside the board show nothing of the newest state: losses, the player aid, the end of the match.
import { describe, expect, test, vi } from 'vitest'
import '../src/games/sides'
import Menu from '../src/app/match/Menu.svelte'
import PlayerAid from '../src/app/match/PlayerAid.svelte'
import PlayersPanel from '../src/app/match/PlayersPanel.svelte'
import Strips from '../src/app/match/Strips.svelte'
import { Notices } from '../src/app/notices.svelte'
import type { Observation } from '../src/app/observation.svelte'
import { playersOf } from '../src/app/page_model'
import { PageParts } from '../src/app/page_parts.svelte'
import { Playback } from '../src/app/playback.svelte'
import StorySoFar from '../src/app/story/StorySoFar.svelte'
import { Turns } from '../src/app/turns.svelte'
import TurnOrder from '../src/games/axis_allies_pacific/TurnOrder.svelte'
import PointsPanel from '../src/games/war_in_the_pacific/PointsPanel.svelte'
import { decisions as warDecisions } from './aap'
import { flush, mountComponent, stubServer, text, texts } from './component'

const SIDES = [{ id: 'japan', title: 'Japan', team: 0 }, { id: 'allies', title: 'the Allies', team: 1 }]
const TITLES: Record<string, string> = { japan: 'Japan', allies: 'the Allies' }
const LOG = [1, 2, 3, 4].map((seq) => ({ seq, events: [] }))
const WAITING = [{ seq: 4, entries: [LOG[3]] }]

/** A match that has ended with entry 4; its dice are still to be rolled, or were. */
function storeOf(held: boolean, more: Record<string, unknown> = {}): any {
  const seen = held ? 3 : 4
  const matchView = { name: 'Watchtower', over: true, seq: 4, view: { newest: true }, log_from: 1, waiting: [], claimed: ['allies'], seats: { japan: 'person', allies: 'person' }, dice: null, draw_offer: null, resigned: [], asked: [], trouble: null, reissued: [], undo_offer: null, rematch: { accepted: ['allies'], declined: '', to_answer: ['japan'], next: null }, clocks: null }
  return Object.assign(new PageParts(), {
    id: 'm', sides: ['japan', 'allies'], persons: ['japan'], seating: 'alone', mine: 'japan', matchView, view: { newest: !held }, log: LOG.slice(0, seen), wholeLog: LOG, pieces: {}, game: {}, here: new Set(['allies']), presence: { here: ['allies'], away: {} }, deleted: false, notices: new Notices(), helpMode: false,
    info: { id: 'hold_fast', sides: SIDES, bots: [] }, home: { viewpoint: 'japan', lastSeq: 4, log: LOG, matchView }, seats: { host: true, holdsAll: false, invitable: [], free: [], info: { take: null } }, decision: null, lastMessage: null,
    playback: { pastSeq: null, waiting: held ? WAITING : [], heldView: held ? { seq: 3, view: { newest: false } } : null, beside: () => 4, lookTo: vi.fn() }, title: (side: string) => TITLES[side], openClause: vi.fn(), observationOf: () => undefined, ...more,
  })
}
const settled = async (): Promise<void> => { for (let n = 0; n < 4; n++) await flush() }

describe('the losses so far', () => {
  const loss = (unit: string, seq: number) => ({ unit, seq, side: 'japan', turn: 1 })
  const battle = (place: string, seq: number) => ({ place, turn: 1, seq, until: seq, lost: { japan: [], allies: [] }, swing: 0, kind: 'battle', before: 0, after: 0, told: '' })
  const story = { turns: [], names: { a: 'Akagi', k: 'Kaga', truk: 'Truk', midway: 'Midway' }, swings: [], luck: [], losses: [loss('a', 2), loss('k', 4)], battles: [battle('truk', 2), battle('midway', 4)] }
  const panel = async (store: any): Promise<string> => {
    stubServer({ 'GET /matches/m/story': story })
    const { target } = mountComponent(StorySoFar, { store })
    await settled()
    return text(target)
  }
  test('are those of the moment shown, also when the panel is first opened then', async () => {
    const held = await panel(storeOf(true))
    expect(held).toMatch(/Losses so far 1\b.*Akagi.*Battles so far 1\b.*Truk/)
    expect(held).not.toMatch(/Kaga|Midway/)
    expect(await panel(storeOf(false))).toMatch(/Losses so far 2\b.*Kaga.*Battles so far 2\b.*Midway/)
  })
  test('stay so while the reader looks further back', async () => {
    const store = storeOf(true)
    store.playback.pastSeq = 1
    expect(await panel(store)).not.toMatch(/Kaga|Midway/)
  })
})

test('the player aid marks no step', async () => {
  stubServer({ 'GET /matches/m/aid': { goal: '', goal_clause: '', here: 'end', steps: [{ id: 'end', title: 'End', text: '', clause: '5.3' }], scores: { title: '', head: [], rows: [], note: '', clause: '' }, tables: [] } })
  const marks = async (held: boolean): Promise<string[]> => {
    const { target } = mountComponent(PlayerAid, { store: storeOf(held) })
    await settled()
    return texts(target, '.mark')
  }
  expect([await marks(true), await marks(false)]).toEqual([[], ['you are here']])
})

test('nothing says that the match is over: the menu, the strips, the players', async () => {
  stubServer({})
  await import('../src/app/match/RematchStrip.svelte')
  const told = async (held: boolean): Promise<boolean[]> => {
    const store = storeOf(held)
    const menu = texts(mountComponent(Menu, { store, open: true }).target, '.menu > *')
    const strips = mountComponent(Strips, { store }).target
    await settled()
    const players = text(mountComponent(PlayersPanel, { store: { ...store, matchView: { ...store.matchView, waiting: [{ side: 'allies', title: 'the Allies' }] } } }).target)
    return [menu.includes('Copy link to this moment'), !menu.includes('Resign'), /rematch|play again/i.test(text(strips)), !/here/.test(players.split('Friend')[1] ?? ''), playersOf(store)[1]!.name === 'Person']
  }
  expect(await told(true)).toEqual([false, false, false, false, false])
  expect(await told(false)).toEqual([true, true, true, true, true])
})

test('the summaries of turns stay those of the moment shown while the reader looks back', () => {
  const summaries = vi.fn((log: readonly { seq: number }[], view: unknown) => [{ turn: log.length, seq: 4, title: JSON.stringify(view), result: '', parts: [] }])
  const store = storeOf(true, { game: { summaries } })
  store.playback.pastSeq = 1
  expect(new Turns(store).all).toMatchObject([{ turn: 3, title: '{"newest":false}' }])
})

test('Axis & Allies: Pacific: the order of the turn does not end before its dice', () => {
  const { view } = warDecisions('purchase')[0]!
  const now = (held: boolean): string[] => texts(mountComponent(TurnOrder, { store: storeOf(held, { view, log: [] }) }).target, '.phases [aria-current] b')
  expect([now(true), now(false)]).toEqual([['1'], ['9']])
})

test('War in the Pacific: the points are not called final before the last dice', async () => {
  const scores = await import('../src/games/war_in_the_pacific/score_table')
  vi.spyOn(scores, 'scoresOf').mockReturnValue({ sides: [], note: '', secret: true } as never)
  const shown = (held: boolean): boolean => text(mountComponent(PointsPanel, { store: storeOf(held), position: {} }).target).includes('Nothing is secret any more')
  expect([shown(true), shown(false)]).toEqual([false, true])
})

test('moves that arrive while the reader looks back are held', async () => {
  const entry = (seq: number) => ({ seq, act: 'choice', side: 'allies', events: [{ event: 'hit' }] })
  const log = [1, 2, 3].map(entry)
  const observation = { match: 'looks back', viewpoint: 'japan', log, lastSeq: 3, viewAt: (seq: number) => Promise.resolve({ seq }) } as unknown as Observation
  const playback = new Playback(observation, { isWorthShowing: () => true, countDice: () => 1 })
  playback.lastSeenSeq = 2
  playback.lookTo(1)
  await playback.catchUp({} as never)
  expect(playback.heldView).toEqual({ seq: 2, view: { seq: 2 } })
  playback.lookTo(3)
  expect(playback.pastSeq).toBe(2)
})
