import { describe, expect, it } from 'vitest'
import type { MatchStore } from '../src/app/game'
import type { UnusedOptions } from '../src/app/unused_options'
import { confirmation } from '../src/games/axis_allies_pacific/play_confirmations'

/** What pressing `done` warns about in a step, for what it would give up. */
const said = (procedure: string, lost: UnusedOptions): string | undefined => confirmation('done', lost, asked(procedure) as MatchStore)?.sentence
const asked = (procedure: string): unknown => ({ pieces: { lands: [], zones: [], units: [] }, view: { frames: [{ procedure }] } })

describe('what a choice gives up in Axis & Allies: Pacific', () => {
  it('lists what is not bought', () => {
    expect(said('purchase', { buy: ['tank'] })).toBe('You could still buy more. You keep what you do not spend.')
  })
  it('promises a place only for units that can be placed', () => {
    expect(said('placement', { embark: ['hawaiian'] })).toBe('Fighters could still go aboard the new carriers.')
    expect(said('placement', { place: ['tank'] })).toBe('You could still place new units. Units left over are refunded.')
  })
})
