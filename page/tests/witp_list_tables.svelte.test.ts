// The lists of ships, aircraft, bases and units: they can be sorted and searched, and each row leads to its place.
import { expect, test, vi } from 'vitest'
import { sortedRows, tableOf } from '../src/games/war_in_the_pacific/list_tables'
import ListsPanel from '../src/games/war_in_the_pacific/ListsPanel.svelte'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import { choose, get, mountComponent, press, texts, type } from './component'
import told from './witp'

const facts = new Facts(told.pieces)
const view = {
  side: 'allies', scenario: 'midway', turn: 73, options: {}, force_at: { allies_1: 'F1234' }, force_box: {}, force_mission: {}, contact_at: {}, out_of_sight: [], frames: [],
  arrays: { ship_at: { us_cv5: 'allies_1', us_cv6: 'allies_1', us_dd23: 'sunk' }, damage: { us_cv6: 3 }, fuel: { us_cv5: 12, us_cv6: 20 }, air: { 'us_cv5/f4f_carrier': 4 } },
} as unknown as PacificView
const position = new KnownPosition(view, facts)

test('ships name their force, damage and fuel; sunk ships are left out', () => {
  const { head, rows } = tableOf('ships', position)
  expect(head).toEqual(['Ship', 'Type', 'Where', 'Damage', 'Fuel'])
  expect(rows.find(({ key }) => key === 'us_cv6')).toMatchObject({ at: 'allies_1', cells: ['Enterprise', 'CV', 'TF 1', 3, 20] })
  expect(rows.some(({ key }) => key === 'us_dd23' || key.startsWith('jp_'))).toBe(false)
})

test('aircraft on a carrier are where its force is', () => {
  expect(tableOf('aircraft', position).rows.find(({ key }) => key === 'us_cv5/f4f_carrier')).toMatchObject({ at: 'allies_1', cells: ['F4F, carrier', 'Yorktown, TF 1', 4, expect.any(Number)] })
})

test('bases and units are those of the side', () => {
  expect(tableOf('bases', position).rows.map(({ key }) => key)).toContain('F1234')
  expect(tableOf('bases', position).rows.map(({ key }) => key)).not.toContain('E1602')
  expect(tableOf('units', position).rows.every(({ key }) => key.startsWith('allies'))).toBe(true)
})

test('figures are sorted from the largest, words by the alphabet, and back', () => {
  const table = tableOf('ships', position)
  const [damage, name] = [3, 0]
  expect(sortedRows(table, '', damage, false)[0]!.key).toBe('us_cv6')
  expect(sortedRows(table, '', damage, true).at(-1)!.key).toBe('us_cv6')
  const names = sortedRows(table, 'CV', name, false).map(({ cells }) => String(cells[0]))
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
})

test('a press on a head sorts, a press on a name goes there', () => {
  const onlocate = vi.fn()
  const { target } = mountComponent(ListsPanel, { position, here: null, onlocate })
  press(target, 'Damage')
  expect(get(target, 'th', 'Damage').getAttribute('aria-sort')).toBe('descending')
  expect(texts(target, 'tbody tr')[0]).toContain('Enterprise')
  press(target, 'Enterprise')
  expect(onlocate).toHaveBeenCalledWith('allies_1')
  type(get(target, 'input', 'Find'), 'Yorktown')
  expect(texts(target, 'tbody th')).toEqual(['Yorktown'])
  choose(get(target, 'select', 'List'), 'aircraft')
  expect(texts(target, 'tbody th')).toContain('F4F, carrier')
  expect(texts(target, 'tbody td')).toContain('Yorktown, TF 1')
})
