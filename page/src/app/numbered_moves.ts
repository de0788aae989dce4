import type { MatchStore } from './game'
import type { MoveInfo, NumberedMove } from './moves'

export type { NumberedMove } from './moves'

/** The moves in entries; those of a side on the same path are combined. */
export function numberMoves(moves: readonly MoveInfo[]): NumberedMove[] {
  const ways = new Map<string, MoveInfo[]>()
  for (const move of moves) {
    const id = `${move.side} ${move.from} ${move.to}`
    if (move.from !== move.to) ways.set(id, [...(ways.get(id) ?? []), move])
  }
  return [...ways].map(([id, own], k) => ({ id, n: k + 1, side: own[0]!.side, from: own[0]!.from, to: own[0]!.to, units: own.map((one) => one.unit) }))
}

/** The arrows of the moves being shown, combined or step by step; or those of a hint's plans. */
export function shownMoves(store: MatchStore): readonly NumberedMove[] {
  if (store.hint?.moves.length) return store.hint.moves
  const { step, viewBeforeMoves: before } = store.playback ?? {}
  return step && before ? numberMoves(store.game.moves?.(step.entries, before, store.pieces) ?? []) : []
}
