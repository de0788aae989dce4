// Tabs of the rail: one stop for the Tab key, arrow keys along them, and a menu for those that are rarely needed.
import { expect, test } from 'vitest'
import { createRawSnippet } from 'svelte'
import Tabs from '../src/frame/Tabs.svelte'
import { button, focused, get, key, mountComponent, names, press, flush, text, type Mounted } from './component'

const ALL = [{ id: 'force', label: 'Place' }, { id: 'choices', label: 'Choices' }, { id: 'odds', label: 'Odds' }]
const FOLDED = [...ALL, { id: 'notes', label: 'Notes', folded: true }, { id: 'threats', label: 'Threats', folded: true }]
const panel = createRawSnippet((id: () => string) => ({ render: () => `<p>${id()}</p>` }))
const tabs = (tab: string, all: readonly object[] = ALL): Mounted => mountComponent(Tabs, { tabs: all, tab, panel })
const state = (target: HTMLElement): (readonly [string, string | null, number])[] =>
  [...target.querySelectorAll<HTMLElement>('[role=tab]')].map((one) => [text(one), one.getAttribute('aria-selected'), one.tabIndex] as const)
const tabPanel = (target: HTMLElement): Element => target.querySelector('[role=tabpanel]')!
const menu = (target: HTMLElement): Element | null => target.querySelector('[role=menu]')

test('only the chosen tab is a stop of the Tab key, and it names the panel', () => {
  const { target } = tabs('choices')
  expect(state(target)).toEqual([['Place', 'false', -1], ['Choices', 'true', 0], ['Odds', 'false', -1]])
  expect(names(target, '[role=tabpanel]')).toEqual(['Choices'])
  expect(get(target, '[role=tab]', 'Choices').getAttribute('aria-controls')).toBe(tabPanel(target).id)
})

test('a press opens the panel', () => {
  const { target, props } = tabs('force')
  press(target, 'Odds')
  expect(props['tab']).toBe('odds')
  expect(names(target, '[role=tabpanel]')).toEqual(['Odds'])
})

test('arrow keys move to the next tab and wrap around', async () => {
  const { target, props } = tabs('odds')
  get(target, '[role=tab]', 'Odds').focus()
  expect(key('ArrowRight')).toBe(true)
  await flush()
  expect([props['tab'], focused()]).toEqual(['force', 'Place'])
  key('ArrowLeft')
  await flush()
  expect([props['tab'], focused()]).toEqual(['odds', 'Odds'])
  expect(key('ArrowDown')).toBe(false)
})

test('a tab that is not there gives the first', () => {
  const { target } = tabs('gone')
  expect(names(target, '[role=tabpanel]')).toEqual(['Place'])
})

test('folded tabs are behind More and are opened there', async () => {
  const { target, props } = tabs('force', FOLDED)
  expect(state(target).map(([label]) => label)).toEqual(['Place', 'Choices', 'Odds'])
  const more = button(target, 'More panels')
  expect([text(more), more.getAttribute('aria-haspopup'), more.getAttribute('aria-expanded')]).toEqual(['More', 'menu', 'false'])
  press(target, 'More panels')
  await flush()
  expect(more.getAttribute('aria-expanded')).toBe('true')
  expect(names(menu(target)!, '[role=menuitemradio]')).toEqual(['Notes', 'Threats'])
  expect(focused()).toBe('Notes')
  press(target, 'Threats')
  await flush()
  expect(props['tab']).toBe('threats')
  expect(menu(target)).toBe(null)
  expect(focused()).toBe('Threats')
  expect(state(target).at(-1)).toEqual(['Threats', 'true', 0])
  expect(text(more)).toBe('')
})

test('the menu shows which of its panels is open', async () => {
  const { target } = tabs('threats', FOLDED)
  press(target, 'More panels')
  await flush()
  expect([...menu(target)!.querySelectorAll('button')].map((one) => one.getAttribute('aria-checked'))).toEqual(['false', 'true'])
})

test('arrow keys go along the menu and round, Home and End to its ends', async () => {
  const { target } = tabs('force', FOLDED)
  press(target, 'More panels')
  await flush()
  const went = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map((name) => [key(name), focused()])
  expect(went).toEqual([[true, 'Threats'], [true, 'Notes'], [true, 'Threats'], [true, 'Notes'], [true, 'Threats']])
})

test('Escape closes the menu and goes back to its button', async () => {
  const { target } = tabs('force', FOLDED)
  press(target, 'More panels')
  await flush()
  expect(key('Escape')).toBe(true)
  expect(menu(target)).toBe(null)
  expect(focused()).toBe('More panels')
})

test('the menu closes when the focus goes elsewhere', async () => {
  const { target } = tabs('force', FOLDED)
  press(target, 'More panels')
  await flush()
  get(target, '[role=tab]', 'Odds').focus()
  await flush()
  expect(menu(target)).toBe(null)
})
