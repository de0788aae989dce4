import type { Side } from '../board/types'
import type { Desk } from './game'
import type { MoveTold } from './moves'

/** The way that some units went, numbered in the order in which the first of them went it. */
export interface NumberedWay {
  id: string
  n: number
  side: Side
  from: string
  to: string
  /** who went it, by their ids */
  units: readonly string[]
}

/** The moves that entries tell, those of a side on the same way as one. */
export function waysOf(moves: readonly MoveTold[]): NumberedWay[] {
  const ways = new Map<string, MoveTold[]>()
  for (const move of moves) {
    const id = `${move.side} ${move.from} ${move.to}`
    if (move.from !== move.to) ways.set(id, [...(ways.get(id) ?? []), move])
  }
  return [...ways].map(([id, own], k) => ({ id, n: k + 1, side: own[0]!.side, from: own[0]!.from, to: own[0]!.to, units: own.map((one) => one.unit) }))
}

/** The ways of what is shown now, while it is shown as a whole or step by step. */
export function waysIn(desk: Desk): readonly NumberedWay[] {
  const { stop, before } = desk.past ?? {}
  return stop && before ? waysOf(desk.game.moves?.(stop.entries, before, desk.pieces) ?? []) : []
}
