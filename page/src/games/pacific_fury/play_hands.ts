import type { Action } from '../../app/api'
import type { Desk } from '../../app/game'
import { offered, pickable } from '../../app/choices'
import { BASE_IDS, forceName, isForce, isUnit, sideOf, topFrame, viewOf } from './play_view'

/** The meanings of presses and drags on this board beyond the ids named by choices. */

const pickedForce = (desk: Desk): string | null => [...desk.picked].find(isForce) ?? null

/** Those of some choices that are offered. */
const open = (desk: Desk, choices: readonly Action[]): Action[] => choices.filter((choice) => offered(desk.choices, choice))

/** The actions of a force at a place that the choice itself does not name: land or bombard in the Sound, go home to its base. */
function unnamed(desk: Desk, force: string, place: string): Action[] {
  if (place === 'ironbottom_sound') return open(desk, [['land', force], ['bombard', force]])
  if (place === 'henderson_field') return open(desk, [['bombard', force]])
  if (place === BASE_IDS[sideOf(force)]) return open(desk, [['return_to_base', force]])
  return []
}

/** A place was pressed: a zone, a base or Henderson Field. */
export function pressPlace(desk: Desk, place: string): void {
  const force = pickedForce(desk)
  const more = force && !desk.covered ? unnamed(desk, force, place) : []
  if (!more.length) return void desk.press(place)
  const named = pickable(desk.choices, desk.picks, place) ? desk.left.filter((choice) => choice.includes(place)) : []
  desk.mean([...named, ...more])
}

/** A force was pressed; those in the Sound are one target together (8.2.d). */
export function pressForce(desk: Desk, force: string): boolean {
  const inSound = viewOf(desk.view).forces[force]?.where === 'ironbottom_sound'
  const asOne = inSound && !desk.lit.has(force) && desk.lit.has('ironbottom_sound') && sideOf(force) !== desk.decision?.side
  return desk.press(asOne ? 'ironbottom_sound' : force)
}

/** A force was dragged onto something. */
export function dropForce(desk: Desk, force: string, target: string): void {
  const [side, , number] = target.split('_')
  if (number && (side === 'japan' || side === 'allies') && target.includes('_box_')) return // boxes fill by themselves (9.7.a)
  const more = unnamed(desk, force, target)
  if (!more.length) return desk.drop(force, target)
  desk.mean([...desk.choices.filter((choice) => choice.includes(force) && choice.includes(target)), ...more])
}

/** What a player probably meant by choosing an id that is not offered. */
export function guess(desk: Desk, id: string): Action | null {
  const view = viewOf(desk.view)
  const procedure = topFrame(view)?.procedure
  if (procedure === 'assign_hits') return isUnit(id) ? ['hit', id] : null
  if (procedure === 'form_forces') return isUnit(id) ? ['assign', id, '1'] : isForce(id) || id === 'henderson_field' ? null : ['sortie', `${desk.decision!.side}_1`, id]
  if (procedure === 'air_strike') return ['strike_again', id]
  if (procedure !== 'operations') return null
  const force = pickedForce(desk)
  const verb = desk.picks.flatMap((pick) => ('verb' in pick ? [pick.verb] : []))[0]
  if (!force) return lookedAt(desk, id)
  const told = view.forces[force]
  if (!told) return null
  if (told.where.startsWith('box_')) return isForce(id) ? null : ['sortie', force, id]
  if (id === 'henderson_field') return verb === 'bombard' ? ['bombard', force] : ['strike', force, id]
  if (isForce(id)) {
    if (sideOf(id) === sideOf(force)) return null
    return ['strike', force, view.forces[id]?.where === 'ironbottom_sound' ? 'ironbottom_sound' : id]
  }
  return verb === 'strike' ? ['strike', force, id] : ['move', force, id]
}

/** An own force without an action yet: the reason why it may not sortie. */
function lookedAt(desk: Desk, id: string): Action | null {
  const view = viewOf(desk.view)
  const verb = desk.picks.flatMap((pick) => ('verb' in pick ? [pick.verb] : []))[0]
  if (!isForce(id)) return null
  if (sideOf(id) !== desk.decision?.side) return null
  if (verb === 'land' || verb === 'bombard' || verb === 'return_to_base') return [verb, id]
  const waits = view.forces[id]?.where.startsWith('box_')
  if (verb === 'strike') return ['strike', id, 'henderson_field']
  return waits ? ['sortie', id, 'south_pacific_ocean'] : null
}

/** While task forces are formed: the marked ships go into the next box that can hold them all; without marked ships, this is missing. */
export function intoBox(desk: Desk): { label: string; missing?: string; choices: readonly Action[] } | null {
  const view = viewOf(desk.view)
  const side = topFrame(view)?.['side']
  const open = new Set(desk.choices.filter(([verb]) => verb === 'assign').map(([, unit, box]) => `${unit} ${box}`))
  if (!open.size) return null
  const ships = ((desk.draft as readonly string[] | null) ?? []).filter((id) => [...open].some((pair) => pair.startsWith(`${id} `)))
  if (!ships.length) return { label: 'Put ships in a box', missing: 'pick ships first', choices: [] }
  const taken = new Set(Object.values(view.forces).flatMap((force) => (force.side === side ? force.where : [])))
  const takers = ['1', '2', '3', '4', '5', '6', '7'].filter((box) => ships.every((id) => open.has(`${id} ${box}`)))
  const box = takers.find((one) => !taken.has(`box_${one}`)) ?? takers[0]
  if (!box) return { label: 'Put ships in a box', missing: 'no box takes all', choices: [] }
  return { label: `Put ${ships.length} in box ${box}`, choices: ships.map((id) => ['assign', id, box]) }
}

export const named = forceName
