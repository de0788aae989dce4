import { counted } from '../lib/text'
import type { Action } from './api'
import type { MatchStore, DraftPrompt } from './game'
import type { GroupSelection } from './group_selection'

/** The buttons of a question while units are selected to go the same way. */

type Button = DraftPrompt['buttons'][number]

/** A list row for every selectable unit, under its place.
 * @param where  the place of a unit
 * @param name   a place by its id
 * @param describe   a unit's name, its description, and its side
 * @param press  selects or deselects it
 * @param unit   "block" */
export function unitRows(
  selection: GroupSelection, where: (id: string) => string, name: (spot: string) => string, describe: (id: string) => Omit<Partial<Button>, 'id' | 'act'> & { label: string },
  press: (id: string) => void, unit: string,
): Button[] {
  const picked = new Set(selection.picked)
  const ids = [...selection.choicesByUnit.keys()]
  const count = new Map<string, number>()
  for (const id of ids) count.set(where(id), (count.get(where(id)) ?? 0) + 1)
  const rows = ids.map((id) => ({
    ...describe(id), id: `unit ${id}`, row: name(where(id)), spot: where(id), holds: counted(count.get(where(id))!, unit), picked: picked.has(id), act: () => press(id),
  }))
  return [...rows.filter((row) => row.picked), ...rows.filter((row) => !row.picked)]
}

/** The choices besides selecting units: done, pass, a verb of another kind.
 * @param label  a verb on its button
 * @param look   the key and weight of a verb that takes no argument */
export function otherButtons(
  store: MatchStore, isGroupVerb: (verb: string) => boolean, label: (verb: string) => string, look: (verb: string) => Omit<Partial<Button>, 'id' | 'act'>,
): Button[] {
  const rest = store.choices.filter(([verb]) => !isGroupVerb(verb!))
  return [...new Set(rest.map(([verb]) => verb!))].map((verb) => {
    const all = rest.filter((choice) => choice[0] === verb) as [Action, ...Action[]]
    const plain = all.length === 1 && all[0].length === 1
    return {
      id: verb, label: label(verb), ...(plain ? look(verb) : {}),
      act: plain ? () => void store.submit([all[0]]) : () => store.pick({ verb }, false),
    }
  })
}
