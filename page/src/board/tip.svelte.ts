import type { Attachment } from 'svelte/attachments'

/** The one tooltip of the page; TipLayer draws it. */
export const shown = $state<{ text: string | null; box: DOMRect | null }>({ text: null, box: null })

const WAIT = 400 // milliseconds of rest before a name is told
let timer: ReturnType<typeof setTimeout> | undefined

// An element that leaves the page while it has the focus hides its tip in the midst of the drawing; the state waits for its end.
const hide = (): void => {
  clearTimeout(timer)
  if (shown.text !== null) queueMicrotask(() => (shown.text = null))
}

/** Tells `text` beside the element after a rest of the pointer, or at once when the keyboard comes to it. Esc hides it. */
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
      ['pointerleave', hide], ['pointerdown', hide], ['focus', focused], ['blur', hide], ['keydown', escape],
    ]
    for (const [name, act] of pairs) node.addEventListener(name, act)
    return () => {
      hide()
      for (const [name, act] of pairs) node.removeEventListener(name, act)
    }
  }
