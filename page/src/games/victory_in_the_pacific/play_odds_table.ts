import type { Facts, VitpView } from './play_view'

/** A table of odds. */
export interface OddsNow {
  title: string
  /** what the odds take for granted */
  note?: string
  outcomes: readonly string[]
  rows: readonly { id: string; name: string; chances: readonly number[]; now?: boolean }[]
}

export const FATES = ['sunk', 'disabled', 'damaged', 'unharmed'] as const

/** "Kongo, armor 3, damage 1" */
export function targetWords(id: string, view: VitpView, facts: Facts): string {
  const unit = facts.units.get(id)!
  const what = unit.kind === 'lba' ? `defence ${unit.defence ?? 0}` : `armor ${unit.armor}`
  return `${unit.name}, ${what}${view.damage[id] ? `, damage ${view.damage[id]}` : ''}`
}
