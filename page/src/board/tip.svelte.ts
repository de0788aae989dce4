import type { Attachment } from 'svelte/attachments'

/** The one tooltip of the page; TipLayer draws it. */
export const shownTip = $state<{ text: string | null; box: DOMRect | null }>({ text: null, box: null })

const WAIT = 400 // milliseconds of hovering before a tooltip appears
let timer: ReturnType<typeof setTimeout> | undefined
let closing: ReturnType<typeof setTimeout> | undefined

// If a focused element is removed, its tip is hidden during the page update; the state change is delayed until the end of the update.
const hide = (): void => {
  clearTimeout(timer)
  clearTimeout(closing)
  if (shownTip.text !== null) queueMicrotask(() => (shownTip.text = null))
}

/** Shows a text beside an element at once, until the next press elsewhere, or at most for this time. */
export function showTip(node: Element, text: string, lasts?: number): void {
  clearTimeout(timer)
  clearTimeout(closing)
  shownTip.text = text
  shownTip.box = node.getBoundingClientRect()
  if (lasts !== undefined) closing = setTimeout(hide, lasts)
  setTimeout(() => addEventListener('pointerdown', hide, { once: true, capture: true }))
}

const HOLD = 500 // milliseconds of touch before a tooltip appears
/** Milliseconds after which a text shown by a press closes, so that it does not stay on the board. */
export const READ = 5000

/** The texts of all elements with a tooltip. One listener of the document serves them all: a board has hundreds, and many come and go with each choice. */
const texts = new WeakMap<Element, () => string | undefined>()
/** the element whose tooltip is shown, or will be shown next */
let owner: Element | undefined

const show = (node: Element): void => {
  shownTip.text = texts.get(node)?.() ?? null
  shownTip.box = node.getBoundingClientRect()
}
const rest = (node: Element): void => {
  clearTimeout(timer)
  owner = node
  if (texts.get(node)?.()) timer = setTimeout(() => show(node), WAIT)
}
const held = (node: Element): void => {
  hide()
  owner = node
  const text = texts.get(node)?.()
  if (text) timer = setTimeout(() => showTip(node, texts.get(node)?.() ?? text, READ), HOLD)
}
/** The element with a tooltip that an event is about. */
const about = (event: Event): Element | undefined => event.composedPath().find((one): one is Element => one instanceof Element && texts.has(one))

let at = ''
let passed: Element | undefined
/** Whether the pointer has moved. A browser also reports elements that appear under a resting pointer, whose tip would cover them. */
const hasMoved = (event: Event): boolean => {
  const { screenX, screenY } = event as PointerEvent
  const before = at
  at = `${screenX} ${screenY}`
  return at !== before || !event.isTrusted
}

const HEARD: Record<string, (node: Element, event: Event) => void> = {
  pointerdown: (node, event) => ((event as PointerEvent).pointerType === 'touch' ? held(node) : hide()),
  pointerup: (_, event) => (event as PointerEvent).pointerType === 'touch' && clearTimeout(timer),
  pointercancel: hide,
  pointermove: (node, event) => {
    if (!hasMoved(event) || passed !== node) return
    passed = undefined
    rest(node)
  },
  keydown: (_, event) => {
    if ((event as KeyboardEvent).key !== 'Escape' || !shownTip.text) return
    event.stopPropagation()
    hide()
  },
}
/** These events are dispatched to one element only, and do not bubble. */
const HEARD_THERE: typeof HEARD = {
  pointerenter: (node, event) => {
    if ((event as PointerEvent).pointerType === 'touch') return
    if (hasMoved(event)) rest(node)
    else passed = node
  },
  pointerleave: (node) => {
    if (passed === node) passed = undefined
    hide()
  },
  focus: (node) => texts.get(node)?.() && node.matches(':focus-visible') && rest(node),
  blur: hide,
}
let listening = false
function listen(): void {
  if (listening) return
  listening = true
  for (const [name, act] of Object.entries(HEARD))
    document.addEventListener(name, (event) => {
      const node = about(event)
      if (node) act(node, event)
    }, true)
  for (const [name, act] of Object.entries(HEARD_THERE))
    document.addEventListener(name, (event) => {
      if (event.target instanceof Element && texts.has(event.target)) act(event.target, event)
    }, true)
}

/** Shows `text` beside the element after hovering, on keyboard focus, or after a long touch. Esc hides it. */
export const tip =
  (text: () => string | undefined): Attachment<Element> =>
  (node) => {
    listen()
    texts.set(node, text)
    return () => {
      texts.delete(node)
      if (owner === node) hide()
    }
  }
