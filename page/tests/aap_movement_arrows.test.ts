import { describe, expect, test } from 'vitest'
import type { LogEntry } from '../src/app/api'
import { airSteps, currentFlights, flightText, freeDecks, landingsDrawn, landingsFrom, landingText, leftAt } from '../src/games/axis_allies_pacific/landing_places'
import { currentPlaces } from '../src/games/axis_allies_pacific/play_board'
import { droppedBy } from '../src/games/axis_allies_pacific/play_orders'
import { decisions, facts } from './aap'

const aloft = [...decisions('combat_moves'), ...decisions('regroup')]
const sorted = (ids: readonly string[]): string[] => [...ids].toSorted()

describe('7.4.2 where aircraft can land', () => {
  test('matches the rules for every flight of the recorded games', () => {
    expect(aloft.length).toBeGreaterThan(3)
    for (const { view, landings } of aloft) {
      expect(currentFlights(view).length).toBe(landings!.length)
      for (const { lands, decks, ...flight } of landings!) {
        const found = landingsFrom(flight, view, facts)
        expect([flight, sorted(found.lands), sorted(found.decks)]).toEqual([flight, sorted(lands), sorted(decks)])
      }
    }
  })

  test('is listed briefly, the nearest first', () => {
    const names = (lands: string[], decks: string[] = []): string => landingText({ lands, decks }, facts)
    expect(names(['formosa', 'hainan', 'japan', 'korea'])).toBe('lands at Formosa, at Hainan or 2 more')
    expect(names([], ['sz45'])).toBe('lands on a deck in sea zone 45')
    expect(names([])).toBe('lands on a carrier that must sail there')
  })

  const { view } = decisions('purchase').find((one) => one.side === 'japan')!
  const flown = { ...view, active: 'japan' as const, taken: [], flying: { own: { sz38: { fighter_attack_2: 2 } }, china: {} } }

  test('7.5.1 from a friendly air base the first step is free, and the last into one', () => {
    const formosa = facts.lands.get('formosa')!
    expect([formosa.air_base, airSteps('formosa', facts, 5).get('sz45')]).toEqual([true, 1])
    expect(leftAt('formosa', 'sz45', 'fighter', flown, facts)).toBe(4)
    expect(leftAt('formosa', 'sz45', 'bomber', flown, facts)).toBe(6)
    expect(landingsFrom({ power: 'japan', place: 'sz45', piece: 'fighter', left: 0 }, flown, facts).lands).toEqual(['formosa'])
    expect(landingsFrom({ power: 'japan', place: 'sz45', piece: 'fighter', left: 0 }, { ...flown, taken: ['formosa'] }, facts).lands).toEqual([])
  })

  test('7.6.1 carriers with space take fighters of the team, but none of China', () => {
    const at = { ...flown, units: { ...flown.units, japan: { sz38: { carrier: 1, fighter: 1 } } }, acted: { own: {}, china: {} } }
    expect(freeDecks(at, facts).get('sz38')).toBe(1)
    expect(freeDecks({ ...at, units: { ...at.units, japan: { sz38: { carrier: 1, fighter: 2 } } } }, facts).size).toBe(0)
    expect(freeDecks({ ...at, units: { ...at.units, japan: { sz38: { carrier: 1, fighter: 2 } } } }, facts, { place: 'sz38', n: 2 }).get('sz38')).toBe(2)
    expect(landingsFrom({ power: 'china', place: 'sz38', piece: 'fighter', left: 1 }, { ...at, active: 'usa' }, facts).decks).toEqual([])
  })

  test('a line leads only to the nearest place; for the selected place all are marked', () => {
    const far = landingsDrawn(flown, facts, 'india')
    expect(far.map(({ from, line }) => [from, line])).toEqual([['sz38', true]])
    const near = landingsDrawn(flown, facts, 'sz38')
    expect(near.length).toBeGreaterThan(2)
    expect(near.filter(({ line }) => line).length).toBe(1)
    const none = { marks: { highlighted: new Set<string>(), picked: new Set<string>() }, costs: new Map(), usable: new Set<string>() }
    const place = currentPlaces({ ...flown, owing_decks: ['sz45'] }, facts, none)
    expect(place.get('sz38')!.label).toContain(`In the air: ${flightText(currentFlights(flown)[0]!, flown, facts)}.`)
    expect([place.get('sz45')!.carrierMustMove, place.get('sz38')!.carrierMustMove]).toEqual([true, undefined])
    expect(place.get('sz45')!.label).toContain('must still sail')
  })
})

describe('units that a withdrawal drops are named', () => {
  const choice = (seq: number, action: string[], ...events: Record<string, unknown>[]): LogEntry =>
    ({ seq, act: 'choice', side: 'japan', action, events: events.map((event) => ({ text: '', clause: '', ...event })) }) as unknown as LogEntry
  const log = [
    choice(4, ['go', 'sz38', '1'], { event: 'moved', power: 'japan', piece: 'carrier', number: 1, origin: 'sz45', place: 'sz38', way: ['sz38'] }),
    choice(5, ['move', 'formosa', 'fighter']), choice(6, ['fly', 'sz33', 'attack', '2'], { event: 'flown', power: 'japan', piece: 'fighter', number: 2, origin: 'formosa', place: 'sz33', left: 1 }),
    choice(7, ['go', 'sz24', '1'], { event: 'moved', power: 'japan', piece: 'destroyer', number: 1, origin: 'sz36', place: 'sz24', way: ['sz24'] }),
  ]
  test('with their destinations; units that are set again in the same way are not', () => {
    const last: LogEntry = { seq: 8, act: 'withdraw', side: 'japan', taken: [4, 5, 6, 7], dropped: [['move', 'formosa', 'fighter'], ['fly', 'sz33', 'attack', '2']] }
    expect(droppedBy(log, last, facts)).toEqual(['2 fighters from Formosa to sea zone 33'])
    expect(droppedBy(log, { ...last, dropped: [] }, facts)).toEqual([])
    expect(droppedBy(log, log[0], facts)).toEqual([])
  })
})
