import type { Action, Decision, View } from '../../app/api'
import type { Pick } from '../../app/choices'
import type { MatchStore, ValueText } from '../../app/game'
import { whereIs } from './play_blocks'
import { WORDS } from './catalogue'
import { factsOf, frameOf, isSide, procedureOf, topFrame, viewOf, type HoldView } from './play_view'

export const verbText = WORDS.label

/** A complete choice as a button label: the server's name of it is already short and plain. */
export const choiceText = (action: Action, name: () => string): string => (action.length === 1 ? verbText(action[0]!) : name())

/** The label of the choice that ends a step. */
export const doneText = (view: HoldView): string => WORDS.done(procedureOf(view))

/** One value on a button. */
export function valueText(id: string, _verb: string, _at: number, store: MatchStore): ValueText {
  const facts = factsOf(store.pieces)
  const view = viewOf(store.view)
  const unit = facts.units.get(id)
  if (!unit) return { label: facts.name(id) }
  const shown = view.units[unit.side][id]
  const enemy = unit.side !== store.decision?.side
  const where = shown && !enemy && procedureOf(view) !== 'targeting' ? whereIs(id, view) : null
  const strength = shown ? `${shown.strength} of ${unit.strength}` : undefined
  return { label: unit.name, note: where ? facts.name(where) : strength, side: unit.side }
}

/** The question while a choice is partly made by its buttons. */
export function askNext(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', verb: string | null, store: MatchStore): string {
  const facts = factsOf(store.pieces)
  const named = picks.flatMap((pick) => ('id' in pick ? [facts.name(pick.id)] : []))
  const what = verb ? verbText(verb) : ''
  const [words, ofUnit] = [verb ? WORDS.about(verb) : undefined, picks.some((pick) => 'id' in pick && facts.units.has(pick.id))]
  if (named.length) return `${named.join(', ')}: ${next === 'verb' ? 'choose what it does' : ofUnit || !verb ? (words?.next ?? ANYWHERE) : 'choose a block'}.`
  return what ? `${what}: ${words?.first ?? 'choose a block'}.` : 'Choose one of these.'
}

const ANYWHERE = 'choose a sea area, port or base'

/** Keys and emphasis of single choices. */
export function buttonStyle(verb: string): { key?: string; weight?: 'primary' | 'plain' | 'quiet'; icon?: string } {
  if (verb === 'done') return { key: 'D', weight: 'primary' }
  if (verb === 'pass') return { key: 'P', weight: 'quiet' }
  return {}
}

/** The step of the turn as text. */
export function stepText(view: HoldView): string {
  const battle = view.battle
  if (battle) return WORDS.procedure('targeting').step!
  const top = topFrame(view)
  if (top?.procedure === 'moves') return WORDS.step(top['side'] === 'japan' ? 'japan_moves' : 'allies_move').name
  if (frameOf(view, 'land_fight')) return WORDS.procedure('land_fight').step!
  return WORDS.procedure(top?.procedure).step ?? ''
}

/** The progress of the game, for a wide bar and a narrow one. */
export function turnLabel(shown: View): { long: string; brief: string } {
  const view = viewOf(shown)
  const step = stepText(view)
  const dates = view.dates.replace(/ \d\d(\d\d)\b/g, ' $1').replace(' - ', ' to ')
  return { long: `Turn ${view.turn} of 8, ${dates}${step ? ` · ${step}` : ''}`, brief: `T${view.turn} · ${step || 'turn'}` }
}

/** The resource points that a side has not spent this turn (5.0.1). */
export const pointsLeft = (view: HoldView, side: 'japan' | 'allies'): number => view.resource_points[side].points - view.resource_points[side].spent

/** The note of a question that has several. */
function noteOf(procedure: string, view: HoldView): string {
  if (procedure === 'air') return topFrame(view)?.['passed'] ? 'passed' : 'open'
  return procedure === 'targeting' ? (topFrame(view)?.['kind'] === 'surface' ? 'surface' : 'other') : ''
}

/** The question for a narrow box. */
export const shortQuestion = (store: MatchStore): string | undefined => WORDS.short(procedureOf(viewOf(store.view)))

/** The line below the question. */
export function subline(shown: View, decision: Decision): string {
  const [view, { side }] = [viewOf(shown), decision]
  const procedure = procedureOf(view)
  return isSide(side) ? WORDS.note(procedure, noteOf(procedure, view), () => pointsLeft(view, side)) : ''
}

/** The marker of the victory track as text: "Japan leads by 4". */
export function leadText(points: number): string {
  return points === 0 ? 'Even' : points > 0 ? `The Allies lead by ${points}` : `Japan leads by ${-points}`
}
