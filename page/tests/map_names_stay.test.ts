// Names of ports and bases have a fixed place on each screen: clear of the first stack of every row, of other names and points.
import { describe, expect, test } from 'vitest'
import { overlapDepth, stackBoxes, placeNamePositions, type Box } from '../src/board/pacific/label_collisions'
import { formAt, hasNameRoom, nameSize, pieceSize } from '../src/board/pacific/geography'
import { layoutOf, type MapLayout } from '../src/board/pacific/layout'
import { labelSideOf, type SeaMap } from '../src/board/pacific/map_config'
import { MAP as HOLD_FAST } from '../src/games/hold_fast/geography'
import { MAP as VICTORY } from '../src/games/victory_in_the_pacific/geography'
import { screen } from './layout_boxes'

const laid = (map: SeaMap, width: number, height: number): MapLayout => {
  const { at, scale } = screen(width, height)
  const form = formAt(scale)
  const seas = map.names[form].map((name) => ({ ...name, size: nameSize(form, scale) }))
  const [x, y] = at([0, 0])
  return layoutOf(map, form, scale, pieceSize(scale, map.sizes), Object.keys(map.areas[form]), seas, { left: -x, top: -y, right: width - x, bottom: height - y })
}
const MARK = 6 // pixels of the mark of a pile that may be chosen, beyond the pile
const SLACK = 3 // pixels; boxes of text are estimates

describe.each([['Hold Fast', HOLD_FAST], ['Victory in the Pacific', VICTORY]] as const)('in %s', (_, map) => {
  describe.each([[960, 548], [1056, 704], [1600, 956], [1024, 572], [2176, 848], [390, 560], [390, 480]] as const)('on a board of %i x %i', (width, height) => {
    const { labels, labelBoxes, taken, seaNames, badges } = laid(map, width, height)
    const named = [...labels.keys()]
    const others = taken.filter((box) => !labelBoxes.includes(box))

    test('each place has its name, or none on a map without room', () => {
      const { scale } = screen(width, height)
      const form = formAt(scale)
      expect(named).toEqual(hasNameRoom(scale) ? map.places.filter((place) => labelSideOf(place, form) !== 'none').map(({ id }) => id) : [])
    })

    test('no name lies under a stack, on another name or on points', () => {
      const met = labelBoxes.flatMap((box, k) =>
        [...others.map((other) => [other, seaNames.includes(other) ? 'a sea' : badges.includes(other) ? 'points' : 'a stack'] as const), ...labelBoxes.slice(k + 1).map((other, m) => [other, named[k + 1 + m]!] as const)]
          .filter(([other]) => overlapDepth(box, other) > SLACK)
          .map(([other, what]) => `${named[k]} and ${what}: ${overlapDepth(box, other).toFixed(1)}`))
      expect(met).toEqual([])
    })

    if (width >= 960) test('the mark around a stack in port lies on no name', () => {
      const piles = taken.slice(-2 * map.places.length).filter((_, k) => k % 2 === 0)
      const marked = piles.map(({ left, top, right, bottom }) => ({ left: left - MARK, top, right, bottom: bottom + MARK }))
      const met = marked.flatMap((box, k) => [...seaNames, ...labelBoxes].filter((name) => overlapDepth(box, name) > SLACK + 1).map((name) => `${map.places[k]!.id}: ${overlapDepth(box, name).toFixed(1)}`))
      expect(met).toEqual([])
    })
  })
})

describe.each([['Hold Fast', HOLD_FAST], ['Victory in the Pacific', VICTORY]] as const)('in %s', (_, map) => {
  test.each([[960, 548], [1056, 704]] as const)('on a board of %i x %i each name is nearest to its own symbol', (width, height) => {
    const { labels, labelBoxes } = laid(map, width, height)
    const { at } = screen(width, height)
    const [x, y] = at([0, 0])
    const away = ({ left, right, top, bottom }: Box, [u, v]: readonly [number, number]): number => Math.hypot(Math.max(left - u, u - right, 0), Math.max(top - v, v - bottom, 0))
    const astray = [...labels.keys()].flatMap((id, k) => {
      const all = map.places.map((place) => ({ id: place.id, far: away(labelBoxes[k]!, [at(place.at)[0] - x, at(place.at)[1] - y]) })).toSorted((a, b) => a.far - b.far)
      return all.find((one) => one.id === id)!.far < Math.min(40, all[0]!.far + 4) ? [] : [`${id}: ${all.slice(0, 2).map((one) => `${one.id} ${one.far.toFixed(0)}`).join(', ')}`]
    })
    expect(astray).toEqual([])
  })
})

describe('a name', () => {
  const view = screen(960, 548)
  const places = VICTORY.places.flatMap((place) => {
    const beside = labelSideOf(place, formAt(view.scale))
    return beside === 'none' ? [] : [{ ...place, beside }]
  })
  const free = { stacks: [], rows: [], names: [] }
  const first = placeNamePositions(places, view, free)

  test('moves off a stack, and others stay', () => {
    const [box] = first.boxes
    const [[id, before]] = [...first.labels] as [[string, unknown]]
    const stack = stackBoxes({ x: box!.left, y: box!.top, pixels: 20 }, false)
    const after = placeNamePositions(places, view, { ...free, stacks: stack })
    expect(after.labels.get(id)).not.toEqual(before)
    expect(after.boxes.slice(5)).toEqual(first.boxes.slice(5))
  })
})

test('the number of a stack covers no points and no flag', () => {
  const { badges, taken, seaNames, labelBoxes } = laid(VICTORY, 960, 548)
  const stacks = taken.slice(seaNames.length + badges.length + labelBoxes.length)
  expect(stacks.flatMap((stack) => badges.filter((badge) => overlapDepth(stack, badge) > SLACK))).toEqual([])
})
