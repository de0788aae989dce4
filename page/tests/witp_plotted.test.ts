import { describe, expect, test } from 'vitest'
import { hexOf, idOf } from '../src/games/war_in_the_pacific/grid'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import { otherCourses, plottedRoute, stagesRoute } from '../src/games/war_in_the_pacific/plotted'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import told from './witp'

/** A course is drawn again when one comes back to the force that was sent on it. */

const facts = new Facts(told.pieces)
const [way] = told.ways
/** A view of the Allies with TF 2 where a way by sea begins, and a report on TF 2 of Japan. */
const seen = (more: Partial<PacificView>): KnownPosition =>
  new KnownPosition({ ...told.decisions.at(-1)!.view, scenario: 'midway', side: 'allies', force_at: { allies_2: way!.from }, force_to: {}, force_speed: {}, force_water: {}, force_gate: {}, force_steps: {}, contact_at: { japan_2: way!.from }, ...more } as unknown as PacificView, facts)

describe('10.1 a plotted course', () => {
  test('is the way that the referee sails, with where each impulse ends', () => {
    const route = plottedRoute(seen({ force_to: { allies_2: way!.to }, force_speed: { allies_2: 3 } }), 'allies_2', null)!
    expect(route.hexes.map(idOf)).toEqual([idOf(hexOf(way!.from)), ...way!.hexes])
    expect(route.ends.length).toBeGreaterThan(0)
    expect(route.tag).toBe(`ordered, ${way!.hexes.length} hexes, Speed 3`)
    expect(route.later).toBeUndefined()
  })
  test('10.31 under way no impulse is marked, for its points are partly spent', () => {
    expect(plottedRoute(seen({ force_to: { allies_2: way!.to }, force_speed: { allies_2: 3 }, force_steps: { allies_2: 2 } }), 'allies_2', null)!.ends).toEqual([])
  })
  test('a voyage over several phases continues from there, and ends the given number of hexes short', () => {
    const half = way!.hexes[Math.floor(way!.hexes.length / 2)]!
    const bound = { mission: 'transit', to: way!.to, off: 2, speed: 2 }
    const route = plottedRoute(seen({ force_to: { allies_2: half }, force_speed: { allies_2: 2 } }), 'allies_2', bound)!
    expect([idOf(route.later![0]!), idOf(route.hexes.at(-1)!)]).toEqual([half, half])
    expect(idOf(route.later!.at(-1)!)).toBe(way!.hexes.at(-3))
    const later = plottedRoute(seen({}), 'allies_2', { ...bound, off: 0 })!
    expect([later.hexes, later.tag, idOf(later.later!.at(-1)!)]).toEqual([[hexOf(way!.from)], 'bound here', way!.to])
  })
  test('10.3 a voyage is drawn before it is ordered: this phase, then where it is bound', () => {
    const half = way!.hexes[Math.floor(way!.hexes.length / 2)]!
    const route = stagesRoute(seen({}), 'allies_2', { voyage: { mission: 'assault', to: way!.to, off: 0, speed: 2 }, course: ['sail', half], phases: 2, fuelExhausted: null })!
    expect(route.tag).toBe(`this phase, ${way!.hexes.indexOf(half) + 1} hexes, Speed 2`)
    expect([idOf(route.hexes.at(-1)!), idOf(route.later![0]!), idOf(route.later!.at(-1)!)]).toEqual([half, half, way!.to])
  })
  test('all other own forces show where they are bound: by their voyage, or else in this phase', () => {
    const position = seen({ force_at: { allies_2: way!.from, allies_3: way!.from, allies_4: way!.from }, force_to: { allies_2: way!.to, allies_3: way!.to, japan_2: way!.to } })
    const voyage = (force: string) => (force === 'allies_3' ? { mission: 'transit', to: 'F1234', off: 0, speed: 2 } : null)
    expect(otherCourses(position, voyage, null)).toEqual([{ force: 'allies_2', from: hexOf(way!.from), to: hexOf(way!.to) }, { force: 'allies_3', from: hexOf(way!.from), to: hexOf('F1234') }])
    expect(otherCourses(position, voyage, 'allies_2').map(({ force }) => force)).toEqual(['allies_3'])
  })
  test('none is drawn of a force that was sent nowhere, and none of the enemy (1.31)', () => {
    expect(plottedRoute(seen({}), 'allies_2', null)).toBeNull()
    expect(plottedRoute(seen({ force_to: { japan_2: way!.to } }), 'japan_2', null)).toBeNull()
  })
})
