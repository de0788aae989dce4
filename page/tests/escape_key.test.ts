import { describe, expect, test, vi } from 'vitest'
import { handleEscape } from '../src/app/escape_key'
import type { MatchStore } from '../src/app/game'

const store = (more: object = {}): MatchStore => ({ helpMode: false, showsPast: false, back: vi.fn(), playback: { pastSeq: null, lookTo: vi.fn(), skip: vi.fn() }, ...more }) as unknown as MatchStore

describe('Escape', () => {
  test('closes help first', () => {
    const one = store({ helpMode: true })
    handleEscape(one)
    expect([one.helpMode, vi.mocked(one.back).mock.calls]).toEqual([false, []])
  })
  test('cancels a half-made choice', () => {
    const one = store()
    handleEscape(one)
    expect(one.back).toHaveBeenCalledTimes(1)
  })
  test('returns from a moment that one looks back to', () => {
    const one = store({ showsPast: true, playback: { pastSeq: 7, lookTo: vi.fn(), skip: vi.fn() } })
    handleEscape(one)
    expect(vi.mocked(one.playback!.lookTo).mock.calls).toEqual([[null]])
  })
  test('skips no waiting report', () => {
    const one = store({ showsPast: true })
    handleEscape(one)
    expect([vi.mocked(one.playback!.skip).mock.calls, vi.mocked(one.playback!.lookTo).mock.calls, vi.mocked(one.back).mock.calls]).toEqual([[], [], []])
  })
})
