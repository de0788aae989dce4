import type { Action } from '../../app/api'
import { lookaheadOf } from '../../app/lookahead.svelte'
import type { MatchStore, DraftPrompt } from '../../app/game'
import { OTHER_ROW } from '../../frame/slots'
import { pressable } from './burma'
import { hexOf, idOf } from './grid'
import { costText, marchRoutes, type RouteInfo } from './march_routes.svelte'
import { nextOf } from './map_marks'
import { factsOf, knownPosition, viewOf } from './play_view'
import { pickedText, verbText } from './play_prompts'
import { fitting } from './fitting_text'

/** Units on the march (22.1), or placed elsewhere before play (44.81): the selected unit, the hexes in its reach, and the ways. */

interface SelectedMarch {
  unit?: string
  /** a hex that several ways reach */
  to?: string
}
const selectedMarch = (store: MatchStore): SelectedMarch => (store.draft as SelectedMarch | null) ?? {}

/** The verbs that pick a unit, whose hex is asked for next. */
const FIRST_VERBS = new Set(['move', 'set_out'])

/** The units that may move now. */
export const movable = (store: MatchStore): ReadonlySet<string> => new Set(store.choices.flatMap(([verb, unit]) => (FIRST_VERBS.has(verb!) && unit !== undefined ? [unit] : [])))

/** The choice that picks a unit. */
export const firstChoice = (store: MatchStore, unit: string): Action => store.choices.find(([verb, who]) => who === unit && FIRST_VERBS.has(verb!)) ?? ['move', unit]

/** The picked unit; undefined if there is none, or if it has moved. */
export function selectedUnit(store: MatchStore): string | null {
  const { unit } = selectedMarch(store)
  return unit && !store.picks.length && movable(store).has(unit) ? unit : null
}

/** The picked unit's destinations and ways, from the referee; undefined until known. */
const ways = (store: MatchStore, unit: string): readonly Action[] => lookaheadOf(store).of(firstChoice(store, unit)) ?? []

/** The hexes in reach of the picked unit. */
export function marchHighlights(store: MatchStore): ReadonlySet<number> | null {
  const unit = selectedUnit(store)
  return unit === null ? null : new Set(ways(store, unit).map(([, to]) => hexOf(to!)))
}

/** The ways of the picked unit to a hex, the cheapest on foot first. */
const waysTo = (store: MatchStore, hex: number): RouteInfo[] => {
  const unit = selectedUnit(store)
  return unit === null ? [] : marchRoutes(store).of(unit).filter(({ choice }) => hexOf(choice[1]!) === hex)
}

/** The cost of the march to a hex, as text; undefined until known. */
export const marchCost = (store: MatchStore, hex: number): string => waysTo(store, hex).map(costText).join('; ')

/** The drawing of the march to a hex, with its cost. */
export function marchRoute(store: MatchStore, hex: number | null): { hexes: number[]; ends: number[]; tag: string } | null {
  const unit = selectedUnit(store)
  const [way] = hex === null || unit === null ? [] : waysTo(store, hex)
  const start = way && hexOf(knownPosition(viewOf(store.view), factsOf(store.pieces)).value<string>('unit_at', unit!) ?? '')
  return way ? { hexes: [start!, ...(way.hexes.length ? way.hexes.map(hexOf) : [hex!])], ends: [], tag: marchCost(store, hex!) } : null
}

/** Picks a unit, from the map or from a list. Returns whether it may move. */
export function selectUnit(store: MatchStore, unit: string): boolean {
  if (!movable(store).has(unit)) return false
  store.notices.clear()
  store.picks = []
  store.draft = { unit }
  void lookaheadOf(store).request([firstChoice(store, unit)])
  if (firstChoice(store, unit)[0] === 'move') void marchRoutes(store).request(unit)
  return true
}

/** A hex was pressed while a side marches: the picked unit goes there, or the units there are picked in turn. */
export function pressMarch(store: MatchStore, hex: number): boolean {
  if (store.picks.length || !movable(store).size) return false
  const unit = selectedUnit(store)
  const found = unit ? ways(store, unit).filter(([, to]) => hexOf(to!) === hex) : []
  if (unit && found.length === 1) return go(store, unit, found[0]!)
  if (unit && found.length) {
    store.draft = { unit, to: idOf(hex) }
    return true
  }
  const here = pressable(knownPosition(viewOf(store.view), factsOf(store.pieces)), hex, movable(store))
  return here.length > 0 && selectUnit(store, nextOf(here, unit))
}

function go(store: MatchStore, unit: string, way: Action): boolean {
  void store.submit([firstChoice(store, unit), way], true)
  return true
}

/** The question while a unit is picked: the ways to a hex, the places in reach by name, its other actions. */
export function marchPrompt(store: MatchStore): DraftPrompt | null {
  const unit = selectedUnit(store)
  if (!unit) return null
  const facts = factsOf(store.pieces)
  const name = pickedText(unit, firstChoice(store, unit)[0]!, store)
  const known = ways(store, unit)
  const { to } = selectedMarch(store)
  const costOf = (way: Action): string => marchRoutes(store).of(unit).filter(({ choice }) => choice.join() === way.join()).map(costText).join()
  const leading = to ? known.filter((way) => hexOf(way[1]!) === hexOf(to)) : []
  const there = leading.map((way) => ({ id: way.join(' '), label: verbText(way[0]!), act: () => void go(store, unit, way) }))
  const named = known.filter(([, at]) => facts.places.has(hexOf(at!))).map((way) => ({ id: way.join(' '), row: verbText(way[0]!), label: facts.placeName(way[1]!), note: [way[1]!, costOf(way)].filter(Boolean).join(', '), act: () => void go(store, unit, way) }))
  const others = store.choices.filter(([verb, who]) => who === unit && !FIRST_VERBS.has(verb!)).map((choice) => ({ id: choice.join(' '), row: OTHER_ROW, label: verbText(choice[0]!), act: () => void store.submit([choice]) }))
  // A viewer without the hexes ahead names only the unit; its hexes are asked for next.
  const [verb] = firstChoice(store, unit)
  const begun = verb !== 'move'
  const move = { id: 'move', label: begun ? verbText(verb!) : 'Move', key: 'D', weight: 'primary' as const, act: () => void store.submit([firstChoice(store, unit)]) }
  return {
    hasSelection: true, buttons: [...(there.length ? there : [move]), ...(there.length ? [] : named), ...others],
    subline: (there.length && marchCost(store, hexOf(to!))) || undefined,
    sentence: there.length
      ? fitting(`${name} to ${facts.placeName(to!)}: choose how it goes.`, `${name}: choose how it goes.`, 'Choose how the unit goes.')
      : fitting(`${name}: choose ${begun ? 'where it starts' : 'a hex to go to'}.`, begun ? 'Choose where the unit starts.' : 'Choose a hex for the unit.'),
  }
}
