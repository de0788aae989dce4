import type { Attachment } from 'svelte/attachments'

/** The one tooltip of the page; TipLayer draws it. */
export const shown = $state<{ text: string | null; box: DOMRect | null }>({ text: null, box: null })

const WAIT = 400 // milliseconds of rest before a name is told
let timer: ReturnType<typeof setTimeout> | undefined
let closing: ReturnType<typeof setTimeout> | undefined

// An element that leaves the page while it has the focus hides its tip in the midst of the drawing; the state waits for its end.
const hide = (): void => {
  clearTimeout(timer)
  clearTimeout(closing)
  if (shown.text !== null) queueMicrotask(() => (shown.text = null))
}

/** Shows a text beside an element at once, until the next press elsewhere, or for this time at most. */
export function showTip(node: Element, text: string, lasts?: number): void {
  clearTimeout(timer)
  clearTimeout(closing)
  shown.text = text
  shown.box = node.getBoundingClientRect()
  if (lasts !== undefined) closing = setTimeout(hide, lasts)
  setTimeout(() => addEventListener('pointerdown', hide, { once: true, capture: true }))
}

const HOLD = 500 // milliseconds that a finger rests on something to be told what it is
/** Milliseconds after which what a press has shown closes, so that it does not lie on the board for good. */
export const READ = 5000

/** Tells `text` beside the element after a rest of the pointer, when the keyboard comes to it, or under a finger that stays. Esc hides it. */
export const tip =
  (text: () => string | undefined): Attachment<Element> =>
  (node) => {
    const show = (): void => {
      shown.text = text() ?? null
      shown.box = node.getBoundingClientRect()
    }
    const rest = (): void => {
      clearTimeout(timer)
      if (text()) timer = setTimeout(show, WAIT)
    }
    const held = (): void => {
      hide()
      if (text()) timer = setTimeout(() => showTip(node, text()!, READ), HOLD)
    }
    const focused = (): void => {
      if (text() && node.matches(':focus-visible')) rest()
    }
    const escape = (event: Event): void => {
      if ((event as KeyboardEvent).key === 'Escape' && shown.text) {
        event.stopPropagation()
        hide()
      }
    }
    const pairs: [string, (event: Event) => void][] = [
      ['pointerenter', (e) => (e as PointerEvent).pointerType !== 'touch' && rest()],
      ['pointerleave', hide], ['pointerdown', (e) => ((e as PointerEvent).pointerType === 'touch' ? held() : hide())],
      ['pointerup', (e) => (e as PointerEvent).pointerType === 'touch' && clearTimeout(timer)], ['pointercancel', hide], ['focus', focused], ['blur', hide], ['keydown', escape],
    ]
    for (const [name, act] of pairs) node.addEventListener(name, act)
    return () => {
      hide()
      for (const [name, act] of pairs) node.removeEventListener(name, act)
    }
  }
