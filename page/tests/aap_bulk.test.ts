// Axis & Allies: aircraft that must land come first, each with one press; bought units are placed all at once.
import { describe, expect, test } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { landingPlace, landings, nextPlacement } from '../src/games/axis_allies_pacific/play_bulk'
import { draftPrompt } from '../src/games/axis_allies_pacific/play_input'
import { decisions, facts, pieces } from './aap'

const { view } = decisions('purchase').find((one) => one.side === 'japan')!
const way = (to: string, most: number) => ({ to, maximum: most, act: (n: number) => [['land', 'sz38', 'fighter_attack_2', to, String(n)]] })

describe('aircraft land', () => {
  const units = { ...view.units, japan: { formosa: { infantry: 1 }, japan: { infantry: 5 }, sz20: { carrier: 2 } } }
  test('on land rather than on a carrier, where most of the side’s units are, and together if one place has room for all', () => {
    const at = { ...view, units }
    const place = (ways: ReturnType<typeof way>[]): string | undefined => landingPlace({ destinations: ways, power: 'japan' }, at, facts)?.to
    expect(place([way('sz20', 2), way('formosa', 2), way('japan', 2)])).toBe('japan')
    expect(place([way('formosa', 1), way('sz20', 2)])).toBe('sz20')
    expect(place([])).toBeUndefined()
  })

  // What the rules let each flight of a recorded game do, as its side is offered it.
  const aloft = decisions('regroup').find((one) => Object.keys(one.view.flying.own).length > 0)!
  const choices = Object.entries(aloft.view.flying.own).flatMap(([place, flights]) => Object.entries(flights).flatMap(([id, n]) => {
    const found = aloft.landings!.filter((one) => one.place === place && id.startsWith(one.piece))
    return found.flatMap(({ lands, decks }) => [...lands, ...decks].flatMap((to) => Array.from({ length: n }, (_, k) => ['land', place, id, to, String(k + 1)])))
  }))
  test('each flight is one row before all others, and one press lands it', () => {
    const submitted: string[][][] = []
    const store = {
      decision: { side: aloft.side, prompt: 'Move.' }, picks: [], picked: new Set(), highlighted: new Set(), choices: [...choices, ['done']], view: aloft.view, pieces, draft: null, log: [], selectedPlace: null,
      submit: (made: string[][]) => void submitted.push(made),
    } as unknown as MatchStore
    const rows = landings(store)
    expect(rows.length).toBe(new Set(choices.map(([, place, id]) => `${place} ${id}`)).size)
    rows[0]!.act()
    expect(choices).toContainEqual(submitted[0]![0])
    expect(draftPrompt(store, null)!.buttons.filter(({ row }) => row).map(({ row }) => row).slice(0, rows.length)).toEqual(rows.map(() => 'Aircraft to land'))
  })
})

describe('bought units are placed', () => {
  const place = (unit: string, land: string, at: string, n: number): string[] => ['place', 'japan', unit, land, at, String(n)]
  test('the most first, at the selected place, otherwise where most of the side’s units are', () => {
    const at = { ...view, units: { ...view.units, japan: { japan: { infantry: 5 }, korea: { infantry: 2 } } } }
    const choices = [place('infantry', 'korea', 'korea', 3), place('infantry', 'japan', 'japan', 3), place('infantry', 'japan', 'japan', 2)]
    expect(nextPlacement(choices, at, 'japan', null)).toEqual(choices[1])
    expect(nextPlacement(choices, at, 'japan', 'korea')).toEqual(choices[0])
  })
  test('a complex only if there is one place for it', () => {
    const sites = [place('industrial_complex', 'korea', 'korea', 1), place('industrial_complex', 'siam', 'siam', 1)]
    expect(nextPlacement(sites, view, 'japan', null)).toBeNull()
    expect(nextPlacement(sites.slice(1), view, 'japan', null)).toEqual(sites[1])
    expect(nextPlacement([['finish']], view, 'japan', null)).toBeNull()
  })
})
