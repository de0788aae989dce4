// What a user sets is shown, takes effect at once and is stored in the browser.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import KeysHelp from '../src/frame/KeysHelp.svelte'
import SettingsDialog from '../src/frame/SettingsDialog.svelte'
import { pageKeys } from '../src/lib/keys.svelte'
import { applySettings, settings } from '../src/lib/settings.svelte'
import { button, choose, get, key, mountComponent, names, nameOf, texts } from './component'

const STORE = 'ironbottom.settings'
const USUAL = { theme: 'system', scale: 'window', motion: 'system', keys: 'on', guard: 'on' } as const
let leave = (): void => undefined
beforeEach(() => {
  localStorage.clear()
  Object.assign(settings, USUAL)
  leave = $effect.root(applySettings)
  flushSync()
})
afterEach(() => leave())

const stored = (): unknown => JSON.parse(localStorage.getItem(STORE)!)
const dialog = (): HTMLElement => mountComponent(SettingsDialog, { open: true }).target
const group = (within: HTMLElement, name: string): HTMLElement => get(within, 'fieldset', name)
const radio = (within: HTMLElement, name: string, value: string): HTMLInputElement => get<HTMLInputElement>(group(within, name), 'input', value)
const checked = (within: HTMLElement): string[] => [...within.querySelectorAll<HTMLInputElement>('input:checked')].map((one) => `${nameOf(one.closest('fieldset')!)}: ${nameOf(one)}`)

test('each setting is a named group of radio buttons with the current value checked', () => {
  Object.assign(settings, { theme: 'dark', scale: '125', guard: 'off' })
  const target = dialog()
  expect(names(target, 'fieldset')).toEqual(['Theme', 'Size', 'Motion', 'Single keys', 'Guard against double presses'])
  expect(names(group(target, 'Size'), 'input')).toEqual(['Automatic', '90 %', '100 %', '110 %', '125 %', '150 %'])
  expect(checked(target)).toEqual(['Theme: Dark', 'Size: 125 %', 'Motion: Same as system', 'Single keys: On', 'Guard against double presses: Off'])
  expect(new Set([...target.querySelectorAll('input')].map((one) => one.name)).size).toBe(5)
})

test('a setting is on the page and in the browser at once', () => {
  const target = dialog()
  choose(radio(target, 'Theme', 'Dark'))
  choose(radio(target, 'Motion', 'Reduced'))
  choose(radio(target, 'Single keys', 'Off'))
  expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', motion: 'reduced' })
  expect(stored()).toEqual({ ...USUAL, theme: 'dark', motion: 'reduced', keys: 'off' })
})

test('the system setting leaves no mark on the page', () => {
  const target = dialog()
  choose(radio(target, 'Theme', 'Dark'))
  choose(radio(target, 'Theme', 'Same as system'))
  expect('theme' in document.documentElement.dataset).toBe(false)
  expect(stored()).toEqual(USUAL)
})

test.each([
  ['what is stored', '{"theme":"light","scale":"150"}', { ...USUAL, theme: 'light', scale: '150' }],
  ['the usual value where the stored one is unknown', '{"theme":"pink","scale":150,"guard":"off"}', { ...USUAL, guard: 'off' }],
  ['the usual values where what is stored cannot be read', '{"theme"', USUAL],
])('a page that is opened again takes %s', async (_, text, expected) => {
  localStorage.setItem(STORE, text)
  vi.resetModules()
  const again = await import('../src/lib/settings.svelte')
  expect({ ...again.settings }).toEqual(expected)
})

test('a browser that stores nothing still shows the theme', () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('no room')
  })
  choose(radio(dialog(), 'Theme', 'Light'))
  expect(document.documentElement.dataset['theme']).toBe('light')
  refuse.mockRestore()
})

test('the help on keys lists those of the game last and switches single keys', () => {
  const { target, props } = mountComponent(KeysHelp, { open: true, more: [['G', 'go to a zone']], onclose: vi.fn() })
  expect(texts(target, 'dt').slice(-2)).toEqual(['?', 'G'])
  expect(texts(target, 'dd').slice(-2)).toEqual(['these keys', 'go to a zone'])
  const box = get<HTMLInputElement>(target, 'input', 'Use single keys (letters, digits, + − 0). Arrow keys, Enter and Esc always work.')
  expect(box.checked).toBe(true)
  choose(box, false)
  expect(settings.keys).toBe('off')
  expect(stored()).toMatchObject({ keys: 'off' })
  button(target, 'Close').click()
  expect(props['onclose']).toHaveBeenCalledTimes(1)
})

function heard(): { page: HTMLElement; acts: string[] } {
  const page = mountComponent(KeysHelp, { open: false }).target
  page.innerHTML = '<button>b</button><input type="text"><input type="checkbox"><textarea></textarea><dialog><button>in it</button></dialog>'
  const acts: string[] = []
  const stop = pageKeys(() => Object.fromEntries(['d', 'shift+d', '1', '?', 'escape'].map((name) => [name, () => acts.push(name)])))(page) as () => void
  leaving.push(stop)
  return { page, acts }
}
const leaving: (() => void)[] = []
afterEach(() => leaving.splice(0).forEach((stop) => stop()))

test('single keys have names, with the shift key apart', () => {
  const { page, acts } = heard()
  const on = page.querySelector('button')!
  expect(key('d', on)).toBe(true)
  expect(key('D', on, { shiftKey: true })).toBe(true)
  expect(key('?', on, { shiftKey: true })).toBe(true)
  expect(key('x', on)).toBe(false)
  expect(acts).toEqual(['d', 'shift+d', '?'])
})

test('they rest while a modifier is held, while one types and in a dialog', () => {
  const { page, acts } = heard()
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) key('d', page, more)
  for (const selector of ['input[type=text]', 'textarea', 'dialog button']) key('d', page.querySelector(selector)!)
  expect(acts).toEqual([])
  key('d', page.querySelector('input[type=checkbox]')!)
  expect(acts).toEqual(['d'])
})

test('switched off, only the question mark and Escape are handled', () => {
  settings.keys = 'off'
  const { page, acts } = heard()
  for (const name of ['d', '1', '?', 'Escape']) key(name, page)
  expect(acts).toEqual(['?', 'escape'])
})
