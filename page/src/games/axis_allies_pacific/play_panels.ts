import type { Component } from 'svelte'
import type { MatchStore } from '../../app/game'
import { Lazy } from '../../lib/lazy.svelte'
import { battlePlace, movingUnits } from './play_prompts'
import { procedureOf, type WarView } from './play_view'

/** The contents of the board column and of the rail's tabs, each loaded on first use. A component that is not available is left
 * out: its decision is made by text choices, and its tab is absent. */

export interface PartProps {
  store: MatchStore
  /** a place is selected on the map */
  onplace?: (id: string) => void
}
type Part = () => Promise<{ default: Component<PartProps> }>

const FILES = import.meta.glob<{ default: Component<PartProps> }>(
  './{PurchaseBoard,BattleBoard,IncomeTab,ThreatView,PlannedBattles,SwingChart,StandingOrders,Notes,TurnOrder}.svelte',
)
const partOf = (name: string): Part | undefined => FILES[`./${name}.svelte`]

/** The components of the board column, by decision. */
const BOARDS: readonly { id: string; name: string; when: (view: WarView) => boolean }[] = [
  { id: 'purchase', name: 'PurchaseBoard', when: (view) => ['purchase', 'splitting'].includes(procedureOf(view)) },
  { id: 'battle', name: 'BattleBoard', when: (view) => battlePlace(view) !== null && !movingUnits(view) },
]

/** The tabs of the rail after the place and the forces; rarely used ones are folded so that the rest fit in one line. */
const TABS: readonly { id: string; label: string; icon: string; name: string; within?: string; folded?: boolean }[] = [
  { id: 'income', label: 'Income', icon: 'anchor', name: 'IncomeTab' },
  { id: 'odds', label: 'Odds', icon: 'burst', name: 'PlannedBattles', within: 'income' },
  { id: 'threats', label: 'Threats', icon: 'burst', name: 'ThreatView', folded: true, within: 'forces' },
  { id: 'swing', label: 'Swing', icon: 'chart', name: 'SwingChart', folded: true, within: 'income' },
  { id: 'standing', label: 'Orders', icon: 'list', name: 'StandingOrders', folded: true, within: 'income' },
  { id: 'notes', label: 'Notes', icon: 'book', name: 'Notes', folded: true, within: 'forces' },
  { id: 'phases', label: 'Phases', icon: 'turns', name: 'TurnOrder', folded: true, within: 'forces' },
]

export interface Slot {
  id: string
  label: string
  icon: string
  within?: string
  folded?: boolean
  part: Lazy<PartProps>
}

const lazily = (name: string): Lazy<PartProps> | null => {
  const part = partOf(name)
  return part ? new Lazy(part) : null
}

/** The available tabs, made once per page. */
export const tabSlots = (): Slot[] => TABS.flatMap(({ name, ...tab }) => {
  const part = lazily(name)
  return part ? [{ ...tab, part }] : []
})

/** The available components of the board column, made once per page. */
export const boardSlots = (): (Slot & { when: (view: WarView) => boolean })[] => BOARDS.flatMap(({ id, name, when }) => {
  const part = lazily(name)
  return part ? [{ id, label: name, icon: 'burst', part, when }] : []
})

/** The content of the board column now; undefined where that is the map. */
export const currentBoard = <S extends { when: (view: WarView) => boolean }>(slots: readonly S[], view: WarView): S | undefined => slots.find(({ when }) => when(view))
