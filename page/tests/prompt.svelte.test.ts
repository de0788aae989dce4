// The prompt: its question, its rule, and buttons in slots that never move.
import { expect, test, vi } from 'vitest'
import ActionButton from '../src/frame/ActionButton.svelte'
import PromptBar from '../src/frame/PromptBar.svelte'
import type { ChoiceButton } from '../src/frame/types'
import { button, mountComponent, names, press, snippet, text, texts, type Mounted } from './component'

const prompt = (more: Record<string, unknown> = {}): Mounted => mountComponent(PromptBar, { sentence: 'Choose an operation.', slots: {}, guarded: false, onchoose: vi.fn(), ...more })
const slots = (target: HTMLElement): Record<string, string> =>
  Object.fromEntries([...target.querySelectorAll<HTMLElement>('[data-slot]')].map((slot) => [slot.dataset['slot']!, slot.querySelector('button') ? text(slot.querySelector('button')!) : '']))

test('every slot has its place, with a button or without', () => {
  const { target, change } = prompt({ slots: { main: { id: 'done', label: 'Done', key: 'D' }, back: { id: 'undo', label: 'Take back', key: 'U' } } })
  expect(slots(target)).toEqual({ back: 'Take back', alt: '', other: '', main: 'Done' })
  change({ slots: { other: { id: 'pass', label: 'Pass operation', gate: true } } })
  expect(slots(target)).toEqual({ back: '', alt: '', other: 'Pass operation', main: '' })
})

test('a press gives the id of the choice', () => {
  const { target, props } = prompt({ slots: { main: { id: 'done', label: 'Done', key: 'D' } } })
  press(target, 'Done')
  expect(props['onchoose'].mock.calls).toEqual([['done']])
})

test('the button that opens the list can be pressed and is not dashed', () => {
  const { target, props } = prompt({ slots: { main: { id: 'list', label: 'Show 9 choices', key: '/' } } })
  expect(button(target, 'Show 9 choices').getAttribute('aria-disabled')).toBe(null)
  expect(button(target, 'Show 9 choices').classList.contains('missing')).toBe(false)
  press(target, 'Show 9 choices')
  expect(props['onchoose'].mock.calls).toEqual([['list']])
})

test('its rules are named, with their titles, and open when pressed', () => {
  const { target, props } = prompt({ subline: '3 carriers are able.', clauses: [{ clause: '9.0.a', title: 'Operations' }, { clause: '9.2' }], onclause: vi.fn() })
  expect(text(target.querySelector('.line')!)).toBe('3 carriers are able.')
  expect(names(target)).toEqual(['Rule 9.0.a, Operations', 'Rule 9.2'])
  press(target, 'Rule 9.2')
  expect(props['onclause'].mock.calls).toEqual([['9.2']])
})

test('a narrow box has the short sentence, and the whole one for a resting pointer', () => {
  const { target, change } = prompt({ sentence: 'Form task forces: put ships into boxes.', short: 'Put ships into boxes.', narrow: false })
  const shown = (): string[] => [text(target.querySelector('.sentence')!), target.querySelector<HTMLElement>('.sentence')!.title]
  expect(shown()).toEqual(['Form task forces: put ships into boxes.', 'Form task forces: put ships into boxes.'])
  change({ narrow: true })
  expect(shown()).toEqual(['Put ships into boxes.', 'Form task forces: put ships into boxes.'])
})

test('the deciding side is named next to the question, and not on a sheet for thumbs', () => {
  const { target, change } = prompt({ side: 'japan', who: 'Mika', sheet: false })
  expect(texts(target, '.side-chip')).toEqual(['Mika'])
  change({ sheet: true })
  expect(texts(target, '.side-chip')).toEqual([])
})

test('while a question accepts no press its buttons are announced as disabled', () => {
  const { target, change } = prompt({ slots: { main: { id: 'done', label: 'Done' } } })
  const group = target.querySelector('[role=group]')!
  expect(group.getAttribute('aria-disabled')).toBe(null)
  change({ guarded: true })
  expect(group.getAttribute('aria-disabled')).toBe('true')
})

test('a hint has a slot of its own', () => {
  const { target } = prompt({ more: snippet('<em>2 of 3</em>') })
  expect(text(target.querySelector('.hint')!)).toBe('2 of 3')
})

const action = (choice: ChoiceButton, slot = 'main'): { made: HTMLButtonElement; onchoose: ReturnType<typeof vi.fn> } => {
  const onchoose = vi.fn()
  return { made: mountComponent(ActionButton, { choice, slot, onchoose }).target.querySelector('button')!, onchoose }
}

test('what is missing is named, and a press does nothing', () => {
  const { made, onchoose } = action({ id: 'go', label: 'Sail', missing: 'choose a speed', key: 'D' })
  expect(text(made)).toMatch(/^Sail: ?choose a speed$/)
  expect(made.title).toBe('Sail: choose a speed')
  expect(made.getAttribute('aria-disabled')).toBe('true')
  made.click()
  expect(onchoose).not.toHaveBeenCalled()
})

test('a second line is part of what the button says', () => {
  const { made } = action({ id: 'go', label: 'Sail', note: '2 hexes' })
  expect(made.title).toBe('Sail, 2 hexes')
  expect(text(made)).toBe('Sail2 hexes')
})

test.each([['D', 'D', 'D'], ['Esc', 'Escape', 'Esc'], ['Shift D', 'Shift+D', '⇧ D']])('the key %s is announced as %s and shown as %s, and its cap is not read', (key, told, cap) => {
  const { made } = action({ id: 'go', label: 'Sail', key })
  expect(made.getAttribute('aria-keyshortcuts')).toBe(told)
  expect(made.querySelector('kbd')!.textContent).toBe(cap)
  expect(text(made)).toBe('Sail')
})

test.each<[string, Partial<ChoiceButton>, string, boolean]>([
  ['the choice that goes on', { weight: 'primary' }, 'main', true],
  ['the same choice in another slot', { weight: 'primary' }, 'other', false],
  ['a choice that gives something up', { weight: 'primary', gate: true }, 'main', false],
  ['a plain choice', {}, 'main', false],
])('whether it is filled: %s', (_, more, slot, filled) => {
  const { made } = action({ id: 'go', label: 'Sail', ...more }, slot)
  expect(made.classList.contains('primary')).toBe(filled)
  expect(made.dataset['gate']).toBe(more.gate ? 'true' : undefined)
})
