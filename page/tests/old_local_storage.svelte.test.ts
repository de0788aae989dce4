// What the page of commit 81bda3ed stored in a browser is read as it was written: the keys and values below are that
// version's.
import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Observation } from '../src/app/observation.svelte'
import type { MatchView } from '../src/app/api'

const STORED: Readonly<Record<string, string>> = {
  'ironbottom.settings': '{"theme":"dark","scale":"125","motion":"reduced","keys":"off","guard":"off"}',
  'ironbottom.comforts': '{"pace":"step","dice":"once","text":"beside","tour":"done"}',
  'ironbottom.known': '["war_in_the_pacific"]',
  'ironbottom.position': '{"game":"pacific_fury","turn":2,"step":"moving","units":[{"unit":"ijn_tone","at":"rabaul"}]}',
  'ironbottom.draft.m1': '{"seq":7,"picks":[{"verb":"form"},{"id":"ijn_tone","at":0}],"draft":{"orders":[["form","ijn_tone","1"]]}}',
  'ironbottom.acts.m1': '[{"side":"japan","steps":3,"count":2},{"side":"japan","steps":5,"count":2,"one":true}]',
  'ironbottom.notes.m1': '{"D1234":"The carriers lie here"}',
  'ironbottom.notes.m2.japan': '{"D1234":"Strike at dawn"}',
  'ironbottom.seen.m1.japan': '6',
  'ironbottom.turns.m1': '2',
  'ironbottom.tour.m1': '["what"]',
  'ironbottom.seat.m1': '"japan"',
  'joint.m1.japan': '"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"',
}

beforeEach(() => {
  localStorage.clear()
  for (const [key, text] of Object.entries(STORED)) localStorage.setItem(key, text)
  vi.resetModules()
})

const lookAt = (seq: number): Observation =>
  ({ matchView: { seq, decision: { choices: [{ verb: 'form', then: [[['ijn_tone', 'ijn_chikuma'], [[['1', '2'], []]]]] }] } } }) as unknown as Observation

test('the settings and how matches are shown', async () => {
  const { settings } = await import('../src/lib/settings.svelte')
  const { preferences: comforts } = await import('../src/app/preferences.svelte')
  expect({ ...settings }).toEqual({ theme: 'dark', scale: '125', motion: 'reduced', keys: 'off', guard: 'off' })
  expect({ ...comforts }).toEqual({ pace: 'step', dice: 'once', text: 'beside', tour: 'done' })
})

test('a half-made choice and the choices filled in, for the decision that they belong to only', async () => {
  const { loadUnfinishedChoice: recallHalfMade } = await import('../src/app/unfinished_choice')
  expect(recallHalfMade('m1', lookAt(7))).toEqual({ picks: [{ verb: 'form' }, { id: 'ijn_tone', at: 0 }], draft: { orders: [['form', 'ijn_tone', '1']] } })
  expect(recallHalfMade('m1', lookAt(8))).toBeNull()
  expect(recallHalfMade('m2', lookAt(7))).toBeNull()
})

test('which choices were one act', async () => {
  const { UndoGroups } = await import('../src/app/undo_groups')
  const acts = new UndoGroups('m1')
  const undo = (steps: number): MatchView => ({ undo: { steps } }) as unknown as MatchView
  expect([3, 5, 4].map((steps) => [acts.lastCount('japan', undo(steps)), acts.asOne('japan', undo(steps))])).toEqual([[2, false], [2, true], [1, true]])
  expect(acts.lastCount('allies', undo(3))).toBe(1)
})

test('private notes, even of one side at a shared screen', async () => {
  const { PlaceNotes } = await import('../src/app/place_notes.svelte')
  expect(new PlaceNotes('m1').of('D1234')).toBe('The carriers lie here')
  expect(new PlaceNotes('m2', 'japan').of('D1234')).toBe('Strike at dawn')
  expect(new PlaceNotes('m2', 'allies').places).toEqual([])
})

test('the secret behind one side of joint dice', async () => {
  const { newSecretHash, shareOf, secretOf } = await import('../src/app/joint_dice')
  const secret = JSON.parse(STORED['joint.m1.japan']!) as string
  expect(secretOf('m1', 'japan')).toBe(secret)
  expect(newSecretHash('m1', 'japan')).toBe('4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef')
  expect(bytesToHex(shareOf(secret, ['one', 'two'], 3, 0))).toBe('a52164a06ce8d8059b23b9c53c2db87ee5e0bf3420f97524fd44f3434ec4e537')
})

test('the position being set up', async () => {
  const { STORED_POSITION } = await import('../src/app/editor/editor.svelte')
  const { readStored: kept } = await import('../src/app/storage')
  expect(kept(STORED_POSITION)).toEqual({ game: 'pacific_fury', turn: 2, step: 'moving', units: [{ unit: 'ijn_tone', at: 'rabaul' }] })
})

test('what was read and seen already is not shown again', async () => {
  const { needsRulesNote: untold } = await import('../src/app/home/games')
  const { Turns } = await import('../src/app/turns.svelte')
  const { Playback } = await import('../src/app/playback.svelte')
  const game = (id: string) => ({ id, known: { 'from the booklet': 60 } }) as unknown as Parameters<typeof untold>[0]
  expect([untold(game('war_in_the_pacific')), untold(game('other'))]).toEqual([false, true])
  const summary = (turn: number) => ({ turn, seq: 5, title: `Turn ${turn}` })
  const turns = (turn: number): InstanceType<typeof Turns> => {
    const store = { id: 'm1', playback: null, log: [], wholeLog: [], view: {}, pieces: {}, matchView: { log_from: 1, view: {} }, game: { summaries: () => [summary(turn)] } }
    return new Turns(store as unknown as ConstructorParameters<typeof Turns>[0])
  }
  expect([turns(2).offered, turns(3).offered?.turn]).toEqual([null, 3])
  const playback = new Playback({ match: 'm1', viewpoint: 'japan' } as unknown as Observation, {} as ConstructorParameters<typeof Playback>[1])
  expect(playback.lastSeenSeq).toBe(6)
})
