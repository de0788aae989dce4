import { describe, expect, test } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { hexOf } from '../src/games/war_in_the_pacific/grid'
import { kindOfNeed, sectionOfNeed } from '../src/games/war_in_the_pacific/inbox'
import { layoutMarks } from '../src/games/war_in_the_pacific/layout'
import { stacksOf, type ForceShown } from '../src/games/war_in_the_pacific/map_marks'
import { needs } from '../src/games/war_in_the_pacific/inbox_needs'
import { highlightedIds } from '../src/games/war_in_the_pacific/play_orders'
import { Facts, knownPosition } from '../src/games/war_in_the_pacific/play_view'
import { hexText } from '../src/games/war_in_the_pacific/play_text_board'
import { subronsShown } from '../src/games/war_in_the_pacific/subrons'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import told from './witp'

/** 13.1 Subrons on the page: their rows, and when the map shows them. */

const pieces = told.pieces
const facts = new Facts(pieces)
const viewIn = (procedure: string, more: Readonly<Record<string, unknown>> = {}): PacificView => ({
  ...told.by_sea.view, side: 'japan', subron_at: { japan_subron_1: 'B2535', japan_subron_2: 'B3328' }, subron_fleet: { japan_subron_1: 1, japan_subron_2: 7 }, subron_coastal: { japan_subron_2: 2 },
  subron_mode: { japan_subron_1: 1 }, frames: [{ procedure, side: 'japan', ...more }],
}) as unknown as PacificView
const shown = (view: PacificView, chosen: string | null = null): string[] => subronsShown(knownPosition(view, facts), 'japan', chosen).filter(({ closeUpOnly }) => !closeUpOnly).map(({ id }) => id)

describe('the map', () => {
  test('with their layer it shows them all at every zoom', () => {
    const found = subronsShown(knownPosition(viewIn('orders'), facts), 'japan', null, true)
    expect(found.map(({ id, closeUpOnly }) => [id, closeUpOnly])).toEqual([['japan_subron_1', undefined], ['japan_subron_2', undefined]])
  })

  test('13.3 in questions about submarines it shows them all, otherwise the requested or chosen one; the others are stacked', () => {
    expect(shown(viewIn('submarine_orders'))).toEqual(['japan_subron_1', 'japan_subron_2'])
    expect(shown(viewIn('orders'))).toEqual([])
    expect(shown(viewIn('orders'), 'japan_subron_2')).toEqual(['japan_subron_2'])
    expect(shown(viewIn('torpedoing', { subron: 'japan_subron_1' }))).toEqual(['japan_subron_1'])
  })
  test('a counter shows its points, and its action for a screen reader', () => {
    const [first, second] = subronsShown(knownPosition(viewIn('submarine_orders'), facts), 'japan', null)
    expect([second!.name, second!.note, second!.count]).toEqual(['Subron 2', '7 fleet, 2 coastal', 9])
    expect(first!.label).toBe('Subron 1, 1 Sub Point, in transit, at B2535')
    expect(hexText(knownPosition(viewIn('orders'), facts), hexOf('B2535'))).toContain('Subron 1, 1 fleet')
  })
  test('13.3 a Subron without a question is left out where no room is near, one with a question never, nor a Task Force', () => {
    const one = (form: ForceShown['form'], n: number, near?: true): ForceShown => ({ id: `japan_${n}`, side: 'japan', form, name: '', note: '', label: '', hex: hexOf('B2152') - 5 + n, closeUpOnly: near })
    const stacks = (form: ForceShown['form'], near?: true): number => layoutMarks([], [], stacksOf(Array.from({ length: 30 }, (_, n) => one(form, n, near)), null), 16).stacks.length
    expect([stacks('own'), stacks('subron')]).toEqual([30, 30])
    expect(stacks('subron', true)).toBeLessThan(30)
    expect(stacks('subron', true)).toBeGreaterThan(6)
  })
})

test('13.3 each Subron at sea has a row; one with orders is done and shows them', () => {
  const store = (sent: readonly string[]): MatchStore => {
    const view = viewIn('submarine_orders', { sent })
    const free = ['japan_subron_1', 'japan_subron_2'].filter((id) => !sent.includes(id))
    const choices = free.flatMap((id) => [['send_subron', id], ['transit_subron', id]])
    return { view, pieces, decision: { side: 'japan', prompt: '' }, choices, picks: [], picked: new Set(), highlighted: new Set(free), draft: null, selectedPlace: null } as unknown as MatchStore
  }
  const rows = (of: MatchStore): (readonly [string, boolean])[] => needs(of, knownPosition(of.view as unknown as PacificView, facts)).map(({ title, done }) => [title, done] as const)
  expect(rows(store([]))).toEqual([['Subron 1: no orders yet', false], ['Subron 2: no orders yet', false]])
  expect(rows(store(['japan_subron_1']))).toEqual([['Subron 2: no orders yet', false], ['Subron 1: in transit', true]])
  expect([...highlightedIds(store(['japan_subron_1'])).forces]).toEqual(['japan_subron_2'])
  const position = knownPosition(viewIn('submarine_orders'), facts)
  expect([kindOfNeed('japan_subron_2', position), sectionOfNeed('japan_subron_2', position)]).toEqual(['Subrons', 'B'])
})
