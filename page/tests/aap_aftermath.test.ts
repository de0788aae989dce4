import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { aftermathOf, heirsOf, linesOf, type AftermathLine } from '../src/games/axis_allies_pacific/aftermath'
import { kindsLostIfCheapest, nextAutoChoice } from '../src/games/axis_allies_pacific/auto_roll'
import { battleFrame, casualtyChoiceOf } from '../src/games/axis_allies_pacific/battle'
import type { WarView } from '../src/games/axis_allies_pacific/play_view'
import { decisions, facts } from './aap'

const start = decisions('purchase').find((one) => one.side === 'japan')!.view
const words = (lines: readonly AftermathLine[]): string[] => lines.map(({ text }) => text)
const NOTHING = { japan: {}, uk: {}, usa: {}, china: {} }

/** A battle of a territory or a zone, with these units of the attacker. */
function battleAt(place: string, own: Record<string, number>, more: Partial<WarView> = {}): WarView {
  const zone = place.startsWith('sz')
  const frames = [{ procedure: zone ? 'sea_battle' : 'land_battle', [zone ? 'zone' : 'land']: place, side: more.active ?? 'japan', round: 1, next: 1 }]
  return { ...start, active: 'japan', units: NOTHING, flying: { own: {}, china: {} }, origins: {}, landing: {}, loot: 0, acted: { own: { [place]: own }, china: {} }, ...more, frames }
}
const allied = (place: string, own: Record<string, number>, active: 'uk' | 'usa', more: Partial<WarView> = {}): WarView => battleAt(place, own, { active, ...more })

describe('after a battle of a territory', () => {
  test('9.1, 13.3 Japan takes it with its value, and the effect on incomes and points is shown', () => {
    const view = battleAt('malaya', { infantry: 2 }, { control: { ...start.control, malaya: 'india' }, convoys_of_japan: [] })
    const { won, lost } = aftermathOf(view, facts)!
    expect(words(won)[0]).toBe('Japan gets Malaya, 4 IPC, with its naval base.')
    // 9.5.5: the Allies hold its convoy route, so Japan gains nothing by it, and India loses its value.
    expect(words(won).find((text) => text.startsWith('Income'))).toMatch(/India \d+ to \d+/)
    expect(words(won).find((text) => text.startsWith('Income'))).not.toContain('Japan')
    expect(words(lost)).toEqual(['India keeps Malaya.'])
    const routed = aftermathOf({ ...view, convoys_of_japan: ['sz46'] }, facts)!
    expect(words(routed.won).find((text) => text.startsWith('Income'))).toMatch(/Japan \d+ to \d+/)
  })

  test('7.1.5 aircraft without ground units do not take it', () => {
    const view = battleAt('malaya', {}, { flying: { own: { malaya: { fighter_attack_1: 2 } }, china: {} } })
    expect(words(aftermathOf(view, facts)!.won)).toEqual(['Aircraft cannot take Malaya without ground units.'])
  })

  test('9.6.1, 15.2 a capital brings its treasury, and the victory if it is held', () => {
    const view = battleAt('india', { infantry: 1 }, { control: { ...start.control, india: 'india' }, ipc: { ...start.ipc, india: 17 } })
    expect(words(aftermathOf(view, facts)!.won)).toEqual(expect.arrayContaining(['Its 17 IPC are captured too.', 'Japan wins if it still holds it when its next turn begins.']))
    const japan = allied('japan', { infantry: 1 }, 'usa', { control: { ...start.control, japan: 'japan' } })
    expect(words(aftermathOf(japan, facts)!.won)).toContain('The Allies win if Japan does not take it back in its next turn.')
  })

  test('9.1, 9.2, 9.3 the power that the Allies give it to', () => {
    const land = (id: string) => facts.lands.get(id)!
    const to = (id: string, active: 'uk' | 'usa', own: Record<string, number> = { infantry: 1 }, china: Record<string, number> = {}): string[] =>
      heirsOf(land(id), { ...allied(id, own, active), acted: { own: { [id]: own }, china: { [id]: china } } })
    expect(to('java', 'usa')).toEqual(['australia'])
    expect(to('shantung', 'usa')).toEqual(['china'])
    expect(to('siam', 'uk')).toEqual(['india'])
    expect(to('caroline', 'uk')).toEqual(['india', 'australia'])
    expect(to('caroline', 'usa')).toEqual(['usa'])
    expect(to('siam', 'usa', { infantry: 1 }, { infantry: 1 })).toEqual(['usa', 'china'])
    expect(to('siam', 'usa', {}, { infantry: 1 })).toEqual(['china'])
  })

  test('14.2, 14.4 the Burma Road', () => {
    const view = battleAt('burma', { tank: 1 }, { control: { ...start.control, india: 'india', burma: 'india', yunnan: 'china', szechwan: 'china' } })
    expect(words(aftermathOf(view, facts)!.won)).toEqual(expect.arrayContaining(['The Burma Road is closed.']))
  })

  test('8.8.3 where they may go back to', () => {
    const view = battleAt('hong_kong', { infantry: 2 }, { control: { ...start.control, kwangsi: 'japan', kiangsi: 'china' }, origins: { hong_kong: ['kwangsi', 'kiangsi', 'sz45'] } })
    expect(words(aftermathOf(view, facts)!.meanwhile)).toEqual(['Japan may retreat to Kwangsi after each round.'])
  })
})

describe('after a battle at sea', () => {
  test('8.9.1, 9.5.4 a landing continues or is cancelled, and a warship may take a convoy', () => {
    const landing = { philippines_from_sz38: { transport_infantry_tank_lands_infantry_tank: 2 } }
    const view = battleAt('sz38', { destroyer: 1, transport_infantry_tank: 2 }, { landing, convoys_of_japan: [], control: { ...start.control, philippines: 'usa' } })
    const { won, lost } = aftermathOf(view, facts)!
    expect(words(won).slice(0, 2)).toEqual(['If the zone is cleared, 4 units may land at Philippine Islands.', 'A warship left there may take the convoy route of Philippine Islands, worth 3 IPC.'])
    expect(words(won)[2]).toMatch(/^Income: United States \d+ to \d+\.$/)
    expect(words(lost)).toEqual(['The landing at Philippine Islands is called off; units aboard are lost with their ships.', 'The convoy stays with the Allies.'])
    const bare = aftermathOf({ ...view, acted: { own: { sz38: { transport: 2 } }, china: {} } }, facts)!
    expect(words(bare.won).some((text) => text.includes('convoy'))).toBe(false)
  })

  test('8.8.2 ships go back to a zone without enemies', () => {
    const view = battleAt('sz38', { destroyer: 1 }, { origins: { sz38: ['sz35', 'sz45'] }, units: { ...NOTHING, usa: { sz45: { submarine: 1 } } } })
    expect(words(aftermathOf(view, facts)!.meanwhile)).toEqual(['Japan may retreat to zone 35 after each round.'])
  })
})

test('8.11 after a raid the treasury pays', () => {
  const view = { ...battleAt('japan', {}, { active: 'usa', ipc: { ...start.ipc, japan: 9 }, control: { ...start.control, japan: 'japan' } }), frames: [{ procedure: 'raid', land: 'japan', side: 'usa' }] }
  expect(words(aftermathOf(view, facts)!.won)).toEqual(['Each surviving bomber rolls a die: Japan pays the sum, at most the 9 IPC that it has.', 'Japan loses a point for every full ten IPC that it pays.'])
  expect(linesOf(aftermathOf({ ...view, frames: [] }, facts))).toBe(0)
})

test('every clause that is cited is one of the rules', () => {
  const known = readFileSync(new URL('../../src/ironbottom/games/axis_allies_pacific/data/clauses.toml', import.meta.url), 'utf8')
  const cited = readFileSync(new URL('../src/games/axis_allies_pacific/aftermath.ts', import.meta.url), 'utf8').matchAll(/'(\d+\.\d+(?:\.\d+)?)'/g)
  for (const [, clause] of cited) expect(known).toContain(`"${clause}"`)
})

describe('rolling on to a chosen loss', () => {
  const unit = (id: string, n: number, damaged = 0): { id: string; n: number; damaged: number } => ({ id, n, damaged })
  test('8.6.1, 8.1.3 battleships are damaged first, then the cheapest go', () => {
    const fleet = [unit('japan battleship', 1), unit('japan submarine', 2), unit('japan carrier', 1)]
    expect([...kindsLostIfCheapest(fleet, 1, facts)]).toEqual([])
    expect([...kindsLostIfCheapest(fleet, 3, facts)]).toEqual(['submarine'])
    expect([...kindsLostIfCheapest(fleet, 4, facts)]).toEqual(['submarine', 'carrier'])
    expect([...kindsLostIfCheapest(fleet, 5, facts)]).toEqual(['submarine', 'carrier', 'battleship'])
    expect([...kindsLostIfCheapest([unit('japan battleship', 1, 1), unit('japan destroyer', 1)], 1, facts)]).toEqual(['destroyer'])
  })

  test('stops before a unit of the kind would be lost, and not before', () => {
    const hit = decisions('losses').find((one) => casualtyChoiceOf(one.view, one.choices, {})!.units.length > 1)!
    const { place } = battleFrame(hit.view)!
    const taking = casualtyChoiceOf(hit.view, hit.choices, {})!
    const lost = kindsLostIfCheapest(taking.units, taking.hits, facts)
    for (const { kind } of taking.units) expect([kind, nextAutoChoice(hit.view, hit.choices, place, { kind: 'unit', unit: kind }, 0, facts)]).toEqual([kind, lost.has(kind) ? null : ['cheapest_first']])
  })
})
