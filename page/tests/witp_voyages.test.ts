import { describe, expect, test } from 'vitest'
import '../src/games/sides'
import { hexOf } from '../src/games/war_in_the_pacific/grid'
import { Facts } from '../src/games/war_in_the_pacific/play_view'
import { slowest } from '../src/games/war_in_the_pacific/sailing'
import { fuelExhaustedAt, preferred, type Leg } from '../src/games/war_in_the_pacific/voyages'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import told from './witp'

/** 10.5 A voyage says where its fuel ends. */

const WAY = ['F1230', 'F1231', 'F1232', 'F1233', 'F1234'].map(hexOf)
const START = hexOf('F1229')
const leg = (speed: number, dry: Leg['fuelExhausted']): Leg => ({ voyage: { mission: 'transit', to: 'F1234', off: 0, speed }, course: ['sail', 'F1230'], phases: 3, fuelExhausted: dry })
const DRY = { phases: 1, at: START }

describe('where the fuel ends', () => {
  const fuel = (lasts: number) => fuelExhaustedAt(WAY, START, { phases: 3, points: 4, lasts, enter: () => 2 })

  test('at the last hex that the phases with fuel reach', () => {
    expect(fuel(1)).toEqual({ phases: 1, at: hexOf('F1231') })
    expect(fuel(2)).toEqual({ phases: 2, at: hexOf('F1233') })
    expect(fuel(0)).toEqual({ phases: 0, at: START })
  })

  test('nowhere if it lasts, or if the force burns none', () => {
    expect(fuel(3)).toBe(null)
    expect(fuel(Infinity)).toBe(null)
  })
})

test('the main button takes the usual speed, or the highest at which the fuel lasts', () => {
  expect(preferred([leg(1, null), leg(2, null), leg(3, null)])!.voyage.speed).toBe(2)
  expect(preferred([leg(1, null), leg(2, DRY), leg(3, DRY)])!.voyage.speed).toBe(1)
  expect(preferred([leg(1, DRY), leg(2, DRY)])!.voyage.speed).toBe(2)
  expect(preferred([])).toBe(null)
})

test('43.64, 43.68 ships from beyond an edge have spent the points of their case, not an impulse', () => {
  const facts = new Facts({ ...told.pieces, entries: { guadalcanal: { japan: [2, 50], beyond_the_edge: [2, 0] } } })
  const view = { ...told.decisions.at(-1)!.view, scenario: 'guadalcanal', force_gate: { allies_12: 'E3919' }, force_debt: {} }
  const from = (force_box: Record<string, string>, cost: number) => slowest(facts, { ...view, force_box } as unknown as PacificView, 'allies_12', cost)
  expect(from({ allies_12: 'beyond_the_edge' }, 84)).toBe('speed_2')
  expect(from({ allies_12: 'japan' }, 40)).toBe('speed_2')
  expect(from({ allies_12: 'sea_lane_3' }, 84)).toBe('speed_3')
})
