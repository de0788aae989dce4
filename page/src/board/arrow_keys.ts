import type { Attachment } from 'svelte/attachments'

/** One Tab stop for a whole region: arrow keys go to the nearest stop in that direction, or, in a list, to the next and the
 * previous one; N and Shift N go to the next and the previous legal one, Home and End to the first and the last. A stop is a
 * button, a line that opens, or an element with data-stop; a drawn area gives its point in data-at ("x y", from its drawing's
 * corner). */

const FOCUSABLE = 'button:not(:disabled), summary, [data-stop]'
const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}
const SIDEWAYS_WEIGHT = 2.2 // the weight of a step sideways relative to a step ahead

type Focusable = HTMLElement | SVGElement

function pointOf(step: Focusable): [number, number] {
  const at = step.dataset['at']
  if (at) {
    const [x, y] = at.split(' ').map(Number) as [number, number]
    const sheet = (step as SVGElement).ownerSVGElement?.getBoundingClientRect()
    return [x + (sheet?.left ?? 0), y + (sheet?.top ?? 0)]
  }
  const box = step.getBoundingClientRect()
  return [box.left + box.width / 2, box.top + box.height / 2]
}

/** The sideways distance of a stop: from point to point, or, up and down in a panel, over the gap between the two, so that a stop
 * partly below another counts as straight ahead. */
type SidewaysDistance = (from: Focusable, to: Focusable, way: [number, number]) => number

const pointDistance: SidewaysDistance = (from, to, [wx, wy]) => {
  const [[fx, fy], [x, y]] = [pointOf(from), pointOf(to)]
  return Math.abs((x - fx) * wy - (y - fy) * wx)
}
const gapDistance: SidewaysDistance = (from, to, direction) => {
  if (direction[0]) return pointDistance(from, to, direction)
  const [f, t] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
  return Math.max(0, t.left - f.right, f.left - t.right)
}

function nearest(from: Focusable, stops: readonly Focusable[], direction: [number, number], sidewaysDistance: SidewaysDistance): Focusable | undefined {
  const [fx, fy] = pointOf(from)
  let best: Focusable | undefined
  let least = Infinity
  for (const step of stops) {
    if (step === from) continue
    const [x, y] = pointOf(step)
    const ahead = (x - fx) * direction[0] + (y - fy) * direction[1]
    const cost = ahead + SIDEWAYS_WEIGHT * sidewaysDistance(from, step, direction)
    if (ahead > 4 && pointDistance(from, step, direction) < ahead * 2.5 && cost < least) [best, least] = [step, cost]
  }
  return best
}

/** The stop for an arrow key. */
type NextFocus = (key: string, here: Focusable | null, stops: readonly Focusable[]) => Focusable | undefined

const nearestBy = (sidewaysDistance: SidewaysDistance): NextFocus => (key, here, stops) => (here ? nearest(here, stops, DIRECTIONS[key]!, sidewaysDistance) : stops[0])
const byPoint = nearestBy(pointDistance)
const byGap = nearestBy(gapDistance)
const inOrder: NextFocus = (key, here, stops) => {
  const [dx, dy] = DIRECTIONS[key]!
  return here ? stops[stops.indexOf(here) + dx + dy] : stops[0]
}

const attachArrowKeys = (region: HTMLElement, nextFocus: NextFocus, quiet: boolean): (() => void) => {
  const held = (): Focusable[] => [...region.querySelectorAll<Focusable>(FOCUSABLE)].filter((s) => !s.closest('[data-own-keys]'))
  const seen = (step: Focusable): boolean => step.getClientRects().length > 0
  const all = (): Focusable[] => held().filter(seen)

  // Testing whether a stop is visible forces the browser to lay out the page, so it is tested for as few stops as possible, after
  // every change.
  function settle(current?: Focusable): void {
    const stops = held()
    const kept = current ?? stops.find((s) => s.tabIndex === 0 && s.hasAttribute('data-here'))
    const here = kept && stops.includes(kept) && seen(kept) ? kept : (stops.find((s) => s.hasAttribute('data-legal') && seen(s)) ?? stops.find(seen))
    for (const step of stops) {
      const wanted = step === here ? '0' : '-1'
      if (step.getAttribute('tabindex') !== wanted) step.setAttribute('tabindex', wanted)
      step.toggleAttribute('data-here', step === here)
    }
  }

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const stops = all()
    const here = (event.target as Element).closest<Focusable>(FOCUSABLE)
    let next: Focusable | undefined
    if (event.key in DIRECTIONS) next = nextFocus(event.key, here, stops)
    else if (event.key === 'Home') next = stops[0]
    else if (event.key === 'End') next = stops.at(-1)
    else if (event.key === 'n' || event.key === 'N') {
      const legal = stops.filter((s) => s.hasAttribute('data-legal'))
      if (!legal.length) return // the page may use the key for something else
      const at = here ? legal.indexOf(here) : -1
      next = legal.at(event.shiftKey ? (at < 0 ? -1 : at - 1) : (at + 1) % legal.length)
    } else return
    event.preventDefault()
    event.stopPropagation()
    next?.focus({ preventScroll: quiet })
  }

  const focused = (event: FocusEvent): void => {
    const step = (event.target as Element).closest<Focusable>(FOCUSABLE)
    if (step && region.contains(step)) settle(step)
  }
  region.dataset['oneStop'] = ''
  region.addEventListener('keydown', key)
  region.addEventListener('focusin', focused)
  // After the next paint: earlier, the page would be laid out twice.
  let due = false
  const soon = (): void => {
    if (due) return
    due = true
    requestAnimationFrame(() => setTimeout(() => ((due = false), settle())))
  }
  const watch = new MutationObserver(soon)
  watch.observe(region, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-legal', 'hidden', 'class'] })
  held().forEach((step, i) => step.setAttribute('tabindex', i ? '-1' : '0'))
  soon()
  return () => {
    watch.disconnect()
    region.removeEventListener('keydown', key)
    region.removeEventListener('focusin', focused)
  }
}

/** A board: arrow keys move over it, and the board itself does not move. */
export const roving: Attachment<HTMLElement> = (region) => attachArrowKeys(region, byPoint, true)

/** A grid, such as counters in a panel; if there is nothing in a direction, the next or the previous one, so that all can be reached. */
export const grid: Attachment<HTMLElement> = (region) =>
  attachArrowKeys(region, (key, here, stops) => byGap(key, here, stops) ?? inOrder(key, here, stops), false)

/** Lines in sequence. */
export const list: Attachment<HTMLElement> = (region) => attachArrowKeys(region, inOrder, false)
