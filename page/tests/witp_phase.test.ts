import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { fitting } from '../src/games/war_in_the_pacific/fitting_text'
import { currentPhase } from '../src/games/war_in_the_pacific/current_phase'
import { Facts, KnownPosition } from '../src/games/war_in_the_pacific/play_view'
import { verbHelp, askNext, argumentKind, valueText, verbText } from '../src/games/war_in_the_pacific/play_prompts'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import told from './witp'

/** What each phase asks for while the enemy chooses, and whom a choice that is half made is about. */

const facts = new Facts(told.pieces)
const view = told.by_sea.view
const at = (procedure: string, next = 0): KnownPosition => new KnownPosition({ ...view, frames: [{ procedure: 'leyte_turn', next }, { procedure }] } as unknown as PacificView, facts)

describe('the purpose of a phase', () => {
  test.each([
    ['leyte_deployment', 0, 'Each side places'], ['orders', 0, 'form Task Forces'], ['search_orders', 6, 'Air points search'], ['transfers', 6, 'Strikes fly'],
    ['in_impulse', 7, 'Forces sail'], ['gunlaying', 7, 'Ships fire'], ['marching', 12, 'march and attack'], ['supply_orders', 13, 'Supply Points rebuild'],
  ])('%s is shown while nothing is asked', (procedure, next, words) => {
    expect(currentPhase(at(procedure, next)).todo).toContain(words)
  })

  test('own waiting units are counted, one as one', () => {
    const one = new KnownPosition({ ...view, side: 'allies', force_at: { allies_1: 'B3953' }, force_mission: {}, frames: [{ procedure: 'orders' }] } as unknown as PacificView, facts)
    expect(currentPhase(one).waits).toContain('1 Task Force has no Mission')
  })
})

describe('spectators, and the end', () => {
  test('a spectator owns nothing', () => {
    const watched = new KnownPosition({ ...view, side: null, frames: [{ procedure: 'leyte_deployment' }] } as unknown as PacificView, facts)
    expect(watched.own).toBe(null)
    expect(currentPhase(watched).waits).toEqual([])
  })

  test('after the last Game-Turn no next week is promised', () => {
    expect(currentPhase(at('marching', 12), true)).toMatchObject({ name: 'The game is over', waits: [] })
  })
})

describe('choices as text', () => {
  const unit = told.by_sea.view.side === 'japan' ? 'japan_unit_1' : 'allies_unit_1'
  const store = (more: object): MatchStore => ({ pieces: told.pieces, view, picked: new Set(), highlighted: new Set(['B2452']), choices: [], question: { kind: 'none' }, ...more }) as unknown as MatchStore

  test('a half-made choice names the unit that the decision is about', () => {
    const moving = store({ decision: { side: view.side, prompt: '' }, view: { ...view, frames: [{ procedure: 'lift_moving', unit }] } })
    expect(askNext([{ verb: 'coast' }], 'argument', 'coast', moving)).toMatch(/^(?!Go by water).+, go by water: choose/)
  })

  test('45.42 the Objective heads the hexes to plan an assault on, places by name come next, the others by region', () => {
    const of = (id: string) => valueText(id, 'plan', 0, store({ view: { ...view, objective: 'B2452' } }))
    expect(of('B2452')).toMatchObject({ row: 'The Objective', note: 'the Objective, B2452' })
    expect(['C0505', 'B2350', 'B2452'].toSorted((a, b) => of(a).order!.localeCompare(of(b).order!))).toEqual(['B2452', 'B2350', 'C0505'])
  })

  test('38.5 dividing a transport explains its effect', () => {
    expect(verbText('divide')).toBe('Split a transport')
    expect(verbHelp('divide')?.clause).toBe('38.5')
  })
})

describe('the next question', () => {
  const kept = new URL('../../tests/fixtures/war_in_the_pacific/', import.meta.url)
  const games = readdirSync(kept).filter((name) => name.endsWith('.jsonl'))
  const version = (name: string): number => Number(/^rules_(\d+)-/.exec(name)?.[1] ?? 0)
  const present = games.filter((name) => version(name) === Math.max(...games.map(version)))
  const chosen = present.flatMap((name) => readFileSync(new URL(name, kept), 'utf8').trim().split('\n')).map((line) => (JSON.parse(line) as { action?: string[] }).action ?? [])
  const longest = new Map(chosen.filter((choice) => choice.length).toSorted((a, b) => a.length - b.length).map((choice) => [choice[0]!, choice]))

  test('the stored games contain choices of many kinds', () => {
    expect(longest.size).toBeGreaterThan(40)
  })

  test.each([...longest.values()].filter((choice) => choice.length > 1))('%s: each part that is named has its word', (verb, ...named) => {
    expect(named.map((_, at) => argumentKind(verb!, at))).not.toContain(undefined)
  })
})

test('of several ways to ask the first that fits its line is used, otherwise the last', () => {
  const long = 'x'.repeat(57)
  expect([fitting('TF 17: sail there?', 'Sail?'), fitting(long, 'Sail?'), fitting(long, `${long}?`)]).toEqual(['TF 17: sail there?', 'Sail?', `${long}?`])
})
