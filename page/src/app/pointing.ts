/** What opens a panel that is put away: its tab on a phone, the drawer's handle on a tablet. */
const OPENERS: Readonly<Record<string, string>> = {
  '.place': '.tabbar [data-part=forces], .handle[aria-expanded=false]',
  '.space': '.tabbar [data-part=forces], .handle[aria-expanded=false]',
}
const seen = (on: Element | null | undefined): Element | null => (on?.getClientRects().length ? on : null)
const find = (selector: string): Element | null => seen([...document.querySelectorAll(selector)].find(seen))

/** Rings what a guide points at, also where it comes to stand on the page later, or anew: the part itself, else what opens it, else
 *  the question. `onput`: whether it is put away, and what opens it. Gives what ends it. */
export function pointAt(selector: string, onput?: (opener: string) => void): () => void {
  let ringed: Element | null = null
  const ring = (on: Element | null): void => {
    if (on !== ringed) ringed?.removeAttribute('data-tour')
    on?.setAttribute('data-tour', '')
    ringed = on
  }
  const look = (): void => {
    const part = find(selector)
    const opener = part ? null : find(OPENERS[selector] ?? ':not(*)')
    onput?.(opener?.textContent.trim() ?? '')
    ring(part ?? opener ?? document.querySelector('#decision'))
  }
  const watch = new MutationObserver(look)
  watch.observe(document.body, { subtree: true, childList: true })
  look()
  return () => (watch.disconnect(), ring(null))
}
