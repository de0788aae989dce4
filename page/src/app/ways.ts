import type { MatchStore } from './game'
import type { MoveInfo, NumberedWay } from './moves'

export type { NumberedWay } from './moves'

/** The moves in entries; those of a side on the same path are combined. */
export function waysOf(moves: readonly MoveInfo[]): NumberedWay[] {
  const ways = new Map<string, MoveInfo[]>()
  for (const move of moves) {
    const id = `${move.side} ${move.from} ${move.to}`
    if (move.from !== move.to) ways.set(id, [...(ways.get(id) ?? []), move])
  }
  return [...ways].map(([id, own], k) => ({ id, n: k + 1, side: own[0]!.side, from: own[0]!.from, to: own[0]!.to, units: own.map((one) => one.unit) }))
}

/** The arrows of the moves being shown, combined or step by step; or those of a hint's plans. */
export function waysIn(store: MatchStore): readonly NumberedWay[] {
  if (store.hint?.ways.length) return store.hint.ways
  const { stop, viewBeforeMoves: before } = store.playback ?? {}
  return stop && before ? waysOf(store.game.moves?.(stop.entries, before, store.pieces) ?? []) : []
}
