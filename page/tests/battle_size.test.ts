import { describe, expect, test } from 'vitest'
import { arrangeBattle, keepCells, type BattleForm, type Room } from '../src/frame/battle'

/** The room of both fleets on windows of 1280 by 720, 1440 by 900 and 1920 by 1080, and on a phone of 390 by 844 under a finger. */
const ROOMS: Readonly<Record<BattleForm, Room>> = {
  compact: { width: 936, height: 265, form: 'compact' },
  wide: { width: 1032, height: 370, form: 'wide' },
  broad: { width: 1448, height: 560, form: 'broad' },
  phone: { width: 378, height: 291, form: 'phone', coarse: true },
}
const size = (form: BattleForm, ...counts: number[]): number => arrangeBattle(counts, ROOMS[form]).size

describe('counters of a battle have one size, from the window and the larger fleet at its start', () => {
  test.each([
    ['compact', 12, 6, 68], ['compact', 13, 6, 60], ['compact', 14, 6, 60], ['compact', 24, 2, 48], ['compact', 30, 6, 44],
    ['wide', 12, 6, 76], ['wide', 13, 6, 68], ['broad', 12, 6, 96], ['phone', 12, 6, 48], ['phone', 13, 6, 44],
  ] as const)('%s: %d against %d are drawn in %d pixels', (form, enemy, own, pixels) => {
    expect(size(form, enemy, own)).toBe(pixels)
  })

  test('it is the same whichever fleet is the larger', () => {
    for (let n = 1; n <= 14; n++) expect(size('compact', n, 6)).toBe(size('compact', 6, n))
  })

  test.each(['compact', 'wide', 'broad'] as const)('%s: up to 40 units a side, all cells of fleets that are called whole are inside', (form) => {
    const { width, height } = ROOMS[form]
    for (let enemy = 1; enemy <= 40; enemy++) {
      for (let own = 1; own <= 40; own++) {
        const { columns, widths, pitch, whole } = arrangeBattle([enemy, own], ROOMS[form])
        const rows = [enemy, own].map((count, k) => Math.ceil(count / columns[k]!))
        if (whole) expect(Math.max(...rows) * pitch + 33, `${enemy} against ${own}`).toBeLessThanOrEqual(height)
        if (whole) expect(widths[0]! + widths[1]! + 8, `${enemy} against ${own}`).toBeLessThanOrEqual(width)
        if (Math.max(enemy, own) <= 24) expect(whole, `${enemy} against ${own}`).toBe(true)
      }
    }
  })

  test('on a phone six or seven fit in a row, and more than fit scroll', () => {
    expect(arrangeBattle([13, 6], ROOMS.phone)).toMatchObject({ size: 44, columns: [7, 7], whole: true })
    expect(arrangeBattle([20, 20], ROOMS.phone)).toMatchObject({ size: 44, whole: false })
  })
})

describe('cells never change hands', () => {
  test('a unit that leaves leaves its cell empty, and one that joins gets the next', () => {
    expect(keepCells(['akagi', 'kaga', 'soryu'], ['soryu', 'hiryu', 'akagi'])).toEqual(['akagi', 'kaga', 'soryu', 'hiryu'])
  })
})
