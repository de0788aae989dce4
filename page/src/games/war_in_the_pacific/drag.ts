import { lookaheadOf } from '../../app/lookahead.svelte'
import { api, type Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { counted } from '../../lib/text'
import { hexOf, idOf, isHex, NOWHERE, sectionsOf } from './grid'
import type { Route } from './layout'
import type { PillShown, StackShown } from './map_marks'
import { marchCost, marchHighlights, movable, pressMarch, selectUnit, firstChoice, selectedUnit } from './play_march'
import { highlightedIds, pressHex } from './play_orders'
import { factsOf, isForce, isSubron, knownPosition, procedureOf, topFrame, viewOf, type KnownPosition } from './play_view'
import { verbText } from './play_prompts'
import { courseForce, destinations, draftOf, startOf, coursePathTo } from './sailing'

/** The choice behind a counter or pill carried over the map: it is picked, and then the hex under the pointer, as by two presses. */

/** The units under the pointer: the forces of a stack, the top one first, or the contents of a pill. */
export interface DragSource {
  hex: number
  ids: readonly string[]
  /** aircraft fly from there */
  air: boolean
}

/** The ships of a force that have aircraft. */
const decksOf = (forces: readonly string[], position: KnownPosition): string[] => forces.flatMap((force) => position.shipsIn(force)).flatMap(({ id }) => (position.airAt(id).length ? [id] : []))

export function dragSourceOfStack({ hex, forces, top }: Pick<StackShown, 'hex' | 'forces' | 'top'>, position: KnownPosition): DragSource {
  const ids = [top.id, ...forces.map(({ id }) => id).filter((id) => id !== top.id)].filter((id) => !position.reports.includes(id))
  const decks = decksOf(ids.slice(0, 1), position)
  return { hex, ids: [...ids, ...decks], air: decks.length > 0 }
}

/** A pill contains a side's ground units, the strongest first, air points, and ships in port: the part under the pointer comes first. */
export function dragSourceOfPill({ hex, side }: Pick<PillShown, 'hex' | 'side'>, part: PillShown['sign'] | undefined, position: KnownPosition): DragSource {
  const at = idOf(hex)
  const own = position.unitsIn(at).filter((unit) => unit.side === side)
  const units = own.toSorted((a, b) => b.type.strength - a.type.strength || a.id.localeCompare(b.id)).map(({ id }) => id)
  return { hex, ids: part === 'infantry' ? [...units, at] : [at, ...units], air: position.airAt(at).length > 0 }
}

/** How a carried unit gets to its hex: the question already asks for a hex; a first step comes before it; it marches; or both are
 * named in one choice. */
type DragKind = 'asked' | 'first' | 'march' | 'pick'

export interface DragItem extends DragSource {
  /** the carried force, Subron, unit or base */
  id: string
  kind: DragKind
  /** several carriers of the force have aircraft that may go: the drag does not say which */
  decks?: readonly string[]
}
/** The possible choices of the carried unit. */
const idsOf = ({ id, decks }: Pick<DragItem, 'id' | 'decks'>): readonly string[] => decks ?? [id]

/** Choices that are followed by a hex; one of them is any of the Missions. */
const FIRST_VERBS: ReadonlySet<string> = new Set(['plot', 'enter', 'transfer', 'rebase', 'send_subron', 'transit_subron', 'scout_port', 'alter', 'react'])
/** The verb to ask about, for the reason why a hex is not legal. */
const NEXT_VERBS: Readonly<Record<string, readonly string[]>> = { plot: ['sail'], enter: ['come_in', 'as_they_are'], transfer: ['fly_to', '1'], rebase: ['base_at', '1'], send_subron: ['make_for'], transit_subron: ['make_for'] }

const knownPositionOf = (store: MatchStore): KnownPosition => knownPosition(viewOf(store.view), factsOf(store.pieces))
const openProcedure = (store: MatchStore): string => procedureOf(viewOf(store.view), store.decision?.side)

/** The hexes named with the unit in one choice, each by its name there. */
export function targetHexes(store: MatchStore, id: string): Map<number, string> {
  return new Map(store.choices.flatMap(([, who, ...rest]) => (who === id ? rest.filter(isHex).map((hex) => [hexOf(hex), hex] as const) : [])))
}

/** 6.3, 6.4 The targets of aircraft, wherever they fly from: hexes, and reports in their places. */
export function strikeTargets(store: MatchStore): Map<number, string> {
  if (openProcedure(store) !== 'declaring') return new Map()
  const { contact_at: at } = viewOf(store.view)
  return new Map(store.choices.flatMap(([verb, what]) => (verb === 'raid' ? [[hexOf(what!), what!] as const] : verb === 'strike' ? [[hexOf(at[what!] ?? ''), what!] as const] : [])))
}

/** The first steps of a unit; only one of its Missions on the map, since all have the same range. A force that enters the map has a hex for each. */
export function firstChoices(store: MatchStore, id: string): Action[] {
  const own = store.choices.filter(([verb, who]) => who === id && FIRST_VERBS.has(verb!))
  const plots = own.filter(([verb]) => verb === 'plot')
  const enters = new Set(own.flatMap(([verb, , mission]) => (verb === 'enter' ? [mission!] : [])))
  return [
    ...own.filter(([verb]) => verb !== 'plot' && verb !== 'enter'), ...[...enters].map((mission) => ['enter', id, mission]),
    ...plots.filter(([, , mission], n) => mission === 'transit' || (!n && plots.every((plot) => plot[2] !== 'transit'))),
  ]
}

/** Whether the question is about the carried unit: the force to sail, the unit to march, or the unit to be based elsewhere. */
export const isQuestionAbout = (store: MatchStore, id: string): boolean => Object.values((store.decision && topFrame(viewOf(store.view), store.decision.side)) ?? {}).some((value) => String(value).toLowerCase() === id.toLowerCase())

/** The unit that a drag picks up; undefined if no unit there has a hex to choose. */
export function dragItemOf(store: MatchStore, source: DragSource): DragItem | null {
  if (!store.decision || store.busy || store.covered) return null
  const found = (id: string | undefined, way: DragKind): DragItem | null => (id === undefined ? null : { ...source, id, kind: way })
  const about = courseForce(store) ?? source.ids.find((id) => isQuestionAbout(store, id) && highlightedIds(store).hexes.size > 0)
  if (about) return found(source.ids.find((id) => id === about), 'asked')
  const taken = selectedUnit(store)
  const march = source.ids.filter((id) => movable(store).has(id))
  if (march.length) return found(taken && march.includes(taken) ? taken : march[0], 'march')
  const able = source.ids.filter((id) => targetHexes(store, id).size > 0 || firstChoices(store, id).length > 0)
  const [first] = able
  if (able.length > 1 && able.every((id) => factsOf(store.pieces).ships.has(id))) return { ...source, id: source.ids[0]!, kind: 'first', decks: able }
  if (first !== undefined) return found(first, targetHexes(store, first).size ? 'pick' : 'first')
  return source.air && strikeTargets(store).size ? found(source.ids[0], 'pick') : null
}

/** The hexes where the unit may be dropped; undefined until known. */
export function reachOf(store: MatchStore, item: DragItem): ReadonlySet<number> | null {
  const { kind, air, decks } = item
  if (kind === 'asked') return highlightedIds(store).hexes
  if (kind === 'march') return marchHighlights(store)
  const known = idsOf(item).flatMap((id) => firstChoices(store, id)).map((first) => lookaheadOf(store).of(first))
  if (kind === 'first' && !known.every((rest) => rest)) return null
  const named = idsOf(item).flatMap((id) => [...targetHexes(store, id).keys()])
  return new Set([...(kind === 'pick' || decks ? [...named, ...(air ? strikeTargets(store).keys() : [])] : []), ...hexesIn(known.flatMap((rest) => rest ?? []))])
}
const hexesIn = (choices: readonly Action[]): Set<number> => new Set(choices.flatMap(([, ...parts]) => parts.filter(isHex).map(hexOf)))

/** The path of a force by sea before its course is asked for, with its cost; undefined if there is none. */
export function seaRoute(store: MatchStore, force: string, to: number, words: string): Route | null {
  const { view, facts } = knownPositionOf(store)
  const [start, sections] = [startOf(view, force), facts.sectionsOf(view)]
  if (!isForce(force) || start === NOWHERE || start === to) return null
  const way = facts.atlas.seaPath(start, view.force_water?.[force] ?? 0, to, (hex) => sectionsOf(hex).some((section) => sections.includes(section)))
  return way && { hexes: [start, ...way.hexes], ends: [], tag: [counted(way.cost, 'point'), words].filter(Boolean).join(', ') }
}

/** Its possible effects on a hex in one choice, and first steps, for later requests. */
const namedAt = (store: MatchStore, id: string, hex: number): string[] => store.choices.filter(([, who, ...rest]) => who === id && rest.some((part) => isHex(part) && hexOf(part) === hex)).map(([verb]) => verb!)
const leadingTo = (store: MatchStore, id: string, hex: number): string[] => firstChoices(store, id).filter((first) => first[0] !== 'plot' && hexesIn(lookaheadOf(store).of(first) ?? []).has(hex)).map(([verb]) => verb!)

/** The cost for the unit to get to a hex, or its effect there. */
export function describeDrop(store: MatchStore, item: DragItem, hex: number): string {
  const { id, kind, air } = item
  const course = courseForce(store) ? coursePathTo(store, hex) : null
  if (course) return `${counted(course.cost, 'point')}, ${course.fuel} fuel`
  if (kind === 'march') return marchCost(store, hex)
  const named = idsOf(item).flatMap((one) => namedAt(store, one, hex))
  const leading = idsOf(item).flatMap((one) => leadingTo(store, one, hex))
  const struck = air && !named.length && strikeTargets(store).get(hex)
  const verbs = struck ? [isHex(struck) ? 'raid' : 'strike'] : named.length ? named : leading
  return verbs.length ? [...new Set(verbs)].map(verbText).join(', ') : kind === 'first' ? (seaRoute(store, id, hex, '')?.tag ?? '') : ''
}

/** The choice that an illegal hex stands for, and the choices before it. */
export function choiceForHex(store: MatchStore, item: DragItem, hex: number): { action: Action; after?: readonly Action[] } | null {
  const { kind } = item
  const [id, to] = [idsOf(item)[0]!, idOf(hex)]
  const swap = (choices: readonly Action[]): Action | null => {
    const like = choices.find(([, ...parts]) => parts.some(isHex))
    const last = like?.findLastIndex((part, n) => n > 0 && isHex(part) && (n > 1 || part !== id))
    return like && last! > 0 ? like.with(last!, to) : null
  }
  if (courseForce(store)) return { action: ['sail', to] }
  if (kind === 'march') {
    const first = firstChoice(store, id)
    return { action: [lookaheadOf(store).of(first)?.[0]?.[0] ?? 'march', to], after: [first] }
  }
  const [first] = firstChoices(store, id)
  const next = first && NEXT_VERBS[first[0]!]
  if (next && (kind === 'first' || isSubron(id))) return { action: [next[0]!, to, ...next.slice(1)], after: [first] }
  const action = swap(kind === 'asked' ? store.remainingChoices : store.choices.filter((choice) => choice[1] === id))
  return action && { action }
}

/** The referee's reason why it may not be dropped on a hex; the page's own if such a choice has no name for the hex. */
export async function whyNotThere(store: MatchStore, item: DragItem, hex: number): Promise<{ text: string; clause?: string }> {
  const plainly = { text: `${factsOf(store.pieces).placeName(idOf(hex))} cannot be chosen here` }
  const no = choiceForHex(store, item, hex)
  if (!no || !store.actor) return plainly
  const answer = await api.whyNot(store.id, store.actor, no.action, no.after).catch(() => null)
  return answer?.message && answer.clause ? { text: answer.message, clause: answer.clause } : plainly
}

/** Picks the unit, as a press would; a choice that a press would submit waits. */
export function startDrag(store: MatchStore, item: DragItem): void {
  const { id, kind, decks } = item
  if (kind === 'asked') return
  if (kind === 'march') return void (selectedUnit(store) === id || selectUnit(store, id))
  void lookaheadOf(store).request(idsOf(item).flatMap((one) => firstChoices(store, one)))
  if (decks || (openProcedure(store) === 'orders' && store.choices.every(([verb, who]) => who !== id || verb !== 'enter'))) [store.picks, store.selectedPlace, store.tab] = [[], id, 'force']
  else if (store.choices.some((choice) => choice[1] === id)) {
    store.picks = []
    store.pick({ id, at: 0 }, false)
  }
}

/** Drops the unit on a legal hex, which is chosen as by a press. Returns whether it waits for a first step. */
export function dropOnHex(store: MatchStore, { id, kind, air, decks }: DragItem, hex: number): boolean {
  store.notices.clear()
  if (kind === 'march') return (pressMarch(store, hex), false)
  if (kind === 'asked') return (hexOf(draftOf(store).to ?? '') === hex || pressHex(store, hex), false)
  const verbs = new Set(decks?.flatMap((one) => [...namedAt(store, one, hex), ...leadingTo(store, one, hex)]))
  if (verbs.size) {
    // If only one meaning is possible, the carrier is asked for, as after its press.
    if (verbs.size === 1) store.pick({ verb: [...verbs][0]! }, false)
    return true
  }
  const named = targetHexes(store, id).get(hex)
  const struck = air ? strikeTargets(store).get(hex) : undefined
  if (named === undefined && struck === undefined) return true
  if (named === undefined) store.picks = []
  if (highlightedIds(store).hexes.has(hex) && (named ?? struck) === idOf(hex)) pressHex(store, hex)
  else store.press((named ?? struck)!)
  return false
}

/** A force whose course is asked for may be sent beyond its reach, in stages. */
export const sailsFar = (store: MatchStore, { id, kind }: DragItem, hex: number): boolean => (kind === 'asked' && courseForce(store) === id && !destinations(store).has(hex)) || (kind === 'first' && openProcedure(store) === 'orders' && seaRoute(store, id, hex, '') !== null)
