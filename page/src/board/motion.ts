import type { TransitionConfig } from 'svelte/transition'

const reduced = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-reduced-motion: reduce)')

/** Whether movement is disabled (in the menu, or in the system), as the style sheet has it in `--moving`; that property is not
 * queried, since for every counter that appears or disappears the browser would compute all styles again. */
export function isMotionDisabled(): boolean {
  if (typeof document === 'undefined') return true
  const wish = document.documentElement.dataset['motion']
  return wish === 'reduced' || (wish !== 'full' && !!reduced?.matches)
}

const plain = (duration: number, css: (t: number) => string): TransitionConfig =>
  isMotionDisabled() ? { duration: 0 } : { duration, css }

/** A counter turns over: the back shrinks to nothing and opens as the face. */
export const turnOver = (_node: Element, { delay = 0 } = {}): TransitionConfig => ({
  delay: isMotionDisabled() ? 0 : delay,
  ...plain(120, (t) => `transform: scaleX(${t})`),
})

/** The sea rises over a sunk ship. */
export const rise = (_node: Element): TransitionConfig => plain(400, (t) => `clip-path: inset(${(1 - t) * 100}% 0 0 0)`)

/** The stroke through a sunk ship. */
export const stroke = (node: SVGPathElement): TransitionConfig => {
  const length = node.getTotalLength()
  return plain(400, (t) => `stroke-dasharray: ${length}; stroke-dashoffset: ${(1 - t) * length}`)
}

/** A panel or a fan: a fade and a slide of 8 pixels. */
export const unfold = (_node: Element): TransitionConfig =>
  plain(160, (t) => `opacity: ${t}; translate: 0 ${(1 - t) * 8}px`)
