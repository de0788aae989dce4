import { FATE_SUMS, FATES, type OddsRow, type OddsSum } from '../../frame/odds'
import { shortName } from './unit_text'
import type { Facts, VitpView } from './play_view'

/** A table of odds. */
export interface CurrentOdds {
  title: string
  /** the assumptions of the odds */
  note?: string
  outcomes: readonly string[]
  rows: readonly OddsRow[]
  /** the columns of a table of targets, and the meaning of the number beside their names */
  sums?: readonly OddsSum[]
  detail?: string
}

export { FATES }

/** The columns of a table of targets; in port, where no ship is disabled, only those sunk. */
export const TARGETS = { outcomes: FATES, sums: FATE_SUMS, detail: 'armor or defence left' } as const

/** A target as a line of such a table: its name, and its armor after damage. */
export function targetRow(id: string, view: VitpView, facts: Facts): Pick<OddsRow, 'id' | 'name' | 'detail'> {
  const unit = facts.units.get(id)!
  return { id, name: shortName(unit.name), detail: Math.max(0, (unit.kind === 'lba' ? (unit.defence ?? 0) : unit.armor) - (view.damage[id] ?? 0)) }
}

/** "Kongo, armor 3, damage 1" */
export function targetText(id: string, view: VitpView, facts: Facts): string {
  const unit = facts.units.get(id)!
  const what = unit.kind === 'lba' ? `defence ${unit.defence ?? 0}` : `armor ${unit.armor}`
  return `${unit.name}, ${what}${view.damage[id] ? `, damage ${view.damage[id]}` : ''}`
}
