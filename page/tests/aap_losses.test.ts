import { describe, expect, test, vi } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { panelDraftPrompt } from '../src/games/axis_allies_pacific/panel_prompts'
import { casualtyChoiceOf } from '../src/games/axis_allies_pacific/battle'
import { decisions, facts } from './aap'

const asked = decisions('losses').map((one) => ({
  attacking: casualtyChoiceOf(one.view, one.choices, {})!.attacking,
  told: panelDraftPrompt({ ...one, pieces: facts, draft: null, decision: { side: one.side, prompt: '' }, submit: vi.fn() } as unknown as MatchStore)!,
}))

describe('losses', () => {
  test('before any is named nothing is filled that makes the choice, and D does nothing', () => {
    for (const { told } of asked) {
      expect(told.buttons.filter(({ weight, missing }) => weight === 'primary' && missing === undefined)).toEqual([])
      expect(told.buttons.filter(({ key, missing }) => key === 'D' && missing === undefined)).toEqual([])
      expect(told.buttons.find(({ id }) => id === 'cheapest_first')!.key).toBe('X')
    }
  })
  test('only the defender is shown that hit units still fire', () => {
    expect(new Set(asked.map(({ attacking }) => attacking))).toEqual(new Set([true, false]))
    const said = (attacking: boolean): unknown[] => asked.filter((one) => one.attacking === attacking && String(one.told.subline).includes('still fire once'))
    expect(said(true)).toEqual([])
    expect(said(false).length).toBeGreaterThan(0)
  })
})
