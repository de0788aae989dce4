import type { Ledger } from '../frame/ledger'
import type { Side } from '../board/types'
import type { LogEntry, View } from './api'

type Reckon = (view: View, pieces: unknown, log: readonly LogEntry[]) => Ledger
type Unit = { id: string; side: Side; kind: string }
/** `kinds`: what can be lost, where the pieces of the game do not list it by kind */
interface Teller {
  default: Reckon
  kinds: (pieces: unknown) => readonly Unit[]
}

/** The games whose points are told case by case, each part fetched when it is first wanted. */
const LEDGERS: Record<string, () => Promise<Teller>> = {
  war_in_the_pacific: () => import('../games/war_in_the_pacific/ledger'),
}

/** The ledger of a match; nothing for games without one. */
export const reckonerOf = async (game: string): Promise<Reckon | undefined> => (await LEDGERS[game]?.())?.default

/** The pieces of a game as a story looks at them: with the kind of each unit that can be lost. */
export async function toldPieces<P extends object>(game: string, pieces: P): Promise<P> {
  const kinds = (await LEDGERS[game]?.())?.kinds
  return kinds ? { ...pieces, units: kinds(pieces), more_units: true } : pieces
}
