import type { Attachment } from 'svelte/attachments'

/** What a live region announces. A new object is a new announcement, even with the same words. */
export interface Announcement {
  readonly text: string
}
export const SILENCE: Announcement = { text: '' }

/**
 * Every live region of the page carries this. A screen reader speaks when the content of a live region changes, so the
 * same sentence would be heard only once. Whenever `key` changes, the content is inserted again and therefore spoken
 * again.
 */
export function spoken(key: () => unknown): Attachment<HTMLElement> {
  let before: { readonly key: unknown } | undefined
  return (region) => {
    const now = key()
    if (before && before.key !== now) insertAgain(region)
    before = { key: now }
  }
}

function insertAgain(region: HTMLElement): void {
  const held = document.activeElement
  region.replaceChildren(...region.childNodes)
  if (held instanceof HTMLElement && held !== document.activeElement && region.contains(held)) held.focus({ preventScroll: true })
}
