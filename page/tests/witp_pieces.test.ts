import { describe, expect, test } from 'vitest'
import { hexOf } from '../src/games/war_in_the_pacific/grid'
import { topOf } from '../src/games/war_in_the_pacific/ground_signs'
import { CARD, forceWidth, layoutMarks, layoutPlaces, PILL } from '../src/games/war_in_the_pacific/layout'
import { pillsShown, placesShown, stacksOf, stackText, type ForceShown } from '../src/games/war_in_the_pacific/map_marks'
import { Facts, KnownPosition, type KnownUnit } from '../src/games/war_in_the_pacific/play_view'
import { BESIDE } from '../src/games/war_in_the_pacific/burma'
import type { GroundFacts, PacificView } from '../src/games/war_in_the_pacific/types'
import told from './witp'

/** Fleets are pills when zoomed out; garrisons are counters close up. */

const facts = new Facts(told.pieces)
const force = (id: string, more: Partial<ForceShown> = {}): ForceShown => ({ id, hex: hexOf('F1234'), side: 'allies', form: 'own', kind: 'carrier', count: 5, name: id, note: '', label: id, ...more })
const stack = (...forces: ForceShown[]) => stacksOf(forces, null)[0]!

describe('a stack when zoomed out', () => {
  test('9.1 shows the number of ships of all its forces, below the silhouette of the main one', () => {
    expect(stackText(stack(force('allies_1'), force('allies_2', { count: 12 })))).toEqual({ text: '17', back: false })
  })
  test('9.4, 8.7 a dummy shows only its back, a report the ships in it', () => {
    const dummy = stack(force('allies_3', { form: 'dummy', kind: undefined, count: undefined }))
    const seen = stack(force('japan_4', { side: 'japan', form: 'contact', kind: undefined, count: undefined, reportedCount: 7 }), force('japan_5', { side: 'japan', form: 'contact', kind: undefined, count: undefined }))
    expect([stackText(dummy), stackText(seen)]).toEqual([{ text: '', back: true }, { text: '7', back: true }])
  })
  test('is a pill as wide as its figure wants, on its hex where that is free', () => {
    const [laid] = layoutMarks([], [], [stack(force('allies_1', { count: 143 }))], 8).stacks
    expect([laid!.h, laid!.lines, laid!.hexCenter]).toEqual([PILL, [], undefined])
    expect(laid!.w).toBe(forceWidth(laid!))
    expect(laid!.w).toBeGreaterThan(forceWidth(stack(force('allies_1'))))
    const [near] = layoutMarks([], [], [stack(force('allies_1'))], 33).stacks
    expect([near!.w, near!.h]).toEqual([32, 32])
  })
})

const unit = (id: string): KnownUnit => ({ id: `allies_unit_${id}`, side: 'allies', type: facts.ground.get(id)! as GroundFacts })

describe('a garrison close up', () => {
  test('shows the code of the strongest unit, its silhouette, the total strength and the number of units', () => {
    expect(topOf(['us_3_1', 'us_bf', 'us_4_1_mar'].map(unit))).toEqual({ head: '4-1', kind: 'marine', foot: '8', many: 3 })
    expect(topOf([unit('cw_16_4')])).toEqual({ head: '16-4', kind: 'armour', foot: '16', many: 1 })
  })
  test('27.2 engineers are in brackets, a headquarters by its name', () => {
    expect(topOf([unit('us_2_1_eng')])).toEqual({ head: 'Eng', kind: 'engineer', foot: '(2)', many: 1 })
    expect(topOf([unit('us_hq_wing')])).toEqual({ head: 'HQ', kind: 'headquarters', foot: 'Wing', many: 1 })
  })
  test.each([8, 14.5, 17, 20, 24, 33, 48])('44.11 in Burma no figure meets another at %d pixels a hex', (scale) => {
    const burma = new KnownPosition({ ...told.decisions.at(-1)!.view, scenario: 'burma', side: 'allies', arrays: {}, frames: [], force_at: {}, contact_at: {}, out_of_sight: [] } as unknown as PacificView, facts)
    const laid = layoutMarks(layoutPlaces(placesShown(burma).filter(({ id }) => id.startsWith('A')), scale, BESIDE).laid, pillsShown(burma), [], scale)
    // The key line around a figure is half a pixel on each side.
    const boxes = laid.pills.map(({ x, y, w, h }) => [x - 0.5, y - 0.5, x + w + 0.5, y + h + 0.5])
    boxes.forEach((one, n) => expect(boxes.slice(n + 1).filter((other) => one[2]! > other[0]! && one[0]! < other[2]! && one[3]! > other[1]! && one[1]! < other[3]!)).toEqual([]))
    expect(boxes.length).toBeGreaterThan(4)
  })
  test('44.11 in Burma counters side by side neither touch nor cover a name, and nearly every place keeps its name', () => {
    const burma = new KnownPosition({ ...told.decisions.at(-1)!.view, scenario: 'burma', side: 'allies', arrays: {}, frames: [], force_at: {}, contact_at: {}, out_of_sight: [] } as unknown as PacificView, facts)
    const pills = pillsShown(burma)
    const named = layoutPlaces(placesShown(burma).filter(({ id }) => id.startsWith('A')), 66, BESIDE)
    const laid = layoutMarks(named.laid, pills, [], 66)
    const cards = laid.pills.filter(({ card }) => card)
    expect(cards.length).toBeGreaterThan(20)
    expect(cards.every(({ w, h }) => w === CARD && h === CARD)).toBe(true)
    const boxes = laid.pills.map(({ x, y, w, h }) => [x, y, x + w, y + h])
    const names = laid.places.flatMap(({ label }) => (label ? [[label.x, label.y, label.x + label.w, label.y + label.h]] : []))
    const meet = (a: number[], b: number[]): boolean => a[2]! > b[0]! && a[0]! < b[2]! && a[3]! > b[1]! && a[1]! < b[3]!
    boxes.forEach((one, n) => expect([...boxes.slice(n + 1), ...names].filter((other) => meet(one, other))).toEqual([]))
    const written = new Set(laid.places.flatMap(({ label, name }) => (label ? [name] : [])))
    expect(laid.places.filter(({ name }) => !written.has(name)).length).toBeLessThan(6) // of 119; what has no room for its name tells it when it is pressed
  })
})
