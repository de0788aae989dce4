import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { isOffered, isPickable, selectableIds } from '../../app/choices'
import { BASE_IDS, forceName, isForce, isUnit, sideOf, topFrame, viewOf } from './play_view'

/** The meanings of presses and drags on this board beyond the ids named by choices. */

const pickedForce = (store: MatchStore): string | null => [...store.picked].find(isForce) ?? null

/** The choices, out of these, that are offered. */
const open = (store: MatchStore, choices: readonly Action[]): Action[] => choices.filter((choice) => isOffered(store.choices, choice))

/** The actions of a force at a place that the choice itself does not name: land or bombard in the Sound, go home to its base. */
function unnamed(store: MatchStore, force: string, place: string): Action[] {
  if (place === 'ironbottom_sound') return open(store, [['land', force], ['bombard', force]])
  if (place === 'henderson_field') return open(store, [['bombard', force]])
  if (place === BASE_IDS[sideOf(force)]) return open(store, [['return_to_base', force]])
  return []
}

/** A place was pressed: a zone, a base or Henderson Field. */
export function pressPlace(store: MatchStore, place: string): void {
  const force = pickedForce(store)
  const more = force && !store.covered ? unnamed(store, force, place) : []
  if (!more.length) return void store.press(place)
  const named = isPickable(store.choices, store.picks, place) ? store.remainingChoices.filter((choice) => choice.includes(place)) : []
  store.chooseIfUnambiguous([...named, ...more])
}

/** A force was pressed; those in the Sound are one target together (8.2.d). */
export function pressForce(store: MatchStore, force: string): boolean {
  const inSound = viewOf(store.view).forces[force]?.where === 'ironbottom_sound'
  const asOne = inSound && !store.highlighted.has(force) && store.highlighted.has('ironbottom_sound') && sideOf(force) !== store.decision?.side
  return store.press(asOne ? 'ironbottom_sound' : force)
}

/** The places where a force may be dropped; none while the choices are hidden. */
export function targetsOf(store: MatchStore, force: string): Set<string> {
  if (!store.decision || store.covered) return new Set()
  const beside = ['ironbottom_sound', 'henderson_field', ...Object.values(BASE_IDS)].filter((place) => unnamed(store, force, place).length)
  return new Set([...selectableIds(store.choices, [{ id: force }]), ...beside])
}

/** A force was dragged onto something. */
export function dropForce(store: MatchStore, force: string, target: string): void {
  const [side, , number] = target.split('_')
  if (number && (side === 'japan' || side === 'allies') && target.includes('_box_')) return // boxes are filled automatically (9.7.a)
  const more = unnamed(store, force, target)
  if (!more.length) return store.drop(force, target)
  store.chooseIfUnambiguous([...store.choices.filter((choice) => choice.includes(force) && choice.includes(target)), ...more])
}

/** What a player probably meant by choosing an id that is not offered. */
export function inferChoice(store: MatchStore, id: string): Action | null {
  const view = viewOf(store.view)
  const procedure = topFrame(view)?.procedure
  if (procedure === 'assign_hits') return isUnit(id) ? ['hit', id] : null
  if (procedure === 'form_forces') return isUnit(id) ? ['assign', id, '1'] : isForce(id) || id === 'henderson_field' ? null : ['sortie', `${store.decision!.side}_1`, id]
  if (procedure === 'air_strike') return ['strike_again', id]
  if (procedure !== 'operations') return null
  const force = pickedForce(store)
  const verb = store.picks.flatMap((pick) => ('verb' in pick ? [pick.verb] : []))[0]
  if (!force) return lookedAt(store, id)
  const shown = view.forces[force]
  if (!shown) return null
  if (shown.where.startsWith('box_')) return isForce(id) ? null : ['sortie', force, id]
  if (id === 'henderson_field') return verb === 'bombard' ? ['bombard', force] : ['strike', force, id]
  if (isForce(id)) {
    if (sideOf(id) === sideOf(force)) return null
    return ['strike', force, view.forces[id]?.where === 'ironbottom_sound' ? 'ironbottom_sound' : id]
  }
  return verb === 'strike' ? ['strike', force, id] : ['move', force, id]
}

/** The reason why one of the player's forces without an action may not sortie. */
function lookedAt(store: MatchStore, id: string): Action | null {
  const view = viewOf(store.view)
  const verb = store.picks.flatMap((pick) => ('verb' in pick ? [pick.verb] : []))[0]
  if (!isForce(id)) return null
  if (sideOf(id) !== store.decision?.side) return null
  if (verb === 'land' || verb === 'bombard' || verb === 'return_to_base') return [verb, id]
  const waits = view.forces[id]?.where.startsWith('box_')
  if (verb === 'strike') return ['strike', id, 'henderson_field']
  return waits ? ['sortie', id, 'south_pacific_ocean'] : null
}

/** While task forces are formed: the marked ships go into the next box that can hold them all; without marked ships, this is missing. */
export function intoBox(store: MatchStore): { label: string; missing?: string; choices: readonly Action[] } | null {
  const view = viewOf(store.view)
  const side = topFrame(view)?.['side']
  const open = new Set(store.choices.filter(([verb]) => verb === 'assign').map(([, unit, box]) => `${unit} ${box}`))
  if (!open.size) return null
  const ships = ((store.draft as readonly string[] | null) ?? []).filter((id) => [...open].some((pair) => pair.startsWith(`${id} `)))
  if (!ships.length) return { label: 'Put ships in a box', missing: 'pick ships first', choices: [] }
  const taken = new Set(Object.values(view.forces).flatMap((force) => (force.side === side ? force.where : [])))
  const takers = ['1', '2', '3', '4', '5', '6', '7'].filter((box) => ships.every((id) => open.has(`${id} ${box}`)))
  const box = takers.find((one) => !taken.has(`box_${one}`)) ?? takers[0]
  if (!box) return { label: 'Put ships in a box', missing: 'no box takes all', choices: [] }
  return { label: `Put ${ships.length} in box ${box}`, choices: ships.map((id) => ['assign', id, box]) }
}

export const named = forceName
