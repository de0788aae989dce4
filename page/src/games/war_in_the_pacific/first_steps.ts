import type { MatchStore } from '../../app/game'
import { counted } from '../../lib/text'
import { WORDS } from './catalogue'
import { hexOf, isHex } from './grid'
import { factsOf, isForce, isSubron, isUnit, knownPosition, procedureOf, viewOf } from './play_view'
import { doneText, valueText, verbText } from './play_prompts'

/** The possible first steps of a question, before anything is picked: few rows, how to begin, and what ends the question. */

export interface FirstStep {
  verb: string
  label: string
  /** the number of units for it, or the only one by name */
  note: string
  /** the row is complete: the only place where a force may be formed */
  whole: boolean
}

export interface FirstSteps {
  rows: readonly FirstStep[]
  /** the number of kinds of choices beyond the rows */
  more: number
  how: string
  end: string
  /** the question has only these answers, each a button */
  either: string
}

const MAX_ROWS = 4
/** The answers that end a question, or pass. */
const ENDS = new Set(['done', 'all_set', 'deployed', 'placed', 'ready', 'hold', 'hold_back', 'carry_on', 'fly', 'keep', 'wait', 'drop', 'assault'])

/** Forces that wait for a Mission come before other orders. */
const FORCES = 'plot'

const ANY = 'Press a row, or a highlighted hex on the map.'

const sortOf = (id: string, store: MatchStore): readonly [string, string] =>
  isForce(id) ? ['Task Force', 'Task Forces'] : isUnit(id) ? ['unit', 'units'] : isSubron(id) ? ['Subron', 'Subrons'] : factsOf(store.pieces).ships.has(id) ? ['ship', 'ships'] : isHex(id) ? (factsOf(store.pieces).places.has(hexOf(id)) ? ['place', 'places'] : ['hex', 'hexes']) : ['choice', 'choices']

/** The units for a step: the name of a single one, else their number. */
function noteFor(verb: string, store: MatchStore): string {
  const first = [...new Set(store.choices.flatMap((choice) => (choice[0] === verb && choice[1] !== undefined ? [choice[1]] : [])))]
  const [only] = first
  if (only === undefined) return ''
  if (verb === 'form') {
    const waiting = knownPosition(viewOf(store.view), factsOf(store.pieces))
    const ships = counted(first.reduce((sum, id) => sum + waiting.shipsIn(id).length, 0), 'ship')
    return first.length === 1 ? `${valueText(only, verb, 0, store).label}, ${ships}` : `${ships} in ${counted(first.length, 'hex', 'hexes')}`
  }
  return first.length === 1 ? valueText(only, verb, 0, store).label : counted(first.length, ...sortOf(only, store))
}

/** The possible first steps; undefined while this window does not choose, or a choice is unfinished. */
export function firstSteps(store: MatchStore): FirstSteps | null {
  if (!store.decision || store.covered || store.picks.length || !store.choices.length) return null
  const verbs = [...new Set(store.choices.map(([verb]) => verb!))]
  const open = verbs.filter((verb) => !ENDS.has(verb) && store.choices.some((choice) => choice[0] === verb && choice.length > 1)).toSorted((a, b) => Number(b === FORCES) - Number(a === FORCES))
  const ends = store.choices.find((choice) => choice.length === 1 && ENDS.has(choice[0]!))
  if (!open.length && !ends) return null
  const view = viewOf(store.view)
  const answers = store.choices.filter((choice) => choice.length === 1).map(([verb]) => (verb === 'done' ? doneText(view) : verbText(verb!)))
  return {
    rows: open.slice(0, MAX_ROWS).map((verb) => ({ verb, label: verbText(verb), note: noteFor(verb, store), whole: verb === 'form' && store.choices.filter((choice) => choice[0] === verb).length === 1 })),
    more: Math.max(0, open.length - MAX_ROWS),
    how: open.length ? WORDS.how(procedureOf(view, store.decision.side), open[0] === 'form' ? 'first' : 'some') || ANY : '',
    either: !open.length && answers.length > 1 ? answers.join(' or ') : '',
    // The text of its button.
    end: ends ? (store.prompt?.choices?.find(({ key }) => key === 'D')?.label ?? (ends[0] === 'done' ? doneText(view) : verbText(ends[0]!))) : '',
  }
}
