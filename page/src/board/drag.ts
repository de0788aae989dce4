import type { Attachment } from 'svelte/attachments'

const START = 6 // pixels of movement that turn a press into a drag
let taken: PointerEvent | undefined // the press already handled by an inner counter, for example one of a fan

/** Lets a counter be dragged by mouse, pen or finger. `drop` receives the id in data-drop of the element under it at the end, or
 * null; the counter then returns, and the page moves it if the choice is accepted. */
export const draggable =
  (drop: (() => ((target: string | null) => void) | undefined)): Attachment<HTMLElement> =>
  (node) => {
    let from: { x: number; y: number; id: number } | null = null
    let dragging = false

    const under = (x: number, y: number): string | null =>
      document
        .elementsFromPoint(x, y)
        .filter((e) => !node.contains(e))
        .map((e) => e.closest<HTMLElement>('[data-drop]')?.dataset['drop'])
        .find((id) => id !== undefined) ?? null

    function down(event: PointerEvent): void {
      if (event.button !== 0 || event === taken || !drop()) return
      taken = event
      from = { x: event.clientX, y: event.clientY, id: event.pointerId }
      dragging = false
      // A fast pointer leaves the counter before the press counts as a drag.
      addEventListener('pointermove', move)
      addEventListener('pointerup', end)
      addEventListener('pointercancel', end)
    }
    function letGo(): void {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
    }
    function move(event: PointerEvent): void {
      if (!from || event.pointerId !== from.id) return
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      if (!dragging && Math.hypot(dx, dy) < START) return
      if (!dragging) node.setPointerCapture(from.id)
      dragging = true
      node.dataset['dragging'] = ''
      node.style.translate = `${dx}px ${dy}px`
    }
    function end(event: PointerEvent): void {
      if (!from) return
      const done = dragging && event.type === 'pointerup'
      from = null
      letGo()
      node.style.translate = ''
      delete node.dataset['dragging']
      if (done) drop()?.(under(event.clientX, event.clientY))
    }
    function click(event: MouseEvent): void {
      if (!dragging) return
      dragging = false
      event.stopPropagation() // the press was a drag
      event.preventDefault()
    }
    node.addEventListener('pointerdown', down)
    node.addEventListener('click', click, true)
    return () => {
      letGo()
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('click', click, true)
    }
  }
