// The rail at a new decision: the panel that it needs, or first the summary of the turn that is over.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { autoOpenPanels } from '../src/app/panels.svelte'
import { Turns } from '../src/app/turns.svelte'
import axisAllies from '../src/games/axis_allies_pacific/play'
import { screen, type ScreenForm } from '../src/lib/screen.svelte'

const OVER = { turn: 6, title: 'Round 2, United States', result: '', seq: 40, parts: [] }
const decision = (clause: string): object => ({ side: 'uk', clause, choices: [{ verb: 'buy' }] })
let stop = (): void => undefined
beforeEach(() => localStorage.clear())
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

/** A store whose first decision has come after a turn that is over. */
function sat(form: ScreenForm, game: object): any {
  vi.spyOn(screen, 'form', 'get').mockReturnValue(form)
  const store: any = $state({ id: 'm', game: { summaries: () => [OVER], panel: () => 'income', ...game }, playback: null, wholeLog: [], log: [], matchView: { view: {}, log_from: 0 }, view: {}, pieces: {}, tab: 'force', part: 'board', drawer: false, decision: null })
  store.turns = new Turns(store)
  stop = $effect.root(() => autoOpenPanels(() => store))
  flushSync()
  flushSync(() => { store.decision = decision('5.1') })
  return store
}

describe('the summary of the turn that is over', () => {
  test('is open next to the next decision, once', () => {
    const store = sat('wide', { summaryFirst: true })
    expect([store.tab, store.turns.offered]).toEqual(['summary', null])
    flushSync(() => { store.decision = decision('7.1.1') })
    expect(store.tab).toBe('income')
  })
  test('covers no board of a phone or a tablet: there it is offered', () => {
    for (const form of ['phone', 'tablet'] as const) {
      const store = sat(form, { summaryFirst: true })
      expect([store.tab, store.part, store.drawer, store.turns.offered]).toEqual(['income', 'board', false, OVER])
    }
  })
  test('is only offered where a game does not ask for it first', () => {
    expect(sat('wide', {}).tab).toBe('income')
    expect(axisAllies.summaryFirst).toBe(true)
  })
})
