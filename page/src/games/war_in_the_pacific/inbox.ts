import { counted } from '../../lib/text'
import { hexOf, isHex, NOWHERE, SECTIONS, sectionsOf } from './grid'
import { GROUPS, type Need } from './importance'
import { startOf } from './sailing'
import { isForce, isSubron, isUnit, ORDER, type KnownPosition } from './play_view'
import { unitName } from './play_prompts'

/** The waiting decisions, sorted for searching: by section of the map and by kind, with many of a kind folded into one row. */

/** With more rows than this, those of a kind are folded into one. */
export const MAX_UNGROUPED = 10

export interface Filter {
  section: string
  kind: string
}
export const ALL: Filter = { section: '', kind: '' }

/** The kind of a row's subject: a type of ship or unit, a Task Force, a Subron, a base. */
export function kindOfNeed(about: string, position: KnownPosition): string {
  if (isForce(about)) return 'Task Forces'
  if (isSubron(about)) return 'Subrons'
  const ship = position.facts.ships.get(about)
  if (ship) return ship.type
  return isUnit(about) ? unitName(about, position) : 'Bases'
}

/** The hex of a subject, if it has one: a unit on a ship leads to the ship's force. */
function hexOfNeed(about: string, position: KnownPosition): number {
  if (isHex(about)) return hexOf(about)
  if (isForce(about)) return startOf(position.view, about)
  if (isSubron(about)) return hexOf(position.view.subron_at?.[about] ?? '')
  const at = position.value<string>(isUnit(about) ? 'unit_at' : 'ship_at', about) ?? ''
  return position.facts.ships.has(at) || isForce(at) ? hexOfNeed(at, position) : hexOf(at)
}

/** The subjects of the rows that N steps through: those that must be decided, or else those that may be, without rows that were put off. */
export function needsInOrder(needs: readonly Need[], postponed: { isPostponed: (about: string) => boolean }): string[] {
  const open = needs.filter(({ done, about }) => !done && !postponed.isPostponed(about))
  const group = GROUPS.find((name) => open.some((need) => need.group === name))
  return open.filter((need) => need.group === group).map(({ about }) => about)
}

/** The hexes of the forces, ships and units that wait, as far as they have one. */
export const hexesOfNeeds = (needs: readonly Need[], position: KnownPosition): number[] => needs.flatMap(({ about, done }) => (done || isHex(about) ? [] : [hexOfNeed(about, position)])).filter((hex) => hex !== NOWHERE)

/** The section of a subject, the first of those that share its hex; "off the map" without a hex. */
export function sectionOfNeed(about: string, position: KnownPosition): string {
  const hex = hexOfNeed(about, position)
  return hex === NOWHERE ? OFF_MAP : sectionsOf(hex)[0]!
}
export const OFF_MAP = 'off the map'

/** The filters: each section and kind that occurs, with its number. */
export function filters(needs: readonly Need[], position: KnownPosition): { sections: [string, number][]; kinds: [string, number][] } {
  const tally = (of: (about: string, position: KnownPosition) => string): Map<string, number> => {
    const many = new Map<string, number>()
    for (const { about } of needs) many.set(of(about, position), (many.get(of(about, position)) ?? 0) + 1)
    return many
  }
  const place = (order: readonly string[], id: string): number => (order.includes(id) ? order.indexOf(id) : order.length)
  const inOrder = (many: Map<string, number>, order: readonly string[]): [string, number][] => [...many].toSorted(([a], [b]) => place(order, a) - place(order, b) || a.localeCompare(b))
  return { sections: inOrder(tally(sectionOfNeed), SECTIONS), kinds: inOrder(tally(kindOfNeed), ['Task Forces', ...ORDER]) }
}

/** The rows that a filter leaves. */
export const filtered = (needs: readonly Need[], { section, kind }: Filter, position: KnownPosition): Need[] =>
  needs.filter(({ about }) => (!section || sectionOfNeed(about, position) === section) && (!kind || kindOfNeed(about, position) === kind))

export interface Fold {
  kind: string
  /** "24: take a ship in", or the number if they may do different things */
  note: string
  rows: readonly Need[]
}

/** The listed rows: one by one if they are few, else a fold for each kind; a single one of its kind has its own row. */
export function folds(needs: readonly Need[], position: KnownPosition): Fold[] {
  if (needs.length <= MAX_UNGROUPED) return [{ kind: '', note: '', rows: needs }]
  const { kinds } = filters(needs, position)
  return kinds.map(([kind, many]) => {
    const rows = needs.filter(({ about }) => kindOfNeed(about, position) === kind)
    const what = [...new Set(rows.map(({ title }) => title.split(': ')[1] ?? ''))]
    return { kind: many > 1 ? kind : '', note: what.length === 1 && what[0] ? `${many}: ${what[0]}` : counted(many, 'row'), rows }
  })
}
