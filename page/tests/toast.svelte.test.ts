// The position of a refusal: beside what was pressed, by pointer and by keys, over no button; the next press removes it.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import Toast from '../src/frame/Toast.svelte'
import { key, mountComponent, press, flush } from './component'

const SIZE = [200, 40] as const
let places: Record<string, readonly [x: number, y: number, width: number, height: number]>
beforeEach(() => {
  document.body.replaceChildren()
  Object.assign(window, { innerWidth: 1280, innerHeight: 720 })
  places = {}
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.matches('.toast') ? new DOMRect(0, 0, ...SIZE) : new DOMRect(...(places[this.id] ?? [0, 0, 0, 0]))
  })
})

/** Lays an element on the page. */
function lay(id: string, html: string, ...place: readonly [number, number, number, number]): HTMLElement {
  places[id] = place
  document.body.insertAdjacentHTML('beforeend', html.replace('>', ` id="${id}">`))
  return document.getElementById(id)!
}
async function shown(): Promise<DOMRect> {
  const { target } = mountComponent(Toast, { text: 'Out of reach.', announcedFor: 1, onclose: vi.fn() })
  await flush()
  const { left, top } = target.querySelector<HTMLElement>('.toast')!.style
  return new DOMRect(parseFloat(left), parseFloat(top), ...SIZE)
}
/** The distance between two boxes; negative where they overlap. */
const apart = (a: DOMRect, [x, y, width, height]: readonly [number, number, number, number]): number =>
  Math.max(x - a.right, a.left - (x + width), y - a.bottom, a.top - (y + height))
const down = (on: Element, x: number, y: number): void =>
  void on.dispatchEvent(Object.assign(new Event('pointerdown', { bubbles: true }), { clientX: x, clientY: y }))

describe('after a key', () => {
  test('it is 8 px from the name of the focused area', async () => {
    const area = lay('area', '<div tabindex="-1" role="button" data-drop="coral_sea"></div>', 300, 100, 600, 400)
    lay('name', '<p data-label="coral_sea"></p>', 540, 300, 120, 20)
    area.focus()
    key('Enter', area)
    expect(apart(await shown(), places['name']!)).toBe(8)
  })
  test('it is next to the middle of an area without a name', async () => {
    const area = lay('area', '<div tabindex="-1" role="button" data-drop="B1203"></div>', 300, 100, 600, 400)
    area.focus()
    key('Enter', area)
    expect(apart(await shown(), [600, 300, 0, 0])).toBeLessThanOrEqual(16)
  })
  test('it is next to a row of the list, however wide, and covers no other row', async () => {
    for (let n = 0; n < 5; n++) lay(`row ${n}`, `<button data-choice="${n}"></button>`, 832, 300 + 40 * n, 430, 36)
    const row = document.getElementById('row 2')!
    row.focus()
    key('Enter', row)
    const at = await shown()
    expect(apart(at, places['row 2']!)).toBe(8)
    for (const place of Object.values(places)) expect(apart(at, place)).toBeGreaterThanOrEqual(0)
  })
})

test('after a press on a row it covers no button of the rail', async () => {
  places['rail'] = [820, 120, 460, 500]
  document.body.insertAdjacentHTML('beforeend', '<div data-frame="rail" id="rail"></div>')
  for (let n = 0; n < 5; n++) document.getElementById('rail')!.append(lay(`row ${n}`, '<button></button>', 832, 300 + 40 * n, 430, 36))
  down(document.getElementById('row 2')!, 1000, 400)
  const at = await shown()
  for (const [id, place] of Object.entries(places)) if (id !== 'rail') expect(apart(at, place)).toBeGreaterThanOrEqual(0)
})

test('where counters surround the pressed place, it is beyond them', async () => {
  for (let n = 0; n < 35; n++) lay(`unit ${n}`, '<button data-choice></button>', 500 + 60 * (n % 7), 200 + 60 * Math.floor(n / 7), 52, 52)
  down(document.getElementById('unit 17')!, 706, 346)
  const at = await shown()
  for (const place of Object.values(places)) expect(apart(at, place)).toBeGreaterThanOrEqual(0)
  expect(apart(at, places['unit 17']!)).toBeLessThan(140)
})

test('the next press removes it, unless it is one on its rule', () => {
  const { target, props } = mountComponent(Toast, { text: 'No fuel.', announcedFor: 1, clause: '7.1', onclause: vi.fn(), onclose: vi.fn() })
  down(target.querySelector('.toast button')!, 0, 0)
  press(target, 'Rule 7.1')
  expect(props['onclose'].mock.calls).toEqual([])
  down(document.body, 5, 5)
  expect(props['onclose'].mock.calls).toEqual([[]])
})
