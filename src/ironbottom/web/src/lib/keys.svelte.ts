import type { Attachment } from 'svelte/attachments'

/** Single keys of the page. They can be switched off, and they rest while one types or holds a modifier. */
export const keys = $state({ on: read() })

function read(): boolean {
  try {
    return localStorage.getItem('ironbottom.keys') !== 'off'
  } catch {
    return true
  }
}

export function switchKeys(on: boolean): void {
  keys.on = on
  try {
    localStorage.setItem('ironbottom.keys', on ? 'on' : 'off')
  } catch {
    // a browser that keeps nothing still plays
  }
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), select, textarea'))

/** Hears the page's single keys; `acts` are by key in lower case, "shift+n" with the shift key. `?` works even when they are off. */
export const pageKeys =
  (acts: () => Record<string, (() => void) | undefined>): Attachment<HTMLElement> =>
  (node) => {
    const heard = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return
      const plain = event.key.toLowerCase()
      const name = event.shiftKey && /^[a-z]$/.test(plain) ? `shift+${plain}` : plain
      if (!keys.on && !['?', 'escape'].includes(name)) return
      const act = acts()[name]
      if (!act) return
      event.preventDefault()
      act()
    }
    const page = node.ownerDocument
    page.addEventListener('keydown', heard)
    return () => page.removeEventListener('keydown', heard)
  }
