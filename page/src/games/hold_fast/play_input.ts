import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import * as hands from '../../app/group_selection'
import type { SelectionDraft, GroupSelection, SelectionRules, Highlights } from '../../app/group_selection'
import { factsOf, frameOf, isUnit, procedureOf, sideOf, topFrame, viewOf, type HoldView } from './play_view'

/** Choices of a unit with a destination or target: several units may be picked first, then one place. */
const TOGETHER = new Set(['move', 'dock', 'go', 'return', 'rebuild', 'deploy', 'raid', 'land', 'defend', 'join', 'fire', 'pursue', 'reply', 'aim'])
export const isGroupVerb = (verb: string): boolean => TOGETHER.has(verb)

/** 4.1.4 Air units are placed in turns; 8.6.2, 8.9.2 every enemy ship needs a shooter before one gets a second. */
function oneByOne(view: HoldView): boolean {
  const top = topFrame(view)
  if (top?.procedure === 'air') return !top['passed']
  if (top?.procedure === 'targeting') return top['kind'] !== 'air'
  return top?.procedure === 'pursuit'
}

const MANNER: SelectionRules = {
  unitAndTarget: ([verb, unit, to]) => (isGroupVerb(verb!) && unit !== undefined && to !== undefined ? [unit, to] : null),
  oneAtATime: (store) => oneByOne(viewOf(store.view)),
  adjacentAreas: (store, id) => (raids(store, id) ? [] : (factsOf(store.pieces).places.get(id)?.touches ?? [])),
  inferChoice,
}

/** Whether an air unit could raid a place. */
const raids = (store: MatchStore, id: string): boolean => {
  const view = viewOf(store.view)
  return procedureOf(view) === 'air' && view.options['air_raid'] !== 'off' && factsOf(store.pieces).places.get(id)?.kind === 'port'
}

export const { oneAtATime } = MANNER

/** 8.9.4 A ship with a single pursuer fires at that pursuer automatically once all others have chosen, so it goes first. */
export function inSubmitOrder(choices: readonly Action[], store: MatchStore): readonly Action[] {
  const targets = (unit: string): number => store.choices.filter(([verb, one]) => verb === 'reply' && one === unit).length
  const forced = ([verb, unit]: Action): number => (verb === 'reply' && targets(unit!) === 1 ? 0 : 1)
  return choices.toSorted((a, b) => forced(a) - forced(b))
}

export const currentSelection = (store: MatchStore): GroupSelection | null => hands.groupSelection(store, MANNER)
export const toggleAll = (store: MatchStore, ids: readonly string[]): void => hands.toggleAll(store, currentSelection(store), ids)
export const press = (store: MatchStore, id: string): boolean => hands.press(store, MANNER, id)
export const drop = (store: MatchStore, ids: readonly string[], target: string): void => hands.drop(store, MANNER, ids, target)
export const highlightsOf = (store: MatchStore): Highlights => ({ ...hands.highlightsOf(store, MANNER), aimed: aimsOf(store) })

/** The dice aimed so far, by target. */
function aimsOf(store: MatchStore): Map<string, number> | undefined {
  const top = topFrame(viewOf(store.view))
  const aims = top?.['aims'] as readonly { unit: string; target: string }[] | undefined
  if (!aims?.length) return undefined
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const dice = new Map<string, number>()
  for (const { unit, target } of aims) {
    const own = unit === 'garrison' ? 1 : top?.procedure === 'land_fight' ? (view.units[sideOf(unit)][unit]?.strength ?? 0) : (facts.units.get(unit)?.dice ?? 0)
    dice.set(target, (dice.get(target) ?? 0) + own)
  }
  return dice
}

const VERB: Readonly<Record<string, string>> = {
  moves: 'move', come_back: 'dock', way_home: 'go', transports: 'return', rebuilding: 'rebuild', targeting: 'fire', pursuit: 'pursue',
  return_fire: 'reply', land_fight: 'aim',
}

/** The likely intention of a player who chose an id that is not offered. */
export function inferChoice(store: MatchStore, id: string): Action | null {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const procedure = procedureOf(view)
  const [unit] = (store.draft as SelectionDraft | null)?.picked ?? []
  const target = facts.areas.has(id) || facts.places.has(id) || (isUnit(id) && sideOf(id) !== store.decision?.side)
  if (procedure === 'repairs') return isUnit(id) && sideOf(id) === store.decision?.side ? ['repair', id] : null
  if (procedure === 'combat') return facts.areas.has(id) ? ['fight', id] : null
  if (!unit) return isUnit(id) && sideOf(id) === store.decision?.side ? lookedAt(procedure, id, view) : null
  if (!target) return null
  if (procedure === 'air') {
    const area = facts.areas.has(id) ? id : facts.places.get(id)?.touches[0]
    return raids(store, id) ? ['raid', unit, id] : area ? ['deploy', unit, area] : null
  }
  if (procedure === 'land_step') return !facts.places.has(id) ? null : [Number(topFrame(view)?.['stage'] ?? 0) > 1 ? 'defend' : 'land', unit, id]
  const verb = VERB[procedure]
  if (verb === 'move') {
    // A port or base stands for its sea area if it is not highlighted itself.
    const open = currentSelection(store)?.open
    const area = facts.areas.has(id) ? id : facts.places.get(id)?.touches.find((one) => !open?.has(one))
    return area ? ['move', unit, area] : null
  }
  const fits = ['dock', 'go', 'return', 'rebuild'].includes(verb ?? '') ? facts.places.has(id) : isUnit(id)
  return verb && fits ? [verb, unit, id] : null
}

/** Why a unit of the side has no choice now. */
function lookedAt(procedure: string, id: string, view: HoldView): Action | null {
  const area = String(frameOf(view, 'battle')?.['area'] ?? 'coral_sea')
  switch (procedure) {
    case 'moves':
      return ['move', id, 'japanese_islands']
    case 'come_back':
      return ['dock', id, 'yokosuka']
    case 'air':
      return ['deploy', id, area]
    default:
      return null
  }
}
