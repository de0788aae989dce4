import type { ToldEvent } from './api'
import type { Desk } from './game'
import { aimsOf, type Aim } from './rolls'

/** The current dice of a battle: firers and targets, and whether the faces are known. */
export interface DiceOnTable {
  aims: readonly Aim[]
  lying: boolean
  /** their results, once they have fallen */
  events: readonly ToldEvent[]
}

/** The dice on the table with all their aims, including the last: the board shows the moment before it was named. */
export function diceOnTable(desk: Desk): DiceOnTable | null {
  const { past } = desk
  if (!past?.stop?.dice) return null
  const [entry] = past.stop.entries
  const lying = past.dice === 'lying'
  return { aims: aimsOf(desk.game.rolls?.(entry!, desk.pieces)?.by ?? []), lying, events: lying ? (entry!.events ?? []) : [] }
}

/** The number of dice aimed at each target, until they are rolled. */
export function aimedAt(table: DiceOnTable | null): ReadonlyMap<string, number> | undefined {
  if (!table || table.lying || !table.aims.length) return undefined
  const dice = new Map<string, number>()
  for (const { target, dice: n } of table.aims) dice.set(target, (dice.get(target) ?? 0) + n)
  return dice
}
