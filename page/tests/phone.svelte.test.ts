// On a phone a guide covers nothing that it describes, a battle opens on its board, and panels opened by touch close again.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import BoardOrText from '../src/app/match/BoardOrText.svelte'
import MovesCard from '../src/app/match/MovesCard.svelte'
import { moves } from '../src/app/moves_card.svelte'
import { promptOf } from '../src/app/prompt_builder'
import TermText from '../src/board/TermText.svelte'
import TipLayer from '../src/board/TipLayer.svelte'
import { READ, shownTip, tip } from '../src/board/tip.svelte'
import TableLayout from '../src/frame/TableLayout.svelte'
import { screen } from '../src/lib/screen.svelte'
import { addTerms } from '../src/lib/glossary'
import { mountComponent, press, snippet, texts, type Mounted } from './component'

beforeEach(() => void vi.spyOn(screen, 'form', 'get').mockReturnValue('phone'))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a guide', () => {
  const BOARD = [0, 92, 390, 510] as const
  const CARD = 140
  let pointed: readonly [number, number, number, number]
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      if (this.matches('[data-tour]')) return new DOMRect(...pointed)
      if (this.matches('.cards')) return new DOMRect(0, 0, 390, CARD)
      return this.matches('.board') ? new DOMRect(...BOARD) : new DOMRect()
    })
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(CARD)
  })
  const part = snippet('<p>Part</p>')
  async function cardOver(at: typeof pointed): Promise<boolean> {
    pointed = at
    const { target } = mountComponent(TableLayout, {
      form: 'phone', header: part, notices: part, prompt: part, board: snippet('<div id="board"><i></i></div>'), panels: [], log: part, timeline: part,
    })
    target.querySelector('i')!.setAttribute('data-tour', '')
    await new Promise((done) => setTimeout(done))
    flushSync()
    return target.querySelector('.cards')!.classList.contains('above')
  }
  test.each<[string, typeof pointed, boolean]>([
    ['the foot of the board', [20, 520, 60, 60], true],
    ['its head', [20, 100, 60, 60], false],
    ['its middle', [20, 300, 60, 60], false],
    ['all of it', [0, 92, 390, 510], false],
    ['the question beneath it', [0, 610, 390, 100], false],
  ])('that points at %s is elsewhere', async (_, at, above) => expect(await cardOver(at)).toBe(above))
})

describe('a notice', () => {
  const part = snippet('<p>Part</p>')
  const lies = (notices: string): string[] => {
    const { target } = mountComponent(TableLayout, { form: 'phone', header: part, notices: snippet(notices), prompt: part, board: part, panels: [], log: part, timeline: part })
    return [target.querySelector('.cards')!.classList.contains('short') ? 'over the track' : 'over the board', target.querySelector<HTMLElement>('.table')!.style.getPropertyValue('--cards')]
  }
  test('covers the track and takes no room of the board; a guide stays at the bottom of the board', () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60)
    expect(lies('<div class="notice">Nobody has joined yet.</div>')).toEqual(['over the track', ''])
    expect(lies('<aside class="tour">Pick ships.</aside>')[0]).toBe('over the board')
  })
})

describe('the last events', () => {
  const LINES = ['Akagi moves.', 'Kaga moves.'].map((text, n) => ({ id: `${n}`, seq: 7, text }))
  const store = (more: object = {}): any => ({
    id: 'm', mine: 'japan', matchView: { over: false, waiting: [] }, hint: null, turns: { offered: null }, title: (side: string) => side, pieces: {}, hasBoardTray: false, decision: null,
    game: { storyLines: () => LINES, headline: () => 'They move.' },
    playback: { pastSeq: null, hidesDice: false, dice: 'lying', waiting: [STOP], step: STOP, stepped: false, playing: false, ...more },
  })
  const STOP = { entries: [{ seq: 7, side: 'allies', events: [] }, { seq: 8, side: 'allies', events: [] }], dice: 0, combined: true }
  beforeEach(() => void (moves.openOnPhone = false))
  const offers = (one: any): string[] => (promptOf(one).prompt.quiet ?? []).map(({ label }) => label)

  test('covers no board until its button is pressed, and closes with it', () => {
    const one = store()
    const { target } = mountComponent(MovesCard, { store: one })
    expect([texts(target, 'li'), offers(one)]).toEqual([[], ['What happened']])
    flushSync(() => promptOf(one).acts['moves']!())
    expect([texts(target, 'li'), offers(one)]).toEqual([LINES.map(({ text }) => text), ['Show the map']])
    flushSync(() => promptOf(one).acts['moves']!())
    expect(texts(target, 'li')).toEqual([])
  })
  test('is not offered before the dice have been rolled', () => expect(offers(store({ hidesDice: true }))).toEqual([]))
})

describe('the board', () => {
  const store = $state({ part: 'forces', tabBeforeAid: null })
  const drawn = snippet('<p>Map</p>')
  beforeEach(() => void (store.part = 'forces'))
  const board = (): Mounted => mountComponent(BoardOrText, { store, drawn, instead: undefined, onpress: vi.fn() })

  test('comes before the list of forces once a battle replaces it', () => {
    const made = board()
    expect(store.part).toBe('forces')
    made.change({ instead: snippet('<p>Battle</p>') })
    expect([store.part, texts(made.target, 'p')]).toEqual(['board', ['Battle']])
    flushSync(() => (store.part = 'forces'))
    expect(store.part).toBe('forces')
  })
})

describe('the parts that touch has explained', () => {
  const touch = (on: Element, kind: string): void => flushSync(() => void on.dispatchEvent(Object.assign(new Event(kind, { bubbles: true }), { pointerType: 'touch' })))
  beforeEach(() => {
    vi.useFakeTimers()
    shownTip.text = null
  })
  const pass = async (milliseconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    flushSync()
  }

  test('closes after a while, and with the next touch elsewhere', async () => {
    const { target } = mountComponent(TipLayer)
    const one = target.appendChild(document.createElement('button'))
    const leave = tip(() => 'Nevada, US')(one) as () => void
    for (const ends of ['time', 'touch']) {
      touch(one, 'pointerdown')
      await pass(600)
      expect(texts(target, '[role=tooltip]')).toEqual(['Nevada, US'])
      touch(one, 'pointerup')
      await pass(1000)
      expect(shownTip.text).toBe('Nevada, US')
      if (ends === 'time') await pass(READ)
      else touch(document.body, 'pointerdown')
      await pass(0)
      expect(shownTip.text).toBe(null)
    }
    leave()
  })

  test('a pressed term explains itself for a while', async () => {
    addTerms([[/attack bonus/, 'one shot more']])
    const { target } = mountComponent(TermText, { text: 'the attack bonus' })
    press(target, 'attack bonus: one shot more')
    expect(shownTip.text).toBe('one shot more')
    await pass(READ)
    expect(shownTip.text).toBe(null)
  })
})
