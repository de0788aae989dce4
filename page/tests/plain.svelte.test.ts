// The plain board as it is drawn: places, tags of stacks, and the list of a place.
import { describe, expect, test, vi } from 'vitest'
import { Camera } from '../src/board/camera.svelte'
import { setSideNames } from '../src/board/sides'
import PlaceList from '../src/games/plain/PlaceList.svelte'
import Lists from '../src/games/plain/Lists.svelte'
import PlainBoard from '../src/games/plain/PlainBoard.svelte'
import { key, mountComponent, press, text, texts } from './component'

setSideNames({ red: { name: 'Red', the: 'Red', adjective: 'Red', team: 0 }, blue: { name: 'Blue', the: 'Blue', adjective: 'Blue', team: 1 } })
const square = (x: number) => [[x, 0], [x + 4, 0], [x + 4, 4], [x, 4]] as const
const PLACES = [{ id: 'north', name: 'North', at: [2, 2] as const, ring: square(0) }, { id: 'port', name: 'Port', at: [6, 2] as const, ring: square(4) }]
const stack = (place: string, side: string, ids: string[]) => ({ key: `${place} ${side}`, side, counters: ids.map((id) => ({ id, place, side, note: '' })) })
const STACKS = new Map([['north', [stack('north', 'red', ['red_a', 'red_b']), stack('north', 'blue', ['blue_a', 'blue_b', 'blue_c', 'blue_d'])]]])

function board(highlighted: string[] = [], picked: string[] = []) {
  const camera = new Camera()
  ;[camera.width, camera.height] = [800, 500]
  const [onplace, onstack] = [vi.fn(), vi.fn()]
  const { target } = mountComponent(PlainBoard, { places: PLACES, stacks: STACKS, highlighted: new Set(highlighted), picked: new Set(picked), camera, onplace, onstack })
  return { target, onplace, onstack, labels: (selector: string) => [...target.querySelectorAll(selector)].map((one) => one.getAttribute('aria-label')) }
}

test('each place says who is there, and each stack is a tag', () => {
  const { labels, target } = board()
  expect(labels('.place')).toEqual(['North. Red: Red a and Red b. Blue: 4 counters', 'Port'])
  expect(labels('.tag')).toEqual(['Red: Red a and Red b, North', 'Blue: 4 counters, North'])
  expect(texts(target, '.tag > text')).toEqual(['R 2', 'B 4'])
})

test('what may be chosen is marked, and a press or a key chooses it', () => {
  const { labels, target, onplace, onstack } = board(['port', 'red_b'], ['north'])
  expect(labels('[data-legal]')).toEqual(['Port', 'Red: Red a and Red b, North'])
  expect(labels('[aria-pressed]')).toEqual(['North. Red: Red a and Red b. Blue: 4 counters'])
  target.querySelectorAll('.place')[1]!.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(key('Enter', target.querySelector('.tag')!)).toBe(true)
  expect(key('x', target.querySelector('.tag')!)).toBe(false)
  expect(onplace.mock.calls).toEqual([['port']])
  expect(onstack.mock.calls).toEqual([[STACKS.get('north')![0], 'north']])
})

describe('the list of a place', () => {
  const given = (ids: string[], highlighted: string[]) => ({ name: 'North', stacks: [stack('north', 'red', ids)], highlighted: new Set(highlighted), picked: new Set<string>(), onpress: vi.fn() })

  test('counters that may be chosen are buttons and come first', () => {
    const props = given(['red_a', 'red_b'], ['red_b'])
    const { target } = mountComponent(PlaceList, props)
    expect(texts(target, 'li')).toEqual(['Red b', 'Red a'])
    press(target, 'Red b')
    expect(props.onpress.mock.calls).toEqual([['red_b']])
  })

  test('many others are folded away', () => {
    const { target } = mountComponent(PlaceList, given(Array.from({ length: 30 }, (_, n) => `red_${n}`), ['red_3']))
    expect(text(target.querySelector('summary')!)).toBe('29 others')
    expect(target.querySelector('details')!.open).toBe(false)
  })

  test('without a place it says what to do', () => {
    const { target } = mountComponent(PlaceList, { ...given([], []), name: undefined })
    expect(text(target)).toBe('Choose a place on the board.')
  })
})

test('lists are tables, or a sentence if there are none', () => {
  const { target } = mountComponent(Lists, { lists: [{ key: 'points', name: 'Points', head: ['Points', 'State'], rows: [['Red', '3']] }] })
  expect([texts(target, 'h3'), texts(target, 'th, td')]).toEqual([['Points'], ['Points', 'State', 'Red', '3']])
  expect(text(mountComponent(Lists, { lists: [] }).target)).toBe('Everything is on the board.')
})
