import { describe, expect, test } from 'vitest'
import type { LogEntry } from '../src/app/api'
import type { Pick } from '../src/app/choices'
import type { MatchStore } from '../src/app/game'
import { sideOf } from '../src/app/lesson/lesson'
import { rollAnnouncement } from '../src/app/rolls'
import { hashOf, placeOf } from '../src/app/router.svelte'
import { lessonOf, moreLessons } from '../src/games/lessons'
import { currentBattle } from '../src/games/war_in_the_pacific/battle'
import { assaultText } from '../src/games/war_in_the_pacific/odds_lookahead.svelte'
import { hexOf, idOf, nearestTo, middle, NOWHERE } from '../src/games/war_in_the_pacific/grid'
import { layoutMarks, layoutPlaces } from '../src/games/war_in_the_pacific/layout'
import { placesShown, stacksOf, type ForceShown } from '../src/games/war_in_the_pacific/map_marks'
import { confirmation } from '../src/games/war_in_the_pacific/play_confirmations'
import { headline } from '../src/games/war_in_the_pacific/play_log'
import { rolls } from '../src/games/war_in_the_pacific/play_rolls'
import { Facts, KnownPosition, waveName } from '../src/games/war_in_the_pacific/play_view'
import { cargoOf } from '../src/games/war_in_the_pacific/order_of_battle'
import { onlyChoiceButton, askNext, shipNote, subline, valueText } from '../src/games/war_in_the_pacific/play_prompts'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import told from './witp'

/** Leyte on the page: its map when zoomed out, and the names of its units, choices and dice. */

const facts = new Facts(told.pieces)
const view = told.by_sea.view
const position = new KnownPosition(view, facts)
const THEATRE = 12

describe('the map', () => {
  test('45.61 the anchorages from which Leyte is fought are named however far one looks from', () => {
    const named = (of: PacificView): string[] => layoutPlaces(placesShown(new KnownPosition(of, facts)), THEATRE).laid.flatMap(({ name, label }) => (label ? [name] : []))
    expect(named(view)).toEqual(expect.arrayContaining(['Ulithi', 'Morotai']))
    expect(named({ ...view, scenario: 'midway' })).not.toContain('Ulithi')
  })

  test.each([8, 10, 12, 14, 24])('at %i pixels a hex the names of no two places touch, Hankow and Hangchow among them', (scale) => {
    const named = layoutPlaces(placesShown(position), scale).laid.flatMap(({ name, label }) => (label ? [{ name, ...label }] : []))
    const close = named.flatMap((one, n) => named.slice(n + 1).flatMap((two): string[] => {
      const inRow = one.y < two.y + two.h && two.y < one.y + one.h
      const between = Math.max(one.x, two.x) - Math.min(one.x + one.w, two.x + two.w)
      return inRow && between < 8 ? [`${one.name}, ${two.name}: ${between}`] : []
    }))
    expect(close).toEqual([])
    expect(named.length).toBeGreaterThan(15)
  })

  test('no counter covers a name, however many meet in the Visayas', () => {
    const hexes = ['B2152', 'B2252', 'B2353', 'B2452', 'B2050', 'B1952', 'B2051', 'B2151', 'B2251', 'B2351']
    const forces = hexes.map((at, n): ForceShown => ({ id: `japan_${n + 1}`, hex: hexOf(at), side: 'japan', form: 'contact', name: '', note: '', label: '' }))
    const { laid } = layoutPlaces(placesShown(position), THEATRE)
    const stacks = layoutMarks(laid, [], stacksOf(forces, null), THEATRE).stacks
    expect(stacks).toHaveLength(hexes.length)
    const over = stacks.flatMap(({ id, x, y, size }) => laid.flatMap(({ name, label }) => (label && x < label.x + label.w && x + size > label.x && y < label.y + label.h && y + size > label.y ? [`${id} over ${name}`] : [])))
    expect(over).toEqual([])
  })

  test('in sections the pills of a side in a hex are one, without a figure there is none; close up each is separate', () => {
    const pill = (id: string, sign: 'infantry' | 'plane' | 'transport', text: string, side: 'japan' | 'allies' = 'japan') => ({ id, hex: hexOf('B2048'), side, sign, text, label: id })
    const lying = [pill('ground', 'infantry', '7'), pill('air', 'plane', '23'), pill('port', 'transport', '4'), pill('landed', 'infantry', '6', 'allies'), { ...pill('hq', 'infantry', '0'), hex: hexOf('B2350') }]
    const { laid } = layoutPlaces(placesShown(position), 33)
    const laidAt = (scale: number): readonly string[] => layoutMarks(layoutPlaces(placesShown(position), scale).laid, lying, [], scale).pills.map(({ parts }) => parts.map(({ text }) => text).join(' '))
    expect(laidAt(33)).toEqual(['7 23 4', '6'])
    expect(laidAt(66)).toEqual(['7', '23', '4', '6', '0'])
    expect(laidAt(12)).toEqual(['4', '7 23', '6'])
    const [joined] = layoutMarks(laid, lying, [], 33).pills
    joined!.parts.slice(1).forEach((part, n) => expect(part.x).toBeGreaterThan(joined!.parts[n]!.x))
    expect(joined!.parts.at(-1)!.x + joined!.parts.at(-1)!.w).toBe(joined!.w)
  })

  test('from farther off a garrison without room at its place is only in its hex, aircraft and ships never', () => {
    const islands = [...facts.places.keys()].filter((hex) => idOf(hex).startsWith('B'))
    const lying = islands.flatMap((hex) => (['infantry', 'plane'] as const).map((sign, n) => ({ id: `${hex} ${sign}`, hex, side: n ? ('allies' as const) : ('japan' as const), sign, text: '7', label: '' })))
    const shown = (scale: number, sign: string): number => layoutMarks(layoutPlaces(placesShown(position), scale).laid, lying, [], scale).pills.filter((pill) => pill.sign === sign).length
    expect([shown(33, 'infantry'), shown(33, 'plane'), shown(16, 'plane')]).toEqual([islands.length, islands.length, islands.length])
    expect(shown(16, 'infantry')).toBeLessThan(islands.length)
  })

  test('a pill nearer to another place is moved back to its own', () => {
    const two = layoutPlaces(placesShown(position), 33).laid.filter(({ name }) => ['Manila', 'Clark Field'].includes(name))
    const at = (name: string): number => two.find((place) => place.name === name)!.hex
    const ground = ['Manila', 'Clark Field'].map((name) => ({ id: name, hex: at(name), side: 'japan' as const, sign: 'plane' as const, text: '23', label: name }))
    const { pills, leaderLines } = layoutMarks(layoutPlaces(placesShown(position), 33).laid, ground, [], 33)
    const far = ({ x, y, w }: (typeof pills)[number], place: (typeof two)[number]): number => Math.hypot(place.x - x - w / 2, place.y - y - 9)
    const astray = pills.filter((pill) => two.some((place) => place.hex !== pill.hex && far(pill, place) < far(pill, two.find(({ hex }) => hex === pill.hex)!)))
    expect(astray.length).toBeGreaterThan(0)
    expect(astray.filter(({ id }) => !leaderLines.some((moor) => moor.id === id))).toEqual([])
  })

  test('of available hexes the nearest to the middle of a phone is shown', () => {
    const [x, y] = middle(hexOf('B3051'))
    expect(idOf(nearestTo([hexOf('B2350'), hexOf('B2452'), hexOf('C2503')], x, y))).toBe('B2452')
    expect(nearestTo([], x, y)).toBe(NOWHERE)
  })

  test('45.11 a match set up at a position is in the Game-Turn of its scenario', () => {
    expect(facts.turnOf({ ...view, turn: 199 })).toBe(4)
    expect(facts.turnOf({ ...view, scenario: 'nowhere' })).toBeNull()
  })
})

const store = (question: unknown, procedure = 'wave_plan', scenario = 'leyte'): MatchStore =>
  ({ view: { ...view, scenario, frames: [{ procedure }] }, pieces: told.pieces, question, decision: { side: 'japan' } }) as unknown as MatchStore
const send = { verb: 'send' }
const ship = { id: 'jp_cv5' }

describe('words', () => {
  test('each part of a choice is requested by name, even where a part before it needed no choice', () => {
    const ask = (question: unknown, picks: Pick[], verb: string | null): string => askNext(picks, 'argument', verb, store(question))
    expect(ask({ kind: 'argument', verb: 'send', at: 0, values: [] }, [send], 'send')).toBe('Send points: choose the base.')
    expect(ask({ kind: 'argument', verb: 'send', at: 2, values: [] }, [send, ship], 'send')).toBe('Send points, Zuikaku: choose the Role.')
    const left = ['1', '2'].map((points) => ['send', 'jp_cv5', 'zero_carrier', 'kamikaze', points])
    expect(askNext([ship, { id: 'kamikaze' }], 'whole', null, store({ kind: 'whole', choices: left }))).toBe('Send points, Zuikaku, Kamikaze: choose how many.')
  })

  test('the only choice of a unit has a button of its own, filled where it costs nothing', () => {
    expect(onlyChoiceButton(['land', 'allies_unit_9'])).toEqual({ label: 'Land', key: 'D', weight: 'primary' })
    expect(onlyChoiceButton(['scuttle', 'us_cv6']).weight).toBeUndefined()
    const [unit] = position.names('unit_at').filter((id) => position.unit(id)?.printed === '11-3')
    const one = { kind: 'whole', choices: [['land', unit!]] }
    expect(askNext([{ id: unit! }], 'whole', null, store(one, 'at_the_shore'))).toBe(`11-3 at ${valueText(unit!, 'land', 0, store(one)).note}: land?`)
  })

  test('6.8 transports are asked for in Leyte without a word of Kunming', () => {
    const said = (scenario: string): string => subline({ ...view, scenario, frames: [{ procedure: 'air_lift' }] } as never, {} as never)
    expect(said('leyte')).not.toContain('Kunming')
    expect(said('burma')).toContain('Kunming')
  })

  test('16.2 a deployment without possible landings at the Objective says so before it is ended', () => {
    const asked = store({ kind: 'none' }, 'leyte_deployment')
    expect(confirmation('deployed', { plan: ['B2350'], place_subron: ['fleet'] }, asked)).toMatchObject({ first: 'Finish deployment', sentence: 'No assault on Legaspi is planned.' })
    expect(confirmation('deployed', { place_subron: ['fleet'] }, asked)).toMatchObject({ sentence: 'Some submarines have no station yet.' })
  })
})

test('16.3 a force that ends at the shore shows which units stay aboard, by their printed values', () => {
  const [unit] = position.names('unit_at').filter((id) => position.unit(id)?.printed === '11-3')
  const asked = store({ kind: 'none' }, 'at_the_shore')
  expect(confirmation('done', { land: [unit!], leave_supply: ['us_sf1'] }, asked)).toMatchObject({ label: 'Stop landing', sentence: '1 unit could still land.', subline: '11-3.' })
  expect(confirmation('done', { leave_supply: ['us_sf1'] }, asked)).toMatchObject({ sentence: 'Ships could still load, unload or bombard.' })
})

test('16.2, 6.9 a hex for a planned assault shows what is known of its defenders', () => {
  const tables = ['Planned assault: the attack that follows', 'Air Assault: the attack that follows'].map((title) => ({
    title, note: '', outcomes: ['stays', 'retreats', 'eliminated', 'defender loses, on average', 'attacker loses, on average'],
    rows: [{ id: 'C2503 one phase', name: 'Davao: 12 to 17, in one phase', chances: [0.75, 0.25, 0, 0.33, 3] }, { id: 'C2503 all', name: 'Davao: 24 to 17, all aboard', chances: [0.5, 0.5, 0, 1, 4.67] }],
  }))
  expect(tables.map((table) => assaultText([table], 'C2503'))).toEqual(['12 to 17, 25\u00a0% to clear it', '12 to 17, 25\u00a0% to clear it'])
  expect([assaultText(tables, 'B2353'), assaultText([], 'C2503')]).toEqual(['', ''])
})

describe('dice', () => {
  const hit = { event: 'ship_hit', ship: 'jp_bb7', weapon: 'air_torpedoes', strength: 60, added: -1, dice: [6, 4], text: 'Yamato (JP BB7) is hit by air torpedoes of strength 60 -1 (dice 6 4): 66 Damage Points, down 6 levels and sinking.' }
  const entry = { seq: 1, act: 'choice', side: 'allies', events: [hit, { event: 'ship_sunk', ship: 'jp_bb7', text: 'Yamato (JP BB7) sinks.' }] } as unknown as LogEntry

  test('the purpose of each roll is named, and each die is shown with its modifier', () => {
    const thrown = rolls(entry, facts)!
    expect(rollAnnouncement(thrown)).toBe('Air torpedoes: 2 dice.')
    expect(thrown.sides[0]!.rows[0]).toMatchObject({ target: 'Yamato', needs: 'strength 60, modifier -1' })
  })
  test('31.1 bombs on land are described with the place that their wave strikes', () => {
    const events = [
      { event: 'raided', wave: 'japan_wave_2', at: 'B2350', target: 'ground', text: 'Wave 2 strikes ground units at Legaspi (B2350).' },
      { event: 'bombed', wave: 'japan_wave_2', strength: 24, row: 0, added: 0, dice: [4], hits: 1, text: 'Wave 2 bombs with strength 24 (dice 4): 1 hit.' },
    ]
    const bombs = { seq: 2, act: 'choice', side: 'japan', events } as unknown as LogEntry
    expect(rolls(bombs, facts, bombs.events)!.sides[0]!.rows).toMatchObject([{ attacker: 'Bombs', target: 'Legaspi' }])
    expect(headline(bombs)).toBe('Wave 2 strikes ground units at Legaspi (B2350). Wave 2 bombs with strength 24 (dice 4): 1 hit.')
  })
  test('7.5 anti-aircraft fire without losses leaves room for the effect of the wave', () => {
    const flak = { event: 'flak', wave: 'japan_wave_2', strength: 8, lost: 0, aborted: 0, text: 'Anti-aircraft fire (8) at Wave 2: none turns back, none is lost.' }
    const events = [
      { event: 'raided', wave: 'japan_wave_2', at: 'B2350', target: 'airbase', text: 'Wave 2 strikes the airbase of Legaspi (B2350).' }, flak,
      { event: 'bombed', wave: 'japan_wave_2', strength: 24, row: 0, added: 0, dice: [4], hits: 1, text: 'Wave 2 bombs with strength 24 (dice 4): 1 hit.' },
    ]
    const told = (fire: object): string => headline({ seq: 2, act: 'choice', side: 'japan', events: events.map((event) => (event === flak ? { ...flak, ...fire } : event)) } as unknown as LogEntry)
    expect(told({})).toBe('Wave 2 strikes the airbase of Legaspi (B2350). Wave 2 bombs with strength 24 (dice 4): 1 hit.')
    expect(told({ lost: 1, text: 'Anti-aircraft fire (8) at Wave 2: none turns back, 1 is lost.' })).toContain('none turns back, 1 is lost')
  })
  test('6.7 a late wave is counted separately', () => {
    const late = { seq: 3, act: 'choice', side: 'japan', events: [{ event: 'joins', wave: 'japan_wave_30', die: 2, text: 'Late wave 2 rolls 2 to fly as one group.' }] } as unknown as LogEntry
    expect(rolls(late, facts, late.events)!.sides[0]!.rows).toMatchObject([{ attacker: 'Late wave 2' }])
    expect([1, 28, 29].map((number) => waveName(`allies_wave_${number}`, facts))).toEqual(['Wave 1', 'Wave 28', 'Late wave 1'])
  })
  test('the prompt has room for the results', () => {
    expect(headline(entry)).toBe('Yamato: 66 Damage Points, down 6 levels and sinking. Yamato sinks.')
  })
})

test('Leyte has a lesson of its own, found by its address, that teaches both sides', async () => {
  const [{ id, name }] = moreLessons('war_in_the_pacific') as [{ id: string; name: string }]
  expect([id, name, moreLessons('pacific_fury')]).toEqual(['leyte', 'Leyte', []])
  const place = placeOf('#/learn/war_in_the_pacific/leyte')
  expect(place).toEqual({ page: 'learn', game: 'war_in_the_pacific', of: 'leyte' })
  expect(hashOf(place)).toBe('#/learn/war_in_the_pacific/leyte')
  const lesson = await lessonOf('war_in_the_pacific', 'leyte')
  expect(new Set(lesson.scenes.map((scene) => sideOf(lesson, scene)))).toEqual(new Set(['allies', 'japan']))
  for (const { position } of lesson.scenes) expect(position).toContain('scenario = "leyte"')
  await expect(lessonOf('war_in_the_pacific', 'nowhere')).rejects.toThrow('There is no lesson')
})

test('38.5, 12.2 a damaged part of split shipping is at the level in the log, on its badge as in words; an undamaged one at none', () => {
  const ship = 'us_apb1'
  const hit = (damage: number, shrunk: number): KnownPosition => new KnownPosition({ ...view, arrays: { ...view.arrays, damage: { [ship]: damage }, shrunk: { [ship]: shrunk } } } as unknown as PacificView, facts)
  expect([hit(1, 2), hit(1, 0), hit(0, 2)].map((then) => [then.level(ship), shipNote(ship, then).match(/D\d/)?.[0]])).toEqual([[3, 'D3'], [1, 'D1'], [0, undefined]])
  const store = { decision: null, mine: null, seatedSide: 'allies', highlighted: new Set(), picked: new Set(), picks: [], choices: [], draft: null, log: [] } as unknown as MatchStore
  const badge = (then: KnownPosition): unknown => currentBattle(store, new KnownPosition({ ...then.view, battling: [ship] }, facts))!.sides.flatMap(({ stations }) => stations).flatMap(({ units }) => units).map(({ damage }) => damage)
  expect([hit(1, 2), hit(0, 2)].map(badge)).toEqual([[3], [undefined]])
})

test('38.5, 12.2 a part of shipping names its quarters, carries less accordingly, and is described as split on the battle board', () => {
  const ship = 'us_apb1'
  const hit = (damage: number, shrunk: number): KnownPosition => new KnownPosition({ ...view, arrays: { ...view.arrays, damage: { [ship]: damage }, shrunk: { [ship]: shrunk } } } as unknown as PacificView, facts)
  expect([hit(0, 3), hit(1, 2), hit(0, 0)].map((then) => shipNote(ship, then).split(', speed')[0])).toEqual(['APB, 1 quarter of a unit', 'APB, 2 quarters of a unit', 'APB'])
  const own = facts.ships.get(ship)!
  expect([hit(0, 0), hit(0, 2), hit(1, 2)].map((then) => cargoOf(then, [own]).map(({ room }) => room * 4))).toEqual([[own.load_quarters], [own.load_quarters / 2], [own.load_quarters / 4]])
})

test('38.5, 1.3 the level of enemy split shipping is unknown before a hit of the current battle reveals it', () => {
  const ship = 'jp_apb1'
  const event = (what: string, more: object = {}): object => ({ event: what, text: '', clause: '11.5', ...more })
  const position = new KnownPosition({ ...view, side: 'allies', battling: [ship], arrays: { ...view.arrays, damage: { [ship]: 1 }, shrunk: {} } } as unknown as PacificView, facts)
  const shown = (...events: object[]): unknown => {
    const store = { decision: null, mine: 'allies', seatedSide: 'allies', highlighted: new Set(), picked: new Set(), picks: [], choices: [], draft: null, log: [{ seq: 1, act: 'choice', events }] } as unknown as MatchStore
    return currentBattle(store, position)!.sides.flatMap(({ stations }) => stations).flatMap(({ units }) => units).map(({ damage, split, description }) => [damage, split, description])
  }
  const alone = [[1, undefined, 'defence 5']]
  expect(shown()).toEqual(alone)
  expect(shown(event('impulse_opened'), event('ship_hit', { ship, level: 3, levels: 1 }))).toEqual([[3, 2, 'defence 5, split']])
  expect(shown(event('ship_hit', { ship, level: 3, levels: 1 }), event('phase_opened'))).toEqual(alone)
})

test('6.6, 8.1 a question with nothing left but to continue explains why', () => {
  const line = (procedure: string, choices: readonly (readonly string[])[]): string => subline({ ...view, frames: [{ procedure, side: 'allies' }] } as never, { side: 'allies' } as never, { decision: { side: 'allies' }, choices, observationOf: () => undefined, picked: new Set() } as never)
  expect(line('search_orders', [['done']])).toBe('None of your points can search now.')
  expect(line('search_orders', [['search', 'F1234', 'pby_trained', '1'], ['done']])).toBe('Points that search cannot strike in this phase.')
  expect(line('special_orders', [['done']])).toBe('No enemy Task Force in contact is within reach.')
})

test('the line under a question is complete even in a narrow window', () => {
  const QUESTIONS = [
    'deployment', 'decoys', 'orders', 'course', 'gathering', 'search_orders', 'declaring', 'wave_plan', 'transfers', 'meeting', 'gunlaying', 'in_impulse', 'entering', 'at_the_shore', 'marching', 'attacking', 'aiming', 'committing', 'losses', 'torpedoing',
    'ready_orders', 'submarine_orders', 'ferrying', 'leyte_deployment', 'plans', 'kamikaze_call', 'arrivals', 'supply_orders', 'burma_deployment', 'burma_marching', 'burma_attacking', 'quarters',
  ]
  const MAX_LETTERS = 55
  const line = (procedure: string): string => subline({ ...view, frames: [{ procedure, side: 'allies' }] } as never, { side: 'allies' } as never)
  expect(QUESTIONS.map(line).filter((words) => !words || words.length > MAX_LETTERS)).toEqual([])
})

test('22.1 ending the marches lists the places of units that could still move, each once', () => {
  const [one, other] = ['C2807', 'B2350']
  const asked = { pieces: told.pieces, decision: { side: 'allies' }, view: { ...view, arrays: { ...view.arrays, unit_at: { allies_unit_1: one, allies_unit_2: one, allies_unit_3: other } }, frames: [{ procedure: 'marching', side: 'allies' }] } } as unknown as MatchStore
  const places = [one, other].map((at) => facts.placeName(at!))
  expect(confirmation('done', { move: ['allies_unit_1', 'allies_unit_2', 'allies_unit_3'] }, asked)).toMatchObject({ sentence: '3 units could still march.', subline: `At ${places.join(' and ')}.` })
})
