import type { UnusedOptions } from '../../app/unused_options'
import type { MatchStore } from '../../app/game'
import { factsOf, isForce, isUnit, knownPosition, sideOfId, viewOf, type Facts, type KnownPosition } from './play_view'
import { postponedOf, type Postponed } from './postponed.svelte'

/** How urgent the acts of a question are, as the terminal's inbox has it: the verbs of each group come with the pieces. */

export const GROUPS = ['must', 'may', 'standing'] as const
export type Group = (typeof GROUPS)[number]
/** The number of the group, and the rank within it; the smaller, the more important. */
export type Importance = readonly [group: number, rank: number]

/** A row of the inbox: something that waits for an answer, or is done. */
export interface Need {
  id: string
  /** the force, base or unit of the row, by which it is chosen */
  about: string
  title: string
  note: string
  done: boolean
  group?: Group
}

const MAY = 1

function importanceOf(verb: string, { importance: { verbs } }: Facts): Importance {
  const group = GROUPS.findIndex((name) => verbs[name]?.includes(verb))
  // A verb that is not listed is optional, after the listed ones.
  return group < 0 ? [MAY, verbs['may']?.length ?? 0] : [group, verbs[GROUPS[group]!]!.indexOf(verb)]
}
export const compareImportance = ([group, rank]: Importance, [other, its]: Importance): number => group - other || rank - its

/** The importance of a unit that may do these things: that of the most important one; `waits`: the unit need do nothing. */
export function mostImportant(verbs: Iterable<string>, facts: Facts, waits = false): Importance {
  const [best] = [...verbs].map((verb) => importanceOf(verb, facts)).toSorted(compareImportance)
  return best![0] === 0 && waits ? importanceOf('', facts) : best!
}

/** Whether a unit need do nothing: 9.4 one of the side's dummies, or 16.3 troops aboard a ship in port. */
export function canBePostponed(id: string, position: KnownPosition, side: string | undefined): boolean {
  if (isForce(id)) return sideOfId(id) === side && position.isDummy(id)
  const ship = isUnit(id) ? (position.value<string>('unit_at', id) ?? '') : ''
  return position.facts.ships.has(ship) && !isForce(position.value<string>('ship_at', ship) ?? '')
}

/** The unused options that must be decided; a choice that gives up nothing else does not ask. */
export function mandatoryDecisions(lost: UnusedOptions, store: MatchStore, away: Pick<Postponed, 'isPostponed'> = postponedOf(store)): UnusedOptions {
  const position = knownPosition(viewOf(store.view), factsOf(store.pieces))
  const left = Object.entries(lost).flatMap(([verb, ids]): [string, readonly string[]][] => {
    if (importanceOf(verb, position.facts)[0] !== 0) return []
    const open = ids.filter((id) => !away.isPostponed(id) && !canBePostponed(id, position, store.decision?.side))
    return ids.length && !open.length ? [] : [[verb, open]]
  })
  return Object.fromEntries(left)
}
