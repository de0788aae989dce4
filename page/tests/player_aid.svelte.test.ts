// The player aid: how to win, the turn with its current step, tables, keys.
import { flushSync } from 'svelte'
import { describe, expect, test, vi } from 'vitest'
import { PageParts } from '../src/app/page_parts.svelte'
import AidScores from '../src/app/match/AidScores.svelte'
import PlayerAid from '../src/app/match/PlayerAid.svelte'
import { mountComponent, press, errorResponse, stubServer, flush, texts, type Mounted } from './component'

const AID = {
  goal: 'Lead after turn 4.', goal_clause: '4.0', here: 'fight',
  steps: [{ id: 'move', title: 'Moves', text: 'Ships sail.', clause: '5.1' }, { id: 'fight', title: 'Battles', text: 'Ships fire.', clause: '5.3' }],
  scores: { title: 'Areas', head: ['Area', 'Worth'], rows: [['Coral Sea', '2']], note: '', clause: '15.1' },
  tables: [{ title: 'Fire', head: ['Die', 'Result'], rows: [['5', 'disabled'], ['6', 'hit']], note: 'One die a shot.', clause: '' }],
}
const storeOf = (seq = 1): Record<string, any> =>
  Object.assign(new PageParts(), { id: 'm', home: { viewpoint: 'japan', matchView: { seq } }, game: { keys: [['G', 'go to a hex'], ['T', 'the next force']] }, openClause: vi.fn() })
async function aid(store = storeOf(), answer: unknown = AID): Promise<Mounted & { asked: { what: string }[] }> {
  const asked = stubServer({ 'GET /matches/m/aid': answer })
  const made = mountComponent(PlayerAid, { store })
  await flush()
  await flush()
  return { ...made, asked }
}

describe('the player aid', () => {
  test('shows the steps of the turn and marks the current one', async () => {
    const { target } = await aid()
    expect(texts(target, 'li b')).toEqual(['Moves', 'Battles'])
    expect(texts(target, '[aria-current=step] b, .mark')).toEqual(['Battles', 'you are here'])
  })

  test('shows tables, and the keys of all games and of this one', async () => {
    const { target } = await aid()
    expect(texts(target, '.card h3')).toEqual(['Fire', 'Keys'])
    expect(texts(target, 'tbody tr')).toEqual(['5disabled', '6hit'])
    expect(texts(target, 'dt')).toEqual(expect.arrayContaining(['Tab', 'A', '?', 'G']))
    // A game may use a key of all games in its own way.
    expect(texts(target, 'dt').filter((key) => key === 'T')).toEqual(['T', 'T'])
  })

  test('opens a clause', async () => {
    const store = storeOf()
    const { target } = await aid(store)
    press(target, 'Rule 5.3')
    expect(store['openClause'].mock.calls).toEqual([['5.3']])
  })

  test('is fetched again only when the match has continued', async () => {
    const store = storeOf()
    const { asked, change } = await aid(store)
    expect(asked.length).toBe(1)
    change({ store: Object.assign(storeOf(2), { id: 'm' }) })
    await flush()
    expect(asked.length).toBe(2)
  })

  test('shows why it could not be fetched', async () => {
    const { target } = await aid(storeOf(), errorResponse('The game has no player aid.', { status: 404 }))
    expect(texts(target, '[role=status]')).toEqual(['The game has no player aid.'])
  })

  test('in the rail shows how to win', async () => {
    stubServer({ 'GET /matches/m/aid': AID })
    const { target } = mountComponent(AidScores, { store: storeOf() })
    await flush()
    await flush()
    expect(texts(target, '.scores > p')).toEqual(['Lead after turn 4. 4.0'])
    expect(texts(target, 'td')).toEqual(['2'])
  })
})

test('the aid opens its tab and gives the earlier one back', () => {
  const parts = new PageParts()
  parts.tab = 'odds'
  parts.toggleAid()
  expect([parts.tabBeforeAid, parts.tab, parts.part]).toEqual(['odds', 'aid', 'board'])
  parts.toggleAid()
  flushSync()
  expect([parts.tabBeforeAid, parts.tab]).toEqual([null, 'odds'])
})
