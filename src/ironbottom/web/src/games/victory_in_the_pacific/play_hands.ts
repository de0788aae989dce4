import type { Action } from '../../app/api'
import type { Desk } from '../../app/desk.svelte'
import { gather, pickAll, refill, toggle, together, toggleAll as toggleThese, type Draft, type Gathering, type Manner } from '../../app/gathering'
import { aimsNow, isDay, shotsOf } from './play_shots'
import type { Marks } from './play_units'
import { factsOf, frameOf, procedureOf, topFrame, viewOf } from './play_view'

/** Choices of a unit and of where it goes, or of what it fires at. */
const TOWARDS = new Set([
  'patrol', 'place_air', 'sail', 'raid', 'return', 'go', 'land', 'station', 'flee', 'pursue', 'raid_port', 'fire', 'rebuild', 'designate', 'form', 'assault',
])
/** Choices of a unit alone. */
const ALONE = new Set([
  'join_raid', 'mark', 'repair', 'withdraw_ship', 'sortie', 'go_west', 'to_san_diego', 'from_san_diego', 'save', 'stop', 'announce', 'kamikaze',
  'detach', 'defend', 'name_landing',
])
export const gathers = (verb: string): boolean => TOWARDS.has(verb) || ALONE.has(verb) || verb === 'raid_by_way'

/** Choices of which one alone is wanted. */
const ONE = new Set(['removals', 'returns', 'open_survivors'])

/** What is not a place or target in the ways of a unit: an act without one, or a way round by another area. */
export const ACT = '!'
export const BY = 'by '

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
}

export const gathering = (desk: Desk): Gathering | null => gather(desk, MANNER)

export function toggleAll(desk: Desk, ids: readonly string[]): void {
  const made = gathering(desk)
  if (made) toggleThese(desk, made, ids)
}

/** Ways round by another area that end at this one. */
const roundabout = (made: Gathering, area: string): string[] => [...made.open].filter((way) => way.startsWith(BY) && way.endsWith(` ${area}`))

/** Somebody pressed a counter, a sea area, a port or a base. Gives whether it meant a choice. */
export function press(desk: Desk, id: string): boolean {
  const made = desk.picks.length ? null : gathering(desk)
  if (!made || desk.busy) return desk.press(id)
  if (made.filled.length) return refill(desk, made, id)
  const [way, ...more] = made.open.has(id) ? [id] : roundabout(made, id)
  if (way !== undefined && !more.length) {
    void desk.submit(together(made, way))
    return true
  }
  if (more.length) return true // its ways are buttons of the question
  if (made.ways.has(id)) {
    toggle(desk, made, id)
    return true
  }
  // Where others may go, those that are picked may not: they are told why.
  const meant = made.picked.length ? guess(desk, id) : null
  if (!meant) return desk.press(id)
  void desk.whyNot(meant)
  return true
}

/** Counters were dragged onto something: they go there, with all that is picked if they are of it. */
export function drop(desk: Desk, ids: readonly string[], target: string): void {
  const made = gathering(desk)
  if (!made) return ids[0] === undefined ? undefined : desk.drop(ids[0], target)
  const able = ids.filter((id) => made.ways.has(id))
  const held = able.some((id) => made.picked.includes(id)) ? made.picked : able
  const all = made.single ? held.slice(0, 1) : held
  if (!all.length) return
  if (all.every((one) => made.ways.get(one)!.has(target))) {
    void desk.submit(all.map((one) => made.ways.get(one)!.get(target)!))
    return
  }
  pickAll(desk, all)
  const meant = guess(desk, target)
  if (meant) void desk.whyNot(meant)
}

/** What is lit and picked on the board, out of the choices alone. */
export function marksOf(desk: Desk): Marks {
  const made = desk.picks.length ? null : gathering(desk)
  const aimed = aimsOf(desk, made)
  if (!made) return { lit: desk.lit, picked: desk.picked, aimed }
  const lit = new Set<string>()
  for (const way of made.open) if (!way.startsWith(ACT)) lit.add(way.startsWith(BY) ? way.split(' ').at(-1)! : way)
  for (const id of made.ways.keys()) if (!made.picked.includes(id)) lit.add(id)
  if (!made.picked.length) for (const [verb, id] of desk.choices) if (id !== undefined && !gathers(verb!)) lit.add(id)
  return { lit, picked: new Set(made.picked), aimed }
}

/** The shots aimed so far, and those that a helper filled in, by target. */
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

/** What somebody may have meant who chose an id that is not offered. */
export function guess(desk: Desk, id: string): Action | null {
  const view = viewOf(desk.view)
  const facts = factsOf(desk.pieces)
  const procedure = procedureOf(view)
  const verb = VERB[procedure]
  const [unit] = (desk.draft as Draft | null)?.picked ?? []
  const own = facts.units.get(id)?.side === desk.decision?.side
  const target = facts.areas.has(id) || facts.places.has(id) || (facts.units.has(id) && !own)
  if (procedure === 'combat') return facts.areas.has(id) ? ['fight', id] : null
  if (procedure === 'submarine') return facts.areas.has(id) ? ['submerge', id] : null
  if (unit && target) return procedure === 'pursuit' && facts.places.has(id) ? ['raid_port', unit, id] : verb ? [verb, unit, id] : null
  if (!unit && own) {
    const area = String(frameOf(view, 'battle')?.['area'] ?? 'coral_sea')
    return ['patrols', 'air', 'amphibious', 'raiders'].includes(procedure) ? [verb!, id, area] : null
  }
  return null
}
