import type { Attachment } from 'svelte/attachments'

const START = 6 // pixels of movement that turn a press into a drag

let ids = $state.raw<readonly string[]>([])
/** The ids of what is being dragged; boards highlight where it may be dropped. */
export const draggedIds = {
  get ids(): readonly string[] {
    return ids
  },
}

const within = (box: DOMRect, { clientX: x, clientY: y }: PointerEvent): boolean => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom

let handledPress: PointerEvent | undefined // the press already handled by an inner counter, for example one of a fan

/** Lets a counter be dragged by mouse, pen or finger. `drop` receives the id in data-drop of the element under it at the end, or
 * null; the counter then returns, and the page moves it if the choice is accepted. Escape, or dropping it where it was, cancels the
 * drag. `carries`: the ids of what is dragged. */
export const draggable =
  (drop: () => ((target: string | null) => void) | undefined, carries: () => readonly string[]): Attachment<HTMLElement> =>
  (node) => {
    let from: { x: number; y: number; id: number; box: DOMRect } | null = null
    let dragging = false

    const under = (x: number, y: number): string | null =>
      document
        .elementsFromPoint(x, y)
        .filter((e) => !node.contains(e))
        .map((e) => e.closest<HTMLElement>('[data-drop]')?.dataset['drop'])
        .find((id) => id !== undefined) ?? null

    function down(event: PointerEvent): void {
      if (event.button !== 0 || event === handledPress || !drop()) return
      handledPress = event
      from = { x: event.clientX, y: event.clientY, id: event.pointerId, box: node.getBoundingClientRect() }
      dragging = false
      // A fast pointer leaves the counter before the press counts as a drag.
      addEventListener('pointermove', move)
      addEventListener('pointerup', end)
      addEventListener('pointercancel', end)
      addEventListener('keydown', key, { capture: true })
    }
    function letGo(): void {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      removeEventListener('keydown', key, { capture: true })
      node.style.translate = ''
      delete node.dataset['dragging']
      if (from && dragging) ids = []
      from = null
    }
    function move(event: PointerEvent): void {
      if (!from || event.pointerId !== from.id) return
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      if (!dragging && Math.hypot(dx, dy) < START) return
      if (!dragging) {
        node.setPointerCapture(from.id)
        ids = carries()
      }
      dragging = true
      node.dataset['dragging'] = ''
      node.style.translate = `${dx}px ${dy}px`
    }
    function end(event: PointerEvent): void {
      if (!from || event.pointerId !== from.id) return
      const done = dragging && event.type === 'pointerup' && !within(from.box, event)
      const target = done ? under(event.clientX, event.clientY) : null
      const action = done ? drop() : undefined
      letGo()
      action?.(target)
    }
    function key(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || !dragging) return
      event.stopPropagation()
      event.preventDefault()
      letGo()
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
