import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Action, Decision, ChoiceGroup, LogEntry, SeatsInfo, MatchView, SeatClaimReason } from '../src/app/api'
import { preferences } from '../src/app/preferences.svelte'
import type { MatchStore, GamePage } from '../src/app/game'
import { openMatch } from '../src/app/open_match'
import { promptOf } from '../src/app/prompt_builder'
import { playersOf } from '../src/app/page_model'
import { answererOf } from '../src/app/draw_offer'
import { allyOf, speakerFor } from '../src/app/teams'

/**
 * A server of one match, as the wire has it: what it answers is set by each test, what it was asked is written
 * down.
 */
class FakeServer {
  readonly asked: { path: string; body: Record<string, unknown> }[] = []
  matchViews: Record<string, Partial<MatchView>> = {}
  logs: Record<string, LogEntry[]> = {}
  seats: Record<string, string> = { north: 'person', south: 'ensign' }
  sides = [{ id: 'north', title: 'the North', team: 0 }, { id: 'south', title: 'the South', team: 1 }]
  /**
   * the sides that this browser holds, and those that anybody holds; where nothing is set, all sides of human
   * players
   */
  yours: string[] | null = null
  claimed: string[] | null = null
  players: string[][] = [['north', 'south']]
  take: SeatClaimReason = null
  here: string[] = []
  invitation: SeatsInfo['seats'][number]['invitation'] = null
  refusal: { status: number; error: Record<string, unknown> } | null = null
  down = false

  readonly fetch = (path: string, init?: RequestInit): Promise<Response> => {
    if (this.down) return Promise.reject(new TypeError('no connection'))
    const url = new URL(path, 'http://here')
    const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
    const part = url.pathname.split('/').at(-1)!
    if (init?.method === 'POST') this.asked.push({ path: url.pathname, body })
    if (init?.method === 'POST' && this.refusal) {
      const { status, error } = this.refusal
      this.refusal = null
      return Promise.resolve(new Response(JSON.stringify({ error }), { status }))
    }
    return Promise.resolve(new Response(JSON.stringify(this.#answer(part, url, body))))
  }

  #answer(part: string, url: URL, body: Record<string, unknown>): unknown {
    if (part === 'games') return [{ id: 'duel', short: 'd', title: 'Duel', sides: this.sides, scenarios: [], options: [], bots: [] }]
    if (part === 'pieces') return {}
    if (part === 'claim') [this.yours, this.claimed, this.take] = [null, null, null]
    if (part === 'seats' || part === 'claim') return this.seating()
    if (part === 'presence') return { here: this.here, away: {}, public_act: null }
    if (part === 'moment') return { view: { at: Number(url.searchParams.get('seq')) }, seq: 0, of: 0 }
    if (part === 'names') return { names: (body['choices'] as Action[]).map((choice) => `Do ${choice.join(', ')}`) }
    if (part === 'why_not') return { clause: '1.2', message: 'not there' }
    return this.matchView(url.searchParams.get('side') ?? String(body['side']), Number(url.searchParams.get('since') ?? body['seq'] ?? 0))
  }

  get persons(): string[] {
    return this.sides.map(({ id }) => id).filter((id) => this.seats[id] === 'person')
  }

  seating(): SeatsInfo {
    const [yours, claimed] = [this.yours ?? this.persons, this.claimed ?? this.persons]
    return {
      id: 'm', name: 'A duel', game: 'duel', begun: true, over: false, host: true, take: this.take, link: null, offered: [], lot: false, challenge: [], agreed: [], options: {}, picture: [], secure: false, here_only: true, addresses: [],
      seats: this.sides.map(({ id, title }) => ({ side: id, title, player: this.seats[id]!, claimed: claimed.includes(id), yours: yours.includes(id), invitation: this.invitation })),
    }
  }

  matchView(side: string, since: number): Partial<MatchView> {
    const log = this.logs[side] ?? []
    return {
      id: 'm', name: 'A duel', game: 'duel', side, seats: this.seats, seq: log.length, view: { at: 'now' }, over: false, result: null, decision: null, waiting: [],
      undo: { steps: 0, why: '' }, draw_offer: null, undo_offer: null, asked: [], resigned: [], clause_now: null, log_from: 0, trouble: null, rematch: null, claimed: this.claimed ?? this.persons, players: this.players, reissued: [], log: log.filter((entry) => entry.seq > since), ...this.matchViews[side],
    }
  }
}

const page = {
  choice: (action: Action) => action.join(' '),
  verb: (verb: string) => verb,
  value: (id: string) => ({ label: id }),
  askNext: () => 'And then?',
  buttonStyle: () => ({}),
  subline: () => '',
  needsCurtain: (view: { curtain?: boolean }) => !!view.curtain,
  revealsSecret: (view: { telling?: boolean }) => !!view.telling,
  isBatched: () => false,
  draftSubmission: () => null,
  isWorthShowing: (log: readonly LogEntry[], place: number, here: readonly string[]) => !here.includes(log[place]!.side ?? ''),
  headline: (entry: LogEntry) => `entry ${entry.seq}`,
  timeline: () => ({ turns: [], ends: [], when: new Map() }),
  inferChoice: (_store: MatchStore, id: string) => ['move', 'fleet', id],
} as unknown as GamePage

const MOVES: readonly Action[] = [['move', 'fleet', 'east'], ['move', 'fleet', 'west'], ['wait']]
/** Choices as the wire has them, each in a set of its own. */
const groups = (choices: readonly Action[]): ChoiceGroup[] =>
  choices.map(([verb, ...parts]) => ({ verb: verb!, then: parts.reduceRight<NonNullable<ChoiceGroup['then']>>((after, id) => [[[id], after]], []) }))
const decision = (side: string, choices: readonly Action[] = MOVES): Decision => ({ side, prompt: 'Move?', clause: '1.1', choices: groups(choices), secret: false, gives_up: {}, must: {} })
const chosen = (seq: number, side: string): LogEntry => ({ seq, act: 'choice', side, events: [] })

let server: FakeServer
const sit = (): Promise<MatchStore> => openMatch('m', () => Promise.resolve(page))
const settled = (): Promise<void> => vi.waitFor(() => new Promise<void>((done) => setTimeout(done, 5)))

beforeEach(() => {
  server = new FakeServer()
  server.logs = { public: [chosen(1, 'south')], north: [chosen(1, 'south')], south: [chosen(1, 'south')] }
  server.matchViews = { north: { decision: decision('north'), log_from: 1 } }
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('location', { protocol: 'http:', host: 'here', hash: '' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('WebSocket', class { close(): void {} })
})
afterEach(() => vi.unstubAllGlobals())

describe('a person alone', () => {
  test('the page shows that person’s view and decision', async () => {
    const store = await sit()
    expect([store.seating, store.mine, store.viewpoint, store.actor, store.curtainSide]).toEqual(['alone', 'north', 'north', 'north', null])
    expect([...store.highlighted]).toEqual(['fleet'])
  })

  test('force, then place: submitted once, with the sequence number of the last view', async () => {
    const store = await sit()
    expect(store.press('fleet')).toBe(true)
    expect([...store.highlighted].sort()).toEqual(['east', 'west'])
    store.press('east')
    await settled()
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]).toMatchObject({ path: '/api/matches/m/act', body: { side: 'north', seq: 1, choices: [['move', 'fleet', 'east']], wait: 0 } })
  })

  test('a list in which a secret becomes known goes up to there, and then one by one', async () => {
    const store = await sit()
    const all: Action[] = [['dock', 'a'], ['dock', 'b'], ['dock', 'c'], ['dock', 'd']]
    server.refusal = { status: 422, error: { message: 'a secret becomes known', place: 1 } }
    expect(await store.submit(all)).toBe(true)
    expect(server.asked.map((one) => (one.body['choices'] as Action[]).map((choice) => choice[1]))).toEqual([['a', 'b', 'c', 'd'], ['a', 'b'], ['c'], ['d']])
    expect(store.notices.refusal).toBeNull()
  })

  test('a list is split after a choice that has to be the last of its list', async () => {
    const all: Action[] = [['fly'], ['strike', 'a'], ['strike', 'b'], ['fly'], ['wait']]
    const open = decision('north', [['fly'], ['strike', 'a'], ['wait']])
    server.matchViews = { north: { decision: { ...open, choices: open.choices.map((group) => (group.verb === 'strike' ? { ...group, ends_list: 'always' } : group)) }, log_from: 1 } }
    const store = await sit()
    expect(await store.submit(all)).toBe(true)
    expect(server.asked.map((one) => one.body['choices'])).toEqual([[['fly'], ['strike', 'a']], [['strike', 'b']], [['fly'], ['wait']]])
  })

  const waiting = (): NonNullable<MatchView['dice']> => ({ kind: 'joint', commitments: {}, words: ['a', 'b'], wanted: { die: 1, block: 0, side: 'north', promise: '', lacks: { south: 'promise' } } })

  test('while a joint die waits for its parts no other choice is submitted', async () => {
    server.matchViews['north'] = { ...server.matchViews['north'], dice: waiting() }
    const store = await sit()
    expect(await store.submit([['wait']])).toBe(false)
    expect([server.asked, store.notices.strip]).toEqual([[], null])
  })

  test('joint dice whose secrets are here are rolled before the act is over, and the next choice uses the result', async () => {
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'joint.m.south' ? JSON.stringify('00'.repeat(32)) : null), setItem: () => undefined, removeItem: () => undefined })
    const store = await sit()
    const open = server.matchViews['north']!
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      if (path.endsWith('/act')) server.matchViews['north'] = { ...open, dice: waiting() }
      if (path.endsWith('/part')) {
        server.matchViews['north'] = { ...open, dice: { ...waiting(), wanted: null } }
        server.logs['north'] = [chosen(1, 'south'), chosen(2, 'north')]
      }
      return server.fetch(path, init)
    })
    expect(await store.submit([['wait']])).toBe(true)
    expect([server.asked.map(({ path }) => path.split('/').at(-1)), store.matchView.seq, store.home.lastSeq]).toEqual([['act', 'part'], 2, 2])
    vi.stubGlobal('fetch', server.fetch)
    expect(await store.submit([['wait']])).toBe(true)
    expect([server.asked.at(-1)!.body['seq'], store.notices.strip, store.notices.refusal]).toEqual([2, null, null])
  })

  test('of a list in parts nothing follows the part whose die waits for another page', async () => {
    const all: Action[] = [['strike', 'a'], ['strike', 'b']]
    const open = decision('north', [['strike', 'a'], ['wait']])
    server.matchViews = { north: { decision: { ...open, choices: open.choices.map((group) => (group.verb === 'strike' ? { ...group, ends_list: 'always' } : group)) }, log_from: 1 } }
    const store = await sit()
    server.matchViews['north'] = { ...server.matchViews['north'], dice: waiting() }
    expect(await store.submit(all)).toBe(true)
    expect(server.asked.map(({ path }) => path)).toEqual(['/api/matches/m/act'])
  })

  test('choices submitted together may be undone together, or one by one', async () => {
    const store = await sit()
    server.matchViews['north'] = { ...server.matchViews['north'], undo: { steps: 2, why: '' } }
    await store.submit([['move', 'fleet', 'east'], ['wait']])
    const { prompt, acts } = promptOf(store)
    expect(prompt.quiet!.map((choice) => choice.label)).toEqual(['Take back all 2', 'Take back only the last choice'])
    acts['undo']!()
    await settled()
    expect(server.asked.at(-1)).toMatchObject({ path: '/api/matches/m/undo', body: { steps: 2 } })
  })

  test('what was one act is undone as one after others of a single choice, and after a reload', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text), removeItem: (key: string) => kept.delete(key) })
    const store = await sit()
    const steps = (n: number): void => void (server.matchViews['north'] = { ...server.matchViews['north'], undo: { steps: n, why: '' } })
    steps(3)
    await store.submit([['move', 'a', 'east'], ['move', 'b', 'east'], ['move', 'c', 'east']])
    steps(4)
    await store.submit([['wait']])
    expect(store.lastActSize('north')).toBe(1)
    steps(3)
    await store.undo('north', 1)
    expect(store.lastActSize('north')).toBe(3)
    expect((await sit()).lastActSize('north')).toBe(3)
    steps(0)
    await store.undo('north', 3)
    expect(store.lastActSize('north')).toBe(1)
  })

  test('a button is filled if it loses nothing; one with a loss asks in its place, and a second press there cancels', async () => {
    const asked = { ...decision('north', [['move', 'fleet', 'east'], ['done']]), gives_up: { done: { move: ['fleet'] } } }
    server.matchViews = { north: { decision: asked, log_from: 1 } }
    const store = await sit()
    const done = (): ReturnType<typeof promptOf> => promptOf(store)
    expect(done().prompt.choices!.find((one) => one.id === 'done')).toMatchObject({ gate: true, weight: 'plain' })
    done().acts['done']!()
    expect(done().prompt.choices!.filter((one) => !one.row).map(({ id, label }) => [id, label])).toEqual([['sure', 'End with 1 left'], ['keep', 'Keep choosing']])
    done().acts['keep']!()
    expect(done().prompt.choices!.some((one) => one.id === 'sure')).toBe(false)
    done().acts['done']!()
    store.press('fleet') // half made: it asks no more
    expect(done().prompt.choices!.some((one) => one.id === 'sure')).toBe(false)
    store.back()
    done().acts['done']!()
    expect(server.asked.filter(({ path }) => path.endsWith('/act'))).toEqual([])
    done().acts['sure']!()
    await settled()
    expect(server.asked.at(-1)).toMatchObject({ path: '/api/matches/m/act', body: { choices: [['done']] } })
  })

  test('a list that a rule forbids is refused, and nothing of it is taken', async () => {
    const store = await sit()
    server.refusal = { status: 422, error: { message: 'Too far.', clause: '1.2', place: 1 } }
    expect(await store.submit([['dock', 'a'], ['dock', 'b']])).toBe(false)
    expect(server.asked).toHaveLength(1)
    expect(store.notices.refusal).toMatchObject({ text: 'Too far.', clause: '1.2' })
  })

  test('a verb that only one unit can do selects it too; the buttons show the rest, and one step cancels both', async () => {
    const store = await sit()
    store.pick({ verb: 'move' }, false)
    expect(store.picks).toEqual([{ verb: 'move' }, { id: 'fleet', at: 0 }])
    expect(promptOf(store).prompt.choices?.map((choice) => choice.label)).toEqual(['east', 'west'])
    expect([...store.highlighted]).toEqual(['east', 'west'])
    expect(store.back()).toBe(true)
    expect(store.picks).toEqual([])
  })

  test('pressed again, a selection is removed', async () => {
    const store = await sit()
    store.press('fleet')
    store.press('fleet')
    expect(store.picks).toEqual([])
  })

  test('an unavailable choice is asked about, and the unfinished choice stays', async () => {
    const store = await sit()
    store.press('fleet')
    expect(store.press('north_pole')).toBe(true)
    await settled()
    expect(server.asked[0]).toMatchObject({ path: '/api/matches/m/why_not', body: { side: 'north', action: ['move', 'fleet', 'north_pole'] } })
    expect(store.notices.refusal).toEqual({ text: 'Not there.', clause: '1.2' })
    expect(store.picks).toHaveLength(1)
  })

  test('dragged onto a place: the one choice that holds both', async () => {
    const store = await sit()
    store.drop('fleet', 'west')
    await settled()
    expect(server.asked[0]!.body['choices']).toEqual([['move', 'fleet', 'west']])
  })

  test('refused: the reason is shown and the choice is not lost', async () => {
    const store = await sit()
    server.refusal = { status: 422, error: { message: 'the sea is rough', clause: '3.4' } }
    store.press('fleet')
    store.press('east')
    await settled()
    expect(store.notices.refusal).toEqual({ text: 'The sea is rough.', clause: '3.4' })
    expect(store.picks).toHaveLength(2)
  })

  test('stale: the new position is fetched and reported', async () => {
    const store = await sit()
    server.refusal = { status: 409, error: { message: 'stale', clause: null } }
    server.logs['north'] = [chosen(1, 'south'), chosen(2, 'north')]
    server.matchViews['north'] = { decision: null }
    await store.submit([['wait']])
    expect(store.notices.strip?.kind).toBe('stale')
    expect(store.matchView.seq).toBe(2)
  })

  test('not connected: nothing is sent later automatically, and the same act is sent under the same id', async () => {
    const store = await sit()
    server.down = true
    expect(await store.submit([['wait']])).toBe(false)
    expect(store.notices.offline).toBe(true)
    server.down = false
    await store.refresh()
    expect([store.notices.offline, server.asked]).toEqual([false, []])
    await store.submit([['wait']])
    await store.submit([['wait']])
    expect(server.asked[0]!.body['message']).toBe(server.asked[1]!.body['message'])
  })

  test('moves of the other side meanwhile are shown entry by entry, and choosing waits for it', async () => {
    preferences.pace = 'step'
    const store = await sit()
    server.logs['north'] = [chosen(1, 'south'), chosen(2, 'south'), chosen(3, 'south')]
    await store.refresh()
    await settled()
    expect([store.playback!.shownSeq, store.view, store.decision]).toEqual([2, { at: 2 }, null])
    expect(promptOf(store).prompt.sentence).toBe('entry 2')
    store.playback!.play(false)
    store.playback!.next()
    await settled()
    expect(store.view).toEqual({ at: 3 })
    store.playback!.next()
    expect([store.view, store.decision?.prompt]).toEqual([{ at: 'now' }, 'Move?'])
  })

  test('looking back takes the choices off the table, returning puts them back', async () => {
    const store = await sit()
    store.playback!.lookTo(1)
    await settled()
    expect([store.view, store.decision, store.press('fleet')]).toEqual([{ at: 1 }, null, false])
    store.playback!.lookTo(null)
    expect(store.decision?.side).toBe('north')
  })
})

describe('two on one screen', () => {
  beforeEach(() => {
    server.seats = { north: 'person', south: 'person' }
    server.matchViews = { public: { view: { of: 'public' } }, north: { view: { of: 'north' }, decision: decision('north') }, south: { view: { of: 'south' } } }
  })

  test('the open board is shown, a side’s own only while the button is held', async () => {
    const store = await sit()
    expect([store.seating, store.actor, store.viewpoint, store.view]).toEqual(['shared', 'north', 'public', { of: 'public' }])
    store.showsOwnCounters = true
    expect([store.viewpoint, store.view]).toEqual(['north', { of: 'north' }])
    store.showsOwnCounters = false
    expect(store.viewpoint).toBe('public')
  })

  test('a secret decision is behind a curtain until its side lifts it, and the curtain drops when it is over', async () => {
    server.matchViews['north'] = { view: { of: 'north', curtain: true }, decision: decision('north') }
    const store = await sit()
    expect([store.curtainSide, store.decision, store.viewpoint]).toEqual(['north', null, 'public'])
    store.uncoveredSide = 'north'
    expect([store.curtainSide, store.viewpoint, store.decision?.side]).toEqual([null, 'north', 'north'])
    server.matchViews['north'] = { view: { of: 'north' } }
    server.matchViews['south'] = { view: { of: 'south', curtain: true }, decision: decision('south') }
    await store.refresh()
    expect([store.uncoveredSide, store.curtainSide, store.viewpoint]).toEqual([null, 'south', 'public'])
  })

  test('choices that reveal secrets stay covered: units that may act are highlighted, the rest only when it is shown', async () => {
    server.matchViews['public'] = { view: { of: 'public', telling: true } }
    const store = await sit()
    expect([...store.highlighted]).toEqual(['fleet'])
    expect(promptOf(store).prompt.choices?.map((choice) => choice.label)).toEqual(['fleet', 'wait'])
    store.press('fleet')
    expect([store.highlighted.size, store.press('east')]).toEqual([0, false])
    expect(promptOf(store).prompt.choices?.map((choice) => choice.id)).toEqual(['show'])
    promptOf(store).acts['show']!()
    expect([...store.highlighted].sort()).toEqual(['east', 'west'])
  })
})

test('without seats of its own the browser watches the open board and is asked nothing', async () => {
  server.seats = { north: 'ensign', south: 'ensign' }
  const store = await sit()
  expect([store.seating, store.viewpoint, store.actor, store.decision]).toEqual(['watching', 'public', null, null])
})

describe('seats', () => {
  beforeEach(() => {
    server.seats = { north: 'person', south: 'person' }
    server.yours = ['north']
    server.matchViews = { public: { view: { of: 'public' } }, north: { view: { of: 'north' }, decision: decision('north') } }
  })

  /** The server refuses a seat that is another's now. */
  const refuse = (side: string): void =>
    void vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      path.includes(`side=${side}`) ? Promise.resolve(new Response(JSON.stringify({ error: { message: 'you do not hold this seat', field: 'side' } }), { status: 403 })) : server.fetch(path, init))

  test('show the side that this browser holds', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      asked.push(path)
      return server.fetch(path, init)
    })
    const store = await sit()
    expect([store.seating, store.mine, store.viewpoint, store.curtainSide]).toEqual(['alone', 'north', 'north', null])
    expect(asked.filter((path) => path.includes('side=south'))).toEqual([])
    expect(playersOf(store).map(({ name, where }) => [name, where])).toEqual([['You', undefined], ['Friend', 'away']])
  })

  test('a browser without any watches the open board', async () => {
    server.yours = []
    const store = await sit()
    expect([store.seating, store.viewpoint, store.decision]).toEqual(['watching', 'public', null])
    expect(server.asked).toEqual([])
    expect(playersOf(store).map(({ name, where }) => [name, where])).toEqual([['Player', 'away'], ['Player', 'away']])
  })

  test('of an unclaimed match are taken when it is opened', async () => {
    ;[server.yours, server.claimed, server.take] = [[], [], 'unclaimed']
    const store = await sit()
    expect(server.asked.map(({ path }) => path)).toEqual(['/api/matches/m/claim'])
    expect(store.persons).toEqual(['north', 'south'])
  })

  test('that another browser of this machine holds are taken only on request', async () => {
    ;[server.yours, server.take] = [[], 'this_machine']
    const store = await sit()
    expect([store.persons, server.asked]).toEqual([[], []])
    await store.takeSeatsHere()
    expect([server.asked.map(({ path }) => path), store.persons, store.seating]).toEqual([['/api/matches/m/claim'], ['north', 'south'], 'shared'])
  })

  test('are fetched again when a friend has joined, who is then here or away', async () => {
    server.claimed = ['north']
    const store = await sit()
    expect([store.seats.free.map(({ side }) => side), playersOf(store)[1]?.where]).toEqual([['south'], 'not here yet'])
    server.claimed = null
    server.here = ['north', 'south']
    await store.refresh()
    await vi.waitFor(() => expect([store.seats.free, playersOf(store)[1]?.where, store.viewpoint]).toEqual([[], 'here', 'north']))
    store.stop()
  })

  test('are asked for again when a friend takes one of the sides of this screen', async () => {
    server.yours = ['north', 'south']
    const store = await sit()
    expect(store.persons).toEqual(['north', 'south'])
    server.yours = ['north']
    server.players = [['north'], ['south']]
    await store.refresh()
    await vi.waitFor(() => expect([store.persons, store.seating]).toEqual([['north'], 'alone']))
    store.stop()
  })

  test('that the host gave to another leave nothing of their view, and the open board is shown', async () => {
    const store = await sit()
    server.yours = []
    refuse('north')
    await store.refresh()
    expect([store.seating, store.viewpoint, store.view, store.observationOf('north')]).toEqual(['watching', 'public', { of: 'public' }, undefined])
  })

  test('a choice that is refused for the seat shows the open board', async () => {
    const store = await sit()
    server.yours = []
    server.refusal = { status: 403, error: { message: 'you do not hold the seat of the North', field: 'side' } }
    expect(await store.submit([['wait']])).toBe(false)
    expect([store.seating, store.viewpoint]).toEqual(['watching', 'public'])
  })

  test('need no curtain once a friend takes one of two on a screen', async () => {
    server.yours = null
    const store = await sit()
    expect(store.seating).toBe('shared')
    server.yours = ['north']
    refuse('south')
    await store.refresh()
    expect([store.seating, store.mine, store.viewpoint, store.observationOf('south')]).toEqual(['alone', 'north', 'north', undefined])
  })
})

test('a seat that a friend has taken by its link is released here when the page becomes visible', async () => {
  server.seats = { north: 'person', south: 'person' }
  server.invitation = { made: '', expires: '', opened: null }
  const store = await sit()
  expect(store.seating).toBe('shared')
  server.yours = ['north']
  server.invitation = null
  await store.checkGivenSeats()
  expect([store.seating, store.mine, store.observationOf('south')]).toEqual(['alone', 'north', undefined])
  store.stop()
})

describe('three sides in two teams', () => {
  beforeEach(() => {
    server.sides = [{ id: 'red', title: 'red', team: 0 }, { id: 'blue', title: 'blue', team: 1 }, { id: 'gold', title: 'gold', team: 0 }]
    server.seats = { red: 'person', blue: 'person', gold: 'person' }
    server.matchViews = { red: { decision: decision('red'), asked: ['blue'] } }
    server.logs = {}
  })
  const everywhere = (told: Partial<MatchView>): void => {
    server.matchViews = Object.fromEntries(['public', 'red', 'blue', 'gold'].map((viewpoint) => [viewpoint, { ...server.matchViews[viewpoint], ...told }]))
  }

  test('an ally takes the seat, and speaks for the side that gave up', async () => {
    const before = await sit()
    expect([allyOf(before, 'red'), allyOf(before, 'blue'), speakerFor(before, 'red')]).toEqual(['gold', null, 'red'])
    everywhere({ resigned: ['red'] })
    const after = await sit()
    expect([allyOf(after, 'gold'), speakerFor(after, 'red'), speakerFor(after, 'gold')]).toEqual([null, 'gold', 'gold'])
  })

  test('a draw is answered by one opponent after the other, never by an ally', async () => {
    everywhere({ draw_offer: 'blue' })
    const draw = (seq: number, side: string, word: LogEntry['word']): LogEntry => ({ seq, act: 'draw', side, word })
    server.logs = { public: [draw(1, 'red', 'offer'), draw(2, 'blue', 'decline'), draw(3, 'blue', 'offer')] }
    expect(answererOf(await sit())).toBe('red')
    server.logs = { public: [...server.logs['public']!, draw(4, 'red', 'accept')] }
    expect(answererOf(await sit())).toBe('gold')
    everywhere({ draw_offer: 'gold' })
    server.logs = {}
    expect(answererOf(await sit())).toBe('blue')
  })

  test('all winners are named', async () => {
    everywhere({ over: true, decision: null, result: { winners: ['red', 'gold'], score: {}, why: 'blue resigned' } })
    expect(promptOf(await sit()).prompt).toMatchObject({ who: 'Red and gold', sentence: 'Red and gold win.', subline: 'Blue resigned.' })
    everywhere({ result: { winners: ['blue'], score: {}, why: 'it was so' } })
    expect(promptOf(await sit()).prompt).toMatchObject({ who: 'Blue', sentence: 'Blue wins.' })
    everywhere({ result: { winners: [], score: {}, why: 'a draw was agreed' } })
    expect(promptOf(await sit()).prompt).toMatchObject({ who: undefined, sentence: 'A draw.' })
  })

  test('after the end a rematch is offered to players at other screens, once', async () => {
    const none = { accepted: [], to_answer: [], declined: '', next: '' }
    const offered = async (): Promise<string[]> => promptOf(await sit()).prompt.choices!.map(({ id }) => id)
    everywhere({ over: true, decision: null, result: { winners: ['blue'], score: {}, why: 'it was so' }, rematch: none })
    expect(await offered()).toEqual(['replay', 'verify', 'rematch', 'story'])
    const store = await sit()
    promptOf(store).acts['rematch']!()
    await vi.waitFor(() => expect(server.asked.at(-1)).toEqual({ path: '/api/matches/m/rematch', body: { side: store.persons[0], word: 'offer', wait: 0 } }))
    everywhere({ over: true, decision: null, result: { winners: ['blue'], score: {}, why: 'it was so' }, rematch: { ...none, accepted: ['red'] } })
    expect(await offered()).toEqual(['replay', 'verify', 'story'])
  })

  test('a spectator is told so, and that a computer player thinks', async () => {
    server.seats = { red: 'random', blue: 'random', gold: 'random' }
    everywhere({ decision: null, waiting: [{ side: 'red', title: 'red', player: 'random', thinking: false }] })
    expect(promptOf(await sit()).prompt).toMatchObject({ sentence: 'Red chooses.', subline: 'You are watching.' })
    everywhere({ decision: null, waiting: [{ side: 'red', title: 'red', player: 'random', thinking: true }] })
    expect(promptOf(await sit()).prompt).toMatchObject({ subline: 'The computer is thinking.' })
  })

  test('a player who gives up to an ally’s computer player keeps watching', async () => {
    server.seats = { red: 'person', blue: 'random', gold: 'random' }
    const store = await sit()
    expect([store.seating, store.viewpoint]).toEqual(['alone', 'red'])
    server.seats = { red: 'random', blue: 'random', gold: 'random' }
    server.matchViews = { red: { side: 'public', seats: server.seats } }
    expect(await store.resign('red')).toBe(true)
    expect([store.seating, store.viewpoint, store.decision]).toEqual(['watching', 'public', null])
  })
})

describe('names of choices', () => {
  const byName = { ...page, choice: (action: Action, name: () => string) => (action.length > 1 ? name() : action[0]!) } as GamePage
  const sitByName = (): Promise<MatchStore> => openMatch('m', () => Promise.resolve(byName))
  const named = (): Action[][] => server.asked.filter((one) => one.path.endsWith('/names')).map((one) => one.body['choices'] as Action[])
  const labels = (store: MatchStore): string[] => promptOf(store).prompt.choices!.map((choice) => choice.label)
  const many = Array.from({ length: 60 }, (_, k) => [['move', `ship_${k}`, 'east'], ['move', `ship_${k}`, 'west']] as Action[]).flat()

  test('few come with the decision, in one request, and only those that a button shows by name', async () => {
    const store = await sitByName()
    expect(named()).toEqual([[['move', 'fleet', 'east'], ['move', 'fleet', 'west']]])
    expect(labels(store)).toEqual(['Do move, fleet, east', 'Do move, fleet, west', 'wait'])
    await store.refresh()
    expect(named()).toHaveLength(1)
  })

  test('a new decision is shown with its names, not before', async () => {
    const store = await sitByName()
    server.logs['north'] = [chosen(1, 'south'), chosen(2, 'north')]
    server.matchViews['north'] = { decision: decision('north', [['land', 'a', 'b'], ['wait']]), log_from: 2 }
    await store.refresh()
    expect(labels(store)).toEqual(['Do land, a, b', 'wait'])
    expect(named()).toHaveLength(2)
  })

  test('of many none is requested until a button needs it: then all buttons in one request, in words of the page until it arrives', async () => {
    server.matchViews['north'] = { decision: decision('north', many), log_from: 1 }
    const store = await sitByName()
    expect(named()).toEqual([])
    store.pick({ id: 'ship_7', at: 0 }, false)
    expect(labels(store)).toEqual(['move ship_7 east', 'move ship_7 west'])
    await settled()
    expect(labels(store)).toEqual(['Do move, ship_7, east', 'Do move, ship_7, west'])
    expect(named()).toEqual([[['move', 'ship_7', 'east'], ['move', 'ship_7', 'west']]])
  })

  test('an unavailable choice is not requested', async () => {
    const store = await sitByName()
    expect(store.nameOf(['move', 'fleet', 'south'])).toBe('move fleet south')
    await settled()
    expect(named()).toHaveLength(1)
  })

  test('where no name can be had, the words of the page stay, and the choice can be made', async () => {
    server.refusal = { status: 422, error: { message: 'not offered' } }
    const store = await sitByName()
    expect(labels(store)).toEqual(['move fleet east', 'move fleet west', 'wait'])
    expect(store.notices.refusal).toBeNull()
    promptOf(store).acts['move fleet east']!()
    await settled()
    expect(server.asked.filter((one) => one.path.endsWith('/act')).map((one) => one.body['choices'])).toEqual([[['move', 'fleet', 'east']]])
  })
})
