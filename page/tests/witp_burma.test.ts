import { describe, expect, test } from 'vitest'
import type { LogEntry, VisibleEvent, View } from '../src/app/api'
import type { MatchStore } from '../src/app/game'
import { currentBattle } from '../src/games/war_in_the_pacific/battle'
import { aboutHex, aboutOnMap, question, waveGoal } from '../src/games/war_in_the_pacific/questions'
import { layoutMarks, layoutPlaces, PILL } from '../src/games/war_in_the_pacific/layout'
import { alerts } from '../src/games/war_in_the_pacific/burma'
import { idOf, middle } from '../src/games/war_in_the_pacific/grid'
import { pillsShown, placesShown, stacksOf } from '../src/games/war_in_the_pacific/map_marks'
import { carriesStores } from '../src/games/war_in_the_pacific/burma_text'
import { groundOrder } from '../src/games/war_in_the_pacific/order_of_battle'
import { timeline } from '../src/games/war_in_the_pacific/play_timeline'
import { headline, sideOfEvent, storyOf } from '../src/games/war_in_the_pacific/play_log'
import { scoresOf } from '../src/games/war_in_the_pacific/score_table'
import { forcesIn } from '../src/games/war_in_the_pacific/play_orders'
import { moves } from '../src/games/war_in_the_pacific/play_moves'
import { summaries } from '../src/games/war_in_the_pacific/play_summary'
import { lying, rolls } from '../src/games/war_in_the_pacific/play_rolls'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import { currentStep, stepsOf, valueText } from '../src/games/war_in_the_pacific/play_prompts'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import { constructionRow, constructionCost, projectsAt, constructionSign } from '../src/games/war_in_the_pacific/construction'
import told from './witp'

const pieces = told.pieces
const facts = new Facts(pieces)
const FIRST = 104
const view = (next = 9): PacificView => ({
  side: 'japan', scenario: 'burma', turn: FIRST, options: {}, arrays: {}, losses: {}, force_at: {}, force_box: {}, contact_at: {}, out_of_sight: [], frames: [{ procedure: 'burma_turn', next }],
}) as unknown as PacificView
const entry = (seq: number, ...events: Record<string, unknown>[]): LogEntry => ({ seq, act: 'choice', side: 'japan', events: events.map((one) => ({ text: `${String(one['event'])}.`, clause: '4.1', ...one })) }) as unknown as LogEntry

describe('the Game-Turn of Burma', () => {
  test('4.1, 44.13: its track names three Air Phases, and no Naval Phase in which nothing happens', () => {
    expect(stepsOf(view()).map(({ short }) => short)).toEqual(['Start', 'Air 1', 'Air 2', 'Air 3', 'Ground', 'Supply', 'End'])
    const named = Array.from({ length: 16 }, (_, n) => stepsOf(view())[currentStep(view(n + 1))]!.short)
    expect(named).toEqual(['Start', 'Start', 'Air 1', 'Air 1', 'Air 2', 'Air 2', 'Air 3', 'Air 3', 'Ground', 'Supply', 'Supply', 'Supply', 'End', 'End', 'End', 'End'])
  })

  test('8.6: a line of the log is in the Air Phase that its weather began, and in the Ground Phase after it', () => {
    const weather = { event: 'weather', section: 0, die: 2 }
    const log = [
      entry(1, { event: 'turn_opened', turn: FIRST }, weather), entry(2, { event: 'searches' }), entry(3, weather, { event: 'available' }), entry(4, weather), entry(5, { event: 'flown_in' }),
      entry(6, { event: 'step_opened', step: 'ground' }), entry(7, { event: 'marched' }), entry(8, { event: 'supplied' }), entry(9, { event: 'worn' }),
    ]
    const { when, turns } = timeline(log, view())
    expect([...when.values()].map((words) => words.replace(/^\S+ /, ''))).toEqual(['Start', 'Air 1', 'Air 2', 'Air 3', 'Air 3', 'Ground', 'Ground', 'Supply', 'End'])
    expect(turns.map(({ ticks }) => ticks.length)).toEqual([7])
  })

  test('4.1: the end of a Game-Turn and the beginning of the next are separate, though one choice caused both', () => {
    const log = [
      entry(1, { event: 'turn_opened', turn: FIRST }), entry(2, { event: 'step_opened', step: 'ground' }),
      entry(3, { event: 'attacks_over' }, { event: 'turn_opened', turn: FIRST + 1 }, { event: 'first_player' }), entry(4, { event: 'supplied' }),
    ]
    const lines = storyOf(log, 'japan', timeline(log, view())).filter(({ seq }) => seq === 3).map(({ text, when: at }) => [text, at])
    expect(lines.toReversed()).toEqual([['attacks_over.', '1/1/43 Ground'], ['turn_opened.', '2/1/43 Start'], ['first_player.', '2/1/43 Start']])
  })

  test('an event of a ship belongs to the side of the ship, even if the other side chose', () => {
    expect(sideOfEvent({ event: 'made_whole', ship: 'us_cv5' } as unknown as VisibleEvent, entry(1))).toBe('allies')
  })
})

describe('open problems in Burma', () => {
  const [rangoon, moulmein] = facts.aims['burma']!.guarded as [string, string]
  const placed = (arrays: Record<string, Record<string, unknown>>): KnownPosition => new KnownPosition({ ...view(), arrays } as unknown as PacificView, facts)
  const start = placed({})
  const guards = (at: string): string[] => start.unitsIn(at).filter(({ side, type }) => side === 'japan' && type.kind === 'combat').map(({ id }) => id)
  const [first] = start.unitsIn('A2913').filter(({ side }) => side === 'japan')

  test('44.65: a port without its guard is an alert, and so is the last that may guard it', () => {
    const army = start.garrisons.flatMap((at) => start.unitsIn(at)).find(({ side, type }) => side === 'japan' && type.kind === 'combat')!.id
    const gone = Object.fromEntries([...guards(rangoon), ...guards(moulmein)].map((id) => [id, 'A2913']))
    const left = alerts(placed({ unit_at: { ...gone, [army]: rangoon } })).filter(({ case: of }) => of === '44.65')
    expect(left.map(({ id, text }) => [id, text])).toEqual([
      [`last ${rangoon}`, expect.stringContaining('is the last guard of Rangoon and must stay')],
      [`guard ${moulmein}`, 'Moulmein has no guard'],
    ])
  })

  test('25.3: a unit whose supply was refused is an alert with how often', () => {
    const told = (times: number): string[] => alerts(placed({ unsupplied: { [first!.id]: times } })).filter(({ case: of }) => of === '25.3').map(({ text }) => text)
    expect(told(0)).toEqual([])
    expect(told(1)).toEqual([expect.stringMatching(/: refused supply once$/)])
    expect(told(2)).toEqual([expect.stringMatching(/: refused supply 2 times$/)])
  })
})

describe('the armies of Burma on the map', () => {
  const position = new KnownPosition(view(), facts)
  const [scale, unit] = [24, position.names('unit_at').find((id) => position.value('unit_at', id) === 'A2913')!]

  test('22.1: an arrow begins where a unit was, on one hex too, and continues from there', () => {
    const log = [entry(1, { event: 'marched', unit, way: ['A3013'] }), entry(2, { event: 'retreated', units: [unit], to: 'A3014' })]
    expect(moves(log, view() as unknown as View, pieces).map(({ from, to }) => [from, to])).toEqual([['A2913', 'A3013'], ['A3013', 'A3014']])
  })

  test('a name that several hexes share is drawn once', () => {
    const { laid } = layoutPlaces(placesShown(position), scale, 15)
    const names = laid.filter(({ label }) => label).map(({ name }) => name)
    expect(laid.filter(({ name }) => name === 'Salween front').length).toBe(4)
    expect(names.filter((name, k) => names.indexOf(name) !== k)).toEqual([])
    expect(names).toContain('Salween front')
  })

  test('air points without space next to their base are connected to it', () => {
    const { laid } = layoutPlaces(placesShown(position), scale, 15)
    const { pills, leaderLines } = layoutMarks(laid, pillsShown(position), stacksOf([], null), scale)
    const far = pills.filter(({ sign, tight }) => sign === 'plane' && !tight).filter(({ hex, x, y, w }) => {
      const [mx, my] = middle(hex).map((one) => one * scale) as [number, number]
      return Math.max(Math.abs(x + w / 2 - mx) - w / 2, Math.abs(y + PILL / 2 - my) - PILL / 2) > 20
    })
    expect(far.length).toBeGreaterThan(0)
    expect(far.map(({ id }) => id).filter((id) => !leaderLines.some((moor) => moor.id === id))).toEqual([])
  })

  test.each([24, 33])('no army covers the name of a place at %i pixels a hex: the name moves to another side', (size) => {
    const there = new KnownPosition({ ...view(), arrays: { unit_at: { [unit]: 'A3013' } } }, facts)
    const named = layoutPlaces(placesShown(there), size, 15).laid
    const { places, pills } = layoutMarks(named, pillsShown(there), stacksOf([], null), size)
    const met = pills.filter(({ tight }) => tight).flatMap((pill) => places.filter(({ label: at }) => at && at.x < pill.x + pill.w && at.x + at.w > pill.x && at.y < pill.y + PILL && at.y + at.h > pill.y).map(({ name }) => `${pill.hex} on ${name}`))
    expect(met).toEqual([])
    const mawlaik = (laid: typeof places) => laid.find(({ name }) => name.startsWith('Mawlaik'))!
    if (size > 24) expect(mawlaik(named).label!.x).toBeGreaterThan(mawlaik(named).x)
    expect(mawlaik(places).label?.x ?? 0).toBeLessThan(mawlaik(named).x)
    expect(places.filter(({ label }) => label).length).toBeGreaterThan(named.filter(({ label }) => label).length * 0.9)
  })

  test('21.3: text printed on a counter is not repeated next to it', () => {
    const { rows } = groundOrder(position, 'japan')
    expect(rows.map(({ printed, name }) => `${printed} ${name}`)).toContain('Wing air headquarters')
    expect(rows.map(({ printed, name }) => `${printed} ${name}`)).toContain('2-1 infantry regiment')
  })
})

describe('the points of Burma', () => {
  test('1.3: no damage of ships is hidden, so that a sum is a sum; a unit is named once', () => {
    const lost = entry(1, { event: 'unit_lost', unit: 'japan_unit_12', kind: 'jp_2_1', at: 'A3011' })
    const { sides, secret } = scoresOf(new KnownPosition(view(), facts), [lost])
    expect([secret, ...sides.map(({ least }) => least)]).toEqual([false, false, false])
    expect(sides.find(({ side }) => side === 'allies')!.rows.map(({ what }) => what)).toContain('infantry regiment')
  })
})

describe('a Game-Turn in summary', () => {
  const week = (turn: number): LogEntry => entry(turn, { event: 'turn_opened', turn })
  const lost = (n: number): LogEntry => entry(n, { event: 'unit_lost', unit: `japan_unit_${n}`, text: `Unit ${n} is lost.` })
  test('21.8: losses ashore head it as ships do: two by name, more by number', () => {
    const result = (...between: LogEntry[]): string => summaries([week(FIRST), ...between, week(FIRST + 1)])[0]!.result
    expect(result()).toBe('Nothing was lost or changed hands')
    expect(result(lost(1))).toBe('Unit 1 is lost')
    expect(result(lost(1), lost(2), entry(7, { event: 'captured' }))).toBe('2 units lost and 1 place taken')
  })
  test('the last Game-Turn is among them once the match is over', () => {
    const log = [week(FIRST), lost(1)]
    expect(summaries(log)).toEqual([])
    const end = { ...entry(9), act: 'end', events: [] } as unknown as LogEntry
    expect(summaries([...log, end]).map((one) => one.result)).toEqual(['Unit 1 is lost'])
  })
})

describe('an attack on land', () => {
  const fell = { event: 'ground_battle', at: 'A2912', attacker: 23, defender: 11, shifts: [-1], die: 3, text: '23 attack 11 at Tamu (A2912) (terrain -1), die 3: attacker loses 7, defender 0 and stays.' }
  const attack = { event: 'attack', at: 'A2912', units: [], side: 'japan', text: 'Japan attacks Tamu (A2912) with 4 units.' }

  test('its outcome is in the two lines of the question', () => {
    expect(headline(entry(1, attack, fell))).toBe('Japan attacks Tamu (A2912) with 4 units. Attacker loses 7, defender 0 and stays.')
    const long = { event: 'marched', text: `An army marches to ${'a far town, '.repeat(9)}.` }
    expect(headline(entry(1, attack, long))).toBe(attack.text)
  })

  test('11.1 the die of a force that tries to break off shows whether it does', () => {
    const held = { event: 'broke_off', force: 'allies_2', away: false, die: 2, added: -1, text: 'Allied Task Force 2 does not break off: 2 -1.' }
    const { sides: by } = rolls(entry(1, held), facts)!
    expect([by[0]!.roller, by[0]!.rows[0]!.attacker, by[0]!.rows[0]!.needs, by[0]!.rows[0]!.result]).toEqual(['Breaking off', 'TF 2 breaking off', 'modifier -1', 'does not break off'])
  })

  test('its die is shown while losses are taken, and not in the next attack', () => {
    const [row] = lying([entry(1, attack, fell), entry(2, { event: 'losses_carried' })], facts).sides[0]!.rows
    expect([row!.dice[0]!.value, row!.needs]).toEqual([3, '23 to 11, terrain -1'])
    expect(lying([entry(1, attack, fell), entry(2, attack)], facts).sides).toEqual([])
  })
})

describe('a question names its subject', () => {
  const store = (prompt: string, frame: Record<string, unknown>): MatchStore =>
    ({ pieces: told.pieces, decision: { side: 'japan', prompt }, view: { ...view(), arrays: { unit_at: { japan_unit_1: 'A2914' } }, frames: [{ procedure: 'moving', side: 'japan', ...frame }] } }) as unknown as MatchStore
  test('22.1: the unit by its type and its hex', () => {
    expect(question(store('Where does the unit go, and how?', { unit: 'japan_unit_1' }))).toBe('Where does 7-3 at Gangaw go, and how?')
  })
  test('10.1, 13.3, 5.5, 24.6: a Task Force, a Subron, points of a base, a hex', () => {
    expect(question(store('Where does the Task Force sail?', { force: 'japan_3' }))).toBe('Where does TF 3 sail?')
    expect(question(store('Where does the Subron go?', { subron: 'japan_subron_2' }))).toBe('Where does Subron 2 go?')
    expect(question(store('Where do the points go, and how many?', { base: 'a3019', stack: 'zero_trained' }))).toBe('Where do points of Zero at Rangoon go, and how many?')
    expect(question(store('Which attackers enter the hex?', { where: 'A2914' }))).toBe('Which attackers enter Gangaw?')
  })
  test('44.36: Supply Blocks by number and place, whose hex is ringed', () => {
    const stores = store('Where do the Supply Blocks start?', { procedure: 'setting_stores', at: 'A3019', blocks: 2 })
    expect(question(stores)).toBe('Where do 2 Supply Blocks at Rangoon start?')
    expect([aboutHex(stores), aboutOnMap(stores)]).toEqual(['A3019', 'A3019'])
    expect(aboutHex(store('Where does the unit go, and how?', { unit: 'japan_unit_1' }))).toBe('A2914')
  })
  test('11.1: where forces have met the map scrolls to their hex, and the own force is ringed', () => {
    const met = store('Enemy at D3828: seek battle?', { procedure: 'meeting', where: 'D3828', forces: ['japan_18'] })
    expect([aboutHex(met), aboutOnMap(met)]).toEqual(['D3828', 'japan_18'])
  })
  test('6.3: the hex of an unfinished Strike is ringed, and each altitude explains its use', () => {
    const half = store('Declare Combat Air Patrols and Strikes.', { procedure: 'declaring' })
    Object.assign(half, { picked: new Set(['A2914', 'airbase']) })
    expect(aboutOnMap(half)).toBe('A2914')
    expect(aboutOnMap(Object.assign(half, { picked: new Set() }))).toBeNull()
    expect(valueText('high', 'raid', 3, half)).toEqual({ label: 'From high altitude', note: 'bombs hit worse; anti-aircraft fire halved' })
  })
  test('24.3: the side that chooses where to retreat sees the map, the side that waits sees the attack', () => {
    const back = Object.assign(store('Where do your units retreat?', { procedure: 'retreat', where: 'A2912' }), { highlighted: new Set(), picked: new Set() })
    const seen = new KnownPosition(back.view as unknown as PacificView, facts)
    expect(currentBattle(back, seen)).toBeNull()
    expect(currentBattle({ ...back, decision: null, seatedSide: 'japan' } as unknown as MatchStore, seen)!.title).toBe('Attack on Tamu')
  })
  test('13.9: a Subron that is sent appears where its side sees it', () => {
    const sent = store('Where does the Subron go?', { procedure: 'ferrying', subron: 'japan_subron_1' })
    Object.assign(sent.view as unknown as PacificView, { subron_at: { japan_subron_1: 'D2007' } })
    expect(aboutHex(sent)).toBe('D2007')
    expect(valueText('japan_subron_1', 'ferry', 0, sent).note).toContain('D2007')
  })
  test('4.2: the forces of each waiting battle are highlighted', () => {
    const seen = { ...view(), force_at: { japan_18: 'D3828', japan_2: 'F1430', japan_3: 'F1431' }, contact_at: { allies_2: 'D3828' } } as unknown as PacificView
    expect(forcesIn(['D3828', 'F1430'], seen)).toEqual(['japan_18', 'japan_2', 'allies_2'])
  })
  test('7.7: the target of a wave that is planned', () => {
    const flies = store('Which aircraft attack in this wave, and as what?', { procedure: 'wave_plan', wave: 'japan_wave_1' })
    Object.assign((flies.view as unknown as PacificView).arrays, { wave_at: { japan_wave_1: 'A2914' } })
    expect(waveGoal(flies)).toBe('A2914')
    expect(question(flies)).toBe('Which aircraft attack Gangaw, and as what?')
    expect(waveGoal(store('Move your ground units, or finish.', { wave: 'japan_wave_1' }))).toBeNull()
  })
  test('what has no name, or is named already, keeps the words of the referee', () => {
    expect(question(store('Where does the unit go?', {}))).toBeUndefined()
    expect(question(store('Move your ground units, or finish.', { unit: 'japan_unit_1' }))).toBeUndefined()
  })
})

test('6.8: points of transports show what they carry, and for a drop how much arrives', () => {
  expect([2, 3, 10].map((points) => carriesStores('fly_stores', points, 4))).toEqual(['with 1 Supply Point', 'with 1 Supply Point', 'with 5 Supply Points'])
  expect([4, 6, 10].map((points) => carriesStores('drop_stores', points, 4))).toEqual(['1 of 2 Supply Points arrives', '2 of 3 Supply Points arrive', '3 of 5 Supply Points arrive'])
})

describe('26.1 works', () => {
  const works: [string, ...string[]][] = [['begin_work', 'A2512', 'entrenchment'], ['begin_work', 'A2412', 'airbase'], ['begin_work', 'A2412', 'fortify'], ['done']]
  const position = new KnownPosition(view(), facts)

  test('a hex in which only one work may be begun names it with its cost, since a press begins it', () => {
    expect([projectsAt('A2512', works, position), projectsAt('A2412', works, position)]).toEqual(['entrenchment, 4 Supply Points, 1 engineer-turn', '2 works'])
    expect([constructionSign('A2512', works), constructionSign('A2412', works)]).toEqual(['shield', 'disc'])
  })

  test('the cost of a work depends on the contents of the hex and on its terrain', () => {
    const thick = facts.atlas.terrain.findIndex((terrain) => terrain === 'jungle')
    const clear = facts.atlas.terrain.findIndex((terrain) => terrain === 'clear')
    expect([thick, clear].map((hex) => constructionRow(idOf(hex), 'airbase', position))).toEqual(['airbase_jungle', 'airbase'])
    expect(constructionRow('A2213', 'airbase', new KnownPosition({ ...view(), arrays: { level: { A2213: 5 } } } as PacificView, facts))).toBe('airbase_level')
    expect([constructionRow('A2213', 'mend_guns', position), constructionCost('A2213', 'minor_road', position), constructionCost('A2213', 'fortify', position)]).toEqual(['repair', '5 Supply Points, 3 engineer-turns', '20 Supply Points, 8 engineer-turns'])
  })
})
