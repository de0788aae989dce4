// The price of a choice lies wholly in its own sea area, clear of names, points, symbols and stacks, on boards of all sizes.
import { describe, expect, test } from 'vitest'
import { overlapDepth, signBoxes, type Box } from '../src/board/pacific/label_collisions'
import { formAt, nameSize, pieceSize } from '../src/board/pacific/geography'
import { layoutOf } from '../src/board/pacific/layout'
import { tagBox, isBoxInside } from '../src/board/pacific/tags'
import { MAP } from '../src/games/victory_in_the_pacific/geography'
import type { LonLat } from '../src/lib/geometry'
import { screen } from './layout_boxes'

const BOARDS = [[960, 548], [1056, 704], [1056, 621], [1600, 956], [1024, 572], [2176, 848], [820, 800], [1080, 1685]] as const

describe.each(BOARDS)('on a board of %i x %i', (width, height) => {
  const view = screen(width, height)
  const form = formAt(view.scale)
  const ids = Object.keys(MAP.areas[form])
  const [x, y] = view.at([0, 0])
  const window = { left: -x, top: -y, right: width - x, bottom: height - y }
  const fromOrigin = { at: (place: LonLat): [number, number] => [view.at(place)[0] - x, view.at(place)[1] - y] }
  const rings = new Map(MAP.geography.areas.map(({ id, ring }) => [id, ring.map(fromOrigin.at)]))
  const seas = MAP.names[form].map((name) => ({ ...name, size: nameSize(form, view.scale) }))
  const layout = layoutOf(MAP, form, view.scale, pieceSize(view.scale, MAP.sizes), ids, seas, window)
  const signs = signBoxes(MAP.places, fromOrigin, false)
  const withoutStacks = [...layout.seaNames, ...layout.badges, ...layout.labelBoxes, ...signs]
  const tagged = (price: string, taken: readonly Box[], spared: readonly Box[] = []): [string, Box][] =>
    ids.flatMap((id, k): [string, Box][] => {
      const box = tagBox({ ring: rings.get(id)!, badge: layout.badges[k]!, price }, taken, spared, window)
      return box ? [[id, box]] : []
    })

  test.each(['free', '1–3', 'never'])('each "%s" is in its own area and covers nothing, among all stacks that may lie there', (price) => {
    const taken = [...layout.taken, ...signs]
    const tags = tagged(price, taken)
    expect(tags.length).toBeGreaterThan(ids.length / 2)
    expect(tags.filter(([id, box]) => !isBoxInside(box, rings.get(id)!))).toEqual([])
    expect(tags.filter(([, box]) => taken.some((other) => overlapDepth(box, other) > 0))).toEqual([])
    expect(tags.flatMap(([id, box], k) => tags.slice(k + 1).filter(([, other]) => overlapDepth(box, other) > 0).map(([other]) => `${id} and ${other}`))).toEqual([])
  })

  test('each area has room for "free" where no stack lies, and takes the place of stacks only where it must', () => {
    const tags = tagged('free', withoutStacks, layout.taken)
    expect(tags.map(([id]) => id)).toEqual(ids)
    expect(tags.filter(([id, box]) => !isBoxInside(box, rings.get(id)!))).toEqual([])
    const roomy = new Map(tagged('free', [...layout.taken, ...signs]))
    expect(tags.filter(([id, box]) => roomy.has(id) && layout.taken.some((other) => overlapDepth(box, other) > 0))).toEqual([])
  })
})

test('a box that crosses the border, or has a corner of it inside, is not in the area', () => {
  const ring = [[0, 0], [100, 0], [100, 100], [50, 20], [0, 100]] as const
  expect(isBoxInside({ left: 10, right: 30, top: 5, bottom: 15 }, ring)).toBe(true)
  expect(isBoxInside({ left: 90, right: 110, top: 5, bottom: 15 }, ring)).toBe(false)
  expect(isBoxInside({ left: 30, right: 70, top: 5, bottom: 25 }, ring)).toBe(false)
})

test('an area without room has no price on the map', () => {
  const badge = { left: 40, right: 60, top: 40, bottom: 60 }
  expect(tagBox({ ring: [[35, 35], [65, 35], [65, 65], [35, 65]], badge, price: 'free' }, [], [])).toBe(undefined)
})
