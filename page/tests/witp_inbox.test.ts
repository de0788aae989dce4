import { describe, expect, test } from 'vitest'
import { ALL, MAX_UNGROUPED, filtered, filters, folds, hexesOfNeeds, kindOfNeed, OFF_MAP, sectionOfNeed, needsInOrder } from '../src/games/war_in_the_pacific/inbox'
import { initialHex } from '../src/games/war_in_the_pacific/initial_view'
import { distance, HEXES, hexOf, middle, NOWHERE } from '../src/games/war_in_the_pacific/grid'
import { FLAG, planLabels, layoutFlags } from '../src/games/war_in_the_pacific/plans'
import { expandChoices } from '../src/app/choices'
import type { MatchStore } from '../src/app/game'
import type { MapLayout } from '../src/games/war_in_the_pacific/layout'
import { mandatoryDecisions, type Need } from '../src/games/war_in_the_pacific/importance'
import { needs } from '../src/games/war_in_the_pacific/inbox_needs'
import { boxName, Facts, KnownPosition, knownPosition } from '../src/games/war_in_the_pacific/play_view'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import { nearest } from '../src/games/war_in_the_pacific/voyages'
import told from './witp'

const facts = new Facts(told.pieces)
const view = {
  side: 'allies', scenario: 'midway', force_at: { allies_1: 'F1234' }, force_box: { allies_2: 'sea_lane_3' }, force_gate: {}, contact_at: {}, out_of_sight: [],
  arrays: { ship_at: { us_cv5: 'allies_1', us_dd23: 'D3903', us_dd22: 'F1940' }, unit_at: { allies_unit_1: 'us_cv5' } },
} as unknown as PacificView
const position = new KnownPosition(view, facts)
const need = (about: string, verb = 'take a ship in', done = false): Need => ({ id: about, about, title: `${about}: ${verb}`, note: '', done })
const ships = (type: string, many: number): string[] => [...facts.ships.values()].filter((ship) => ship.type === type && ship.side === 'allies').slice(0, many).map(({ id }) => id)

describe('what needs the player', () => {
  test('a thing is of its type, and in the section where it or its force is', () => {
    expect(['us_cv5', 'us_dd23', 'allies_1', 'F1234'].map((about) => kindOfNeed(about, position))).toEqual(['CV', 'DD', 'Task Forces', 'Bases'])
    expect(['us_cv5', 'us_dd23', 'allies_1', 'allies_2', 'D0326'].map((about) => sectionOfNeed(about, position))).toEqual(['F', 'D', 'F', OFF_MAP, 'D'])
  })

  test('few rows are listed one by one', () => {
    const all = ships('DD', MAX_UNGROUPED).map((id) => need(id))
    expect(folds(all, position)).toEqual([{ kind: '', note: '', rows: all }])
  })

  test('many rows are folded by type, the main ones first, and the only one of its type is listed separately', () => {
    const all = [...ships('DD', 9), ...ships('CV', 2), ...ships('SF', 1)].map((id) => need(id))
    const found = folds(all, position)
    expect(found.map(({ kind, note, rows }) => [kind, note, rows.length])).toEqual([['CV', '2: take a ship in', 2], ['DD', '9: take a ship in', 9], ['', '1: take a ship in', 1]])
    expect(found.flatMap(({ rows }) => rows).length).toBe(all.length)
  })

  test('a fold in which not all may do the same shows only the number', () => {
    const all = ships('DD', 11).map((id, n) => need(id, n ? 'repair' : 'refuel'))
    expect(folds(all, position)[0]!.note).toBe('11 rows')
  })

  test('filters name each section and kind with its number, and keep only those', () => {
    const all = [need('us_cv5'), need('us_dd23'), need('us_dd22'), need('allies_2', 'go on')]
    expect(filters(all, position)).toEqual({ sections: [['D', 1], ['F', 2], [OFF_MAP, 1]], kinds: [['Task Forces', 1], ['CV', 1], ['DD', 2]] })
    expect(filtered(all, { section: 'F', kind: '' }, position).map(({ id }) => id)).toEqual(['us_cv5', 'us_dd22'])
    expect(filtered(all, { section: 'F', kind: 'DD' }, position).map(({ id }) => id)).toEqual(['us_dd22'])
    expect(filtered(all, ALL, position)).toEqual(all)
  })
})

describe('a voyage over several phases', () => {
  const hexes = (...ids: string[]): number[] => ids.map(hexOf)

  test('its first course ends at the hex in reach nearest to the far one', () => {
    const [start, far, ...reach] = hexes('D2020', 'D2030', 'D2022', 'D2024', 'D2018')
    expect(nearest(reach, start!, far!)).toBe(hexOf('D2024'))
  })

  test('of two equally near hexes it is the one nearer to the force', () => {
    const [start, far] = hexes('D2020', 'D2030')
    const near = Array.from({ length: HEXES }, (_, hex) => hex).filter((hex) => distance(hex, far!) === 4)
    const least = Math.min(...near.map((hex) => distance(hex, start!)))
    expect(Math.max(...near.map((hex) => distance(hex, start!)))).toBeGreaterThan(least)
    expect(distance(nearest(near.toReversed(), start!, far!), start!)).toBe(least)
  })

  test('it ends the given number of hexes short', () => {
    const [start, far, there, short] = hexes('D2020', 'D2030', 'D2030', 'D2026')
    expect(nearest([there!, short!], start!, far!, 4)).toBe(short)
    expect(nearest([there!, short!], start!, far!, 0)).toBe(there)
  })

  test('where nothing in reach is nearer there is none', () => {
    const [start, far, away] = hexes('D2020', 'D2022', 'D2018')
    expect(nearest([away!], start!, far!)).toBe(NOWHERE)
  })
})

test('a small window begins at home, or at the nearest waiting force where none is visible', () => {
  const phone = [16, 31] as const // hex heights
  const [home, beside, near, far] = ['B3051', 'B3150', 'B2350', 'B4151'] as const
  expect(initialHex(home, [], phone)).toBe(home)
  expect(initialHex(home, [far, beside].map(hexOf), phone)).toBe(home)
  expect(initialHex(home, [far, near].map(hexOf), phone)).toBe(near)
  expect(initialHex(home, [far, near].map(hexOf), [60, 60])).toBe(home)
  expect(hexesOfNeeds([need('us_dd23'), need('allies_unit_1'), need('allies_1', 'sail', true), need('allies_2'), need('F1940')], position)).toEqual(['D3903', 'F1234'].map(hexOf))
})

test('6.9, 16.2 the plans of a side are marked on their hexes, an assault by air as such', () => {
  const written = { ...view, scenario: 'burma', plan_at: { allies_plan_1: 'A3212', allies_plan_2: null, japan_plan_1: 'A2513' } } as unknown as PacificView
  expect([...planLabels(new KnownPosition(written, facts))]).toEqual([[hexOf('A3212'), 'Air Assault planned']])
  const leyte = { ...written, scenario: 'leyte', objective: 'B2350', plan_at: { allies_plan_1: 'B2452' } } as unknown as PacificView
  expect([...planLabels(new KnownPosition(leyte, facts))]).toEqual([[hexOf('B2350'), 'The Objective'], [hexOf('B2452'), 'Assault planned']])
})

test('the flag of a plan covers neither the pill nor the name next to its hex', () => {
  const [x, y] = middle(hexOf('B2350')).map((v) => v * 33) as [number, number]
  const place = { x, y, r: 8, label: { x: x + 10, y: y - 8, w: 60, h: 16 } }
  const laid = { places: [place], pills: [{ x: x - 40, y: y - 30, w: 60, h: 18 }], stacks: [], leaderLines: [] } as unknown as MapLayout
  const [flag] = layoutFlags(new Map([[hexOf('B2350'), 'The Objective']]), laid, 33)
  const meets = (left: number, top: number, right: number, foot: number): boolean => left < flag!.x + FLAG.w && right > flag!.x && top < flag!.y + FLAG.h && foot > flag!.y
  expect([meets(x + 10, y - 8, x + 70, y + 8), meets(x - 40, y - 30, x + 20, y - 10), meets(x - 8, y - 8, x + 8, y + 8)]).toEqual([false, false, false])
  expect(Math.hypot(flag!.x - x, flag!.y - y)).toBeLessThan(50)
})

test('9.2 while no force is formed the ports where one can be wait', () => {
  const store = { pieces: told.pieces, decision: { side: 'allies' }, choices: [['form', 'F3342'], ['done']], view: { ...view, force_at: {}, force_box: {}, frames: [{ procedure: 'orders', side: 'allies' }] }, picks: [], picked: new Set() } as unknown as MatchStore
  const rows = needs(store, new KnownPosition(store.view as unknown as PacificView, facts))
  expect(rows.map(({ about, title }) => [about, title])).toEqual([['F3342', 'Pearl Harbor (Oahu): form a Task Force']])
})

test('9.2 ports wait after the forces without a Mission, whether or not other forces are formed', () => {
  const choices = [['form', 'F3342'], ['plot', 'allies_1', 'transit'], ['form_off_map', 'sea_lane_3'], ['done']]
  const rows = (ship_at: Record<string, string>): string[] => {
    const shown = { ...view, force_box: {}, arrays: { ship_at }, frames: [{ procedure: 'orders', side: 'allies' }], force_mission: {} } as unknown as PacificView
    const store = { view: shown, pieces: told.pieces, decision: { side: 'allies', prompt: '' }, choices, draft: null } as unknown as MatchStore
    return needs(store, new KnownPosition(shown, facts)).map(({ title, group, done }) => `${group}: ${title}${done ? ' (done)' : ''}`)
  }
  const ports = [`may: ${boxName('sea_lane_3')}: form off the map`, `may: ${facts.placeName('F3342')}: form a Task Force`]
  expect(rows({ us_cv5: 'allies_1' })).toEqual(['must: TF 1: give a Mission', ...ports])
  expect(rows({ us_cv5: 'F3342' })).toEqual([...ports, 'may: TF 1: give a Mission'])
})

describe('the groups of the inbox', () => {
  const stores = told.decisions.map((one) => [one.step, { id: one.step, view: one.view, pieces: told.pieces, decision: { side: one.side, prompt: '' }, choices: expandChoices(one.choices), picks: [], picked: new Set(), draft: null, viewer: one.side } as unknown as MatchStore, one] as const)

  test.each(stores)('at %s they hold the rows of the terminal\'s inbox, in its order', (_, store, { inbox }) => {
    const rows = needs(store, knownPosition(store.view as unknown as PacificView, facts))
    expect(rows.filter(({ done }) => !done).map(({ about, group }) => [group, about])).toEqual(inbox)
  })

  test('N walks what must be decided, or else what may be, and nothing that is put off', () => {
    const rows = [{ ...need('us_cv5'), group: 'must' }, { ...need('us_dd23'), group: 'may' }, { ...need('us_dd22'), group: 'standing' }] as const
    const without = (...ids: string[]): string[] => needsInOrder(rows, { isPostponed: (about) => ids.includes(about) })
    expect([without(), without('us_cv5'), without('us_cv5', 'us_dd23')]).toEqual([['us_cv5'], ['us_dd23'], ['us_dd22']])
  })

  test('ending a question asks again only for what must be decided, and not for dummies', () => {
    const [, store] = stores.find(([step]) => step === 'orders')!
    const dummies = { ...store, view: { ...view, force_box: {}, arrays: { ship_at: { us_cv5: 'allies_1' } }, frames: [] }, decision: { side: 'allies' } } as unknown as MatchStore
    const must = (lost: Readonly<Record<string, readonly string[]>>, store = dummies, ...late: string[]) => mandatoryDecisions(lost, store, { isPostponed: (about) => late.includes(about) })
    expect(must({ plot: ['allies_1', 'allies_7'], form: ['F3342'], hasten: ['us_cv5'] })).toEqual({ plot: ['allies_1'] })
    expect(must({ land: ['allies_unit_1'] }, { ...dummies, view: { ...dummies.view, arrays: { ship_at: { us_cv5: 'F3342' }, unit_at: { allies_unit_1: 'us_cv5' } } } } as unknown as MatchStore)).toEqual({})
    expect(must({ plot: ['allies_7'], transfer: ['us_cv5'] })).toEqual({})
    expect(must({ fire: ['us_cv5'], break_off: [] })).toEqual({ fire: ['us_cv5'] })
    expect(must({ plot: ['allies_1'] }, dummies, 'allies_1')).toEqual({})
  })
})
