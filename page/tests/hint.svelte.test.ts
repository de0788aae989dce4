// A hint: a line under the question, then plans in the rail; a plan is explained, filled in, sent or emptied.
import { flushSync } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Hint } from '../src/app/hint.svelte'
import { askHint, mayHint } from '../src/app/hinting'
import HintPanel from '../src/app/match/HintPanel.svelte'
import { waysIn } from '../src/app/ways'
import { mounted, names, press, refused, served, settled, texts } from './mounted'

const PLANS = [
  { title: 'Akagi patrols the Coral Sea', why: 'Nobody is there.', brings: '2 points', costs: 'no raid', risk: 'none', otherwise: 'nobody holds it', choices: [['patrol', 'akagi', 'coral_sea']], steps: ['Akagi patrols the Coral Sea'], moves: [{ units: ['akagi'], origin: 'truk', to: 'coral_sea' }] },
  { title: 'Mark Kaga', why: 'It raids later.', brings: '', costs: '', risk: '', otherwise: '', choices: [['mark', 'kaga'], ['mark', 'soryu']], steps: ['Mark Kaga', 'Mark Soryu'], moves: [] },
]
const TOLD = { prompt: { sentence: 'Who patrols?', subline: 'One area is free.', choices: [{ id: 'done', label: 'End', key: 'D', gate: true }, { id: 'list', label: 'List' }] }, acts: {} }

function deskOf(more: Record<string, unknown> = {}): any {
  let seq = 4
  const desk: Record<string, unknown> = {
    id: 'm', decision: { side: 'japan' }, seating: 'alone', persons: ['japan'], covered: false, lifted: null, game: {}, picks: [], draft: null, tab: 'odds', drawer: false, part: 'board', hint: null,
    sight: { seats: { japan: 'person', allies: 'ensign' } }, title: () => 'Japan', notices: { clear: vi.fn() }, lookOf: () => ({ sight: { seq } }), submit: vi.fn(async () => true), goOn: () => void (seq += 1), ...more,
  }
  return desk
}
async function asked(desk = deskOf(), answer: unknown = { plans: PLANS, why: '' }): Promise<{ desk: any; hint: Hint; sent: { what: string }[] }> {
  const sent = served({ 'GET /matches/m/hints': answer })
  await askHint(desk)
  await settled()
  await settled()
  return { desk, hint: desk.hint, sent }
}
beforeEach(() => localStorage.clear())

describe('a hint', () => {
  test('is first a line in place of the second line of the question; nothing else changes', async () => {
    const { desk, hint } = await asked()
    const { prompt } = hint.over(TOLD as any)
    expect(prompt).toEqual({ ...TOLD.prompt, hint: { text: 'Akagi patrols the Coral Sea.', more: 'Two plans' } })
    expect([desk.tab, waysIn(desk)]).toEqual(['odds', []])
  })

  test('asked for again shows the plans in the rail with their arrows, and the question as it was', async () => {
    const { desk, hint } = await asked()
    await askHint(desk)
    expect([desk.tab, hint.shown]).toEqual(['hint', true])
    expect(hint.over(TOLD as any)).toBe(TOLD)
    expect(waysIn(desk)).toEqual([{ id: 'hint 0 0', n: 1, side: 'japan', from: 'truk', to: 'coral_sea', units: ['akagi'] }])
    await askHint(desk)
    expect([desk.tab, desk.hint]).toEqual(['odds', null])
  })

  test('that is filled in sends nothing before the main button is pressed', async () => {
    const { desk, hint } = await asked()
    await askHint(desk)
    hint.fill(1)
    const { prompt, acts } = hint.over(TOLD as any)
    expect([prompt.sentence, prompt.subline]).toEqual(['Mark Kaga?', 'Filled in by the hint. Nothing is sent yet.'])
    expect(prompt.choices?.map(({ id, key }) => [id, key])).toEqual([['done', undefined], ['hint_send', 'D']])
    expect(prompt.quiet?.map(({ id, key }) => [id, key])).toEqual([['hint_empty', 'U']])
    expect(desk.submit).not.toHaveBeenCalled()
    acts['hint_send']!()
    await settled()
    expect(desk.submit.mock.calls).toEqual([[PLANS[1]!.choices, false]])
    expect(desk.tab).toBe('odds')
  })

  test('that is filled in is emptied again, by U or by picking something else', async () => {
    const { desk, hint } = await asked()
    await askHint(desk)
    hint.fill(0)
    hint.over(TOLD as any).acts['hint_empty']!()
    expect([hint.filled, desk.submit.mock.calls]).toEqual([null, []])
    hint.fill(0)
    desk.picks = [{ id: 'kaga' }]
    expect(hint.over(TOLD as any)).toBe(TOLD)
  })

  test('holds for one decision only', async () => {
    const { desk, hint } = await asked()
    desk.goOn()
    expect(hint.fresh).toBe(false)
    await askHint(desk)
    expect(desk.hint).not.toBe(hint)
  })

  test('says why there is none', async () => {
    const { hint } = await asked(deskOf(), { plans: [], why: 'This game has no hints.' })
    expect(hint.over(TOLD as any).prompt.hint).toEqual({ text: 'This game has no hints.' })
  })

  test('says what went wrong', async () => {
    const { hint } = await asked(deskOf(), refused('you do not hold the seat', { status: 403 }))
    expect(hint.over(TOLD as any).prompt.hint).toEqual({ text: 'you do not hold the seat' })
  })
})

test.each<[string, Record<string, unknown>, boolean]>([
  ['against the computer', {}, true],
  ['while nothing is asked', { decision: null }, false],
  ['in a match with a friend elsewhere', { sight: { seats: { japan: 'person', allies: 'person' } } }, false],
  ['with a friend elsewhere where both allow them', { sight: { seats: { japan: 'person', allies: 'person' }, hints: { agreed: ['japan', 'allies'], allowed: true } } }, true],
  ['with a friend elsewhere who has not answered', { sight: { seats: { japan: 'person', allies: 'person' }, hints: { agreed: ['japan'], allowed: false } } }, false],
  ['on a shared screen while the other may look', { seating: 'shared', persons: ['japan', 'allies'], sight: { seats: { japan: 'person', allies: 'person' } } }, false],
  ['on a shared screen behind the curtain', { seating: 'shared', persons: ['japan', 'allies'], sight: { seats: { japan: 'person', allies: 'person' } }, lifted: 'japan' }, true],
  ['on a shared screen where nothing is hidden', { seating: 'shared', persons: ['japan', 'allies'], sight: { seats: { japan: 'person', allies: 'person' } }, game: { open: true } }, true],
])('whether there are hints %s', async (_, more, may) => {
  const desk = deskOf(more)
  expect(mayHint(desk)).toBe(may)
  const { sent } = await asked(desk)
  expect(sent.length).toBe(may ? 1 : 0)
})

describe('the plans in the rail', () => {
  const panel = async (): Promise<{ target: HTMLElement; hint: Hint }> => {
    const { desk, hint } = await asked()
    hint.more()
    return { target: mounted(HintPanel, { desk, hint }).target, hint }
  }

  test('have what and why, and two buttons each', async () => {
    const { target } = await panel()
    expect(texts(target, 'h2, h3')).toEqual(['Two plans', 'Akagi patrols the Coral Sea', 'Mark Kaga'])
    expect(names(target)).toEqual(['Fill it in', 'Explain', 'Fill it in', 'Explain'])
    expect(texts(target, '.foot')).toEqual(['By the reasoning of Ensign. It knows only what Japan knows.'])
  })

  test('are explained one at a time: what it brings, what it costs, the risk, and what else', async () => {
    const { target } = await panel()
    target.querySelectorAll<HTMLButtonElement>('[aria-expanded]')[0]!.click()
    flushSync()
    expect(texts(target, 'dt')).toEqual(['Brings', 'Costs', 'Risk', 'Else'])
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
