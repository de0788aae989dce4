// A hint: a line under the question, then plans in the rail; a plan is explained, filled in, sent or emptied.
import { flushSync } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Hint } from '../src/app/hint.svelte'
import { askHint, mayHint } from '../src/app/hint_consent'
import HintPanel from '../src/app/match/HintPanel.svelte'
import { shownMoves } from '../src/app/numbered_moves'
import { mountComponent, names, press, errorResponse, stubServer, flush, texts } from './component'

const PLANS = [
  { title: 'Akagi patrols the Coral Sea', why: 'Nobody is there.', brings: '2 points', costs: 'no raid', risk: 'none', otherwise: 'nobody holds it', choices: [['patrol', 'akagi', 'coral_sea']], steps: ['Akagi patrols the Coral Sea'], moves: [{ units: ['akagi'], origin: 'truk', to: 'coral_sea' }], by: 'captain' },
  { title: 'Mark Kaga', why: 'It raids later.', brings: '', costs: '', risk: '', otherwise: '', choices: [['mark', 'kaga'], ['mark', 'soryu']], steps: ['Mark Kaga', 'Mark Soryu'], moves: [] },
]
const TOLD = { prompt: { sentence: 'Who patrols?', subline: 'One area is free.', choices: [{ id: 'done', label: 'End', key: 'D', gate: true }, { id: 'list', label: 'List' }] }, acts: {} }

function storeOf(more: Record<string, unknown> = {}): any {
  let seq = 4
  const store: Record<string, unknown> = {
    id: 'm', decision: { side: 'japan' }, seating: 'alone', persons: ['japan'], covered: false, uncoveredSide: null, game: {}, picks: [], draft: null, tab: 'odds', drawer: false, part: 'board', hint: null,
    matchView: { seats: { japan: 'person', allies: 'ensign' } }, title: () => 'Japan', notices: { clear: vi.fn() }, observationOf: () => ({ matchView: { seq } }), submit: vi.fn(async () => true), goOn: () => void (seq += 1), ...more,
  }
  return store
}
async function asked(store = storeOf(), answer: unknown = { plans: PLANS, why: '' }): Promise<{ store: any; hint: Hint; sent: { what: string }[] }> {
  const sent = stubServer({ 'GET /matches/m/hints': answer })
  await askHint(store)
  await flush()
  await flush()
  return { store, hint: store.hint, sent }
}
beforeEach(() => localStorage.clear())

describe('a hint', () => {
  test('is first a line in place of the second line of the question; nothing else changes', async () => {
    const { store, hint } = await asked()
    const { prompt } = hint.applyTo(TOLD as any)
    expect(prompt).toEqual({ ...TOLD.prompt, hint: { text: 'Akagi patrols the Coral Sea.', more: 'Show two plans' } })
    expect([store.tab, shownMoves(store)]).toEqual(['odds', []])
  })

  test('one plan is a plan to show', async () => {
    const { hint } = await asked(storeOf(), { plans: PLANS.slice(0, 1), why: '' })
    expect(hint.applyTo(TOLD as any).prompt.hint).toEqual({ text: 'Akagi patrols the Coral Sea.', more: 'Show the plan' })
  })

  test('asked for again shows the plans in the rail with their arrows, and the question as it was', async () => {
    const { store, hint } = await asked()
    await askHint(store)
    expect([store.tab, hint.shown]).toEqual(['hint', true])
    expect(hint.applyTo(TOLD as any)).toBe(TOLD)
    expect(shownMoves(store)).toEqual([{ id: 'hint 0 0', n: 1, side: 'japan', from: 'truk', to: 'coral_sea', units: ['akagi'] }])
    await askHint(store)
    expect([store.tab, store.hint]).toEqual(['odds', null])
  })

  test('that fills in choices sends nothing before the main button is pressed', async () => {
    const { store, hint } = await asked()
    await askHint(store)
    hint.fill(1)
    const { prompt, acts } = hint.applyTo(TOLD as any)
    expect([prompt.sentence, prompt.subline]).toEqual(['Mark Kaga?', 'Filled in by the hint. Nothing is sent yet.'])
    expect(prompt.choices?.map(({ id, key }) => [id, key])).toEqual([['done', undefined], ['hint_send', 'D']])
    expect(prompt.quiet?.map(({ id, key }) => [id, key])).toEqual([['hint_empty', 'U']])
    expect(store.submit).not.toHaveBeenCalled()
    acts['hint_send']!()
    await flush()
    expect(store.submit.mock.calls).toEqual([[PLANS[1]!.choices, false]])
    expect(store.tab).toBe('odds')
  })

  test('that is filled in is emptied again, by U or by picking something else', async () => {
    const { store, hint } = await asked()
    await askHint(store)
    hint.fill(0)
    hint.applyTo(TOLD as any).acts['hint_empty']!()
    expect([hint.filled, store.submit.mock.calls]).toEqual([null, []])
    hint.fill(0)
    store.picks = [{ id: 'kaga' }]
    expect(hint.applyTo(TOLD as any)).toBe(TOLD)
  })

  test('holds for one decision only', async () => {
    const { store, hint } = await asked()
    store.goOn()
    expect(hint.fresh).toBe(false)
    await askHint(store)
    expect(store.hint).not.toBe(hint)
  })

  test('shows why there is none', async () => {
    const { hint } = await asked(storeOf(), { plans: [], why: 'This game has no hints.' })
    expect(hint.applyTo(TOLD as any).prompt.hint).toEqual({ text: 'This game has no hints.' })
  })

  test('shows what went wrong', async () => {
    const { hint } = await asked(storeOf(), errorResponse('you do not hold the seat', { status: 403 }))
    expect(hint.applyTo(TOLD as any).prompt.hint).toEqual({ text: 'you do not hold the seat' })
  })
})

test.each<[string, Record<string, unknown>, boolean]>([
  ['against the computer', {}, true],
  ['while nothing is asked', { decision: null }, false],
  ['in a match with a friend elsewhere', { matchView: { seats: { japan: 'person', allies: 'person' } } }, false],
  ['with a friend elsewhere where both allow them', { matchView: { seats: { japan: 'person', allies: 'person' }, hints: { agreed: ['japan', 'allies'], allowed: true } } }, true],
  ['with a friend elsewhere who has not answered', { matchView: { seats: { japan: 'person', allies: 'person' }, hints: { agreed: ['japan'], allowed: false } } }, false],
  ['on a shared screen while the other may look', { seating: 'shared', persons: ['japan', 'allies'], matchView: { seats: { japan: 'person', allies: 'person' } } }, false],
  ['on a shared screen behind the curtain', { seating: 'shared', persons: ['japan', 'allies'], matchView: { seats: { japan: 'person', allies: 'person' } }, uncoveredSide: 'japan' }, true],
  ['on a shared screen where nothing is hidden', { seating: 'shared', persons: ['japan', 'allies'], matchView: { seats: { japan: 'person', allies: 'person' } }, game: { hasNoSecrets: true } }, true],
])('whether there are hints %s', async (_, more, may) => {
  const store = storeOf(more)
  expect(mayHint(store)).toBe(may)
  const { sent } = await asked(store)
  expect(sent.length).toBe(may ? 1 : 0)
})

describe('the plans in the rail', () => {
  const panel = async (): Promise<{ target: HTMLElement; hint: Hint }> => {
    const { store, hint } = await asked()
    hint.more()
    return { target: mountComponent(HintPanel, { store, hint }).target, hint }
  }

  test('have what and why, and two buttons each', async () => {
    const { target } = await panel()
    expect(texts(target, 'h2, h3')).toEqual(['Two plans', 'Akagi patrols the Coral Sea', 'Mark Kaga'])
    expect(names(target)).toEqual(['Fill it in', 'Explain', 'Fill it in', 'Explain'])
    expect(texts(target, '.foot')).toEqual(['By captain, a computer player. It knows only what Japan knows.'])
  })

  test('are explained one at a time: benefit, cost, risk and more', async () => {
    const { target } = await panel()
    target.querySelectorAll<HTMLButtonElement>('[aria-expanded]')[0]!.click()
    flushSync()
    expect(texts(target, 'dt')).toEqual(['Brings', 'Costs', 'Risk', 'Otherwise'])
    expect(texts(target, 'dd')).toEqual(['2 points', 'no raid', 'none', 'nobody holds it'])
    expect(names(target)).toEqual(['Fill it in', 'Less', 'Mark Kaga'])
    press(target, 'Less')
    expect(texts(target, 'dt')).toEqual([])
  })

  test('once filled in are listed choice by choice', async () => {
    const { target } = await panel()
    target.querySelectorAll<HTMLButtonElement>('.fill')[1]!.click()
    flushSync()
    expect(texts(target, 'h2, li')).toEqual(['Filled in: plan 2', 'Mark Kaga', 'Mark Soryu'])
    press(target, 'Back to the plans')
    expect(texts(target, 'h2')).toEqual(['Two plans'])
  })
})
