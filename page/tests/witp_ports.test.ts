import { describe, expect, test } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { hexOf } from '../src/games/war_in_the_pacific/grid'
import { layoutMarks } from '../src/games/war_in_the_pacific/layout'
import { forcesShown, pillsShown, reportText } from '../src/games/war_in_the_pacific/map_marks'
import { hexText, textBoard } from '../src/games/war_in_the_pacific/play_text_board'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import { valueText } from '../src/games/war_in_the_pacific/play_prompts'
import { aimedPort, portSeen, portsSeen, portText } from '../src/games/war_in_the_pacific/ports'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import told from './witp'

const facts = new Facts(told.pieces)
const played = told.decisions.find(({ step }) => step === 'declaring')!.view as unknown as PacificView
const unseen = { ...played, arrays: { ...played.arrays, capital_in_port: {}, carriers_in_port: {} } } as PacificView
const [MARCUS, SAIPAN, WAKE] = ['D1838', 'D0948', 'D3243']
const seen = {
  ...played,
  arrays: {
    ...played.arrays, capital_in_port: { [MARCUS!]: 2, [WAKE!]: 0, [SAIPAN!]: -1 }, carriers_in_port: { [MARCUS!]: 1, [WAKE!]: 0, [SAIPAN!]: -1 },
    control: { ...played.arrays['control'], [MARCUS!]: 'japan', [WAKE!]: 'japan' },
  },
} as PacificView
const position = new KnownPosition(seen, facts)

describe('8.41 ships in searched ports', () => {
  test('are shown by two numbers, even where there are none', () => {
    expect(portsSeen(position).map((port) => [port.id, portText(port)])).toEqual([[MARCUS, '2 capital ships, 1 carrier'], [WAKE, 'no capital ship or carrier']])
    expect(portSeen(position, hexOf(SAIPAN!))).toBeUndefined()
    expect(portsSeen(new KnownPosition(unseen, facts))).toEqual([])
  })

  test('a battleship and a carrier are next to the port with their figures, and nothing where there is none', () => {
    const of = (id: string): unknown[] => pillsShown(position).filter(({ hex, side }) => hex === hexOf(id) && side === 'japan').map(({ sign, text }) => [sign, text]).filter(([sign]) => sign !== 'infantry')
    expect(of(MARCUS!)).toEqual([['battleship', '2'], ['carrier', '1']])
    expect(of(WAKE!)).toEqual([])
    const pill = pillsShown(position).find(({ id }) => id === `${MARCUS} carriers`)!
    expect(pill.label).toContain('2 capital ships, 1 carrier seen in port')
    const port = pillsShown(position).filter(({ hex, sign }) => hex === hexOf(MARCUS!) && sign !== 'infantry')
    for (const scale of [6, 20, 48]) expect(layoutMarks([], port, [], scale).pills.map(({ parts }) => parts.map((part) => part.sign)), `${scale} pixels a hex`).toEqual([['battleship', 'carrier']])
  })

  test('are read with the hex, and as text on the board', () => {
    expect(hexText(position, hexOf(MARCUS!))).toContain('2 capital ships, 1 carrier seen in port')
    const board = textBoard({ view: seen, pieces: told.pieces, decision: null } as unknown as MatchStore)
    const ports = board.find(({ key }) => key === 'ports')!
    expect(ports.table!.rows.map(({ cells }) => cells.at(-1))).toEqual(['2 capital ships, 1 carrier', 'no capital ship or carrier'])
    expect(textBoard({ view: unseen, pieces: told.pieces, decision: null } as unknown as MatchStore).some(({ key }) => key === 'ports')).toBe(false)
  })

  test('6.5 are next to possible targets', () => {
    const store = { view: seen, pieces: told.pieces, decision: { side: 'allies' }, choices: [], picked: new Set([MARCUS]), picks: [] } as unknown as MatchStore
    expect(valueText('ships', 'raid', 1, store).label).toBe('Ships in port: 2 capital ships, 1 carrier')
    expect(valueText('ships', 'raid', 1, { ...store, picked: new Set([SAIPAN]) } as unknown as MatchStore).label).toBe('Ships in port')
    expect(valueText(MARCUS!, 'raid', 0, store).note).toContain('2 capital ships, 1 carrier seen in port')
    expect(valueText('airbase', 'raid', 1, store).label).toBe('Airbase')
  })

  test('20.11 are shown while a wave aims there', () => {
    const at = (hex: string): KnownPosition => new KnownPosition({ ...seen, arrays: { ...seen.arrays, wave_at: { allies_wave_1: hex } }, frames: [{ procedure: 'aiming', wave: 'allies_wave_1' }] } as PacificView, facts)
    expect(aimedPort(at(MARCUS!))).toBe('Known before: 2 capital ships, 1 carrier seen in port (8.41).')
    expect(aimedPort(at(SAIPAN!))).toBe('')
  })
})

test('8.3 a True Report and a Misread list the types of ships, the heaviest first; on the map only their number', () => {
  const types = { 'japan_1/DD': 5, 'japan_1/CV': 2, 'japan_1/BB': 0, 'japan_2/SF': 1, 'japan_3/CV': 99 }
  const view = { ...unseen, contact: { japan_1: 'true_report', japan_2: 'misread', japan_3: 'good' }, contact_at: { japan_1: 'F1230', japan_2: 'F1236', japan_3: 'F1240' }, in_contact: ['japan_1', 'japan_2', 'japan_3'], told_ships: { japan_1: 7, japan_2: 1, japan_3: 4 }, told_capital: { japan_3: 1 }, told_carrier: {}, told_size: {} }
  const told_of = new KnownPosition({ ...view, arrays: { ...unseen.arrays, told_types: types } } as unknown as PacificView, facts)
  expect(['japan_1', 'japan_2', 'japan_3'].map((id) => reportText(told_of, id))).toEqual([['True report', '7 ships: 2 CV, 5 DD'], ['Report', '1 ship: 1 SF'], ['Good report', '4 ships, 1 capital']])
  const shown = forcesShown(told_of).find(({ id }) => id === 'japan_1')!
  expect([shown.note, shown.label]).toEqual(['7 ships', 'True report: 7 ships: 2 CV, 5 DD'])
})
