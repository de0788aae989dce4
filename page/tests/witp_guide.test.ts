import { describe, expect, test } from 'vitest'
import '../src/games/sides'
import { tour } from '../src/games/war_in_the_pacific/play_guide'
import { SCENARIO_GUIDES, scenarioSteps } from '../src/games/war_in_the_pacific/scenario_guide'
import type { MatchStore } from '../src/app/game'

/** The five steps of each scenario: the task, how one wins, the deployment, the first order, the week. */

const asked = (scenario: string, procedure: string, side: string): MatchStore =>
  ({ view: { scenario, frames: [{ procedure }] }, decision: { side } }) as unknown as MatchStore
const shown = (store: MatchStore): string[] => scenarioSteps.filter(({ when }) => when(store)).map(({ title }) => title)
const SCENARIOS = ['midway', 'midway_advanced', 'leyte', 'guadalcanal', 'burma']

describe.each(SCENARIOS)('the guide of %s', (scenario) => {
  const guide = SCENARIO_GUIDES.find((one) => one.scenario === scenario)!

  test.each(['japan', 'allies'] as const)('has five steps for %s', (side) => {
    const found = [guide.deployment.procedure, guide.first.procedure, guide.week.procedures[0]!].flatMap((procedure) => shown(asked(scenario, procedure, side)))
    expect(found).toEqual([`Your task ${guide.place}`, 'How to win', 'Deployment', 'The first order', 'The week'])
    expect(guide.task[side]).not.toEqual(guide.task[side === 'japan' ? 'allies' : 'japan'])
  })

  test('also guides the free deployment, and no other scenario', () => {
    expect(shown(asked(`${scenario}_freely`, guide.deployment.procedure, 'japan'))).toHaveLength(3)
    for (const other of SCENARIOS) if (other !== scenario) expect(shown(asked(other, guide.deployment.procedure, 'japan'))).toEqual([])
  })
})

test('the guide begins with the task, before it says where the rules come from', () => {
  const ids = tour.map(({ id }) => id)
  expect(ids.indexOf('made')).toBeGreaterThan(ids.indexOf('task_burma_allies'))
  expect(new Set(ids).size).toBe(ids.length)
})

test('each step is short enough for two lines beside the decision', () => {
  for (const { text, title } of scenarioSteps) expect(`${title}. ${text}`.length, title).toBeLessThan(270)
})
