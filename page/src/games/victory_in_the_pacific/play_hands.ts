import type { Action } from '../../app/api'
import type { Desk } from '../../app/game'
import * as hands from '../../app/gathering'
import type { Draft, Gathering, Manner, Marks } from '../../app/gathering'
import { aimsNow, isDay, shotsOf } from './play_shots'
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
export const gathers = (verb: string): boolean => TOWARDS.has(verb) || ALONE.has(verb) || verb === 'raid_by_way'

/** Choices that take exactly one option. */
const ONE = new Set(['removals', 'returns', 'open_survivors'])

/** Options of a unit that are neither place nor target: an act without one, or a detour through another area. */
export const ACT = '!'
export const BY = 'by '

/** Choices where units go only to sea areas. */
const TO_AREAS = new Set(['patrols', 'air', 'amphibious', 'raiders'])

const MANNER: Manner = {
  way: (choice) => {
    const [verb, unit, to, last] = choice
    if (unit === undefined) return null
    if (ALONE.has(verb!)) return [unit, ACT + verb!]
    if (verb === 'raid_by_way') return [unit, `${BY}${to} ${last}`]
    return TOWARDS.has(verb!) && to !== undefined ? [unit, to] : null
  },
  single: (desk) => {
    const top = topFrame(viewOf(desk.view))
    return (top?.procedure === 'air' && !top['passed']) || ONE.has(top?.procedure ?? '')
  },
  beside: (desk, id) => (TO_AREAS.has(procedureOf(viewOf(desk.view))) ? (factsOf(desk.pieces).places.get(id)?.touches ?? []) : []),
  end: (way) => (way.startsWith(ACT) ? null : way.startsWith(BY) ? way.split(' ').at(-1)! : way),
  guess,
}

export const { single } = MANNER
export const gathering = (desk: Desk): Gathering | null => hands.gather(desk, MANNER)
export const toggleAll = (desk: Desk, ids: readonly string[]): void => hands.toggleAll(desk, gathering(desk), ids)
export const press = (desk: Desk, id: string): boolean => hands.press(desk, MANNER, id)
export const drop = (desk: Desk, ids: readonly string[], target: string): void => hands.drop(desk, MANNER, ids, target)
export const marksOf = (desk: Desk): Marks => ({ ...hands.marksNow(desk, MANNER), aimed: aimsOf(desk, gathering(desk)) })

/** The shots aimed so far, including those set by a helper, by target. */
function aimsOf(desk: Desk, made: Gathering | null): Map<string, number> | undefined {
  const view = viewOf(desk.view)
  const top = topFrame(view)
  if (top?.procedure !== 'targeting') return undefined
  const facts = factsOf(desk.pieces)
  const shots = new Map<string, number>()
  for (const { unit, target } of aimsNow(view, made?.filled ?? [])) {
    shots.set(target, (shots.get(target) ?? 0) + shotsOf(unit, isDay(view), view, facts).shots)
  }
  return shots.size ? shots : undefined
}

const VERB: Readonly<Record<string, string>> = {
  patrols: 'patrol', air: 'place_air', amphibious: 'sail', raiders: 'raid', way_home: 'go', returns: 'return', landing: 'land', grouping: 'flee',
  pursuit: 'pursue', targeting: 'fire',
}

/** The likely intention of a player who chose an id that is not offered. */
export function guess(desk: Desk, id: string): Action | null {
  const view = viewOf(desk.view)
  const facts = factsOf(desk.pieces)
  const procedure = procedureOf(view)
  const verb = VERB[procedure]
  const [unit] = (desk.draft as Draft | null)?.picked ?? []
  const own = facts.units.get(id)?.side === desk.decision?.side
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
