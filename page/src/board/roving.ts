import type { Attachment } from 'svelte/attachments'

/** One Tab stop for a whole region: arrow keys go to the nearest stop in that direction, or, in a list, to the next and the
 * previous one; N and Shift N go to the next and the previous legal one, Home and End to the first and the last. A stop is a
 * button, a line that opens, or an element with data-stop; a drawn area gives its point in data-at ("x y", from its drawing's
 * corner). */

const STOPS = 'button:not(:disabled), summary, [data-stop]'
const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}
const ACROSS = 2.2 // the weight of a step sideways relative to a step ahead

type Stop = HTMLElement | SVGElement

function pointOf(stop: Stop): [number, number] {
  const at = stop.dataset['at']
  if (at) {
    const [x, y] = at.split(' ').map(Number) as [number, number]
    const sheet = (stop as SVGElement).ownerSVGElement?.getBoundingClientRect()
    return [x + (sheet?.left ?? 0), y + (sheet?.top ?? 0)]
  }
  const box = stop.getBoundingClientRect()
  return [box.left + box.width / 2, box.top + box.height / 2]
}

/** The sideways distance of a stop: from point to point, or, up and down in a panel, over the gap between the two, so that a stop
 * partly below another counts as straight ahead. */
type Aside = (from: Stop, to: Stop, way: [number, number]) => number

const fromPoint: Aside = (from, to, [wx, wy]) => {
  const [[fx, fy], [x, y]] = [pointOf(from), pointOf(to)]
  return Math.abs((x - fx) * wy - (y - fy) * wx)
}
const overGap: Aside = (from, to, way) => {
  if (way[0]) return fromPoint(from, to, way)
  const [f, t] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
  return Math.max(0, t.left - f.right, f.left - t.right)
}

function nearest(from: Stop, stops: readonly Stop[], way: [number, number], asideOf: Aside): Stop | undefined {
  const [fx, fy] = pointOf(from)
  let best: Stop | undefined
  let least = Infinity
  for (const stop of stops) {
    if (stop === from) continue
    const [x, y] = pointOf(stop)
    const ahead = (x - fx) * way[0] + (y - fy) * way[1]
    const cost = ahead + ACROSS * asideOf(from, stop, way)
    if (ahead > 4 && fromPoint(from, stop, way) < ahead * 2.5 && cost < least) [best, least] = [stop, cost]
  }
  return best
}

/** The stop for an arrow key. */
type Way = (key: string, here: Stop | null, stops: readonly Stop[]) => Stop | undefined

const by = (asideOf: Aside): Way => (key, here, stops) => (here ? nearest(here, stops, WAYS[key]!, asideOf) : stops[0])
const across = by(fromPoint)
const sideBySide = by(overGap)
const inOrder: Way = (key, here, stops) => {
  const [dx, dy] = WAYS[key]!
  return here ? stops[stops.indexOf(here) + dx + dy] : stops[0]
}

const rove = (region: HTMLElement, way: Way, quiet: boolean): (() => void) => {
  const held = (): Stop[] => [...region.querySelectorAll<Stop>(STOPS)].filter((s) => !s.closest('[data-own-keys]'))
  const seen = (stop: Stop): boolean => stop.getClientRects().length > 0
  const all = (): Stop[] => held().filter(seen)

  // Testing whether a stop is visible forces the browser to lay out the page, so it is tested for as few stops as possible, after
  // every change.
  function settle(current?: Stop): void {
    const stops = held()
    const kept = current ?? stops.find((s) => s.tabIndex === 0 && s.hasAttribute('data-here'))
    const here = kept && stops.includes(kept) && seen(kept) ? kept : (stops.find((s) => s.hasAttribute('data-legal') && seen(s)) ?? stops.find(seen))
    for (const stop of stops) {
      const wanted = stop === here ? '0' : '-1'
      if (stop.getAttribute('tabindex') !== wanted) stop.setAttribute('tabindex', wanted)
      stop.toggleAttribute('data-here', stop === here)
    }
  }

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const stops = all()
    const here = (event.target as Element).closest<Stop>(STOPS)
    let next: Stop | undefined
    if (event.key in WAYS) next = way(event.key, here, stops)
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
    const stop = (event.target as Element).closest<Stop>(STOPS)
    if (stop && region.contains(stop)) settle(stop)
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
  held().forEach((stop, i) => stop.setAttribute('tabindex', i ? '-1' : '0'))
  soon()
  return () => {
    watch.disconnect()
    region.removeEventListener('keydown', key)
    region.removeEventListener('focusin', focused)
  }
}

/** A board: arrow keys move over it, and the board itself does not move. */
export const roving: Attachment<HTMLElement> = (region) => rove(region, across, true)

/** A grid, such as counters in a panel; if there is nothing in a direction, the next or the previous one, so that all can be reached. */
export const grid: Attachment<HTMLElement> = (region) =>
  rove(region, (key, here, stops) => sideBySide(key, here, stops) ?? inOrder(key, here, stops), false)

/** Lines in sequence. */
export const list: Attachment<HTMLElement> = (region) => rove(region, inOrder, false)
