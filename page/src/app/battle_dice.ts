import type { ToldEvent } from './api'
import type { Desk } from './game'
import { aimsOf, type Aim } from './rolls'

/** The dice of a battle that are on the table: who fires at whom, and whether their faces are known. */
export interface DiceOnTable {
  aims: readonly Aim[]
  lying: boolean
  /** what they did, once they lie there */
  events: readonly ToldEvent[]
}

/** The dice on the table with their aims, the last one too: the moment on the board is the one before it was named. */
export function diceOnTable(desk: Desk): DiceOnTable | null {
  const { past } = desk
  if (!past?.stop?.dice) return null
  const [entry] = past.stop.entries
  const lying = past.dice === 'lying'
  return { aims: aimsOf(desk.game.rolls?.(entry!, desk.pieces)?.by ?? []), lying, events: lying ? (entry!.events ?? []) : [] }
}

/** The dice aimed at each target, while they are not rolled. */
export function aimedAt(table: DiceOnTable | null): ReadonlyMap<string, number> | undefined {
  if (!table || table.lying || !table.aims.length) return undefined
  const dice = new Map<string, number>()
  for (const { target, dice: n } of table.aims) dice.set(target, (dice.get(target) ?? 0) + n)
  return dice
}
