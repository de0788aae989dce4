import type { Attachment } from 'svelte/attachments'

const REACH = 22 // the distance in pixels around an element within which a tap means it

/** A finger means the nearest drawn element: the touch area of one element may cover another. */
export const nearestWins: Attachment<HTMLElement> = (board) => {
  const from = ({ left, right, top, bottom }: DOMRect, { clientX: x, clientY: y }: MouseEvent): number =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
  /** Of two buttons that both contain the point, the one with the nearer icon is meant: icons are smaller than their buttons. */
  const apart = (event: MouseEvent, one: Element): number => {
    const drawn = one.querySelector('.body:not(.below)') ?? one
    return from(one.getBoundingClientRect(), event) + from(drawn.getBoundingClientRect(), event) / 1000
  }
  function meant(event: PointerEvent): void {
    const over = (event.target as Element).closest('.pieces button')
    if (!over || event.pointerType === 'mouse' || !event.isTrusted || over.closest('.fan')) return
    let [best, least] = [over, apart(event, over)]
    for (const one of board.querySelectorAll('.pieces .pin button')) {
      const far = one.closest('.fan') ? Infinity : apart(event, one)
      if (far < least && far <= REACH) [best, least] = [one, far]
    }
    if (best === over) return
    event.stopPropagation()
    event.preventDefault()
    ;(best as HTMLElement).click()
  }
  board.addEventListener('click', meant as EventListener, true)
  return () => board.removeEventListener('click', meant as EventListener, true)
}
