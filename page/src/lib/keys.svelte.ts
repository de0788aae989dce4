import type { Attachment } from 'svelte/attachments'
import { settings } from './settings.svelte'

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), select, textarea') || !!target.closest('dialog'))

/** Listens for the page's single keys; `acts` are by key in lower case, "shift+n" with the shift key. They can be disabled, and
 * are ignored while the user types, holds a modifier or reads a dialog; `?` and Escape always work. */
export const pageKeys =
  (acts: () => Record<string, ((event: KeyboardEvent) => void) | undefined>): Attachment<HTMLElement> =>
  (node) => {
    const heard = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return
      const plain = event.key.toLowerCase()
      const name = event.shiftKey && /^[a-z]$/.test(plain) ? `shift+${plain}` : plain
      if (settings.keys === 'off' && !['?', 'escape'].includes(name)) return
      const act = acts()[name]
      if (!act) return
      event.preventDefault()
      act(event)
    }
    const page = node.ownerDocument
    page.addEventListener('keydown', heard)
    return () => page.removeEventListener('keydown', heard)
  }
