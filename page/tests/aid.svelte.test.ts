// The player aid: how to win, the turn with its current step, tables, keys.
import { flushSync } from 'svelte'
import { describe, expect, test, vi } from 'vitest'
import { PageParts } from '../src/app/parts.svelte'
import AidScores from '../src/app/match/AidScores.svelte'
import PlayerAid from '../src/app/match/PlayerAid.svelte'
import { mounted, press, refused, served, settled, texts, type Mounted } from './mounted'

const AID = {
  goal: 'Lead after turn 4.', goal_clause: '4.0', here: 'fight',
  steps: [{ id: 'move', title: 'Moves', text: 'Ships sail.', clause: '5.1' }, { id: 'fight', title: 'Battles', text: 'Ships fire.', clause: '5.3' }],
  scores: { title: 'Areas', head: ['Area', 'Worth'], rows: [['Coral Sea', '2']], note: '', clause: '15.1' },
  tables: [{ title: 'Fire', head: ['Die', 'Result'], rows: [['5', 'disabled'], ['6', 'hit']], note: 'One die a shot.', clause: '' }],
}
const storeOf = (seq = 1): Record<string, any> =>
  Object.assign(new PageParts(), { id: 'm', home: { viewpoint: 'japan', matchView: { seq } }, game: { keys: [['G', 'go to a hex'], ['T', 'the next force']] }, read: vi.fn() })
async function aid(store = storeOf(), answer: unknown = AID): Promise<Mounted & { asked: { what: string }[] }> {
  const asked = served({ 'GET /matches/m/aid': answer })
  const made = mounted(PlayerAid, { store })
  await settled()
  await settled()
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
    expect(store['read'].mock.calls).toEqual([['5.3']])
  })

  test('is fetched again only when the match has continued', async () => {
    const store = storeOf()
    const { asked, change } = await aid(store)
    expect(asked.length).toBe(1)
    change({ store: Object.assign(storeOf(2), { id: 'm' }) })
    await settled()
    expect(asked.length).toBe(2)
  })

  test('shows why it could not be fetched', async () => {
    const { target } = await aid(storeOf(), refused('The game has no player aid.', { status: 404 }))
    expect(texts(target, '[role=status]')).toEqual(['The game has no player aid.'])
  })

  test('in the rail shows how to win', async () => {
    served({ 'GET /matches/m/aid': AID })
    const { target } = mounted(AidScores, { store: storeOf() })
    await settled()
    await settled()
    expect(texts(target, '.scores > p')).toEqual(['Lead after turn 4. 4.0'])
    expect(texts(target, 'td')).toEqual(['2'])
  })
})

test('the aid opens its tab and gives the earlier one back', () => {
  const parts = new PageParts()
  parts.tab = 'odds'
  parts.turnAid()
  expect([parts.aiding, parts.tab, parts.part]).toEqual(['odds', 'aid', 'board'])
  parts.turnAid()
  flushSync()
  expect([parts.aiding, parts.tab]).toEqual([null, 'odds'])
})
