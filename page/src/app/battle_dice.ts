import type { VisibleEvent } from './api'
import type { MatchStore } from './game'
import { aimsOf, type Aim } from './rolls'

/** The current dice of a battle: firers and targets, and whether the faces are known. */
export interface DiceOnTable {
  aims: readonly Aim[]
  lying: boolean
  /** their results, once they have fallen */
  events: readonly VisibleEvent[]
}

/** The dice on the table with all their aims, including the last: the board shows the moment before it was named. */
export function diceOnTable(store: MatchStore): DiceOnTable | null {
  const { playback } = store
  if (!playback?.step?.dice) return null
  const [entry] = playback.step.entries
  const lying = playback.dice === 'lying'
  return { aims: aimsOf(store.game.rolls?.(entry!, store.pieces)?.sides ?? []), lying, events: lying ? (entry!.events ?? []) : [] }
}

/** The number of dice aimed at each target, until they are rolled. */
export function aimedAt(table: DiceOnTable | null): ReadonlyMap<string, number> | undefined {
  if (!table || table.lying || !table.aims.length) return undefined
  const dice = new Map<string, number>()
  for (const { target, dice: n } of table.aims) dice.set(target, (dice.get(target) ?? 0) + n)
  return dice
}
