import { readStored, writeStored } from '../../app/storage'
import type { ShownBattles } from './combats'

const KEY = 'ironbottom.pacific.battles'
const RULES: readonly ShownBattles[] = ['every', 'main', 'none']

const kept = readStored<ShownBattles>(KEY)
/** Which battles this browser shows on the board. */
export const shownBattles: { rule: ShownBattles } = $state({ rule: kept && RULES.includes(kept) ? kept : 'main' })

export function showBattles(rule: ShownBattles): void {
  shownBattles.rule = rule
  writeStored(KEY, rule)
}
