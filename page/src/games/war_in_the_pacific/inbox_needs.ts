import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { counted, listed } from '../../lib/text'
import { isHex } from './grid'
import { compareImportance, GROUPS, canBePostponed, mostImportant, type Importance, type Need } from './importance'
import { OFF_MAP, sectionOfNeed } from './inbox'
import { boxName, capital, forceShort, isForce, isSubron, plain, procedureOf, subronName, viewOf, type KnownPosition } from './play_view'
import { forceNote, valueText, verbText } from './play_prompts'
import { courseForce } from './sailing'
import { subronMode, subronsSent } from './subrons'

/** The rows of the inbox: units that wait for a choice, and those that are done. */

const openProcedure = (store: MatchStore): string => procedureOf(viewOf(store.view), store.decision?.side)

/** The action of a verb, as part of a line: "give a Mission". */
const does = (verb: string): string => verbText(verb).replace(/^./, (letter) => letter.toLowerCase())

/** Questions in which no unit waits: everything may stay as it is, or only a hex is asked for. */
const NOTHING_WAITS = new Set(['leyte_deployment', 'guadalcanal_deployment', 'midway_advanced_deployment', 'placing_unit', 'cargo_orders', 'pipeline_orders', 'lying_in_wait', 'plans', 'kamikaze_call', 'setting_out', 'setting_stores', 'redeploying', 'stationing', 'moving', 'lift_moving', 'new_base', 'rebasing', 'drop_plans', 'covering', 'shielding', 'allotting', 'entering'])

/**
 * The waiting decisions: the units that may act in this question, by group, section and importance, as in the
 * terminal's inbox, then those that have acted.
 */
export function needs(store: MatchStore, position: KnownPosition): Need[] {
  const course = courseForce(store)
  if (!course && NOTHING_WAITS.has(openProcedure(store))) return []
  const { facts, view } = position
  const open = new Map<string, Set<string>>()
  for (const [verb, id] of store.choices) if (id !== undefined && !facts.importance.destinations.includes(verb!)) open.set(id, (open.get(id) ?? new Set()).add(verb!))
  if (course) open.set(course, new Set(['sail']))
  const done = course || openProcedure(store) === 'orders' ? position.forces.filter((id) => id.startsWith(`${store.decision?.side}_`)).map((id) => ({ id, about: id, title: `${forceShort(id)}: ${missionOf(id, position)}`, note: forceNote(id, position), done: true })) : sentOut(store, position)
  const ready = new Set(done.flatMap(({ id }) => (view.force_mission?.[id] || isSubron(id) ? [id] : [])))
  const waits = [...open].flatMap(([id, verbs]): (readonly [Importance, string, Need])[] => {
    const found = mostImportant(verbs, facts, canBePostponed(id, position, store.decision?.side))
    const group = GROUPS[found[0]]!
    const section = sectionOfNeed(id, position)
    return ready.has(id) && group === 'standing' ? [] : [[found, section === OFF_MAP ? '' : section, { ...rowOf(id, [...verbs], store, position), group }]]
  })
  const rows = waits.toSorted(([a, at, row], [b, other, its]) => a[0] - b[0] || at.localeCompare(other) || compareImportance(a, b) || row.id.localeCompare(its.id, 'en', { numeric: true })).map(([, , row]) => row)
  return [...rows, ...done.filter(({ id }) => !rows.some((row) => row.id === id))]
}

/** Acts that are whole with their row: they can be taken back, and nothing is rolled for them. */
const WHOLE = new Set(['form', 'form_off_map', 'embark', 'strike'])

/** The choice that a row makes by itself: the only one of its unit or place, if it is one of these acts. */
export function wholeRow(store: MatchStore, id: string): Action | null {
  const [only, ...others] = store.picks.length ? [] : store.choices.filter(([, about]) => about === id)
  return only && !others.length && WHOLE.has(only[0]!) ? only : null
}

/** A row for a unit that may do these things. */
function rowOf(id: string, verbs: readonly string[], store: MatchStore, position: KnownPosition): Need {
  const most = verbs.toSorted((a, b) => compareImportance(mostImportant([a], position.facts), mostImportant([b], position.facts)))
  const what = openProcedure(store) === 'submarine_orders' ? 'no orders yet' : most.slice(0, isForce(id) ? 1 : 2).map(does).join(', ')
  if (openProcedure(store) === 'orders' && !isForce(id) && !position.facts.ships.has(id)) return { id, about: id, title: `${isHex(id) ? position.facts.placeName(id) : boxName(id)}: ${what}`, note: shipsText(id, position), done: false }
  const { label, note } = valueText(id, ['suffer', 'rebuild', 'make_whole', 'begin_work', 'take_supply', 'leave_supply'].find((verb) => verbs.includes(verb)) ?? '', 0, store)
  return { id, about: id, title: `${label}: ${what}`, note: note ?? '', done: false }
}
/** The ships of a place that may form a Task Force: those in port, or else those of forces there (9.2). */
function shipsText(id: string, position: KnownPosition): string {
  const inPort = position.shipsIn(id).length
  const forces = position.forces.filter((force) => position.whereOf(force) === id && !position.isDummy(force))
  return inPort || !forces.length ? counted(inPort, 'ship') : `ships of ${listed(forces.map(forceShort))}`
}
/** 13.3 The Subrons that have their orders. */
const sentOut = (store: MatchStore, position: KnownPosition): Need[] =>
  subronsSent(position.view, store.decision?.side).map((id) => ({ id, about: id, title: `${subronName(id)}: ${subronMode(position.view, id)}`, note: valueText(id, '', 0, store).note ?? '', done: true }))
const missionOf = (id: string, position: KnownPosition): string => capital(plain(position.view.force_mission[id] ?? 'no Mission'))
