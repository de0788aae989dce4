import type { Action } from '../../app/api'
import { aheadOf } from '../../app/ahead.svelte'
import type { Desk, Filling } from '../../app/game'
import { procedureOf, viewOf } from './play_view'
import { doneWords, manner, valueWords, verbWords } from './play_words'
import { fitting } from './line'

/** The fire of a round (11.3): the selected ship, its possible targets, and the weapons. Ship and target are submitted together. */

interface Taken {
  ship?: string
  /** an enemy that it may fire at in several ways */
  target?: string
}
const takenOf = (desk: Desk): Taken => (desk.draft as Taken | null) ?? {}

/** The ships that may still fire. */
const gunners = (desk: Desk): ReadonlySet<string> => new Set(desk.choices.flatMap(([verb, ship]) => (verb === 'fire' && ship !== undefined ? [ship] : [])))
const firing = (ship: string): Action => ['fire', ship]

/** The selected ship; undefined if there is none, or if it has its target. */
export function shipTaken(desk: Desk): string | null {
  const { ship } = takenOf(desk)
  return ship && !desk.picks.length && gunners(desk).has(ship) ? ship : null
}

/** The selected ship's fire options, from the referee; undefined until known. */
const ways = (desk: Desk, ship: string): readonly Action[] => aheadOf(desk).of(firing(ship)) ?? []

/** The ships that may be pressed: those that may fire, and the targets of the selected one. Empty if no fire is being assigned. */
export function gunLit(desk: Desk): ReadonlySet<string> | null {
  const own = gunners(desk)
  const ship = shipTaken(desk)
  return own.size ? new Set([...own, ...(ship ? ways(desk, ship).map(([, target]) => target!) : [])]) : null
}

/** Selects a ship; one without a choice of target and weapon fires at once. */
export async function takeShip(desk: Desk, ship: string): Promise<void> {
  desk.notices.clear()
  desk.picks = []
  desk.draft = { ship }
  await aheadOf(desk).want([firing(ship)])
  await aheadOf(desk).known()
  if (shipTaken(desk) === ship && aheadOf(desk).of(firing(ship))?.length === 0) await desk.submit([firing(ship)])
}

/** Aims the selected ship at an enemy; the weapon is asked for if there is a choice. Returns whether it may fire. */
function aimAt(desk: Desk, ship: string, target: string): boolean {
  const found = ways(desk, ship).filter(([, at]) => at === target)
  if (found.length === 1) void desk.submit([firing(ship), found[0]!])
  else if (found.length) desk.draft = { ship, target }
  return found.length > 0
}

/** A ship was pressed in the battle. Returns whether that meant fire. */
export function pressGun(desk: Desk, id: string): boolean {
  if (!desk.decision || desk.busy || desk.picks.length) return false
  const ship = shipTaken(desk)
  if (ship === id) return !(desk.draft = null)
  if (ship && aimAt(desk, ship, id)) return true
  if (!gunners(desk).has(id)) return false
  void takeShip(desk, id)
  return true
}

/** A ship was dragged onto an enemy. Returns whether that meant fire. */
export function dropGun(desk: Desk, id: string, target: string): boolean {
  if (!desk.decision || desk.busy || !gunners(desk).has(id)) return false
  void takeShip(desk, id).then(() => {
    if (shipTaken(desk) === id && !aimAt(desk, id, target)) void desk.whyNot(['fire_at', target, ways(desk, id)[0]?.[2] ?? 'guns'], [firing(id)])
  })
  return true
}

/** The question while fire is assigned: the ship, then the target, then the weapon. */
export function gunFilling(desk: Desk): Filling | null {
  if (procedureOf(viewOf(desk.view), desk.decision?.side) !== 'gunlaying') return null
  const ship = shipTaken(desk)
  return ship ? laying(desk, ship) : whoFires(desk)
}

function whoFires(desk: Desk): Filling {
  const rows = [...gunners(desk)].map((ship) => ({ id: `fire ${ship}`, row: verbWords('fire'), ...valueWords(ship, 'fire', 0, desk), act: () => void takeShip(desk, ship) }))
  const ends = desk.choices.filter(([verb]) => verb !== 'fire').map((choice) => {
    const verb = choice[0]!
    return { id: verb, label: verb === 'done' ? doneWords(viewOf(desk.view)) : verbWords(verb), ...manner(verb), act: () => void desk.submit([choice]) }
  })
  return { sentence: desk.decision!.prompt, begun: false, buttons: [...ends.toReversed(), ...rows] }
}

function laying(desk: Desk, ship: string): Filling {
  const name = valueWords(ship, 'fire', 0, desk).label
  const { target } = takenOf(desk)
  const known = ways(desk, ship)
  const leading = target ? known.filter(([, at]) => at === target) : []
  if (leading.length) {
    const there = valueWords(target!, 'fire_at', 0, desk).label
    const how = leading.map((way) => ({ id: way.join(' '), label: valueWords(way[2]!, 'fire_at', 1, desk).label, act: () => void desk.submit([firing(ship), way]) }))
    return { sentence: fitting(`${name} at ${there}: choose the weapons.`, `${name}: choose the weapons.`), begun: true, buttons: how }
  }
  const targets = [...new Set(known.map(([, at]) => at!))]
  const rows = targets.map((at) => ({ id: `at ${at}`, row: 'Targets', ...valueWords(at, 'fire_at', 0, desk), act: () => void aimAt(desk, ship, at) }))
  // If the targets are unknown, only the ship is named; its target is asked for next.
  const alone = { id: 'fire', label: verbWords('fire'), key: 'D', weight: 'go' as const, act: () => void desk.submit([firing(ship)]) }
  return { sentence: `${name}: choose its target.`, begun: true, buttons: rows.length ? rows : [alone] }
}
