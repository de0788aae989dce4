import { describe, expect, test } from 'vitest'
import { boundsOf, hexAt, NOWHERE, project } from '../src/games/war_in_the_pacific/grid'
import { ISLANDS } from '../src/games/war_in_the_pacific/map_labels/land_names'
import { layoutMarks, layoutPlaces } from '../src/games/war_in_the_pacific/layout'
import { forcesShown, pillsShown, placesShown, stacksOf } from '../src/games/war_in_the_pacific/map_marks'
import { layoutNames } from '../src/games/war_in_the_pacific/map_labels/names'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import { occupiedBoxes } from '../src/games/war_in_the_pacific/weather'
import told from './witp'

/** What the chart names besides places and seas: sections when zoomed out, islands close up. */

const facts = new Facts(told.pieces)
const position = new KnownPosition(told.decisions.at(-1)!.view, facts)
const ALL = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
const laidFor = (scale: number) => layoutMarks(layoutPlaces(placesShown(position), scale).laid, pillsShown(position), stacksOf(forcesShown(position), null), scale)
const namesAt = (scale: number, sections: readonly string[] = ALL, closed?: ReadonlySet<number>) => layoutNames(facts.atlas, scale, sections, laidFor(scale), closed)
const lettersAt = (scale: number, sections?: readonly string[]) => namesAt(scale, sections).filter(({ id }) => id.startsWith('section'))
const islandsAt = (scale: number, sections?: readonly string[], closed?: ReadonlySet<number>) => namesAt(scale, sections, closed).filter(({ id }) => id.startsWith('island')).map(({ lines }) => lines[0])
const meet = (a: readonly number[], b: readonly number[]): boolean => a[2]! > b[0]! && a[0]! < b[2]! && a[3]! > b[1]! && a[1]! < b[3]!

describe('3.1 the letters of the sections', () => {
  test('when zoomed out each section in play has its own, within its bounds; when zoomed in there is none', () => {
    for (const scale of [4, 6, 12]) {
      expect(lettersAt(scale).map(({ lines }) => lines[0])).toEqual(ALL)
      for (const { lines, box } of lettersAt(scale)) {
        const { west, east, north, south } = boundsOf(lines[0]!)
        expect(box[0] / scale >= west && box[2] / scale <= east && box[1] / scale >= north && box[3] / scale <= south, lines[0]).toBe(true)
      }
    }
    expect(lettersAt(8, ['D', 'F']).map(({ lines }) => lines[0])).toEqual(['D', 'F'])
    expect(lettersAt(33)).toEqual([])
  })
})

describe('the names of islands', () => {
  test('each is on its island, which the map has', () => {
    expect(ISLANDS.filter(([, ...at]) => !['land', 'coastal', 'island', 'atoll'].includes(facts.atlas.kind[hexAt(...project(at))] ?? 'off the map')).map(([name]) => name)).toEqual([])
    expect(new Set(ISLANDS.map(([name]) => name)).size).toBe(ISLANDS.length)
  })

  test('they are readable only close up, and none repeats the name of a place', () => {
    expect(islandsAt(33)).toEqual([])
    const shown = islandsAt(66)
    expect(shown).toEqual(expect.arrayContaining(['Bougainville', 'Choiseul', 'Santa Isabel', 'Malaita', 'San Cristobal', 'New Britain', 'Mindanao']))
    expect(shown).not.toContain('Bali') // Denpasar (Bali)
    expect(shown).not.toContain('Leyte') // Leyte (Tacloban)
  })

  test('those out of play have none', () => {
    expect(islandsAt(66, ['E'])).toContain('Choiseul')
    expect(islandsAt(66, ['B', 'C'])).not.toContain('Choiseul')
    const choiseul = ISLANDS.find(([name]) => name === 'Choiseul')!
    const [x, y] = project([choiseul[1], choiseul[2]])
    const steps = Array.from({ length: 13 }, (_, n) => (n - 6) / 2)
    const around = new Set(steps.flatMap((dx) => steps.map((dy) => hexAt(x + dx, y + dy))).filter((hex) => hex !== NOWHERE))
    expect(islandsAt(66, ['E'], around)).not.toContain('Choiseul')
  })
})

test.each([4, 6, 12, 33, 48, 66])('no name of the chart overlaps a place, a name, a pill, a counter or another at %d pixels a hex', (scale) => {
  const taken = occupiedBoxes(laidFor(scale))
  const names = namesAt(scale)
  names.forEach(({ lines, box }, n) => {
    expect(taken.filter((one) => meet(one, box)), lines.join(' ')).toEqual([])
    expect(names.slice(n + 1).filter((other) => meet(box, other.box)).map((other) => other.lines.join(' ')), lines.join(' ')).toEqual([])
  })
})
