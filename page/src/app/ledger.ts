import type { Ledger } from '../frame/ledger'
import type { Side } from '../board/types'
import type { LogEntry, View } from './api'

type ComputeLedger = (view: View, pieces: unknown, log: readonly LogEntry[]) => Ledger
type Unit = { id: string; side: Side; kind: string }
/** `kinds`: the units that can be lost, if the game's pieces do not list them by kind */
interface LedgerModule {
  default: ComputeLedger
  kinds: (pieces: unknown) => readonly Unit[]
}

/** The games with itemised points; each part is fetched when first needed. */
const LEDGERS: Record<string, () => Promise<LedgerModule>> = {
  war_in_the_pacific: () => import('../games/war_in_the_pacific/ledger'),
}

/** The itemised points of a match; undefined for games without them. */
export const ledgerFunction = async (game: string): Promise<ComputeLedger | undefined> => (await LEDGERS[game]?.())?.default

/** The pieces of a game as the story needs them: with the kind of each unit that can be lost. */
export async function storyPieces<P extends object>(game: string, pieces: P): Promise<P> {
  const kinds = (await LEDGERS[game]?.())?.kinds
  return kinds ? { ...pieces, units: kinds(pieces), more_units: true } : pieces
}
