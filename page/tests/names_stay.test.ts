// Names of ports and bases stay in place while stacks change, and leave room for prices.
import { describe, expect, test } from 'vitest'
import { depth, priceBoxes, written, type Box, type Written } from '../src/board/pacific/clear'
import { besideSign, type PlaceSetting } from '../src/board/pacific/setting'
import { formAt } from '../src/board/pacific/geography'
import { AREAS } from '../src/games/victory_in_the_pacific/places'
import { MAP } from '../src/games/victory_in_the_pacific/geography'
import { screen } from './layout_boxes'

const view = screen(960, 548)
const form = formAt(view.scale)
const places = MAP.places.flatMap((place: PlaceSetting) => {
  const beside = besideSign(place, form)
  return beside === 'none' ? [] : [{ ...place, beside }]
})
const prices = priceBoxes(Object.values(AREAS[form]).map(({ flag, price }) => ({ at: flag, right: price === 'right' })), view)
const onNameOf = (id: string, stood: ReadonlyMap<string, Written>): Box => {
  const [[x, y], { anchor, dx, dy }] = [view.at(places.find((one) => one.id === id)!.at), stood.get(id)!]
  const left = x + dx - (anchor === 'end' ? 40 : anchor === 'middle' ? 20 : 0)
  return { left, right: left + 40, top: y + dy - 12, bottom: y + dy + 4 }
}

describe('the name of a port', () => {
  test('that moved away from a stack stays there when the stack is gone', () => {
    const first = written(places, view, [], prices)
    const [id] = first.keys()
    const away = written(places, view, [onNameOf(id!, first)], prices, first)
    expect(away.get(id!)).not.toEqual(first.get(id!))
    expect(written(places, view, [], prices, away).get(id!)).toEqual(away.get(id!))
    expect(written(places, view, [], prices).get(id!)).toEqual(first.get(id!))
  })

  test('keeps its place while stacks arrive at others', () => {
    const first = written(places, view, [], prices)
    const [one, other] = [...first.keys()]
    const after = written(places, view, [onNameOf(one!, first)], prices, first)
    expect(after.get(other!)).toEqual(first.get(other!))
  })

  test('leaves room for the prices of areas', () => {
    const first = written(places, view, [], prices)
    for (const { id } of places) {
      const box = onNameOf(id, first)
      for (const price of prices) expect(depth(box, price), id).toBeLessThan(4)
    }
  })
})
