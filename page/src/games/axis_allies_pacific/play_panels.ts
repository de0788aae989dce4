import type { Component } from 'svelte'
import type { Desk } from '../../app/game'
import { Lazy } from '../../lib/lazy.svelte'
import { battlePlace, boundNow } from './play_words'
import { procedureOf, type WarView } from './play_view'

/** What fills the board column or a tab of the rail beside the map, each fetched when it is first wanted. A part that is not there has no
 * place: its decision is made by the choices in words, and its tab is left out. */

export interface PartProps {
  desk: Desk
  /** a place is looked at on the map */
  onplace?: (id: string) => void
}
type Part = () => Promise<{ default: Component<PartProps> }>

const FILES = import.meta.glob<{ default: Component<PartProps> }>(
  './{PurchaseBoard,BattleBoard,IncomeTab,ThreatView,PlannedBattles,SwingChart,StandingOrders,Notes,TurnOrder}.svelte',
)
const partOf = (name: string): Part | undefined => FILES[`./${name}.svelte`]

/** The parts that fill the board column, by what is decided. */
const BOARDS: readonly { id: string; name: string; when: (view: WarView) => boolean }[] = [
  { id: 'purchase', name: 'PurchaseBoard', when: (view) => ['purchase', 'splitting'].includes(procedureOf(view)) },
  { id: 'battle', name: 'BattleBoard', when: (view) => battlePlace(view) !== null && !boundNow(view) },
]

/** The tabs of the rail after the place and the forces; what is looked up now and then is folded, so that the rest stand in one line. */
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

/** The tabs there are, made once a page. */
export const tabSlots = (): Slot[] => TABS.flatMap(({ name, ...tab }) => {
  const part = lazily(name)
  return part ? [{ ...tab, part }] : []
})

/** The parts of the board column there are, made once a page. */
export const boardSlots = (): (Slot & { when: (view: WarView) => boolean })[] => BOARDS.flatMap(({ id, name, when }) => {
  const part = lazily(name)
  return part ? [{ id, label: name, icon: 'burst', part, when }] : []
})

/** What fills the board column now; nothing where that is the map. */
export const boardNow = <S extends { when: (view: WarView) => boolean }>(slots: readonly S[], view: WarView): S | undefined => slots.find(({ when }) => when(view))
