// The page of a game around its board: presses that come too soon, a double press, and the keys of every game.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { withConfirmations } from '../src/app/confirmations'
import GameTable from '../src/frame/GameTable.svelte'
import type { ChoiceButton } from '../src/frame/types'
import { screen } from '../src/lib/screen.svelte'
import { settings } from '../src/lib/settings.svelte'
import { focused, get, key, mountComponent, press, snippet, text, texts, type Mounted } from './component'

const MOMENT = 350 // milliseconds that a new question takes no press
beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(settings, { guard: 'on', keys: 'on', motion: 'reduced' })
})
afterEach(() => vi.useRealTimers())
const pass = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(MOMENT)
  flushSync()
}

const ask = (sentence: string, choices: readonly ChoiceButton[] = []): object => ({ side: 'japan', sentence, choices, refusal: undefined })
const STAY = [{ id: 'stay', label: 'Stay', key: 'S' }, { id: 'leave', label: 'Leave', key: 'L' }]
const ROWS = ['Akagi', 'Kaga'].map((name) => ({ id: name, label: name, row: 'Carriers' }))
const LONG = Array.from({ length: 10 }, (_, k) => ({ id: `ship ${k + 1}`, label: `Ship ${k + 1}`, row: 'Ships' }))
const table = (more: Record<string, unknown> = {}): Mounted =>
  mountComponent(GameTable, {
    game: 'Skirmish', where: 'Turn 1', players: [], mine: 'japan', prompt: ask('Stay or leave?', STAY), moment: 'japan 1', log: [{ id: 'a', text: 'The match begins.' }], tab: 'force', part: 'board', drawer: false,
    panels: [{ id: 'force', label: 'Place', icon: 'chart', content: snippet('<section><button>Nagato</button></section>') }, { id: 'rules', label: 'Rules', icon: 'book', content: snippet('<p>7.0</p>') }],
    board: snippet('<div id="board" tabindex="-1"><button>Truk</button></div>'), timeline: snippet('<p>Turns</p>'), onchoose: vi.fn(), onheard: vi.fn(), onrules: vi.fn(), onhelp: vi.fn(), onkeys: vi.fn(), ...more,
  })
const said = (target: HTMLElement): string[] => texts(target, '#decision .slots button')
const slotOf = (target: HTMLElement, label: string): string => get(target, '#decision button', label).closest<HTMLElement>('[data-slot]')!.dataset['slot']!
const next = (made: Mounted): void => made.change({ prompt: ask('Stay once more?', STAY), moment: 'japan 2' })

describe('a question that has just come', () => {
  test('ignores presses for a moment, then accepts them', async () => {
    const made = table()
    press(made.target, 'Stay')
    expect(made.props['onchoose'].mock.calls).toEqual([['stay']])
    next(made)
    press(made.target, 'Stay')
    key('s')
    expect(made.props['onchoose']).toHaveBeenCalledTimes(1)
    expect(get(made.target, '[role=group]', 'Choices').getAttribute('aria-disabled')).toBe('true')
    await pass()
    expect(made.props['onchoose']).toHaveBeenCalledTimes(1)
    expect(get(made.target, '[role=group]', 'Choices').getAttribute('aria-disabled')).toBe(null)
    press(made.target, 'Stay')
    expect(made.props['onchoose']).toHaveBeenCalledTimes(2)
  })

  test('ignores them on the board and in the list too; a choice without a question accepts them', () => {
    const made = table({ tab: 'choices', prompt: ask('Choose.', ROWS) })
    const heard: string[] = []
    for (const one of ['#board button', '#choices button', '.rail .log']) made.target.querySelector(one)!.addEventListener('click', () => heard.push(one))
    made.change({ moment: 'japan 2' })
    for (const one of ['#board button', '#choices button', '.rail .log']) made.target.querySelector<HTMLElement>(one)!.click()
    expect(heard).toEqual(['.rail .log'])
  })

  test('accepts the press if the user set it so, and if nothing was asked before', () => {
    const made = table({ moment: '' })
    made.change({ moment: '' })
    press(made.target, 'Stay')
    settings.guard = 'off'
    next(made)
    press(made.target, 'Stay')
    expect(made.props['onchoose']).toHaveBeenCalledTimes(2)
  })
})

/** Sets the width of the window. */
function broad(width: number): void {
  ;(window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } }).happyDOM.setViewport({ width, height: 800 })
  expect(screen.form).toBe(width < 1000 ? 'tablet' : 'wide')
}
beforeEach(() => broad(1280))
const TAKE_BACK = [{ id: 'undo', label: 'Take back', key: 'U', icon: 'undo' }]
const STAY_ALONE = [{ id: 'stay', label: 'Stay', key: 'S', weight: 'primary' as const }]
test.each([
  ['a list', 1280, ROWS, []],
  ['a list and taking back', 1280, ROWS, TAKE_BACK],
  ['another choice', 1280, STAY_ALONE, []],
  ['another choice and taking back', 1280, STAY_ALONE, TAKE_BACK],
  ['a list and taking back on a tablet', 900, ROWS, TAKE_BACK],
  ['another choice on a tablet', 900, STAY_ALONE, TAKE_BACK],
])('next to %s, a second press on a choice with a loss cancels, by mouse and by key', (_, width, more: readonly ChoiceButton[], quiet: readonly ChoiceButton[]) => {
  broad(width)
  const done = vi.fn()
  const store: Record<string, any> = {
    pendingConfirmation: null, picks: [], draft: null, choices: [['pass'], ['move', 'Akagi']], decision: { side: 'japan' }, isConfirming: () => !!store['pendingConfirmation'], game: {},
    observationOf: () => ({ matchView: { seq: 1, decision: { gives_up: { pass: { move: ['Akagi', 'Kaga'] } } } } }),
  }
  const made = table({ moment: 'japan 1' })
  const show = (): void => {
    const acts: Record<string, () => void> = { pass: done }
    const found = withConfirmations(store as unknown as MatchStore, [{ id: 'pass', label: 'Pass', key: 'P' }, ...more], acts)
    made.change({ prompt: { ...ask(found.sentence ?? 'Choose.', found.choices), quiet }, onchoose: (id: string) => (acts[id]!(), show()) })
  }
  show()
  const where = slotOf(made.target, 'Pass')
  press(made.target, 'Pass')
  expect(text(made.target.querySelector('.sentence')!)).toBe('Pass: 2 things could still be chosen.')
  expect(said(made.target)).toContain('End with 2 left')
  expect(slotOf(made.target, 'Keep choosing')).toBe(where)
  const placed = (): string[] => texts(made.target, '#decision [data-slot] button')
  const before = placed()
  if (before.some((label) => label.startsWith('Show'))) {
    press(made.target, before.find((label) => label.startsWith('Show'))!)
    expect(placed(), 'with the list open').toEqual(before)
  }
  expect(texts(made.target, '#decision [data-gate]')).toEqual(['End with 2 left'])
  made.target.querySelector<HTMLElement>(`[data-slot=${where}] button`)!.click()
  flushSync()
  expect(said(made.target)).toContain('Pass')
  key('p')
  expect(said(made.target)).toContain('Keep choosing')
  key('p')
  expect(said(made.target)).toContain('Pass')
  expect(done).not.toHaveBeenCalled()
  key('p')
  key('P', document.body, { shiftKey: true })
  expect(done).toHaveBeenCalledTimes(1)
})

describe('keys', () => {
  test('a button is pressed by its letter, once while it is held, and a missing button is not', () => {
    const { props } = table({ prompt: ask('Stay or leave?', [...STAY, { id: 'sail', label: 'Sail', key: 'G', missing: 'choose a speed' }]) })
    key('s')
    key('s', document.body, { repeat: true })
    expect(key('g')).toBe(false)
    expect(props['onchoose'].mock.calls).toEqual([['stay']])
  })

  test('a digit opens the list at its row, and then chooses it', async () => {
    const { props } = table({ prompt: ask('Choose.', ROWS) })
    key('2')
    await pass()
    expect(props['tab']).toBe('choices')
    expect(focused()).toBe('Kaga')
    expect(props['onchoose']).not.toHaveBeenCalled()
    key('2')
    expect(props['onchoose'].mock.calls).toEqual([['Kaga']])
  })

  test('a key whose button is on the battle board acts at once', () => {
    const { props, target } = table({ prompt: ask('Choose.', [...ROWS, { id: 'spread', label: 'Spread evenly', key: 'S', row: 'All at once' }]) })
    target.appendChild(document.createElement('button')).dataset['helper'] = 'spread'
    key('s')
    expect(props['onchoose'].mock.calls).toEqual([['spread']])
  })

  test('the stroke moves to the field of a long list, as its button does', async () => {
    const { target } = table({ prompt: ask('Choose.', LONG) })
    expect(key('/')).toBe(true)
    await pass()
    expect(focused()).toBe('Search the choices')
    ;(document.activeElement as HTMLElement).blur()
    press(target, 'Show 10 choices')
    await pass()
    expect(focused()).toBe('Search the choices')
  })

  test('they move to the log, the board and the place', async () => {
    const { target, props } = table({ tab: 'rules', prompt: ask('Choose.', ROWS) })
    const at: (string | undefined)[] = []
    for (const name of ['l', 'b', 'f']) {
      key(name)
      await pass()
      at.push(document.activeElement?.closest('#log, #board, [role=tabpanel]')?.id)
    }
    expect(at).toEqual(['log', 'board', target.querySelector('[role=tabpanel]')!.id])
    expect(focused()).toBe('Nagato')
    expect([props['tab'], props['part']]).toEqual(['force', 'forces'])
  })

  test('they open rules and help', () => {
    const { props } = table()
    key('r')
    key('a')
    key('?', document.body, { shiftKey: true })
    expect([props['onrules'], props['onhelp'], props['onkeys']].map((heard) => heard.mock.calls.length)).toEqual([1, 1, 1])
  })
})

test('a refusal is shown and can be closed', async () => {
  const made = table()
  expect(made.target.querySelector('[role=alert]')).toBe(null)
  made.change({ prompt: { ...ask('Stay or leave?', STAY), refusal: { text: 'No fuel.', clause: '7.1' } } })
  await vi.dynamicImportSettled()
  flushSync()
  expect(texts(document.body, '[role=alert]')).toEqual(['No fuel. 7.1'])
  vi.advanceTimersByTime(8000)
  expect(made.props['onheard']).toHaveBeenCalledTimes(1)
})

describe('the tabs of the rail', () => {
  const PANELS = ['force', 'forces', 'reports', 'odds', 'summary'].map((id) => ({ id, label: id, icon: 'chart', folded: id === 'summary', content: snippet(`<p>${id}</p>`) }))
  const inLine = (more: object = {}): string[] => texts(table({ panels: PANELS, ...more }).target, '[role=tab]')

  test('stay in one line next to their menu when a hint opens: the odds move into the menu', () => {
    expect(inLine()).toEqual(['force', 'Choices', 'Forces', 'reports', 'odds'])
    expect(inLine({ hint: snippet('<p>hint</p>') })).toEqual(['force', 'Choices', 'Hint', 'Forces', 'reports'])
  })
})
