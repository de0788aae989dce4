import type { MatchStore, DraftPrompt } from '../../app/game'
import { allToOnePort, repeatTargets, BULK_HEADING, repairFully } from '../../app/bulk_buttons'
import { otherButtons, unitRows } from '../../app/selection_buttons'
import { selectedChoices, type GroupSelection } from '../../app/group_selection'
import { whereIs } from './play_blocks'
import { WORDS } from './catalogue'
import { currentSelection, isGroupVerb, press } from './play_input'
import { counted, factsOf, listedShort, procedureOf, viewOf, type Facts, type HoldView } from './play_view'
import { repairLeft } from './play_board'
import { doneText, buttonStyle, pointsLeft, verbText } from './play_prompts'

type Button = DraftPrompt['buttons'][number]

/** The question while units are picked and have no destination yet. */
export function draftPrompt(store: MatchStore): DraftPrompt | null {
  const selection = currentSelection(store)
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  if (!selection) return procedureOf(view) === 'repairs' && !store.picks.length ? repairs(store, view, facts) : null
  const hasSelection = selection.picked.length > 0
  return {
    hasSelection: hasSelection && !selection.only,
    sentence: hasSelection ? questionText(selection, view, facts) : store.decision!.prompt,
    buttons: [...(hasSelection ? targetButtons(store, selection, view, facts) : helpers(store, selection, facts)), ...units(store, selection, view, facts), ...(hasSelection ? [] : others(store, view))],
  }
}

/** 5.0.3 One press repairs all points; other choices repair one point each. */
function repairs(store: MatchStore, view: HoldView, facts: Facts): DraftPrompt {
  const whole = store.choices.flatMap(([verb, unit]) => (verb === 'repair' ? repairFully(store, unit!, facts.name(unit!), repairable(unit!, view, facts)) : []))
  return { hasSelection: false, sentence: store.decision!.prompt, buttons: [...whole.map((one) => ({ ...one, row: BULK_HEADING })), ...others(store, view)] }
}

/** The points that a unit lacks, limited by what its port can repair and the side can pay. */
export function repairable(id: string, view: HoldView, facts: Facts): number {
  const unit = facts.units.get(id)
  const shown = unit && view.units[unit.side][id]
  if (!shown) return 0
  return Math.min(unit.strength - shown.strength, repairLeft(whereIs(id, view) ?? '', view, facts) ?? unit.strength, pointsLeft(view, unit.side))
}

/** Moves all home to one port; or repeats the targets of the last round, where several may be aimed together. */
const helpers = (store: MatchStore, selection: GroupSelection, facts: Facts): Button[] =>
  selection.oneAtATime
    ? []
    : [...allToOnePort(store, selection, facts, (id) => whereIs(id, viewOf(store.view)), ['go', 'return', 'dock']), ...repeatTargets(store, selection, (choices) => void store.submit(choices))]

const TARGET = 'choose a target'

/** The maximum length of a question that fits in its line. */
const LINE = 56

function questionText(selection: GroupSelection, view: HoldView, facts: Facts): string {
  const verb = verbOf(selection)
  const dice = ['fire', 'pursue', 'reply'].includes(verb) ? `, ${counted(diceOf(selection.picked, facts), 'die', 'dice')}` : ''
  const rest = `${dice}: ${procedureOf(view) === 'land_fight' ? TARGET : (WORDS.about(verb)?.next ?? TARGET)}.`
  const names = listedShort(selection.picked.map((id) => facts.name(id)))
  return names.length + rest.length <= LINE ? names + rest : counted(selection.picked.length, 'unit') + rest
}

const verbOf = (selection: GroupSelection): string => [...selection.choicesByUnit.get(selection.picked[0]!)!.values()][0]![0]!

export const diceOf = (ids: readonly string[], facts: Facts): number => ids.reduce((n, id) => n + (facts.units.get(id)?.dice ?? 0), 0)

/** A button for each place or target that all picked units may have. */
function targetButtons(store: MatchStore, selection: GroupSelection, view: HoldView, facts: Facts): Button[] {
  return [...selection.open].map((to) => {
    const unit = facts.units.get(to)
    const shown = unit && view.units[unit.side][to]
    return {
      id: `to ${to}`, row: unit ? 'Targets' : facts.areas.has(to) ? 'Sea areas' : 'Ports and bases', label: facts.name(to), note: shown ? `${shown.strength} of ${unit.strength}` : undefined, side: unit?.side,
      act: () => void store.submit(selectedChoices(selection, to)),
    }
  })
}

/** The units to pick, by place. */
const units = (store: MatchStore, selection: GroupSelection, view: HoldView, facts: Facts): Button[] =>
  unitRows(
    selection, (id) => whereIs(id, view) ?? 'lost', (spot) => (spot === 'lost' ? 'Lost units' : facts.name(spot)),
    (id) => ({ label: facts.name(id), note: strength(id, view, facts), side: facts.units.get(id)?.side }), (id) => void press(store, id), 'block',
  )

function strength(id: string, view: HoldView, facts: Facts): string | undefined {
  const unit = facts.units.get(id)
  const shown = unit && view.units[unit.side][id]
  return shown ? `${shown.strength} of ${unit.strength}` : undefined
}

/** The choices other than picking units. */
const others = (store: MatchStore, view: HoldView): Button[] =>
  otherButtons(store, isGroupVerb, (verb) => (verb === 'done' ? doneText(view) : verbText(verb)), buttonStyle)
