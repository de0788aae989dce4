import { describe, expect, test } from 'vitest'
import type { Action } from '../src/app/api'
import type { MatchStore } from '../src/app/game'
import { idOf, placeOf } from '../src/games/war_in_the_pacific/grid'
import { plansOf } from '../src/games/war_in_the_pacific/plans'
import { linksOf, loads, needsOf } from '../src/games/war_in_the_pacific/links'
import { linkAreas } from '../src/games/war_in_the_pacific/link_layer'
import { edgeActs, isShort, linkHead, linkLines, needActs, needHead, needText, shipActs } from '../src/games/war_in_the_pacific/link_panel'
import { airfieldText, placesShown } from '../src/games/war_in_the_pacific/map_marks'
import { deploying } from '../src/games/war_in_the_pacific/play_leyte'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import { linkEnds, valueText, turnLabel } from '../src/games/war_in_the_pacific/play_prompts'
import { supplyOf } from '../src/games/war_in_the_pacific/supply'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import told from './witp'

/** Links of merchant shipping at Guadalcanal (15.0): computed as by the referee, and what the panel and the layer show of them. */

const facts = new Facts(told.pieces)
type Side = 'japan' | 'allies'
const viewOf = (side: Side): PacificView => told.links.views[side]
const nows: Readonly<Record<Side, KnownPosition>> = { japan: new KnownPosition(viewOf('japan'), facts), allies: new KnownPosition(viewOf('allies'), facts) }
const referee = told.links.links
const lines = told.links.needs
const linkOf = (position: KnownPosition, id: string) => linksOf(position).find((link) => link.id === id)!
const storeOf = (side: Side, choices: readonly Action[]): MatchStore => ({ view: viewOf(side), pieces: told.pieces, choices, decision: { side, prompt: '' } }) as unknown as MatchStore

/** 15.31 Of the advanced game of Midway only what differs: the coast beyond the east edge, and the ports of Japan as sources. */
test.each(['japan', 'allies'] as const)('15.31, 25.2 in the advanced game of Midway the links and needs of %s are those of the referee', (side) => {
  const { views, links, needs } = told.advanced_links
  const position = new KnownPosition(views[side], facts)
  const own = linksOf(position).filter((link) => link.own)
  expect(own.length).toBeGreaterThan(4)
  expect(Object.fromEntries(own.map(({ id, path, length, own: service }) => [id, { path: path.map(idOf), length, carries: service!.carries }]))).toEqual(Object.fromEntries(own.map(({ id }) => [id, links[id]])))
  const paid = needsOf(position, side).filter(({ free }) => !free).map(({ at, uses, source }) => [at, source ? { uses, source } : { uses }] as const)
  const said = Object.entries(needs[side]).map(([at, { uses, source }]) => [at, source ? { uses, source } : { uses }] as const)
  expect(Object.fromEntries(paid)).toEqual(Object.fromEntries(said))
})

describe.each(['japan', 'allies'] as const)('for %s', (side) => {
  const position = nows[side]

  test('15.2 the paths and lengths of all links are those of the referee', () => {
    expect(Object.fromEntries(linksOf(position).map(({ id, path, length }) => [id, { path: path.map(idOf), length }]))).toEqual(Object.fromEntries(Object.entries(referee).map(([id, { path, length }]) => [id, { path, length }])))
  })

  test('15.3 so is the thruput of its own links; of enemy links it knows nothing else (1.3)', () => {
    for (const link of linksOf(position)) expect([link.id, link.own?.carries]).toEqual([link.id, link.side === side ? referee[link.id]!.carries : undefined])
  })

  test('25.3 the hexes that need supply over links, with their sources and chains, are those of the referee', () => {
    const found = needsOf(position, side).filter(({ free }) => !free).map(({ at, uses, source, chain }) => [at, source ? { uses, source, links: chain!.links.map(({ id }) => id), carries: chain!.carries } : { uses }] as const)
    expect(Object.fromEntries(found)).toEqual(lines[side])
  })

  test('25.1 its Lines lead over links to the hexes supplied so', () => {
    const reached = new Set([...supplyOf(position, side).reached.keys()].map(idOf))
    const over = Object.entries(lines[side]).flatMap(([at, { source }]) => (source ? [at] : []))
    expect(over.filter((at) => !reached.has(at))).toEqual([])
  })
})

describe('the panel', () => {
  test('14.1, 15.3 a link says what it carries, who uses it, what is free at its ports, and its escorts', () => {
    const position = nows.allies
    const link = linkOf(position, 'allies_link_20')
    const said = linkLines(link, [], position)
    expect(linkHead(link, position)).toBe(`Link 20: ${facts.placeName('E3231')} to ${facts.placeName('E3324')}`)
    expect(said).toEqual([`${link.length} hexes long. 1 merchant unit: ${loads(link.own!.carries)} LP a Cycle each way.`, 'Nothing uses it. Free: 30 LP.', `${facts.placeName('E3324')} handles 30 LP a Cycle.`, 'Escorts: DD.'])
  })

  test('47.1, 1.3 an enemy link shows its length and losses alone', () => {
    const position = nows.japan
    const link = linkOf(position, 'allies_link_1')
    expect(linkLines(link, [], position)).toEqual([`${link.length} hexes long.`, 'Lost: 2 levels of damage.'])
  })

  test('25.3 a place says what it uses, what carries it, and how much is missing', () => {
    const position = nows.japan
    const need = needsOf(position, 'japan').find(({ chain }) => chain)!
    const name = facts.placeName(need.at)
    expect(needHead(need, position)).toBe(`${name} uses ${need.uses} LP a Cycle`)
    const poor = { ...need, uses: need.chain!.carries / 4 + 1, stores: 0 }
    expect(isShort(poor)).toBe(true)
    expect(needText(poor, position)).toMatch(/LP: 1 LP short\.$/)
    expect(needText({ ...need, chain: undefined, source: undefined, stores: 0 }, position)).toBe('No link carries supply there, and no stores are near.')
    expect(needText({ ...need, chain: undefined, source: undefined, stores: 2 * need.uses }, position)).toBe('No link carries supply there. Stores last 2 Game-Turns.')
  })

  test('15.8 equal ships are one act, which submits one of them', () => {
    const choices = ['jp_ms2', 'jp_ms6'].map((ship): Action => ['join_link', ship, 'japan_link_20'])
    const [act, ...more] = shipActs(storeOf('japan', [...choices, ['leave_link', 'jp_ms3', 'E1613']]), nows.japan, 'japan_link_20')
    expect(act).toMatchObject({ label: 'Assign MS from Link 2', note: '2 there', choice: choices[0] })
    expect(more.map(({ label }) => label)).toEqual(['Take MS off, to Rabaul'])
  })

  test('15.2, 15.31 the shortest links to a place in need, and to the edge, are offered first', () => {
    const need = { at: 'E2519', uses: 3, stores: 0, free: false }
    const choices: Action[] = ['E1602', 'E1613'].map((at) => ['lay_link', at, 'E2519'])
    const acts = needActs(storeOf('japan', choices), nows.japan, need, 'japan')
    expect(acts.map(({ label }) => label)).toEqual(['Lay a link from Rabaul', 'Lay a link from Truk'])
    expect(acts[0]!.note).toMatch(/^\d+ hexes, \d+ LP a merchant unit$/)
    const [edge] = edgeActs(storeOf('allies', [['lay_to_edge', 'E1737', 'east_edge']]), nows.allies, 'allies')
    expect(edge!.label).toBe('Lay a link from Brisbane to the east edge')
  })

  test('15.6 stores are sent by naming both ports; the number is asked then', () => {
    const need = { at: 'E2519', uses: 3, stores: 0, free: false }
    const choices: Action[] = [['consign_stores', 'E1613', 'E2519', '1'], ['consign_stores', 'E1613', 'E2519', '2'], ['draw_stores', 'E2519', '1']]
    expect(needActs(storeOf('japan', choices), nows.japan, need, 'japan').map(({ label, begins }) => [label, begins?.length])).toEqual([['Draw stores from off the map', 2], ['Send stores from Rabaul', 3]])
  })
})

describe('the map and the words', () => {
  test('the layer draws each open path in the colour of its side, with its label on it', () => {
    const areas = linkAreas(nows.allies)
    expect(areas.map(({ id }) => id).toSorted()).toEqual(Object.keys(referee).filter((id) => referee[id]!.path.length).toSorted())
    const own = areas.find(({ id }) => id === 'allies_link_1')!
    expect(own.label).toBe(`Link 1: ${loads(referee['allies_link_1']!.carries)} LP, ${referee['allies_link_1']!.length} hexes, 2 levels lost`)
    expect(own.path).toContain(own.at)
    expect(areas.find(({ id }) => id === 'japan_link_1')!.label).toBe('Link 1')
  })

  test('a label keeps away from the names of places where its path allows it', () => {
    const names = [...facts.places.keys()].map(placeOf)
    const covers = (hex: number): boolean => names.some(([x, y]) => Math.abs(x - placeOf(hex)[0]) < 6 && Math.abs(y - placeOf(hex)[1]) < 1.5)
    const long = linkAreas(nows.japan).filter(({ path }) => path!.filter((hex) => !covers(hex)).length > 6)
    expect(long.length).toBeGreaterThan(2)
    for (const { id, at } of long) expect([id, covers(at!)]).toEqual([id, false])
  })

  test('43.42 the name of Guadalcanal states the condition of its airfield', () => {
    const at = (level: number, damaged: number): KnownPosition => new KnownPosition({ ...viewOf('allies'), arrays: { level: { E2519: level }, damaged_levels: { E2519: damaged } } }, facts)
    expect([airfieldText(at(0, 0), 'E2519'), airfieldText(at(1, 0), 'E2519'), airfieldText(at(2, 1), 'E2519')]).toEqual(['no airfield', 'airfield Level 1', 'airfield Level 1 of 2'])
    expect(placesShown(at(1, 0)).find(({ id }) => id === 'E2519')!.name).toBe('Guadalcanal-Tulagi, airfield Level 1')
    expect(placesShown(new KnownPosition({ ...viewOf('allies'), scenario: 'midway' }, facts)).find(({ id }) => id === 'E2519')!.name).toBe('Guadalcanal-Tulagi')
  })

  test('links, edges and Load Points are named on buttons', () => {
    const store = storeOf('allies', [])
    expect(valueText('allies_link_1', 'join_link', 1, store)).toMatchObject({ label: 'Link 1', side: 'allies', note: `${facts.placeName(linksOf(nows.allies).find(({ id }) => id === 'allies_link_1')!.ends[0])} to the east edge` })
    expect(linkEnds('japan_link_20', nows.japan)).toBe('Truk to Rabaul')
    expect([valueText('east_edge', 'lay_to_edge', 1, store).label, valueText('3', 'draw_stores', 1, store).label]).toEqual(['East edge', '3 Load Points'])
  })

  test('42.63 the deployment for advanced Midway asks for the objectives first, each by its name', () => {
    const view = { ...told.advanced_links.views.japan, arrays: { ranked_objectives: { primary: 'aleutians', secondary: 'midway' } } }
    const store = { ...storeOf('japan', [['plan', 'F1234'], ['set_objective', 'primary', 'port_moresby']]), view } as unknown as MatchStore
    expect(deploying(store)).toMatchObject({ sentence: 'Which are your two secret objectives?', buttons: [{ id: 'set_objective' }, { id: 'plan' }] })
    expect(valueText('port_moresby', 'set_objective', 1, store)).toEqual({ label: 'Port Moresby', note: 'E1119' })
    expect(valueText('primary', 'set_objective', 0, store).label).toBe('The Primary objective')
    const written = plansOf(new KnownPosition(view, facts))
    expect(written.map(({ id, name, note }) => [id, name, note])).toEqual([
      ['', 'The Aleutian Islands', 'the Primary objective: 200 points to the side that holds it at the end'],
      ['F1234', 'Midway', 'the Secondary objective: 50 points to Japan if it holds it at the end'],
    ])
  })

  test('43.51 deployment lists its choices by kind, and ends by its own answer', () => {
    const { buttons } = deploying(storeOf('allies', [['lay_link', 'E1737', 'E3231'], ['end_deployment']]))
    expect(buttons.map(({ id, key }) => [id, key])).toEqual([['end_deployment', 'D'], ['lay_link', undefined]])
  })

  test('4.1 the steps of its Game-Turn are counted with the cards of the first one', () => {
    const at = (next: number): string => turnLabel({ ...viewOf('allies'), frames: [{ procedure: 'guadalcanal_turn', next }] } as never).brief
    expect(new Set([at(5), at(6), at(7), at(12), at(15), at(17)]).size).toBe(6)
  })

  test('4.1 those of advanced Midway are counted as at Midway up to the supply', () => {
    const at = (procedure: string, next: number): string => turnLabel({ ...viewOf('allies'), frames: [{ procedure, next }] } as never).brief
    const turns = ['game_turn', 'midway_advanced_turn'] as const
    for (const next of [1, 4, 5, 10, 12]) expect(at(turns[1], next)).toBe(at(turns[0], next))
    expect([at(turns[1], 13), at(turns[1], 14)]).toEqual([at(turns[0], 12), at(turns[0], 12)])
    expect(at(turns[1], 15)).toBe(at(turns[0], 13))
  })
})
