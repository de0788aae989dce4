import type { Scores } from '../frame/score_table'
import type { Side } from '../board/types'
import type { LogEntry, View } from './api'

type ComputeScores = (view: View, pieces: unknown, log: readonly LogEntry[]) => Scores
type Unit = { id: string; side: Side; kind: string }
/** `kinds`: the units that can be lost, if the game's pieces do not list them by kind */
interface ScoreModule {
  default: ComputeScores
  kinds: (pieces: unknown) => readonly Unit[]
}

/** The games with itemised points; each part is fetched when first needed. */
const SCORE_MODULES: Record<string, () => Promise<ScoreModule>> = {
  war_in_the_pacific: () => import('../games/war_in_the_pacific/score_table'),
}

/** The itemised points of a match; undefined for games without them. */
export const scoreFunction = async (game: string): Promise<ComputeScores | undefined> => (await SCORE_MODULES[game]?.())?.default

/** The pieces of a game as the story needs them: with the kind of each unit that can be lost. */
export async function storyPieces<P extends object>(game: string, pieces: P): Promise<P> {
  const kinds = (await SCORE_MODULES[game]?.())?.kinds
  return kinds ? { ...pieces, units: kinds(pieces), more_units: true } : pieces
}
