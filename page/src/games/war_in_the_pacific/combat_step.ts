import type { MatchStore } from '../../app/game'
import { validEntries } from '../../app/observation.svelte'
import { battleFilter } from './battles_shown.svelte'
import { combatsIn, isRolled, onBoard, weightOf, type Combat } from './combats'
import type { Facts } from './play_view'

/** What is shown in place of the map while battles are reported: a report for each battle on the board, the most important first,
 * and a table of the others. */
export interface CombatStep {
  /** distinguishes it from the next */
  seq: number
  reported: readonly Combat[]
  listed: readonly Combat[]
  /** its dice are not rolled yet */
  unread: boolean
}

/** The minimum number of battles for a table, since a single one fits in the sentence. */
const TABLE = 2

/** The battles of the stop being shown; null if the map or the player's own battle is shown instead. */
export function combatStep(store: MatchStore, facts: Facts, ownBoard: boolean): CombatStep | null {
  const { playback } = store
  const step = playback?.step
  if (!step) return null
  const { hidesDice: unread } = playback
  const first = step.entries[0]!.seq
  // Before its dice, a battle is named by earlier entries of the log.
  const log = validEntries(store.log)
  const entries = unread ? [...log.filter(({ seq }) => seq < first), ...step.entries] : log
  const all = combatsIn(entries).filter((combat) => combat.last >= first && isRolled(combat))
  const reported = all.filter((combat) => onBoard(combat, facts, battleFilter.rule)).toSorted((a, b) => weightOf(b, facts) - weightOf(a, facts))
  if (!step.dice) return all.length >= TABLE ? { seq: step.seq, reported: [], listed: all, unread } : null
  // The board of an enemy strike would show no enemy fleet, so its report says more.
  const theirs = !!store.mine && reported.some(({ kind, attacker }) => kind === 'air' && attacker !== store.mine)
  return reported.length && (theirs || !ownBoard) ? { seq: step.seq, reported, listed: all.filter((combat) => !reported.includes(combat)), unread } : null
}
