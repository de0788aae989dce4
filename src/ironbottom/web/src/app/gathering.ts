import type { Action } from './api'
import type { Desk } from './desk.svelte'

/** Games in which many units go the same way at once: units are picked first, then the one place, target or act for all. */

/** What is picked so far, as the page keeps it, and choices that a helper filled in. */
export interface Draft {
  picked: readonly string[]
  filled?: readonly Action[]
}

export interface Gathering {
  /** for every unit that may be chosen, what it may do, by place, target or act */
  ways: ReadonlyMap<string, ReadonlyMap<string, Action>>
  picked: readonly string[]
  /** what all of those picked may do */
  open: ReadonlySet<string>
  /** one at a time: the other side chooses in between */
  single: boolean
  /** what a helper filled in, to be handed in together */
  filled: readonly Action[]
}

/** What a game says of its choices. */
export interface Manner {
  /** the unit of a choice and the way it goes; nothing for choices of another kind */
  way: (choice: Action) => readonly [unit: string, way: string] | null
  single: (desk: Desk) => boolean
}

const draftOf = (desk: Desk): Draft | null => desk.draft as Draft | null

/** What all of these may do. */
export function common(ways: Gathering['ways'], picked: readonly string[]): Set<string> {
  const [first, ...rest] = picked
  const own = first === undefined ? undefined : ways.get(first)
  return new Set(own ? [...own.keys()].filter((to) => rest.every((id) => ways.get(id)?.has(to))) : [])
}

/** The units picked and what they may do together; nothing where the decision is of another kind. */
export function gather(desk: Desk, manner: Manner): Gathering | null {
  if (!desk.decision || desk.covered) return null
  const ways = new Map<string, Map<string, Action>>()
  for (const choice of desk.choices) {
    const found = manner.way(choice)
    if (!found) continue
    const [unit, way] = found
    if (!ways.has(unit)) ways.set(unit, new Map())
    ways.get(unit)!.set(way, choice)
  }
  if (!ways.size) return null
  const draft = draftOf(desk)
  const picked = (draft?.picked ?? []).filter((id) => ways.has(id))
  return { ways, picked, open: common(ways, picked), single: manner.single(desk), filled: draft?.filled ?? [] }
}

/** The choices of what is picked towards a place, a target or an act. */
export const together = (made: Gathering, way: string): Action[] => made.picked.map((id) => made.ways.get(id)?.get(way)).filter((choice) => choice !== undefined)

export function pickAll(desk: Desk, picked: readonly string[]): void {
  desk.notices.clear()
  desk.draft = picked.length ? { picked } : null
}

/** Choices that a helper fills in, to be looked at, changed and handed in together. */
export function fillIn(desk: Desk, filled: readonly Action[], picked: readonly string[] = []): void {
  desk.notices.clear()
  desk.draft = filled.length ? { picked, filled } : null
}

/** Somebody pressed an id while choices are filled in: a unit is picked, and then its new target. Gives whether it meant that. */
export function refill(desk: Desk, made: Gathering, id: string): boolean {
  const { picked, filled } = made
  if (made.open.has(id)) {
    const anew = together(made, id)
    const kept = filled.filter(([, unit]) => !picked.includes(unit!))
    fillIn(desk, [...kept, ...anew])
    return true
  }
  if (!made.ways.has(id)) return false
  const all = picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id]
  fillIn(desk, filled, common(made.ways, all).size || !all.length ? all : [id])
  return true
}

/** Picks a unit or lets go of it. A unit that shares no way with those picked begins anew. */
export function toggle(desk: Desk, made: Gathering, id: string): void {
  if (made.picked.includes(id)) return pickAll(desk, made.picked.filter((one) => one !== id))
  const all = made.single ? [id] : [...made.picked, id]
  pickAll(desk, common(made.ways, all).size ? all : [id])
}

/** Picks all of these, or lets go of them where they are picked already. */
export function toggleAll(desk: Desk, made: Gathering, ids: readonly string[]): void {
  const able = ids.filter((id) => made.ways.has(id))
  if (able.every((id) => made.picked.includes(id))) return pickAll(desk, made.picked.filter((id) => !able.includes(id)))
  const all = [...new Set([...made.picked, ...able])]
  pickAll(desk, common(made.ways, all).size ? all : able)
}
