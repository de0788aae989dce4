import type { Ledger } from '../frame/ledger'
import type { LogEntry, View } from './api'

type Reckon = (view: View, pieces: unknown, log: readonly LogEntry[]) => Ledger

/** The games whose points are told case by case, each part fetched when it is first wanted. */
const LEDGERS: Record<string, () => Promise<{ default: Reckon }>> = {
  war_in_the_pacific: () => import('../games/war_in_the_pacific/ledger'),
}

/** The ledger of a match; nothing for games without one. */
export const reckonerOf = async (game: string): Promise<Reckon | undefined> => (await LEDGERS[game]?.())?.default
