import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Atlas, decodeRuns } from '../src/games/war_in_the_pacific/atlas'
import { outline } from '../src/games/war_in_the_pacific/draw'
import { at, beyond, COLUMNS, corner, CORNERS, degreesOf, distance, hexAt, HEXES, hexOf, idOf, middle, namesOf, NOWHERE, placeOf, project, ROWS, sectionsOf } from '../src/games/war_in_the_pacific/grid'
import { layoutMarks, layoutPlaces } from '../src/games/war_in_the_pacific/layout'
import { forcesShown, pillsShown, placesShown, reportText, stacksOf } from '../src/games/war_in_the_pacific/map_marks'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import type { LogEntry } from '../src/app/api'
import type { Scores } from '../src/frame/score_table'
import { airSearched, areasOf, inRangeAt, searchesOf } from '../src/games/war_in_the_pacific/map_areas'
import { lineFrom, supplyOf } from '../src/games/war_in_the_pacific/supply'
import { fuelLeft } from '../src/games/war_in_the_pacific/fuel_left'
import { cargoOf, orderOfBattle } from '../src/games/war_in_the_pacific/order_of_battle'
import { scoresOf } from '../src/games/war_in_the_pacific/score_table'
import { currentStep, stepsOf, turnLabel } from '../src/games/war_in_the_pacific/play_prompts'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import { shoreLine, waveLine } from '../src/games/war_in_the_pacific/odds_lookahead.svelte'
import { costText } from '../src/games/war_in_the_pacific/march_routes.svelte'
import { GAP, layoutStrips, SIGN, stripsOf } from '../src/games/war_in_the_pacific/weather'
import told from './witp'

const pieces = told.pieces
const facts = new Facts(pieces)
const atlas = new Atlas(pieces.chart)

/** A hex in a line, as `make_witp.py` writes it. */
function line(hex: number): string {
  const [lon, lat] = degreesOf(hex)
  const east = ((lon + 180) % 360) - 180
  return [hex, ...namesOf(hex), ...[lat, east].map((value) => Math.floor((value + 360) * 1000 + 0.5)), ...beyond(hex)].join(' ')
}

describe('the grid of the map', () => {
  test('all 14,357 hexes have the ids, places and neighbours that the referee knows', () => {
    const columns = Array.from({ length: COLUMNS }, (): string[] => [])
    for (let hex = 0; hex < HEXES; hex++) columns[placeOf(hex)[0] - 1]!.push(line(hex))
    expect(HEXES).toBe(14_357)
    const digests = columns.map((lines) => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16))
    expect(digests.flatMap((digest, n) => (digest === told.digests[n] ? [] : [`column ${n + 1}`]))).toEqual([])
  })

  test('a hex is found by any of its names, and by no other', () => {
    expect(namesOf(hexOf('F0154'))).toEqual(['D3954', 'E3901', 'F0154', 'G0101'])
    expect(idOf(hexOf('G0101'))).toBe('D3954')
    expect(sectionsOf(hexOf('A3934'))).toEqual(['A', 'C'])
    for (const wrong of ['F4001', 'H0101', 'F0055', 'Midway', '', 'F123']) expect(hexOf(wrong), wrong).toBe(NOWHERE)
  })

  test('distances are those of the referee', () => {
    for (const [one, other, steps] of told.distances) expect(distance(one, other)).toBe(steps)
  })

  test('the point in the middle of each hex is inside it, and its corners belong to its neighbours too', () => {
    for (let hex = 0; hex < HEXES; hex += 7) {
      const [x, y] = middle(hex)
      expect(hexAt(x, y)).toBe(hex)
      beyond(hex).forEach((other, side) => {
        if (other === NOWHERE) return
        const [ox, oy] = middle(other)
        const [[ax, ay], [bx, by]] = CORNERS[side]!.map((n) => corner(x, y, n)) as [[number, number], [number, number]]
        expect(Math.hypot((ax + bx) / 2 - (x + ox) / 2, (ay + by) / 2 - (y + oy) / 2)).toBeLessThan(1e-9)
      })
    }
    expect(hexAt(-5, 50)).toBe(NOWHERE)
    expect(hexAt(10, 5)).toBe(NOWHERE) // above section A
  })

  test('degrees and hexes are one projection', () => {
    for (const id of ['F1234', 'A0101', 'G3954']) {
      const hex = hexOf(id)
      const [x, y] = project(degreesOf(hex))
      expect(x).toBeCloseTo(middle(hex)[0], 9)
      expect(y).toBeCloseTo(middle(hex)[1], 9)
    }
    expect(at(1, 27)).toBe(NOWHERE)
    expect(at(COLUMNS, ROWS)).toBe(HEXES - 1)
  })
})

describe('the atlas', () => {
  test('the terrain of every hex is known', () => {
    expect(decodeRuns('3ab2.')).toEqual(['a', 'a', 'a', 'b', '.', '.'])
    expect(atlas.kind).toHaveLength(HEXES)
    const counted = Object.fromEntries(['sea', 'land', 'coastal', 'island', 'atoll'].map((kind) => [kind, atlas.kind.filter((one) => one === kind).length]))
    expect(counted['sea']).toBe(HEXES - 4099)
    const pearl = hexOf('F3342')
    expect([atlas.kind[pearl], atlas.regionOf(pearl)]).toEqual(['coastal', 'Hawaiian Islands'])
  })

  test('sea distances match the referee, hex by hex', () => {
    const may = (hex: number): boolean => sectionsOf(hex).some((section) => 'DF'.includes(section))
    for (const { from, to, cost, hexes } of told.ways) {
      const way = atlas.seaPath(hexOf(from), 0, hexOf(to), may)
      expect(way?.cost, `${from} to ${to}`).toBe(cost)
      expect(way!.hexes.map(idOf), `${from} to ${to}`).toEqual(hexes)
    }
  })

  test('straits and closed sides are between neighbours', () => {
    for (const [one, other] of [...atlas.straits, ...atlas.closed]) expect(beyond(one)).toContain(other)
    expect(atlas.straits).toHaveLength(933)
    expect(atlas.closed).toHaveLength(238)
  })
})

test('the outline of one hex has six sides, of two neighbours ten', () => {
  const hex = hexOf('F1234')
  const sides = (hexes: number[]): number => outline(new Set(hexes), 33).split('M').length - 1
  expect(sides([hex])).toBe(6)
  expect(sides([hex, beyond(hex)[0]!])).toBe(10)
})

describe('marks', () => {
  const view = told.decisions.at(-1)!.view
  const position = new KnownPosition(view, facts)

  test.each([6.5, 12.5, 33, 66])('no counter or pill covers a name or another counter at %d pixels a hex', (scale) => {
    const { laid } = layoutPlaces(placesShown(position), scale)
    const marks = layoutMarks(laid, pillsShown(position), stacksOf(forcesShown(position), null), scale)
    const names = laid.flatMap(({ label }) => (label ? [[label.x, label.y, label.x + label.w, label.y + label.h]] : []))
    const counters = marks.stacks.map(({ x, y, size }) => [x, y, x + size, y + size])
    const pills = marks.pills.map(({ x, y, w }) => [x, y, x + w, y + 18])
    const meet = (a: number[], b: number[]): boolean => a[2]! > b[0]! && a[0]! < b[2]! && a[3]! > b[1]! && a[1]! < b[3]!
    for (const mark of [...counters, ...pills]) expect(names.filter((name) => meet(mark, name))).toEqual([])
    counters.forEach((one, n) => expect(counters.slice(n + 1).filter((other) => meet(one, other))).toEqual([]))
    names.forEach((one, n) => expect(names.slice(n + 1).filter((other) => meet(one, other))).toEqual([]))
    expect(names.length).toBeGreaterThan(10)
  })

  test('an enemy force that is not in contact leaves no mark', () => {
    const other = view.side === 'japan' ? 'allies' : 'japan'
    const told = forcesShown(position).filter(({ side }) => side === other)
    expect(told.every(({ id }) => id in view.contact_at)).toBe(true)
    expect(pillsShown(position).filter(({ side, sign }) => side === other && sign !== 'infantry' && sign !== 'plane')).toEqual([])
  })
})

describe('the ledger of Victory Points', () => {
  const { views, log, scores } = told.scored
  const of = (viewpoint: keyof typeof views): Scores => scoresOf(new KnownPosition(views[viewpoint], facts), log)

  test.each(['japan', 'allies'] as const)('%s: the cases sum up to what the referee scores, and each line to the sum so far', (side) => {
    const { rows, total } = of('open').sides.find((one) => one.side === side)!
    const under = (...cases: string[]): number => rows.filter((row) => cases.includes(row.case)).reduce((sum, row) => sum + row.points, 0)
    const { ships, units, places, objectives } = scores[side]!
    expect(total).toBe(ships! + units! + places! + objectives!)
    expect([under('47.26'), under('42.42')]).toEqual([places, objectives])
    expect(under('47.1', '47.23', '21.8')).toBe(ships! + units!)
    rows.forEach((row, n) => expect(row.total).toBe(rows.slice(0, n + 1).reduce((sum, { points }) => sum + points, 0)))
    expect(rows.every(({ points }) => points > 0)).toBe(true)
  })

  test('the entries of each case have names: a sunk ship, a unit, a place, a held place', () => {
    const rows = of('open').sides[0]!.rows
    expect(rows.map(({ case: clause, many }) => `${clause} ${many}`)).toEqual(expect.arrayContaining(['47.1 sunk', '47.1 2 levels', '21.8 1 lost', '42.42 1']))
    expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['Air Points and Sub Points', 'Midway, port', 'Midway, airbase', 'Ground units hold Midway']))
  })

  test('a side sees only sunk enemy ships, but all of its own losses', () => {
    const open = of('open').sides
    const [japan, allies] = of('japan').sides
    expect(allies!.total).toBe(open[1]!.total)
    expect(japan!.rows.some(({ many }) => many.endsWith('levels'))).toBe(false)
    expect(japan!.total).toBeLessThan(open[0]!.total)
    expect([japan!.least, allies!.least]).toEqual([true, false])
  })
})

describe('layers', () => {
  const { views, in_touch: touched } = told.scored

  test.each(['japan', 'allies'] as const)('%s: what is in supply is what the referee computes, hex by hex', (side) => {
    const { reached, sources } = supplyOf(new KnownPosition(views.open, facts), side)
    expect([...reached.keys()].toSorted((a, b) => a - b)).toEqual(touched[side])
    expect(touched[side]!.length).toBeGreaterThan(sources.size)
    for (const hex of touched[side]!.slice(0, 200)) expect(sources.has(lineFrom({ reached, sources }, hex).at(-1)!)).toBe(true)
  })

  test.each(['japan', 'allies'] as const)('25.1 at Leyte Lines lead by sea too, as the referee computes them: %s', (side) => {
    const { view, in_touch, by_land } = told.by_sea
    const { reached } = supplyOf(new KnownPosition(view, facts), side)
    expect([...reached.keys()].toSorted((a, b) => a - b)).toEqual(in_touch[side])
    if (side === 'japan') expect(in_touch[side]!.length).toBeGreaterThan(by_land[side]!.length)
  })

  test('rings surround the chosen air points: Range within Extended Range, each named', () => {
    const position = new KnownPosition(views.japan, facts)
    const base = position.airfields[0]!
    const [first] = airSearched(position, base)
    const rings = areasOf(position, ['range'], ['D', 'F'], { shownPlace: base, ringed: first!.slot, log: [] })
    expect(rings.map(({ line }) => line).slice(0, 2)).toEqual(['solid', 'dashed'])
    expect(rings[0]!.label).toContain(`Range ${first!.plane.range_mp}`)
    expect([...rings[0]!.hexes].every((hex) => rings[1]!.hexes.has(hex))).toBe(true)
    expect(areasOf(position, ['range'], ['D', 'F'], { shownPlace: null, ringed: null, log: [] })).toEqual([])
  })

  test('strikes reach from every own base and carrier: the farthest aircraft of each hex count', () => {
    const position = new KnownPosition(views.japan, facts)
    const [near, far] = areasOf(position, ['strikes'], ['D', 'F'], { shownPlace: null, ringed: null, log: [] })
    expect([near!.line, far!.line]).toEqual(['solid', 'dashed'])
    expect([...near!.hexes].every((hex) => far!.hexes.has(hex))).toBe(true)
    const carriers = [...position.forces, ...position.harbours].find((at) => position.shipsIn(at).some(({ id }) => position.airAt(id).length))!
    const planes = airSearched(position, carriers).filter(({ plane }) => plane.bomb || plane.torpedo)
    const { hex, plane } = planes.toSorted((a, b) => b.plane.range_mp - a.plane.range_mp)[0]!
    expect([...position.facts.atlas.withinAir(hex, plane.range_mp)].filter((one) => sectionsOf(one).some((section) => 'DF'.includes(section))).every((one) => near!.hexes.has(one))).toBe(true)
  })

  test('what will be in range at the end of a move: enemy bases the nearest first, nothing for a force without aircraft', () => {
    const held = { ...views.japan.arrays['control'], F1234: 'allies' }
    const position = new KnownPosition({ ...views.japan, arrays: { ...views.japan.arrays, control: held } }, facts)
    const carriers = [...position.forces, ...position.harbours].find((at) => position.shipsIn(at).some(({ id }) => position.airAt(id).length))!
    const near = inRangeAt(position, carriers, hexOf('F1233'), ['D', 'F'])!
    expect(near[0]).toBe('Midway')
    expect(near).not.toContain('Wake')
    expect(inRangeAt(position, carriers, hexOf('D0326'), ['D', 'F'])).toEqual([])
    expect(inRangeAt(position, 'japan_99', hexOf('F1233'), ['D', 'F'])).toBeNull()
  })

  test('the searches of the current turn are kept, earlier ones are not', () => {
    const searches = { event: 'searches', base: 'F1234', stack: 'pby_trained', points: 2, text: '' }
    const log = [{ seq: 1, act: 'choice', events: [searches, { event: 'turn_opened', text: '' }] }, { seq: 2, act: 'choice', events: [{ ...searches, points: 3 }] }] as unknown as LogEntry[]
    expect(searchesOf(log).map(({ points }) => points)).toEqual([3])
  })
})

describe('fleets and their order', () => {
  const { views } = told.scored

  test('fuel lasts as long as that of the ship with least, the longer the slower', () => {
    const view = told.decisions.find(({ step }) => step === 'course')!.view as unknown as PacificView
    const position = new KnownPosition(view, facts)
    const force = position.forces.find((id) => position.shipsIn(id).length)!
    const least = Math.min(...position.shipsIn(force).map(({ id }) => position.fuel(id)))
    const rows = fuelLeft(position, force)
    expect(rows.map(({ speed }) => speed)).toEqual(rows.map((_, n) => n + 1))
    for (const { speed, burns, phases, points, phase } of rows) {
      expect([phase, burns]).toEqual(facts.atlas.speeds[String(speed)]!.slice(1))
      expect(phases).toBe(burns ? Math.floor(least / burns) : null)
      expect(points).toBe(phases === null ? null : phases * phase)
    }
    expect(fuelLeft(position, 'japan_99')).toEqual([])
  })

  test('the order of battle counts every ship once, of an enemy only sunk ones; cargo names its carrier', () => {
    const open = orderOfBattle(new KnownPosition(views.open, facts), 'japan')
    for (const { of, atSea, inPort, offMap, sunk } of open) expect(atSea + inPort + offMap + sunk).toBe(of)
    expect(open.find(({ type }) => type === 'SF')!.damaged).toBe(1)
    const position = new KnownPosition(views.japan, facts)
    const carriers = cargoOf(position, [...facts.ships.values()].filter(({ side }) => side === 'japan'))
    expect(carriers.every(({ room, units, supply }) => room > 0 || units.length > 0 || supply > 0)).toBe(true)
    expect(carriers.flatMap(({ units }) => units).every((id) => id.startsWith('japan'))).toBe(true)
  })
})

describe('the state of a match', () => {
  const at = (procedure: string, next: number) => ({ scenario: procedure === 'leyte_turn' ? 'leyte' : 'midway', turn: 198, frames: [{ procedure, next }] }) as unknown as PacificView
  const short = (procedure: string, next: number) => stepsOf(at(procedure, next))[currentStep(at(procedure, next))]!.short

  test('a Game-Turn of Leyte has steps of its own among those of Midway', () => {
    for (let next = 1; next <= 4; next++) expect(short('leyte_turn', next)).toBe(short('game_turn', next))
    for (let next = 5; next <= 12; next++) expect(short('leyte_turn', next + 1)).toBe(short('game_turn', next))
    expect([13, 14, 15, 16].map((next) => short('leyte_turn', next))).toEqual(['Supply', 'Supply', 'Supply', 'End'])
  })

  test('the scenario is named', () => {
    expect(turnLabel(at('leyte_turn', 13) as never).long).toContain('Leyte · ')
    expect(turnLabel(at('game_turn', 12) as never).long).toContain('Midway · ')
  })
})

describe('the sky on the map', () => {
  const under = (die: Record<string, number>): KnownPosition => new KnownPosition({ side: 'japan', scenario: 'midway', weather_die: die, arrays: {}, force_at: {}, force_box: {}, contact_at: {}, out_of_sight: [] } as unknown as PacificView, facts)
  test('each section has a strip a sky, as the referee reads its die by latitude', () => {
    const strips = stripsOf(under({ D: 2, F: 0 }), ['D', 'F'])
    expect(strips.map(({ section, weather: sky, bands }) => [section, sky, ...bands])).toEqual([['D', 'storm', 'north'], ['D', 'overcast', 'middle'], ['D', 'clear', 'tropics']])
    const skyAt = (id: string): string => strips.find(({ section, north, south }) => section === id[0] && middle(hexOf(id))[1] >= north && middle(hexOf(id))[1] < south)!.weather
    expect([skyAt('D0301'), skyAt('D0326'), skyAt('D0350')]).toEqual(['storm', 'overcast', 'clear'])
  })
  test('signs are in the window, clear of names, counters and each other', () => {
    const strips = stripsOf(under({ D: 2, F: 2 }), ['D', 'F'])
    const [scale, window] = [8, [600, 0, 1400, 500] as const]
    // Wherever a name lies, a sign keeps clear of its halo too.
    for (let n = 0; n < 44; n++) {
      const label = { x: 1180 + n, y: 300 + n, w: 200, h: 16 }
      const laid = { places: [{ x: 1190 + n, y: 310 + n, r: 4, label }], pills: [], stacks: [] } as unknown as Parameters<typeof layoutStrips>[1]
      const signs = layoutStrips(strips, laid, scale, window)
      expect(signs.length).toBeGreaterThan(3)
      for (const { x, y } of signs) {
        expect([x >= 600, x + SIGN.w <= 1400, y >= 0, y + SIGN.h <= 500]).toEqual([true, true, true, true])
        expect(x >= label.x + label.w + GAP || x + SIGN.w <= label.x - GAP || y >= label.y + label.h + GAP || y + SIGN.h <= label.y - GAP).toBe(true)
      }
    }
  })
})

test('a wave that is not ordered yet is described in a line', () => {
  const row = (name: string, ...chances: number[]) => ({ id: name, name, chances })
  const outcomes = ['no more', 'sunk', 'wave loses, on average']
  const table = { title: 'This wave at the force reported at F1230', outcomes, note: '', rows: [row('CV by lot, 1 point, no patrol', 0.2, 0.828, 1), row('CV by lot, 1 point, 4 Zero on patrol', 0.5, 0.403, 1)] }
  expect(waveLine([table])).toBe('CV sunk 83\u00a0% with no patrol, 40\u00a0% past 4 Zero.')
  expect(waveLine([{ ...table, outcomes: ['0', '1'], rows: [row('No patrol', 0.25, 0.75), row('4 Zero on patrol', 0.5, 0.5)] }])).toBe('A hit 75\u00a0% with no patrol, 50\u00a0% past 4 Zero.')
  const hardly = { ...table, rows: [row('CV by lot, 1 point, no patrol', 0.78, 0.001, 1), row('CV by lot, 1 point, 4 Zero on patrol', 0.9, 0, 1)] }
  expect(waveLine([hardly])).toBe('CV damaged 22\u00a0% with no patrol, 10\u00a0% past 4 Zero.')
  expect(waveLine([{ ...table, title: 'All free points at each target' }])).toBe('')
})

test('a bombardment and a landing are described in a line before they are ordered', () => {
  const row = (name: string, ...chances: number[]) => ({ id: name, name, chances })
  const shelling = { title: 'Bombardment', outcomes: ['0', '1', '2', '3', '4+'], note: '', rows: [row('TF 21 at the guns, strength 14', 0.5, 0.5, 0, 0, 0), row('TF 22, strength 1', 1, 0, 0, 0, 0)] }
  const landing = { title: 'Landing: the attack that follows', outcomes: ['stays', 'retreats', 'eliminated'], note: '', rows: [row('Units ordered ashore, Leyte (Tacloban): 6 to 7', 0.75, 0.25, 0), row('All units that may land, Leyte (Tacloban): 12 to 7', 0.5, 0.5, 0)] }
  expect(shoreLine([shelling, landing])).toBe('TF 21 hits: 50\u00a0%; Chance to take Leyte (Tacloban): 25\u00a0%.')
  expect(shoreLine([shelling])).toBe('TF 21 hits: 50\u00a0%.')
  expect(shoreLine([landing])).toBe('Chance to take Leyte (Tacloban): 25\u00a0%.')
  expect(shoreLine([{ ...landing, title: 'Landing', outcomes: ['taken'] }])).toBe('')
})

test('the cost of a move of a unit is shown with the available points', () => {
  const way = (verb: string, cost: number, most: number, of: string) => costText({ choice: [verb, 'A2910'], cost, most, of, hexes: [] })
  expect(way('march', 2.5, 4, 'Movement Points')).toBe('2.5 of 4 points')
  expect(way('force_march', 5, 6, 'Movement Points')).toBe('Forced march, 5 of 6 points')
  expect(way('entrain', 3, 20, 'Railcap')).toBe('Go by rail, 3 of 20 Railcap')
})

test('a report of a size shows which of the three it is', () => {
  const position = new KnownPosition({ side: 'japan', scenario: 'midway', arrays: {}, force_at: {}, force_box: {}, contact: { allies_1: 'poor', allies_2: 'fair' }, contact_at: {}, told_size: { allies_1: 0, allies_2: 2 }, told_carrier: { allies_2: 1 }, out_of_sight: [] } as unknown as PacificView, facts)
  expect([reportText(position, 'allies_1'), reportText(position, 'allies_2')]).toEqual([['Poor report', 'small'], ['Fair report', 'large, carrier yes']])
})
