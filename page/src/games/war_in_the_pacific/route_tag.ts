import type { Box, MapLayout } from './layout'
import { occupiedBoxes } from './weather'

/** The position of the text at the end of a course: beside its last disc, inside the window, and clear of names, counters, pills
 * and other discs if any side is free. */

const [LETTER, EDGE, HIGH, ASIDE] = [5.9, 12, 19, 14]
const [ABOVE, BELOW, FAR] = [-26, 8, 34]
const DISC = 10

export interface TagBox {
  x: number
  y: number
  w: number
}

/** @param end  the middle of the last hex, in pixels of the map
 * @param window  the visible part of the map
 * @param discs  the ends of the impulses before the last one */
export function layoutTag(words: string, [ex, ey]: readonly [number, number], laid: MapLayout, window: Box, discs: readonly (readonly [number, number])[] = []): TagBox {
  const w = words.length * LETTER + EDGE
  const beside = [ex + ASIDE, ex - ASIDE - w]
  const places = [ABOVE, BELOW, ABOVE - FAR, BELOW + FAR].flatMap((down) => beside.map((x): Box => [x, ey + down, x + w, ey + down + HIGH]))
  const inside = places.filter(([left, top, right, foot]) => left >= window[0] && top >= window[1] && right <= window[2] && foot <= window[3])
  const passed = discs.map(([x, y]): Box => [x - DISC, y - DISC, x + DISC, y + DISC])
  const clearOf = (taken: readonly Box[]): Box | undefined => inside.find((box) => taken.every((b) => b[2] <= box[0] || b[0] >= box[2] || b[3] <= box[1] || b[1] >= box[3]))
  // The name of a sea is long, and is also shown elsewhere, so it is covered rather than a disc or a counter.
  const [x, y] = clearOf([...occupiedBoxes(laid), ...passed]) ?? clearOf([...occupiedBoxes({ ...laid, waters: [] }), ...passed]) ?? inside[0] ?? places[0]!
  return { x, y, w }
}
