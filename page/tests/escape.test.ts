import { describe, expect, test, vi } from 'vitest'
import { escape } from '../src/app/escape'
import type { Desk } from '../src/app/game'

const desk = (more: object = {}): Desk => ({ helping: false, away: false, back: vi.fn(), past: { back: null, lookTo: vi.fn(), skip: vi.fn() }, ...more }) as unknown as Desk

describe('Escape', () => {
  test('leaves help first', () => {
    const one = desk({ helping: true })
    escape(one)
    expect([one.helping, vi.mocked(one.back).mock.calls]).toEqual([false, []])
  })
  test('cancels a half-made choice', () => {
    const one = desk()
    escape(one)
    expect(one.back).toHaveBeenCalledTimes(1)
  })
  test('returns from a moment that one looks back to', () => {
    const one = desk({ away: true, past: { back: 7, lookTo: vi.fn(), skip: vi.fn() } })
    escape(one)
    expect(vi.mocked(one.past!.lookTo).mock.calls).toEqual([[null]])
  })
  test('skips none of the reports that wait', () => {
    const one = desk({ away: true })
    escape(one)
    expect([vi.mocked(one.past!.skip).mock.calls, vi.mocked(one.past!.lookTo).mock.calls, vi.mocked(one.back).mock.calls]).toEqual([[], [], []])
  })
})
