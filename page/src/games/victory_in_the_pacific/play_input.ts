import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import * as hands from '../../app/group_selection'
import type { SelectionDraft, GroupSelection, SelectionRules, Highlights } from '../../app/group_selection'
import { currentAims, isDay, shotsOf } from './play_shots'
import { factsOf, frameOf, procedureOf, topFrame, viewOf } from './play_view'

/** Choices of a unit with a destination or target. */
const TOWARDS = new Set([
  'patrol', 'place_air', 'sail', 'raid', 'return', 'go', 'land', 'station', 'flee', 'pursue', 'raid_port', 'fire', 'rebuild', 'designate', 'form', 'assault',
])
/** Choices of only a unit. */
const ALONE = new Set([
  'join_raid', 'mark', 'repair', 'withdraw_ship', 'sortie', 'go_west', 'to_san_diego', 'from_san_diego', 'save', 'stop', 'announce', 'kamikaze',
  'detach', 'defend', 'name_landing',
])
export const isGroupVerb = (verb: string): boolean => TOWARDS.has(verb) || ALONE.has(verb) || verb === 'raid_by_way'

/** Choices that take exactly one option. */
const ONE = new Set(['removals', 'returns', 'open_survivors'])

/** Options of a unit that are neither place nor target: an act without one, or a detour through another area. */
export const ACT = '!'
export const BY = 'by '
/** Joining the raid on Pearl Harbor, whose place the choice does not name. */
const RAID = `${ACT}join_raid`

/** Choices where units go only to sea areas. */
const TO_AREAS = new Set(['patrols', 'air', 'amphibious', 'raiders'])

const MANNER: SelectionRules = {
  unitAndTarget: (choice) => {
    const [verb, unit, to, last] = choice
    if (unit === undefined) return null
    if (ALONE.has(verb!)) return [unit, ACT + verb!]
    if (verb === 'raid_by_way') return [unit, `${BY}${to} ${last}`]
    return TOWARDS.has(verb!) && to !== undefined ? [unit, to] : null
  },
  oneAtATime: (store) => {
    const top = topFrame(viewOf(store.view))
    return (top?.procedure === 'air' && !top['passed']) || ONE.has(top?.procedure ?? '')
  },
  adjacentAreas: (store, id) => (TO_AREAS.has(procedureOf(viewOf(store.view))) ? (factsOf(store.pieces).places.get(id)?.touches ?? []) : []),
  boardTarget: (way) => (way === RAID ? 'hawaiian_islands' : way.startsWith(ACT) ? null : way.startsWith(BY) ? way.split(' ').at(-1)! : way),
  inferChoice,
}

export const { oneAtATime } = MANNER
export const currentSelection = (store: MatchStore): GroupSelection | null => hands.groupSelection(store, MANNER)
export const toggleAll = (store: MatchStore, ids: readonly string[]): void => hands.toggleAll(store, currentSelection(store), ids)
export const press = (store: MatchStore, id: string): boolean => hands.press(store, MANNER, id)
export const drop = (store: MatchStore, ids: readonly string[], target: string): void => hands.drop(store, MANNER, ids, target)
export const highlightsOf = (store: MatchStore): Highlights => ({ ...hands.highlightsOf(store, MANNER), aimed: aimsOf(store, currentSelection(store)) })

/** The shots aimed so far, including those set by a helper, by target. */
function aimsOf(store: MatchStore, selection: GroupSelection | null): Map<string, number> | undefined {
  const view = viewOf(store.view)
  const top = topFrame(view)
  if (top?.procedure !== 'targeting') return undefined
  const facts = factsOf(store.pieces)
  const shots = new Map<string, number>()
  for (const { unit, target } of currentAims(view, selection?.filled ?? [])) {
    shots.set(target, (shots.get(target) ?? 0) + shotsOf(unit, isDay(view), view, facts).shots)
  }
  return shots.size ? shots : undefined
}

const VERB: Readonly<Record<string, string>> = {
  patrols: 'patrol', air: 'place_air', amphibious: 'sail', raiders: 'raid', way_home: 'go', returns: 'return', landing: 'land', grouping: 'flee',
  pursuit: 'pursue', targeting: 'fire',
}

/** The likely intention of a player who chose an id that is not offered. */
export function inferChoice(store: MatchStore, id: string): Action | null {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const procedure = procedureOf(view)
  const verb = VERB[procedure]
  const [unit] = (store.draft as SelectionDraft | null)?.picked ?? []
  const own = facts.units.get(id)?.side === store.decision?.side
  const target = facts.areas.has(id) || facts.places.has(id) || (facts.units.has(id) && !own)
  if (procedure === 'raid_force') return own ? ['join_raid', id] : unit && target ? ['patrol', unit, facts.areas.has(id) ? id : 'hawaiian_islands'] : null
  if (procedure === 'combat') return facts.areas.has(id) ? ['fight', id] : null
  if (procedure === 'submarine') return facts.areas.has(id) ? ['submerge', id] : null
  if (unit && verb && TO_AREAS.has(procedure) && facts.places.has(id)) return [verb, unit, facts.places.get(id)!.touches[0]!]
  if (unit && target) return procedure === 'pursuit' && facts.places.has(id) ? ['raid_port', unit, id] : verb ? [verb, unit, id] : null
  if (!unit && own) {
    const area = String(frameOf(view, 'battle')?.['area'] ?? 'coral_sea')
    return ['patrols', 'air', 'amphibious', 'raiders'].includes(procedure) ? [verb!, id, area] : null
  }
  return null
}
