/** The control that opens a hidden panel: its tab on a phone, the drawer's handle on a tablet. */
const OPENERS: Readonly<Record<string, string>> = {
  '.place': '.tabbar [data-part=forces], .handle[aria-expanded=false]',
  '.space': '.tabbar [data-part=forces], .handle[aria-expanded=false]',
}
const seen = (on: Element): boolean => {
  const [box] = on.getClientRects()
  return !!box && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
}
const find = (selector: string): Element | undefined => [...document.querySelectorAll(selector)].find(seen)

/** Draws a ring around the part that a guide points at, even if it appears later or again: the part itself, or else the control
 * that opens it, or else the question. `onput`: whether it is hidden, and what opens it. Returns the function that ends it. */
export function pointAt(selector: string, onHidden?: (opener: string) => void): () => void {
  let ringed: Element | null = null
  const ring = (on: Element | null): void => {
    if (on !== ringed) ringed?.removeAttribute('data-tour')
    on?.setAttribute('data-tour', '')
    ringed = on
  }
  const findTarget = (): void => {
    const part = find(selector)
    const opener = part ? undefined : find(OPENERS[selector] ?? ':not(*)')
    onHidden?.(opener?.textContent.trim() ?? '')
    ring(part ?? opener ?? document.querySelector('#decision'))
  }
  const watch = new MutationObserver(findTarget)
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden', 'class', 'style', 'inert'] })
  addEventListener('scroll', findTarget, { capture: true, passive: true })
  findTarget()
  return () => (watch.disconnect(), removeEventListener('scroll', findTarget, { capture: true }), ring(null))
}
