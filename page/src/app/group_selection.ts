import { draggedIds } from '../board/drag.svelte'
import type { Action } from './api'
import type { MatchStore } from './game'

/** Games in which many units go the same way at once: units are selected first, then one place, target or act for all. */

/** The selection, as the page stores it, and choices that a helper filled in. */
export interface SelectionDraft {
  picked: readonly string[]
  filled?: readonly Action[]
}

export interface GroupSelection {
  /** for every unit that may be chosen, its choices, by place, target or act */
  choicesByUnit: ReadonlyMap<string, ReadonlyMap<string, Action>>
  picked: readonly string[]
  /** the choices common to all selected units */
  open: ReadonlySet<string>
  /** one at a time: the other side chooses in between */
  oneAtATime: boolean
  /** the only unit that may choose, which need not be selected */
  only?: boolean
  /** the choices filled in by a helper, to be submitted together */
  filled: readonly Action[]
}

/** A game's reading of its choices. */
export interface SelectionRules {
  /** the unit of a choice and its destination; null for choices of another kind */
  unitAndTarget: (choice: Action) => readonly [unit: string, way: string] | null
  oneAtATime: (store: MatchStore) => boolean
  /** the place or target on the board of a way, if it is not the way itself; null for an act without one */
  boardTarget?: (way: string) => string | null
  /** the sea areas that a port or base stands for, in games where units go only to areas */
  adjacentAreas?: (store: MatchStore, id: string) => readonly string[]
  /** what a player probably meant by choosing an id that is not offered */
  inferChoice: (store: MatchStore, id: string) => Action | null
}

/** The highlighted and selected ids on the board, and the shots or dice aimed at each unit. */
export interface Highlights {
  highlighted: ReadonlySet<string>
  picked: ReadonlySet<string>
  aimed?: ReadonlyMap<string, number>
}

export const NO_HIGHLIGHTS: Highlights = { highlighted: new Set(), picked: new Set() }

const draftOf = (store: MatchStore): SelectionDraft | null => store.draft as SelectionDraft | null

/** The choices common to all of these units. */
export function commonChoices(ways: GroupSelection['choicesByUnit'], picked: readonly string[]): Set<string> {
  const [first, ...rest] = picked
  const own = first === undefined ? undefined : ways.get(first)
  return new Set(own ? [...own.keys()].filter((to) => rest.every((id) => ways.get(id)?.has(to))) : [])
}

/** The selected units and their common choices; null if the decision is of another kind. */
export function groupSelection(store: MatchStore, rules: SelectionRules): GroupSelection | null {
  if (!store.decision || store.covered) return null
  const choicesByUnit = new Map<string, Map<string, Action>>()
  for (const choice of store.choices) {
    const found = rules.unitAndTarget(choice)
    if (!found) continue
    const [unit, way] = found
    if (!choicesByUnit.has(unit)) choicesByUnit.set(unit, new Map())
    choicesByUnit.get(unit)!.set(way, choice)
  }
  if (!choicesByUnit.size) return null
  const draft = draftOf(store)
  const picked = (draft?.picked ?? []).filter((id) => choicesByUnit.has(id))
  const filled = draft?.filled ?? []
  const only = !filled.length && choicesByUnit.size === 1 && store.choices.every((choice) => rules.unitAndTarget(choice))
  const selected = only ? [...choicesByUnit.keys()] : picked
  return { choicesByUnit, picked: selected, open: commonChoices(choicesByUnit, selected), oneAtATime: rules.oneAtATime(store), only, filled }
}

/** The selected units' choices with this place, target or act. */
export const selectedChoices = (selection: GroupSelection, way: string): Action[] => selection.picked.map((id) => selection.choicesByUnit.get(id)?.get(way)).filter((choice) => choice !== undefined)

export function pickAll(store: MatchStore, picked: readonly string[]): void {
  store.notices.clear()
  store.draft = picked.length ? { picked } : null
}

/** Choices filled in by a helper, to be checked, changed and submitted together. */
export function fillIn(store: MatchStore, filled: readonly Action[], picked: readonly string[] = []): void {
  store.notices.clear()
  store.draft = filled.length ? { picked, filled } : null
}

/** Handles a press while choices are filled in: a unit is selected, then its new target. Returns whether it meant that. */
export function pressWhileFilled(store: MatchStore, selection: GroupSelection, id: string): boolean {
  const { picked, filled } = selection
  if (selection.open.has(id)) {
    const added = selectedChoices(selection, id)
    const kept = filled.filter(([, unit]) => !picked.includes(unit!))
    fillIn(store, [...kept, ...added])
    return true
  }
  if (!selection.choicesByUnit.has(id)) return false
  const all = picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id]
  fillIn(store, filled, commonChoices(selection.choicesByUnit, all).size || !all.length ? all : [id])
  return true
}

/** Selects or deselects a unit. A unit that shares no way with the selection replaces it. */
export function toggle(store: MatchStore, selection: GroupSelection, id: string): void {
  if (selection.picked.includes(id)) return pickAll(store, selection.picked.filter((one) => one !== id))
  const all = selection.oneAtATime ? [id] : [...selection.picked, id]
  pickAll(store, commonChoices(selection.choicesByUnit, all).size ? all : [id])
}

/** Selects all of these, or deselects them if all are selected. */
export function toggleAll(store: MatchStore, selection: GroupSelection | null, ids: readonly string[]): void {
  if (!selection) return
  const able = ids.filter((id) => selection.choicesByUnit.has(id))
  if (able.every((id) => selection.picked.includes(id))) return pickAll(store, selection.picked.filter((id) => !able.includes(id)))
  const all = [...new Set([...selection.picked, ...able])]
  pickAll(store, commonChoices(selection.choicesByUnit, all).size ? all : able)
}

/** The selection's ways that end at this place or target. */
function targetsAt(selection: GroupSelection, rules: SelectionRules, id: string): string[] {
  if (selection.open.has(id)) return [id]
  return rules.boardTarget ? [...selection.open].filter((way) => rules.boardTarget!(way) === id) : []
}

/** Explains why the selection may not go to a place open to others. Returns whether anything was meant. */
function explainRefusal(store: MatchStore, selection: GroupSelection, rules: SelectionRules, id: string): boolean {
  const meant = selection.picked.length ? rules.inferChoice(store, id) : null
  if (meant) void store.whyNot(meant)
  return !!meant
}

/** A press on a port or base that is no target itself means its sea area, if exactly one is open. */
function pressBeside(store: MatchStore, selection: GroupSelection, rules: SelectionRules, id: string): boolean {
  const open = selection.picked.length ? (rules.adjacentAreas?.(store, id) ?? []).filter((area) => selection.open.has(area)) : []
  if (open.length === 1) void store.submit(selectedChoices(selection, open[0]!))
  return open.length > 0
}

/** Handles a press on a counter, sea area, port or base. Returns whether it was part of a choice. */
export function press(store: MatchStore, rules: SelectionRules, id: string): boolean {
  const selection = store.picks.length ? null : groupSelection(store, rules)
  if (!selection || store.busy) return store.press(id)
  if (selection.filled.length) return pressWhileFilled(store, selection, id) || explainRefusal(store, selection, rules, id)
  const [way, ...more] = targetsAt(selection, rules, id)
  if (way !== undefined && !more.length) {
    void store.submit(selectedChoices(selection, way))
    return true
  }
  if (more.length) return true // its ways become buttons of the question
  if (!selection.choicesByUnit.has(id)) {
    // Without a unit selected, its destinations are only looked at: units come first, and Done keeps its place.
    const other = store.choices.some((choice) => choice[1] === id && !rules.unitAndTarget(choice))
    return pressBeside(store, selection, rules, id) || explainRefusal(store, selection, rules, id) || (other && store.press(id))
  }
  toggle(store, selection, id)
  return true
}

/** The units that go with the dragged counters: the whole selection if they belong to it. */
function draggedUnits(selection: GroupSelection, ids: readonly string[]): readonly string[] {
  const able = ids.filter((id) => selection.choicesByUnit.has(id))
  const held = able.some((id) => selection.picked.includes(id)) ? selection.picked : able
  return selection.oneAtATime ? held.slice(0, 1) : held
}

/** Counters dragged onto something go there, with the whole selection if they belong to it. */
export function drop(store: MatchStore, rules: SelectionRules, ids: readonly string[], target: string): void {
  const selection = groupSelection(store, rules)
  if (!selection) return ids[0] === undefined ? undefined : store.drop(ids[0], target)
  const all = draggedUnits(selection, ids)
  if (!all.length) return
  const [way, ...more] = targetsAt({ ...selection, open: commonChoices(selection.choicesByUnit, all) }, rules, target)
  if (way !== undefined && !more.length) {
    const chosen = all.map((one) => selection.choicesByUnit.get(one)!.get(way)!)
    if (selection.filled.length) fillIn(store, [...selection.filled.filter(([, unit]) => !all.includes(unit!)), ...chosen])
    else void store.submit(chosen)
    return
  }
  if (selection.filled.length) fillIn(store, selection.filled, all)
  else pickAll(store, all)
  const meant = rules.inferChoice(store, target)
  if (meant) void store.whyNot(meant)
}

/** The highlighted and selected ids on the board, from the choices only; what is being dragged counts as selected. */
export function highlightsOf(store: MatchStore, rules: SelectionRules): Highlights {
  const begun = store.picks.length ? null : groupSelection(store, rules)
  if (!begun) return { highlighted: store.highlighted, picked: store.picked }
  const held = draggedIds.ids.length ? draggedUnits(begun, draggedIds.ids) : []
  const selection = held.length ? { ...begun, picked: held, open: commonChoices(begun.choicesByUnit, held) } : begun
  const highlighted = new Set([...selection.open].flatMap((way) => (rules.boardTarget ? (rules.boardTarget(way) ?? []) : way)))
  for (const id of selection.choicesByUnit.keys()) if (!selection.picked.includes(id)) highlighted.add(id)
  if (!selection.picked.length) for (const choice of store.choices) if (choice[1] !== undefined && !rules.unitAndTarget(choice)) highlighted.add(choice[1])
  return { highlighted, picked: new Set(selection.picked) }
}
