import { counted } from '../lib/words'
import type { Action } from './api'
import type { Desk } from './desk.svelte'
import type { Filling } from './game'

/** The buttons of a question while units are picked to go the same way. */

type Button = Filling['buttons'][number]

/** So many units have a button of their own; more are shown by their place. */
export const MOST_NAMED = 6

/** A button for every place in which units stand that may be picked: it shows them.
 * @param where  the place of a unit
 * @param name   a place by its id */
export function placeButtons(desk: Desk, ids: Iterable<string>, where: (id: string) => string, name: (spot: string) => string, unit: string): Button[] {
  const places = new Map<string, number>()
  for (const id of ids) places.set(where(id), (places.get(where(id)) ?? 0) + 1)
  return [...places].map(([spot, n]) => ({
    id: `place ${spot}`, label: name(spot), note: counted(n, unit),
    act: () => {
      desk.looked = spot
      desk.tab = 'force'
      desk.part = 'forces'
      desk.drawer = true
    },
  }))
}

/** What may be chosen beside picking units: being done, passing, a verb of another kind.
 * @param label  a verb on its button
 * @param look   the key and weight of a verb that takes no argument */
export function otherButtons(
  desk: Desk, gathers: (verb: string) => boolean, label: (verb: string) => string, look: (verb: string) => Omit<Partial<Button>, 'id' | 'act'>,
): Button[] {
  const rest = desk.choices.filter(([verb]) => !gathers(verb!))
  return [...new Set(rest.map(([verb]) => verb!))].map((verb) => {
    const all = rest.filter((choice) => choice[0] === verb) as [Action, ...Action[]]
    const plain = all.length === 1 && all[0].length === 1
    return {
      id: verb, label: label(verb), ...(plain ? look(verb) : {}),
      act: plain ? () => void desk.submit([all[0]]) : () => desk.pick({ verb }, false),
    }
  })
}
