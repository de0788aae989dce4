// Shared by the component tests: mounts a component into the document and reads it as a screen reader would.
import { createRawSnippet, flushSync, mount, unmount, type Component, type Snippet } from 'svelte'
import { fromStore, writable } from 'svelte/store'
import { afterEach, vi } from 'vitest'

// In a browser nobody has to handle the promise of an animation that is cancelled; in happy-dom somebody has to.
const { cancel } = Animation.prototype
Animation.prototype.cancel = function (this: Animation): void {
  this.finished.catch(() => undefined)
  cancel.call(this)
}

const close: (() => void)[] = []
// The focus goes first: an element that is removed while it has the focus would give it to whatever the last test left.
afterEach(() => {
  ;(document.activeElement as HTMLElement | null)?.blur?.()
  close.splice(0).forEach((one) => one())
  vi.unstubAllGlobals()
})

export interface Mounted {
  target: HTMLElement
  /** the properties as they are now, with what the component has written into bound ones */
  props: Record<string, any>
  /** changes properties, as a parent would */
  change: (some: Record<string, unknown>) => void
}

/** Mounts a component, for this test only. Its properties are bound: the component can write to them. */
export function mountComponent(component: Component<any, any, any>, first: Record<string, unknown> = {}): Mounted {
  const target = document.body.appendChild(document.createElement('div'))
  // A store for each property: a change notifies only those that it affects.
  const stores = Object.fromEntries(Object.entries(first).map(([name, value]) => [name, writable(value)]))
  const props = Object.defineProperties(
    {} as Record<string, any>,
    Object.fromEntries(
      Object.entries(stores).map(([name, store]) => {
        const now = fromStore(store)
        return [name, { enumerable: true, get: () => now.current, set: (value: unknown) => store.set(value) }]
      }),
    ),
  )
  const made = mount(component, { target, props })
  close.push(() => {
    void unmount(made)
    target.remove()
  })
  flushSync()
  return { target, props, change: (some) => flushSync(() => Object.entries(some).forEach(([name, value]) => stores[name]!.set(value))) }
}

/** A snippet that is this HTML: one element. */
export const snippet = (html: string): Snippet<any> => createRawSnippet(() => ({ render: () => html }))

/** Waits until zero-delay timers and promises have settled. */
export async function flush(): Promise<void> {
  await new Promise((done) => setTimeout(done))
  flushSync()
}

/** The text of an element without what is hidden from screen readers, with single spaces. */
export function text(node: Element): string {
  const copy = node.cloneNode(true) as Element
  copy.querySelectorAll('[aria-hidden=true]').forEach((one) => one.remove())
  return copy.textContent.replace(/\s+/g, ' ').trim()
}
export const texts = (within: ParentNode, selector: string): string[] => [...within.querySelectorAll(selector)].map(text)

/** The name that a screen reader gives an element: its label, otherwise its text. */
export function nameOf(node: Element): string {
  const by = node.getAttribute('aria-labelledby')
  if (by) return by.split(' ').map((id) => text(document.getElementById(id)!)).join(' ')
  const label = node.getAttribute('aria-label')
  if (label !== null) return label
  if (node instanceof HTMLFieldSetElement) return text(node.querySelector('legend')!)
  if (!node.matches('input, select, textarea')) return text(node)
  const named = (node.id && document.querySelector(`label[for="${node.id}"]`)) || node.closest('label')
  return named ? text(named).replace(node.matches('select') ? text(node) : '', '').trim() : ''
}
export const names = (within: ParentNode, selector = 'button'): string[] => [...within.querySelectorAll(selector)].map(nameOf)

/** The one element of a kind with this name. */
export function get<T extends HTMLElement = HTMLElement>(within: ParentNode, selector: string, name: string): T {
  const found = [...within.querySelectorAll<T>(selector)].filter((one) => nameOf(one) === name)
  if (found.length !== 1) throw new Error(`${found.length} of ${selector} are called "${name}": ${JSON.stringify(names(within, selector))}`)
  return found[0]!
}
export const button = (within: ParentNode, name: string): HTMLButtonElement => get<HTMLButtonElement>(within, 'button', name)

/** Presses the button of this name. */
export function press(within: ParentNode, name: string): void {
  button(within, name).click()
  flushSync()
}

/** Presses a key on an element, or where the focus is; returns whether the page took the key. */
export function key(name: string, on: EventTarget = document.activeElement ?? document.body, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more })
  on.dispatchEvent(event)
  flushSync()
  return event.defaultPrevented
}

/** Types into a field, all at once. */
export function type(field: Element, value: string): void {
  ;(field as HTMLInputElement).value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  flushSync()
}

/** Chooses a value in a list, or puts a radio button or a check box to it. */
export function choose(field: Element, value: string | boolean = true): void {
  if (typeof value === 'boolean') (field as HTMLInputElement).checked = value
  else (field as HTMLSelectElement).value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
  flushSync()
}

/** What the focus is on, by its name; empty where nothing has it. */
export const focused = (): string => (document.activeElement && document.activeElement !== document.body ? nameOf(document.activeElement) : '')

/** A refusal as the server gives it. */
export const errorResponse = (message: string, more: { field?: string; clause?: string; status?: number } = {}): Response =>
  new Response(JSON.stringify({ error: { message, field: more.field ?? null, clause: more.clause ?? null } }), { status: more.status ?? 422 })

/** A stand-in for the server: answers by method and path, "GET /games"; returns the requests. Everything else is unreachable. */
export function stubServer(answers: Readonly<Record<string, unknown>>): { what: string; body: any }[] {
  const asked: { what: string; body: any }[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const what = `${init?.method ?? 'GET'} ${path.replace('/api', '')}`
    asked.push({ what, body: typeof init?.body === 'string' ? JSON.parse(init.body) : (init?.body ?? null) })
    const found = answers[what] ?? answers[what.split('?')[0]!]
    if (found === undefined) throw new TypeError('no connection')
    const given: unknown = typeof found === 'function' ? await (found as (body: unknown) => unknown)(asked.at(-1)!.body) : found
    return given instanceof Response ? given.clone() : new Response(JSON.stringify(given))
  })
  return asked
}
