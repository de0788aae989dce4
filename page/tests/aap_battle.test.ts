import { describe, expect, test } from 'vitest'
import type { Action, VisibleEvent } from '../src/app/api'
import { battleOf, factorsLeft, leftAfter, lossChoices, placed, casualtyChoiceOf, type Fighter } from '../src/games/axis_allies_pacific/battle'
import { battles } from '../src/games/axis_allies_pacific/play_rolls'
import { POWERS, type WarView } from '../src/games/axis_allies_pacific/play_view'
import { decisions, facts } from './aap'

const losses = decisions('losses')
const fights = ['losses', 'aftermath', 'submerging'].flatMap(decisions)

describe('the battle board', () => {
  test('shows every current battle with the dice of its round', () => {
    expect(fights.length).toBeGreaterThan(40)
    for (const { view, log } of fights) {
      const battle = battleOf(view, facts, log)!
      expect(battle).not.toBeNull()
      expect(battle.attacker.columns.length).toBeGreaterThan(0)
      expect(battle.steps.filter(({ state }) => state === 'now')).toHaveLength(1)
      const events = log.flatMap((entry) => entry.events ?? [])
      const round = events.slice(events.findLastIndex((event) => event.event === 'combat_round') + 1).filter((event) => event.event === 'fired')
      const dice = round.reduce((sum, event) => sum + (event['dice'] as number[]).length, 0)
      const hits = round.reduce((sum, event) => sum + Number(event['hits']), 0)
      expect([battle.attacker.dice + battle.defender.dice, battle.attacker.hits + battle.defender.hits]).toEqual([dice, hits])
    }
  })

  test('puts each unit under the number on which the referee let it fire', () => {
    for (const { view, log } of decisions('losses')) {
      const before = log.map((entry) => ({ ...entry, events: (entry.events ?? []).filter((event) => event.event !== 'fired') }))
      const [fired, quiet] = [battleOf(view, facts, log)!, battleOf(view, facts, before)!]
      const factors = (force: typeof fired.attacker): string[] =>
        force.columns.flatMap(({ factor, units }) => units.filter((unit) => unit.dice.length && unit.n).map((unit) => `${unit.power} ${unit.piece} ${factor} x${unit.n}`)).toSorted()
      const all = (force: typeof fired.attacker): string[] => force.columns.flatMap(({ factor, units }) => units.map((unit) => `${unit.power} ${unit.piece} ${factor} x${unit.n}`))
      expect(all(quiet.attacker)).toEqual(expect.arrayContaining(factors(fired.attacker)))
      expect(all(quiet.defender)).toEqual(expect.arrayContaining(factors(fired.defender)))
    }
  })

  test('shows on Japan’s first turn that the Allies defend at 1', () => {
    const first = fights.filter(({ view }) => view.round === 1 && view.active === 'japan')
    expect(first.length).toBeGreaterThan(0)
    for (const { view, log } of first) {
      const { notes, defender } = battleOf(view, facts, log)!
      expect(notes[0]).toContain('8.13.1')
      expect(defender.columns.every(({ factor, units }) => factor <= 1 || units.every((unit) => unit.power === 'china'))).toBe(true)
    }
    const later = fights.find(({ view }) => view.round > 1)!
    expect(battleOf(later.view, facts, later.log)!.notes.join()).not.toContain('8.13.1')
  })
})

describe('losses', () => {
  test('may be named exactly as the referee offers them', () => {
    for (const { view, choices } of losses) {
      const taking = casualtyChoiceOf(view, choices, {})!
      const lost = choices.filter(([verb]) => verb === 'lose' || verb === 'lose_landed')
      const offered = lost.map(([verb, power, piece]) => `${power} ${piece!.replace('battleship_hit', 'battleship')}${verb === 'lose_landed' ? ' landed' : ''}`)
      expect(new Set(taking.units.map(({ id }) => id))).toEqual(new Set(offered))
      expect(taking.units.every(({ most }) => most > 0)).toBe(true)
      expect(taking.hits).toBeLessThanOrEqual(taking.units.reduce((sum, { most }) => sum + most, 0))
    }
  })

  test('a battleship is damaged before it sinks', () => {
    const { view, choices } = losses.find(({ view, choices }) => casualtyChoiceOf(view, choices, {})!.units.some(({ id }) => id.endsWith(' battleship')))!
    const { id, n, most, damaged } = casualtyChoiceOf(view, choices, {})!.units.find((unit) => unit.id.endsWith(' battleship'))!
    expect(most).toBe(2 * n - damaged)
    const one = casualtyChoiceOf(view, choices, { [id]: 1 })!
    const all = casualtyChoiceOf(view, choices, { [id]: 99 })!
    const word = (taking: typeof one): string => taking.units.find((unit) => unit.id === id)!.word
    expect(word(one)).toContain(damaged < n ? 'damaged' : 'lost')
    expect(word(all)).toContain('lost')
    expect(placed(all)).toBe(most)
    expect(lossChoices(all).map(([, , piece]) => piece)).toEqual([...Array<string>(n - damaged).fill('battleship'), ...Array<string>(n).fill('battleship_hit')])
    expect(leftAfter(one)).toContain('battleship')
  })

  test('the surviving force is shown without the unit that takes the last hit', () => {
    for (const { view, choices } of losses) {
      const taking = casualtyChoiceOf(view, choices, {})!
      const [unit] = taking.units
      const words = leftAfter(taking, unit!.id)
      if (unit!.most === 1) expect(words).not.toBe(leftAfter(taking))
      expect(words.length).toBeGreaterThan(0)
    }
  })

  test('units that these hits cannot strike stay visible', () => {
    const some = losses.map(({ view, choices }) => casualtyChoiceOf(view, choices, {})!).filter(({ ineligible }) => ineligible.length)
    expect(some.length).toBeGreaterThan(0)
    for (const taking of some) {
      for (const { id, kind } of taking.ineligible) {
        expect(taking.units.map((unit) => unit.id)).not.toContain(id)
        if (taking.what.startsWith('Submarines')) expect(['fighter', 'bomber']).toContain(kind)
      }
      const kinds = new Set([...taking.units, ...taking.ineligible].map(({ id }) => id.split(' ')[1]))
      expect(leftAfter(taking).split(', ').length).toBe(kinds.size)
    }
  })

  test('every power in a fight is one of the four', () => {
    for (const { view, log } of fights) {
      const { attacker, defender } = battleOf(view, facts, log)!
      for (const power of [...attacker.powers, ...defender.powers]) expect(POWERS).toContain(power)
      expect(new Set([...attacker.powers, ...defender.powers]).has('japan')).toBe(true)
    }
  })
})

describe('equal units, some of which landed while others came overland (8.8.5)', () => {
  const [template] = losses.filter(({ view }) => view.frames.some(({ procedure }) => procedure === 'land_battle') && view.frames.at(-1)!['attacking'])
  /** Hits on two marines that landed beside one that came overland, and on tanks. */
  function hurt(hits: number, tanks = 0): { view: WarView; choices: Action[] } {
    const { view } = template!
    const frames = view.frames.map((frame) =>
      frame.procedure === 'losses' ? { ...frame, hits, kind: 'any', place: 'hong_kong', side: 'usa' }
      : frame.procedure === 'land_battle' ? { ...frame, side: 'usa', land: 'hong_kong', landed: [{ marine: 2 }, {}], struck: [{}, {}, {}, {}] } : frame)
    const there = tanks ? { marine: 3, tank: tanks } : { marine: 3 }
    const choices: Action[] = [['lose', 'usa', 'marine'], ...(tanks ? [['lose', 'usa', 'tank'] as Action] : []), ['lose_landed', 'usa', 'marine'], ['cheapest_first']]
    return { view: { ...view, frames, acted: { own: { hong_kong: there }, china: {} }, flying: { own: {}, china: {} } } as unknown as WarView, choices }
  }

  test('have a stepper each', () => {
    const { view, choices } = hurt(2)
    expect(casualtyChoiceOf(view, choices, {})!.units.map(({ id, name, n, most }) => [id, name, n, most])).toEqual([
      ['usa marine', 'Marine, overland', 1, 1],
      ['usa marine landed', 'Marine, landed', 2, 2],
    ])
    const one = casualtyChoiceOf(view, choices, { 'usa marine landed': 1, 'usa marine': 1 })!
    expect(lossChoices(one)).toEqual([['lose_landed', 'usa', 'marine'], ['lose', 'usa', 'marine']])
    expect(leftAfter(one)).toBe('marine')
  })

  test('are listed separately among the units left to fire', () => {
    const { view, choices } = hurt(1)
    const unit = (n: number): Fighter => ({ id: '', power: 'usa', piece: 'marine', kind: 'marine', name: '', n, hit: 0, lost: 0, damaged: 0, dice: [] })
    const force = { powers: ['usa' as const], title: '', dice: 0, hits: 0, columns: [{ factor: 2, units: [unit(2)] }, { factor: 1, units: [unit(1)] }] }
    const taking = casualtyChoiceOf(view, choices, {})!
    expect([factorsLeft(taking, force), factorsLeft(taking, force, 'usa marine'), factorsLeft(taking, force, 'usa marine landed')]).toEqual(['2 2 1', '2 2', '2 1'])
  })

  test('the losses named are asked for one by one to the last, whichever they are', () => {
    for (const tanks of [0, 1, 2]) {
      for (const [overland, landed, tank] of [0, 1].flatMap((o) => [0, 1, 2].flatMap((l) => [0, 1, 2].map((t) => [o, l, t] as const)))) {
        const hits = overland + landed + tank
        if (tank > tanks || !hits || hits >= 3 + tanks) continue
        const { view, choices } = hurt(hits, tanks)
        const named = casualtyChoiceOf(view, choices, { 'usa marine': overland, 'usa marine landed': landed, 'usa tank': tank })!
        const left = { overland: 1, landed: 2, tank: tanks }
        for (const [verb, , piece] of lossChoices(named)) {
          const mixed = left.overland > 0 && left.landed > 0
          expect(mixed || (left.tank > 0 && left.overland + left.landed > 0)).toBe(true) // else the referee takes the rest by itself
          if (verb === 'lose_landed') expect(mixed).toBe(true)
          left[piece === 'tank' ? 'tank' : verb === 'lose_landed' || !left.overland ? 'landed' : 'overland'] -= 1
        }
        expect(left).toEqual({ overland: 1 - overland, landed: 2 - landed, tank: tanks - tank })
      }
    }
  })
})

describe('several battles that one act fought out', () => {
  const told = (event: string, more: object = {}): VisibleEvent => ({ event, text: '', clause: '', ...more })
  const fired = told('fired', { power: 'japan', piece: 'fighter', factor: 3, dice: [2], hits: 1 })

  test('are rolled and reported one by one', () => {
    const first = [told('battle_opened', { place: 'sz7' }), told('combat_round'), fired, told('battle_ended')]
    const second = [told('battle_opened', { place: 'sz10' }), told('combat_round'), fired]
    expect(battles([...first, ...second])).toEqual([first, second])
  })
  test('are one where nothing is rolled in one of them', () => {
    const events = [told('battle_opened', { place: 'sz7' }), fired, told('battle_opened', { place: 'sz10' })]
    expect(battles(events)).toEqual([events])
  })
})
