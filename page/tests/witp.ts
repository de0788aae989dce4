import type { ChoiceGroup, LogEntry } from '../src/app/api'
import type { PacificView, PiecesData } from '../src/games/war_in_the_pacific/types'
import { recorded } from './recorded'

/** The recorded data of War in the Pacific. */

type Side = 'japan' | 'allies'

export interface Recorded {
  readonly pieces: PiecesData
  readonly digests: readonly string[]
  readonly distances: readonly (readonly [from: number, to: number, steps: number])[]
  readonly ways: readonly { from: string; to: string; cost: number; hexes: string[] }[]
  readonly decisions: readonly { step: string; side: Side; view: PacificView; choices: ChoiceGroup[]; inbox: string[][] }[]
  readonly scored: { views: Record<'open' | Side, PacificView>; log: LogEntry[]; scores: Record<Side, Record<string, number>>; in_touch: Record<Side, number[]> }
  readonly by_sea: { view: PacificView; in_touch: Record<Side, number[]>; by_land: Record<Side, number[]> }
  readonly links: Links
  readonly advanced_links: Links
}

/** Links of merchant shipping as each side sees them, and as the referee computes them. */
interface Links {
  views: Record<Side, PacificView>
  links: Readonly<Record<string, { path: string[]; length: number; carries: number }>>
  needs: Readonly<Record<Side, Readonly<Record<string, { uses: number; source?: string; links?: string[]; carries?: number }>>>>
}

export default recorded<Recorded>('witp.json')
