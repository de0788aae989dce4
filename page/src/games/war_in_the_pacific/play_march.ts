import type { Action } from '../../app/api'
import { aheadOf } from '../../app/ahead.svelte'
import type { Desk, Filling } from '../../app/game'
import { ASIDE } from '../../frame/slots'
import { pressable } from './burma'
import { hexOf, idOf } from './grid'
import { costWords, marchWays, type WayTold } from './march_ways.svelte'
import { nextOf } from './marks'
import { factsOf, nowOf, viewOf } from './play_view'
import { pickedWords, verbWords } from './play_words'
import { fitting } from './line'

/** Units on the march (22.1), or placed elsewhere before play (44.81): the selected unit, the hexes in its reach, and the ways. */

interface Taken {
  unit?: string
  /** a hex that several ways reach */
  to?: string
}
const takenOf = (desk: Desk): Taken => (desk.draft as Taken | null) ?? {}

/** The verbs that pick a unit, whose hex is asked for next. */
const TAKES = new Set(['move', 'set_out'])

/** The units that may move now. */
export const movable = (desk: Desk): ReadonlySet<string> => new Set(desk.choices.flatMap(([verb, unit]) => (TAKES.has(verb!) && unit !== undefined ? [unit] : [])))

/** The choice that picks a unit. */
export const taking = (desk: Desk, unit: string): Action => desk.choices.find(([verb, who]) => who === unit && TAKES.has(verb!)) ?? ['move', unit]

/** The picked unit; undefined if there is none, or if it has moved. */
export function unitTaken(desk: Desk): string | null {
  const { unit } = takenOf(desk)
  return unit && !desk.picks.length && movable(desk).has(unit) ? unit : null
}

/** The picked unit's destinations and ways, from the referee; undefined until known. */
const ways = (desk: Desk, unit: string): readonly Action[] => aheadOf(desk).of(taking(desk, unit)) ?? []

/** The hexes in reach of the picked unit. */
export function marchLit(desk: Desk): ReadonlySet<number> | null {
  const unit = unitTaken(desk)
  return unit === null ? null : new Set(ways(desk, unit).map(([, to]) => hexOf(to!)))
}

/** The ways of the picked unit to a hex, the cheapest on foot first. */
const waysTo = (desk: Desk, hex: number): WayTold[] => {
  const unit = unitTaken(desk)
  return unit === null ? [] : marchWays(desk).of(unit).filter(({ choice }) => hexOf(choice[1]!) === hex)
}

/** The cost of the march to a hex, as text; undefined until known. */
export const marchCost = (desk: Desk, hex: number): string => waysTo(desk, hex).map(costWords).join('; ')

/** The drawing of the march to a hex, with its cost. */
export function marchRoute(desk: Desk, hex: number | null): { hexes: number[]; ends: number[]; tag: string } | null {
  const unit = unitTaken(desk)
  const [way] = hex === null || unit === null ? [] : waysTo(desk, hex)
  const start = way && hexOf(nowOf(viewOf(desk.view), factsOf(desk.pieces)).value<string>('unit_at', unit!) ?? '')
  return way ? { hexes: [start!, ...(way.hexes.length ? way.hexes.map(hexOf) : [hex!])], ends: [], tag: marchCost(desk, hex!) } : null
}

/** Picks a unit, from the map or from a list. Returns whether it may move. */
export function takeUp(desk: Desk, unit: string): boolean {
  if (!movable(desk).has(unit)) return false
  desk.notices.clear()
  desk.picks = []
  desk.draft = { unit }
  void aheadOf(desk).want([taking(desk, unit)])
  if (taking(desk, unit)[0] === 'move') void marchWays(desk).want(unit)
  return true
}

/** A hex was pressed while a side marches: the picked unit goes there, or the units there are picked in turn. */
export function pressMarch(desk: Desk, hex: number): boolean {
  if (desk.picks.length || !movable(desk).size) return false
  const unit = unitTaken(desk)
  const found = unit ? ways(desk, unit).filter(([, to]) => hexOf(to!) === hex) : []
  if (unit && found.length === 1) return go(desk, unit, found[0]!)
  if (unit && found.length) {
    desk.draft = { unit, to: idOf(hex) }
    return true
  }
  const here = pressable(nowOf(viewOf(desk.view), factsOf(desk.pieces)), hex, movable(desk))
  return here.length > 0 && takeUp(desk, nextOf(here, unit))
}

function go(desk: Desk, unit: string, way: Action): boolean {
  void desk.submit([taking(desk, unit), way], true)
  return true
}

/** The question while a unit is picked: the ways to a hex, the places in reach by name, its other actions. */
export function marchFilling(desk: Desk): Filling | null {
  const unit = unitTaken(desk)
  if (!unit) return null
  const facts = factsOf(desk.pieces)
  const name = pickedWords(unit, taking(desk, unit)[0]!, desk)
  const known = ways(desk, unit)
  const { to } = takenOf(desk)
  const costOf = (way: Action): string => marchWays(desk).of(unit).filter(({ choice }) => choice.join() === way.join()).map(costWords).join()
  const leading = to ? known.filter((way) => hexOf(way[1]!) === hexOf(to)) : []
  const there = leading.map((way) => ({ id: way.join(' '), label: verbWords(way[0]!), act: () => void go(desk, unit, way) }))
  const named = known.filter(([, at]) => facts.places.has(hexOf(at!))).map((way) => ({ id: way.join(' '), row: verbWords(way[0]!), label: facts.placeName(way[1]!), note: [way[1]!, costOf(way)].filter(Boolean).join(', '), act: () => void go(desk, unit, way) }))
  const others = desk.choices.filter(([verb, who]) => who === unit && !TAKES.has(verb!)).map((choice) => ({ id: choice.join(' '), row: ASIDE, label: verbWords(choice[0]!), act: () => void desk.submit([choice]) }))
  // A viewer without the hexes ahead names only the unit; its hexes are asked for next.
  const [verb] = taking(desk, unit)
  const begun = verb !== 'move'
  const move = { id: 'move', label: begun ? verbWords(verb!) : 'Move', key: 'D', weight: 'go' as const, act: () => void desk.submit([taking(desk, unit)]) }
  return {
    begun: true, buttons: [...(there.length ? there : [move]), ...(there.length ? [] : named), ...others],
    subline: (there.length && marchCost(desk, hexOf(to!))) || undefined,
    sentence: there.length
      ? fitting(`${name} to ${facts.placeName(to!)}: choose how it goes.`, `${name}: choose how it goes.`, 'Choose how the unit goes.')
      : fitting(`${name}: choose ${begun ? 'where it starts' : 'a hex to go to'}.`, begun ? 'Choose where the unit starts.' : 'Choose a hex for the unit.'),
  }
}
