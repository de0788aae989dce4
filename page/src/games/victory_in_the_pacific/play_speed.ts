import type { Action } from '../../app/api'
import type { GroupSelection } from '../../app/group_selection'
import { whereIs, type Facts, type VitpView } from './play_view'

const CERTAIN = 7 // from this speed a roll always passes (6.4)

/** Areas by the number entered on the way from a port or base; a move stops at an enemy flag (6.21, 6.3). */
function entered(place: string, stops: (area: string) => boolean, facts: Facts): Map<string, number> {
  const found = new Map<string, number>()
  let edge: readonly string[] = facts.places.get(place)?.touches ?? []
  for (let n = 1; n <= 3; n++) {
    for (const area of edge) found.set(area, n)
    edge = [...new Set(edge.filter((area) => !stops(area)).flatMap((area) => facts.areas.get(area)?.adjacent ?? []))].filter((area) => !found.has(area))
  }
  return found
}

/** Whether a ship needs a speed roll for this choice: a patrol for a second area, a raider for a third, a British, Australian
 * or Dutch raider for a second (6.22, 17.24, 17.32). */
export function needsSpeedRoll([verb, id, ...rest]: Action, view: VitpView, facts: Facts): boolean {
  const unit = facts.units.get(id ?? '')
  const place = whereIs(id ?? '', view)
  const area = rest.at(-1)
  if (!unit || !place || area === undefined || !facts.places.has(place)) return false
  if (verb === 'raid_by_way') return true
  if (verb !== 'patrol' && verb !== 'raid') return false
  const far = entered(place, (one) => !!view.flags[one] && view.flags[one] !== unit.side, facts).get(area) ?? 3
  const free = verb === 'patrol' || ['britain', 'australia', 'netherlands'].includes(unit.nation) ? 1 : 2
  return far > free
}

export const speedOf = (id: string, view: VitpView, facts: Facts): number => Math.max(1, (facts.units.get(id)?.speed ?? 1) - (view.damage[id] ?? 0))

/** The cost of a move for one ship: "free", or the dice with which it arrives: "die 1–3". */
export function speedRoll(choice: Action, view: VitpView, facts: Facts): string | undefined {
  if (!['patrol', 'raid', 'raid_by_way'].includes(choice[0] ?? '')) return undefined
  return speedRollText(needsSpeedRoll(choice, view, facts) ? speedOf(choice[1]!, view, facts) : CERTAIN)
}

function speedRollText(slowest: number): string {
  const price = arrivalRoll(slowest)
  return price === 'free' || price === 'never' ? price : `die ${price}`
}

const arrivalRoll = (slowest: number): string => (slowest >= CERTAIN ? 'free' : slowest === 1 ? 'never' : slowest === 2 ? '1' : `1–${slowest - 1}`)

/** The cost of a move for the picked ships: "free", or the dice with which the slowest arrives: "1–3". */
export function groupSpeedRoll(selection: GroupSelection, way: string, view: VitpView, facts: Facts): string | undefined {
  const choices = selection.picked.map((id) => selection.choicesByUnit.get(id)?.get(way)).filter((choice) => choice !== undefined)
  if (!['patrol', 'raid', 'raid_by_way'].includes(choices[0]?.[0] ?? '')) return undefined
  const speeds = choices.filter((choice) => needsSpeedRoll(choice, view, facts)).map((choice) => speedOf(choice[1]!, view, facts))
  return arrivalRoll(Math.min(CERTAIN, ...speeds))
}
