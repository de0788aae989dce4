// A dialog has a name, closes by its close button and by Escape, and returns the focus.
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import ConfirmDialog from '../src/app/match/ConfirmDialog.svelte'
import Dialog from '../src/frame/Dialog.svelte'
import { button, focused, mountComponent, names, nameOf, press, flush, snippet, text, type Mounted } from './component'

function focusOn(id: string): HTMLElement {
  const made = document.body.appendChild(document.createElement('button'))
  made.id = id
  made.textContent = id
  made.focus()
  return made
}
const dialog = (title = 'Settings', onclose = vi.fn()): Mounted => mountComponent(Dialog, { title, open: true, onclose, children: snippet('<p>Light</p>') })
const shown = (): HTMLDialogElement[] => [...document.querySelectorAll('dialog')]

test('it has its title and covers the page', () => {
  dialog()
  expect(shown().map(nameOf)).toEqual(['Settings'])
  expect(shown()[0]!.open).toBe(true)
  expect(names(shown()[0]!)).toEqual(['Close'])
})

test('the close button closes it and reports it', () => {
  const { target, props } = dialog()
  press(target, 'Close')
  expect(shown()).toEqual([])
  expect(props['open']).toBe(false)
  expect(props['onclose']).toHaveBeenCalled()
})

test('Escape closes it: the browser closes the element, and the page follows', () => {
  const { props } = dialog()
  // What the browser does on Escape.
  shown()[0]!.dispatchEvent(new Event('close'))
  flushSync()
  expect(shown()).toEqual([])
  expect(props['open']).toBe(false)
  expect(props['onclose']).toHaveBeenCalled()
})

test('the focus goes back to where it was', async () => {
  const opener = focusOn('opener')
  const { target } = dialog()
  button(target, 'Close').focus()
  press(target, 'Close')
  ;(document.activeElement as HTMLElement).blur()
  await flush()
  expect(focused()).toBe('opener')
  opener.remove()
})

test('after a dialog that another one opened, it goes back to before the first', async () => {
  const opener = focusOn('opener')
  const first = dialog('Menu')
  button(first.target, 'Close').focus()
  const second = dialog('Keys')
  first.change({ open: false })
  button(second.target, 'Close').focus()
  await flush()
  expect(focused()).toBe('Close')
  press(second.target, 'Close')
  ;(document.activeElement as HTMLElement).blur()
  await flush()
  expect(focused()).toBe('opener')
  opener.remove()
})

test('the question gets the focus if the focused element is removed', async () => {
  const question = focusOn('decision')
  const opener = focusOn('opener')
  const { target } = dialog()
  opener.remove()
  press(target, 'Close')
  await flush()
  expect(document.activeElement).toBe(question)
  question.remove()
})

test('a question is answered by its own words, and closing it means no', () => {
  const [onyes, onno] = [vi.fn(), vi.fn()]
  const { target, change } = mountComponent(ConfirmDialog, { title: 'Resign', open: false, text: 'This cannot be taken back.', yes: 'Resign', no: 'Play on', onyes, onno })
  expect(shown()).toEqual([])
  change({ open: true })
  expect(nameOf(shown()[0]!)).toBe('Resign')
  expect(text(shown()[0]!.querySelector('p')!)).toBe('This cannot be taken back.')
  expect(names(target)).toEqual(['Close', 'Resign', 'Play on'])
  press(target, 'Resign')
  expect([onyes.mock.calls.length, onno.mock.calls.length]).toEqual([1, 0])
  press(target, 'Play on')
  expect([onyes.mock.calls.length, onno.mock.calls.length]).toEqual([1, 1])
  press(target, 'Close')
  expect(onno.mock.calls.length).toBeGreaterThan(1)
  expect(onyes).toHaveBeenCalledTimes(1)
})

test('neither of its buttons is filled', () => {
  mountComponent(ConfirmDialog, { title: 'Sure?', open: true, text: '', yes: 'Resign', no: 'Play on', onyes: vi.fn(), onno: vi.fn() })
  const [yes, no, ...more] = [...shown()[0]!.querySelectorAll('.actions button')]
  expect([yes?.className, more]).toEqual([no?.className, []])
})
