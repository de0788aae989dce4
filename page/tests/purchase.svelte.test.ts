// Boards of Axis & Allies: what the user counts is recorded, shown in the prompt, and submitted as choices.
import { flushSync } from 'svelte'
import { describe, expect, test, vi } from 'vitest'
import type { Action, ChoiceGroup } from '../src/app/api'
import { expandChoices } from '../src/app/choices'
import type { MatchStore } from '../src/app/game'
import '../src/games/sides'
import BattleBoard from '../src/games/axis_allies_pacific/BattleBoard.svelte'
import { panelDraftPrompt } from '../src/games/axis_allies_pacific/panel_prompts'
import PurchaseBoard from '../src/games/axis_allies_pacific/PurchaseBoard.svelte'
import panels from './aap_panels.json?raw'
import { button, get, key, mountComponent, press, stubServer, text, texts, type } from './component'

/** A decision of a game that computer players played, as its side saw it. */
interface Decided {
  step: string
  side: string
  view: object
  choices: readonly Action[]
  log: unknown
}
const told = JSON.parse(panels) as { pieces: unknown; options: object; decisions: (Omit<Decided, 'choices'> & { choices: readonly ChoiceGroup[] })[] }
const DECISIONS = told.decisions.map((one): Decided => ({ ...one, view: { ...one.view, options: told.options }, choices: expandChoices(one.choices) }))

class Stub {
  draft = $state.raw<unknown>(null)
  asked: unknown = null
  id = 'm'
  busy = false
  playback = null
  seating = 'alone'
  pieces = told.pieces
  matchView = { seq: 1, over: false, view: {} }
  submit = vi.fn((_: readonly Action[]) => Promise.resolve(true))
  read = vi.fn()
  decision: { side: string; prompt: string } | null
  view: unknown
  choices: readonly Action[]
  log: unknown
  viewer: string
  constructor({ view, choices, side, log }: Decided) {
    this.view = view
    this.choices = choices
    this.log = log
    this.viewer = side
    this.decision = { side, prompt: '' }
  }
  observationOf = (): unknown => ({ matchView: this.matchView, log: this.log })
  get store(): MatchStore {
    return this as unknown as MatchStore
  }
}
const stub = (step: string, fits: (one: Decided) => boolean): Stub => new Stub(DECISIONS.find((one) => one.step === step && fits(one))!)
const prompt = (store: Stub): { sentence: string; main: string } => {
  const { sentence, buttons } = panelDraftPrompt(store.store)!
  const main = buttons.find(({ key: cap }) => cap === 'D')!
  return { sentence, main: main.missing ?? main.label }
}
const hand = (store: Stub): void => panelDraftPrompt(store.store)!.buttons.find(({ key: cap }) => cap === 'D')!.act()
const spin = (target: HTMLElement, name: string): HTMLElement => get(target, '[role=spinbutton]', name)
const plus = (target: HTMLElement, name: string, times: number): void => {
  for (let n = 0; n < times; n++) key('+', spin(target, name))
}

describe('a purchase', () => {
  const board = (): { store: Stub; target: HTMLElement } => {
    const store = stub('purchase', ({ side }) => side === 'uk') // India 24, Australia 23
    return { store, target: mountComponent(PurchaseBoard, { store }).target }
  }
  const left = (target: HTMLElement): string[] => texts(target, '.purse .money')

  test('is counted from two treasuries and shown by the prompt', () => {
    const { store, target } = board()
    expect([left(target), prompt(store)]).toEqual([['24 left of 24', '23 left of 23'], { sentence: 'Buy units for India and Australia.', main: 'Done buying' }])
    plus(target, 'Infantry for India', 3)
    expect(prompt(store).main).toBe('Buy 3 infantry for 9')
    plus(target, 'Fighter for Australia', 1)
    expect(left(target)).toEqual(['15 left of 24', '11 left of 23'])
    expect(prompt(store).main).toBe('Buy 4 units for 21')
    expect(store.submit).not.toHaveBeenCalled()
    hand(store)
    expect(store.submit.mock.calls).toEqual([[[['buy', 'india', 'infantry', '3'], ['buy', 'australia', 'fighter', '1']]]])
  })

  test('ends where the treasury does, and the plus button gives the reason', () => {
    const { target } = board()
    plus(target, 'Fighter for Australia', 9)
    expect(spin(target, 'Fighter for Australia').getAttribute('aria-valuenow')).toBe('1')
    const more = button(target, 'One more: Fighter for Australia')
    expect([more.getAttribute('aria-disabled'), more.title]).toEqual(['true', 'Australia has 11 IPC left'])
  })

  test('is struck out again, to nothing', () => {
    const { store, target } = board()
    plus(target, 'Tank for India', 2)
    press(target, 'One less: Tank for India')
    press(target, 'One less: Tank for India')
    expect([store.draft, prompt(store).main]).toEqual([null, 'Done buying'])
  })

  test('of another side is watched without counting', () => {
    const { store } = board()
    store.decision = null
    const { target } = mountComponent(PurchaseBoard, { store })
    expect(target.querySelectorAll('[role=spinbutton]').length).toBe(0)
    expect(texts(target, '.not-open')).toEqual(['India and Australia buy now.'])
  })
})

describe('the convoy pool', () => {
  const board = (): { store: Stub; target: HTMLElement; slider: HTMLInputElement } => {
    const store = stub('splitting', ({ choices }) => choices.some(([verb, n]) => verb === 'split' && n === '12') && !choices.some(([, n]) => n === '13'))
    const { target } = mountComponent(PurchaseBoard, { store })
    return { store, target, slider: get<HTMLInputElement>(target, 'input', 'India’s share of the pool') }
  }

  test('is split by a slider that shows both shares', () => {
    const { store, target, slider } = board()
    expect([slider.min, slider.max]).toEqual(['0', '12'])
    type(slider, '5')
    expect(slider.getAttribute('aria-valuetext')).toBe('India 5, Australia 7')
    expect(texts(target, '.slide span')).toEqual(['5 India', '7 Australia'])
    expect(prompt(store).main).toBe('India 5, Australia 7')
    hand(store)
    expect(store.submit.mock.calls).toEqual([[[['split', '5']]]])
  })

  test('has keys of its own, which the page ignores', () => {
    const { slider } = board()
    const heard = vi.fn()
    document.addEventListener('keydown', heard)
    key('ArrowLeft', slider)
    document.removeEventListener('keydown', heard)
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('losses', () => {
  const board = (): { store: Stub; target: HTMLElement; units: string[]; hits: number } => {
    stubServer({ 'GET /matches/m/decision_odds': [], 'GET /matches/m/odds': [] })
    const store = stub('losses', (one) => new Set(one.choices.filter(([verb]) => verb === 'lose').map(([, , piece]) => piece)).size > 1 && /^[2-9] hits/.test(panelDraftPrompt(new Stub(one).store)?.sentence ?? ''))
    const { target } = mountComponent(BattleBoard, { store })
    const units = [...target.querySelectorAll('[role=spinbutton]')].map((one) => one.getAttribute('aria-label')!)
    return { store, target, units, hits: Number.parseInt(prompt(store).sentence) }
  }

  test('are named by counting until all hits are placed', () => {
    const { store, target, units, hits } = board()
    const status = (): string => text(get(target, 'section', 'Losses').querySelector('[role=status]')!)
    expect([status(), prompt(store).main]).toEqual([`0 of ${hits} hits placed`, `${hits} hits to place`])
    plus(target, units[0]!, 1)
    expect([status(), prompt(store).main]).toEqual([`1 of ${hits} hits placed`, hits > 2 ? `${hits - 1} hits to place` : '1 hit to place'])
    for (const name of [...units.slice(1), units[0]!]) plus(target, name, hits)
    flushSync()
    expect([status(), prompt(store).main]).toEqual([`${hits} of ${hits} hits placed`, 'Confirm losses'])
    expect(units.every((name) => button(target, `One more: ${name}`).getAttribute('aria-disabled') === 'true')).toBe(true)
    hand(store)
    expect(store.submit.mock.calls[0]![0].length).toBe(hits)
  })
})
