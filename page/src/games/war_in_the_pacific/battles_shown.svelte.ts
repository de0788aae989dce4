import { readStored, writeStored } from '../../app/storage'
import type { ShownBattles } from './combats'

const KEY = 'ironbottom.pacific.battles'
const RULES: readonly ShownBattles[] = ['every', 'main', 'none']

const storedRule = readStored<ShownBattles>(KEY)
/** Which battles this browser shows on the board. */
export const battleFilter: { rule: ShownBattles } = $state({ rule: storedRule && RULES.includes(storedRule) ? storedRule : 'main' })

export function setBattleFilter(rule: ShownBattles): void {
  battleFilter.rule = rule
  writeStored(KEY, rule)
}
