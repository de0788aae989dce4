// Aids for players: the guided first turn, help on every part, and private notes.
import { flushSync } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { preferences } from '../src/app/preferences.svelte'
import HelpStrip from '../src/app/match/HelpStrip.svelte'
import NotesPanel from '../src/app/match/NotesPanel.svelte'
import TourStrip from '../src/app/match/TourStrip.svelte'
import { focused, get, key, mountComponent, names, press, text, texts, type, type Mounted } from './component'

beforeEach(() => {
  localStorage.clear()
  Object.assign(preferences, { tour: 'on' })
})

describe('the guide', () => {
  interface Now {
    asked: string
    seq: number
    turn: number
  }
  const STEPS = [
    { id: 'aim', title: 'August 1942', text: 'Hold the island.', when: () => true },
    { id: 'fleet', title: 'Picking a fleet', text: 'Press one.', clause: '7.0', when: (store: { asked: string }) => store.asked === 'fleet' },
  ]
  const storeOf = (now: Partial<Now> = {}, more: Record<string, unknown> = {}): Record<string, any> => {
    const { asked, seq, turn } = { asked: 'fleet', seq: 1, turn: 1, ...now }
    return { id: 'm', asked, seating: 'alone', matchView: { over: false }, showsPast: false, decision: {}, view: { turn }, home: { matchView: { seq } }, game: {}, openClause: vi.fn(), ...more }
  }
  const guide = (store = storeOf()): Mounted => mountComponent(TourStrip, { store, guide: { tour: STEPS, help: [] } })
  const told = (target: HTMLElement): string[] => texts(target, 'aside > p[role=status]')

  test('shows one note at a time; read notes are not shown again, even after a reload', () => {
    const { target } = guide()
    expect(names(target, 'aside')).toEqual(['Guide'])
    expect(told(target)).toEqual(['August 1942. Hold the island.'])
    press(target, 'Got it')
    expect(told(target)).toEqual(['Picking a fleet. Press one. 7.0'])
    expect(told(guide().target)).toEqual(['Picking a fleet. Press one. 7.0'])
  })

  test('waits for the question that a step is about', () => {
    const { target, change } = guide(storeOf({ asked: 'other' }))
    press(target, 'Got it')
    expect(told(target)).toEqual([])
    change({ store: storeOf() })
    expect(told(target)).toEqual(['Picking a fleet. Press one. 7.0'])
  })

  test('marks a step as read once the player continues', () => {
    const { target, change } = guide()
    change({ store: storeOf({ seq: 2 }) })
    expect(told(target)).toEqual(['Picking a fleet. Press one. 7.0'])
  })

  test('ends when all is read, and for all matches', () => {
    const { target } = guide()
    press(target, 'Got it')
    press(target, 'Got it')
    expect(told(target)).toEqual([])
    expect(preferences.tour).toBe('done')
    expect(JSON.parse(localStorage.getItem('ironbottom.comforts')!)).toMatchObject({ tour: 'done' })
  })

  test('can be ended at any time', () => {
    const { target } = guide()
    press(target, 'Leave the guide')
    expect([told(target), preferences.tour]).toEqual([[], 'done'])
  })

  test('ends with the first turn', () => {
    const { target } = guide(storeOf({ turn: 2 }))
    flushSync()
    expect([told(target), preferences.tour]).toEqual([[], 'done'])
  })

  test.each<[string, Record<string, unknown>]>([
    ['two people play at one screen', { seating: 'shared' }],
    ['the match is over', { matchView: { over: true } }],
    ['one looks back', { showsPast: true }],
  ])('shows nothing while %s', (_, more) => {
    expect(told(guide(storeOf({}, more)).target)).toEqual([])
  })

  test('opens the rule of its step', () => {
    const store = storeOf()
    const { target } = guide(store)
    press(target, 'Got it')
    press(target, 'Rule 7.0')
    expect(store['openClause'].mock.calls).toEqual([['7.0']])
  })
})

describe('help', () => {
  const store = { helpMode: true }
  const guideOf = { tour: [], help: [{ at: '.fleet', title: 'A fleet', text: 'Ships that sail together.' }, { at: '.fleet b', title: 'Its strength', text: 'Dice.' }] }
  const help = (): { target: HTMLElement; page: HTMLElement; pressed: () => number } => {
    const { target } = mountComponent(HelpStrip, { store: Object.assign(store, { helpMode: true }), guide: guideOf })
    const page = target.appendChild(document.createElement('div'))
    page.innerHTML = '<div class="fleet"><button>Nagato</button> <b>3</b></div><p>else</p>'
    let n = 0
    page.querySelector('button')!.addEventListener('click', () => n++)
    return { target, page, pressed: () => n }
  }
  const said = (target: HTMLElement): string => text(target.querySelector('[role=status]')!)

  test('begins with what to do', () => {
    expect(said(help().target)).toBe('Help. Point at any part of the page, touch it, or go to it with Tab and the arrow keys.')
  })

  test('a press explains the innermost part that has a note, and does nothing else', () => {
    const { target, page, pressed } = help()
    page.querySelector('button')!.click()
    flushSync()
    expect([said(target), pressed()]).toEqual(['A fleet. Ships that sail together.', 0])
    page.querySelector('b')!.click()
    flushSync()
    expect(said(target)).toBe('Its strength. Dice.')
  })

  test('pointing and the keyboard explain too; a part without a note keeps the last one', () => {
    const { target, page } = help()
    page.querySelector('b')!.dispatchEvent(new Event('pointerover', { bubbles: true }))
    flushSync()
    expect(said(target)).toBe('Its strength. Dice.')
    page.querySelector('button')!.focus()
    flushSync()
    expect(said(target)).toBe('A fleet. Ships that sail together.')
    page.querySelector('p')!.click()
    flushSync()
    expect(said(target)).toBe('A fleet. Ships that sail together.')
  })

  test('is ended by its own button, which still works', () => {
    press(help().target, 'Close help')
    expect(store.helpMode).toBe(false)
  })
})

describe('notes', () => {
  let n = 0
  const storeOf = (more: Record<string, unknown> = {}): Record<string, any> => ({ id: `match ${n}`, persons: ['japan'], viewer: 'japan', selectedPlace: 'sz18', ...more })
  const name = (place: string): string => place.replace('sz', 'Sea zone ')
  const notes = (store = storeOf()): Mounted => mountComponent(NotesPanel, { store, first: 'sz1', name, within: (place: string) => name(place).toLowerCase() })
  const field = (target: HTMLElement, place: string): HTMLTextAreaElement => get<HTMLTextAreaElement>(target, 'textarea', `Note on sea zone ${place}`)
  const others = (target: HTMLElement): string[] => texts(target, 'li')
  beforeEach(() => void n++)

  test('belong to the place that is shown, otherwise to the first', () => {
    const { target, change } = notes()
    type(field(target, '18'), 'Carriers come here')
    change({ store: storeOf({ selectedPlace: 'sz20' }) })
    expect(field(target, '20').value).toBe('')
    expect(others(target)).toEqual(['Sea zone 18Carriers come here×'])
    change({ store: storeOf({ selectedPlace: null }) })
    expect(field(target, '1').value).toBe('')
  })

  test('are stored in the browser, and with the last letter nothing is stored', () => {
    const { target } = notes()
    type(field(target, '18'), 'Carriers')
    expect(localStorage.getItem(`ironbottom.notes.match ${n}`)).toBe('{"sz18":"Carriers"}')
    type(field(target, '18'), ' ')
    expect(localStorage.getItem(`ironbottom.notes.match ${n}`)).toBe(null)
  })

  test('are read again from the browser', () => {
    localStorage.setItem(`ironbottom.notes.match ${n}`, '{"sz18":"Carriers","sz5":"Empty"}')
    const { target } = notes()
    expect(field(target, '18').value).toBe('Carriers')
    expect(others(target)).toEqual(['Sea zone 5Empty×'])
  })

  test('of two at one screen are apart', () => {
    const shared = { persons: ['japan', 'allies'] }
    const { target, change } = notes(storeOf(shared))
    type(field(target, '18'), 'Secret')
    change({ store: storeOf({ ...shared, viewer: 'allies' }) })
    expect(field(target, '18').value).toBe('')
  })

  test('show their place and are deleted', () => {
    const store = storeOf()
    const made = notes(store)
    type(field(made.target, '18'), 'Carriers')
    made.change({ store: Object.assign(storeOf({ selectedPlace: 'sz20' })) })
    press(made.target, 'Sea zone 18')
    expect(made.props['store'].selectedPlace).toBe('sz18')
    press(made.target, 'Delete the note on sea zone 18')
    expect(others(made.target)).toEqual([])
  })

  test('keep the keys typed in them from the page', () => {
    const { target } = notes()
    const heard = vi.fn()
    document.addEventListener('keydown', heard)
    field(target, '18').focus()
    key('d')
    document.removeEventListener('keydown', heard)
    expect(heard).not.toHaveBeenCalled()
    expect(focused()).toBe('Note on sea zone 18')
  })
})
