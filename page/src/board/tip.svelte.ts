import type { Attachment } from 'svelte/attachments'

/** The one tooltip of the page; TipLayer draws it. */
export const shown = $state<{ text: string | null; box: DOMRect | null }>({ text: null, box: null })

const WAIT = 400 // milliseconds of hovering before a tooltip appears
let timer: ReturnType<typeof setTimeout> | undefined
let closing: ReturnType<typeof setTimeout> | undefined

// If a focused element is removed, its tip is hidden during the page update; the state change waits for its end.
const hide = (): void => {
  clearTimeout(timer)
  clearTimeout(closing)
  if (shown.text !== null) queueMicrotask(() => (shown.text = null))
}

/** Shows a text beside an element at once, until the next press elsewhere, or at most for this time. */
export function showTip(node: Element, text: string, lasts?: number): void {
  clearTimeout(timer)
  clearTimeout(closing)
  shown.text = text
  shown.box = node.getBoundingClientRect()
  if (lasts !== undefined) closing = setTimeout(hide, lasts)
  setTimeout(() => addEventListener('pointerdown', hide, { once: true, capture: true }))
}

const HOLD = 500 // milliseconds of touch before a tooltip appears
/** Milliseconds after which a text shown by a press closes, so that it does not stay on the board. */
export const READ = 5000

/** Shows `text` beside the element after hovering, on keyboard focus, or after a long touch. Esc hides it. */
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
