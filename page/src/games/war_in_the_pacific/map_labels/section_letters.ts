import { SECTION_ZOOM } from '../draw'
import { boundsOf, hexAt, NOWHERE } from '../grid'
import { type Box, OccupiedArea } from '../layout'
import type { WaterNameBox } from './water_names'

/** The letters of the sections (3.1) at small scale: in a corner of each, clear of everything else. */

const SIZE = 24
const [WIDE, HIGH, MARGIN] = [SIZE * 0.75, SIZE * 1.1, 7]
/** The farthest distance of a letter from the corner of its section, in its own widths and heights. */
const [ACROSS, DOWN] = [4, 5]

/** The preferred positions of a section's letter: along its northern edge from the west, then from the east. */
function cornersOf(section: string, scale: number): Box[] {
  const { west, east, north } = boundsOf(section)
  const steps = Array.from({ length: ACROSS * DOWN }, (_, n) => [n % ACROSS, Math.floor(n / ACROSS)] as const).toSorted(([a, b], [c, d]) => a + b - c - d)
  const at = (x: number, y: number): Box => [x, y, x + WIDE, y + HIGH]
  const top = north * scale + MARGIN
  return [...steps.map(([m, n]) => at(west * scale + MARGIN + m * WIDE, top + n * HIGH)), ...steps.map(([m, n]) => at(east * scale - MARGIN - (m + 1) * WIDE, top + n * HIGH))]
}

/** The letters of the sections in play, only at small scale: closer, they are part of the hex numbers. */
export function layoutSectionLetters(scale: number, sections: readonly string[], taken: readonly Box[], closed?: ReadonlySet<number>): WaterNameBox[] {
  if (scale >= SECTION_ZOOM) return []
  const room = new OccupiedArea()
  for (const box of taken) room.occupy(box)
  const open = ([left, top, right, foot]: Box): boolean => {
    const hex = hexAt((left + right) / 2 / scale, (top + foot) / 2 / scale)
    return hex !== NOWHERE && !closed?.has(hex)
  }
  return sections.flatMap((section): WaterNameBox[] => {
    const box = cornersOf(section, scale).find((one) => room.free(one) && open(one))
    if (!box) return []
    room.occupy(box)
    return [{ id: `section ${section}`, lines: [section], x: Math.round((box[0] + box[2]) / 2), y: Math.round(box[1] + SIZE * 0.85), size: SIZE, box }]
  })
}
