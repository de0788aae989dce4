import type { Action, ChoiceGroup, LogEntry } from '../src/app/api'
import { expandChoices } from '../src/app/choices'
import type { Flight } from '../src/games/axis_allies_pacific/landing_places'
import { factsOf, type WarView } from '../src/games/axis_allies_pacific/play_view'
import { recorded } from './recorded'

interface Told {
  step: string
  side: string
  view: WarView
  choices: ChoiceGroup[]
  log: LogEntry[]
  /** in a purchase: the decision after some units were bought */
  then: { view: Pick<WarView, 'ipc' | 'bought'>; choices: ChoiceGroup[] }
  odds: { title: string; outcomes: string[]; rows: string[] }[]
  /** while aircraft are in the air: the places where each may land by the rules */
  landings?: (Flight & { lands: string[]; decks: string[] })[]
}
const told = recorded<{ pieces: unknown; options: Record<string, string>; decisions: Told[] }>('aap_panels.json')

/** As the server sends them. */
export const pieces = told.pieces
export const facts = factsOf(pieces)

/** A decision of a game that computer players played, as its side saw it. */
export interface Decided extends Omit<Told, 'choices' | 'then'> {
  choices: readonly Action[]
  then?: { view: WarView; choices: readonly Action[] }
}
const decided = told.decisions.map(({ then, ...one }): Decided => {
  const view = { ...one.view, options: told.options }
  return { ...one, view, choices: expandChoices(one.choices), then: then && { view: { ...view, ...then.view }, choices: expandChoices(then.choices) } }
})
export const decisions = (step: string): Decided[] => decided.filter((one) => one.step === step)
