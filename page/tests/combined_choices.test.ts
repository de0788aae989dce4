import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Action, ChoiceGroup, LogEntry } from '../src/app/api'
import type { MatchStore, GamePage } from '../src/app/game'
import { promptOf } from '../src/app/prompt_builder'
import { openMatch } from '../src/app/open_match'
import witp from '../src/games/war_in_the_pacific/play'

/** Choices as the wire has them, each in a set of its own. */
const groups = (choices: readonly Action[]): ChoiceGroup[] =>
  choices.map(([verb, ...parts]) => ({ verb: verb!, then: parts.reduceRight<NonNullable<ChoiceGroup['then']>>((after, id) => [[[id], after]], []) }))

/** The four decisions of War in the Pacific that are made in two steps and submitted as one, and what else is open then. */
const PAIRS: readonly (readonly [clause: string, first: Action, other: Action, rest: readonly Action[]])[] = [
  ['42.71', ['enter', 'japan_1', 'transit'], ['enter', 'japan_2', 'transit'], [['come_in', 'F2230', 'as_they_are'], ['come_in', 'F2230', 'filled'], ['come_in', 'F2231', 'filled']]],
  ['20.11', ['allot', 'jp_cv1'], ['allot', 'jp_cv2'], [['strike_with', 'b_17_trained', 'bomb', '1'], ['strike_with', 'b_17_trained', 'bomb', '2'], ['strike_with', 'b_26_trained', 'torpedo', '1']]],
  ['6.2', ['cover', 'us_cv8', 'f4f_carrier'], ['cover', 'us_cv5', 'f4f_carrier'], [['fly_over', 'allies_2', '1'], ['fly_over', 'allies_2', '2'], ['fly_over', 'allies_3', '1']]],
  ['6.20', ['shield', 'us_cv8', 'f4f_carrier'], ['shield', 'us_cv5', 'f4f_carrier'], [['stay_over', 'allies_2', '1'], ['stay_over', 'allies_2', '2'], ['stay_over', 'allies_3', '1']]],
]

const page = {
  twoStepVerbs: witp.twoStepVerbs,
  choice: (action: Action, name: () => string) => (action.length === 1 ? action[0]! : name()),
  verb: (verb: string) => verb, value: (id: string) => ({ label: id.toUpperCase() }), askNext: () => 'And then?', buttonStyle: () => ({}), subline: () => '', needsCurtain: () => false, revealsSecret: () => false,
  isBatched: () => false, draftSubmission: () => null, isWorthShowing: () => false, headline: () => '', timeline: () => ({ turns: [], ends: [], when: new Map() }), inferChoice: () => null,
} as unknown as GamePage

let asked: { part: string; body: Record<string, unknown> }[]
let rest: readonly Action[]
let open: readonly Action[]
const bodies = (part: string): Record<string, unknown>[] => asked.filter((one) => one.part === part).map(({ body }) => body)
const settled = (): Promise<void> => vi.waitFor(() => new Promise<void>((done) => setTimeout(done, 5)))

/** A server of one match in which the North must choose. */
function answer(part: string, side: string): unknown {
  if (part === 'games') return [{ id: 'duel', short: 'd', title: 'Duel', sides: [{ id: 'north', title: 'the North', team: 0 }, { id: 'south', title: 'the South', team: 1 }], scenarios: [], options: [], bots: [] }]
  if (part === 'pieces') return {}
  if (part === 'seats') return { take: null, seats: [{ side: 'north', title: 'the North', player: 'person', claimed: true, yours: true, invitation: null }, { side: 'south', title: 'the South', player: 'ensign', claimed: false, yours: false, invitation: null }] }
  if (part === 'names') return { names: [] }
  if (part === 'ahead') return { ahead: [groups(rest)] }
  const decision = side === 'north' ? { side, prompt: 'Choose.', clause: '6.2', choices: groups(open) } : null
  const log: LogEntry[] = []
  return {
    id: 'm', name: '', game: 'duel', side, seats: { north: 'person', south: 'ensign' }, seq: 7, view: {}, over: false, result: null, decision, waiting: [], undo: { steps: side === 'north' ? 2 : 0, why: '' },
    draw_offer: null, undo_offer: null, asked: [], resigned: [], clause_now: null, log_from: 0, trouble: null, claimed: ['north'], reissued: [], log,
  }
}

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    const url = new URL(path, 'http://here')
    const part = url.pathname.split('/').at(-1)!
    const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
    if (init?.method === 'POST') asked.push({ part, body })
    return Promise.resolve(new Response(JSON.stringify(answer(part, url.searchParams.get('side') ?? String(body['side'] ?? 'public')))))
  })
  vi.stubGlobal('location', { protocol: 'http:', host: 'here', hash: '' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('WebSocket', class { close(): void {} })
})
afterEach(() => vi.unstubAllGlobals())

/** A store at which the first step was named part by part, as its buttons do. */
async function named(first: Action): Promise<MatchStore> {
  const store = await openMatch('m', () => Promise.resolve(page))
  store.pick({ verb: first[0]! }, false)
  for (const [at, id] of first.slice(1).entries()) if (!store.picked.has(id)) store.pick({ id, at }, true)
  await settled()
  return store
}

describe.each(PAIRS)('%s in two steps', (_clause, first, other, more) => {
  beforeEach(() => {
    rest = more
    open = [first, other, ['done']]
  })
  const joined = (second: Action): Action => [...first, ...second.slice(1)]

  test('naming the first submits nothing: its completion is requested in advance, and asked next', async () => {
    const store = await named(first)
    expect(bodies('act')).toEqual([])
    expect(bodies('ahead').map((body) => body['runs'])).toEqual([[[first]]])
    expect(store.remainingChoices).toEqual(more.map(joined))
    expect(promptOf(store).prompt.choices!.map(({ label }) => label)).toEqual(more.map((second) => second.slice(1).map((id) => id.toUpperCase()).join(', ')))
    expect(store.choices).toContainEqual(other)
  })

  test('the last press submits both together, and one press undoes both', async () => {
    const store = await named(first)
    promptOf(store).acts[joined(more[1]!).join(' ')]!()
    await settled()
    expect(bodies('act').map((body) => body['choices'])).toEqual([[first, more[1]]])
    const { prompt, acts } = promptOf(store)
    expect(prompt.quiet!.map(({ label }) => label)).toEqual(['Take back'])
    acts['undo']!()
    await settled()
    expect(bodies('undo')).toMatchObject([{ steps: 2 }])
  })

  test('an unfinished one is undone part by part, without the referee', async () => {
    const store = await named(first)
    for (let n = first.length; n > 0; n--) store.back()
    expect(store.picks).toEqual([])
    expect(asked.map(({ part }) => part).filter((part) => part !== 'names')).toEqual(['ahead'])
  })

  test('where no choice is left only the first is submitted', async () => {
    rest = []
    await named(first)
    expect(bodies('act').map((body) => body['choices'])).toEqual([[first]])
  })

  test('the referee adds a single rest automatically where the points have one way left; a patrol and an entry it leaves to the side', async () => {
    rest = [more[0]!]
    const store = await named(first)
    if (first[0] === 'allot') return expect(bodies('act').map((body) => body['choices'])).toEqual([[first]])
    expect(bodies('act')).toEqual([])
    await store.submit([joined(more[0]!)])
    expect(bodies('act').map((body) => body['choices'])).toEqual([[first, more[0]]])
  })

  test('the referee is not asked for names of what only the page has combined', async () => {
    const store = await named(first)
    void promptOf(store)
    store.nameOf(joined(more[0]!))
    await settled()
    expect(bodies('names').flatMap((body) => body['choices'] as Action[]).filter((choice) => choice.length > first.length)).toEqual([])
  })
})

test('choices that nothing follows are submitted at once', async () => {
  open = [['done'], ['search', 'us_cv8']]
  const store = await openMatch('m', () => Promise.resolve(page))
  void store.submit([['done']])
  await settled()
  expect(bodies('ahead')).toEqual([])
  expect(bodies('act').map((body) => body['choices'])).toEqual([[['done']]])
})

test('a list that is complete is submitted unchanged', async () => {
  const [, first, other, more] = PAIRS[2]!
  open = [first, other, ['done']]
  const store = await openMatch('m', () => Promise.resolve(page))
  await store.submit([first, more[0]!, ['done']])
  expect(bodies('ahead')).toEqual([])
  expect(bodies('act').map((body) => body['choices'])).toEqual([[first, more[0], ['done']]])
})
