import type { Action, Decision, View } from '../../app/api'
import type { Pick } from '../../app/choices'
import type { MatchStore, ValueText } from '../../app/game'
import { WORDS } from './catalogue'
import { speedOf } from './play_speed'
import { factsOf, isSide, listedShort, procedureOf, topFrame, viewOf, whereIs, type Facts, type VitpView } from './play_view'
import { describeFactors } from './unit_text'

export const verbText = WORDS.label

/** A complete choice as a button label: the server's name of it is already short and plain. */
export const choiceText = (action: Action, name: () => string): string => (action.length === 1 ? verbText(action[0]!) : name())

/** The label of the choice that ends a step. */
export const doneText = (view: VitpView): string => WORDS.done(procedureOf(view))

/** One value on a button. */
export function valueText(id: string, _verb: string, _at: number, store: MatchStore): ValueText {
  const facts = factsOf(store.pieces)
  const view = viewOf(store.view)
  const unit = facts.units.get(id)
  if (!unit) return { label: facts.name(id), ...groupText(id, view, facts) }
  const spot = whereIs(id, view)
  const own = unit.side === store.decision?.side
  return { label: unit.name, note: own && spot && procedureOf(view) !== 'targeting' ? facts.name(spot) : describeFactors(unit), side: unit.side }
}

const GROUP = /^group_(\d+)$/
export const isGroup = (id: string): boolean => GROUP.test(id)

/** A group of fleeing ships, by a few of its ships and its speed. */
export function groupText(id: string, view: VitpView, facts: Facts): { label?: string; note?: string } {
  const at = GROUP.exec(id)
  if (!at) return {}
  const groups = (view.frames.findLast((frame) => Array.isArray(frame['groups']))?.['groups'] as string[][] | undefined) ?? []
  const units = groups[Number(at[1]) - 1]
  if (!units?.length) return { note: 'a new group' }
  return {
    label: `${facts.name(id)}: ${listedShort(units.map((unit) => facts.name(unit)))}`,
    note: `speed ${Math.min(...units.map((unit) => speedOf(unit, view, facts)))}`,
  }
}

/** The question while a choice is partly made by its buttons. */
export function askNext(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', verb: string | null, store: MatchStore): string {
  const facts = factsOf(store.pieces)
  const named = picks.flatMap((pick) => ('id' in pick ? [facts.name(pick.id)] : [])).slice(0, 2)
  const what = verb ? verbText(verb) : ''
  const units = picks.some((pick) => 'id' in pick && facts.units.has(pick.id))
  if (named.length) return `${named.join(', ')}: ${next === 'verb' ? 'choose an action' : !units ? 'choose a unit' : (verb && WORDS.about(verb)?.next) || 'choose a place'}.`
  return what ? `${what}: ${WORDS.about(verb!)?.first ?? 'choose a unit'}.` : 'Choose one of these.'
}

/** Keys and emphasis of single choices. */
export function buttonStyle(verb: string): { key?: string; weight?: 'primary' | 'plain' | 'quiet'; icon?: string } {
  if (verb === 'done') return { key: 'D', weight: 'primary' }
  if (verb === 'pass') return { key: 'P', weight: 'quiet' }
  return {}
}

/** The step of the turn as text. */
export function stepText(view: VitpView, facts?: Facts): string {
  const top = topFrame(view)
  if (top?.procedure === 'patrols') return WORDS.step(top['side'] === 'japan' ? 'japan_patrols' : 'allied_patrols').name
  const area = view.frames.findLast((frame) => typeof frame['area'] === 'string')?.['area'] as string | undefined
  const raid = view.frames.findLast((frame) => typeof frame['place'] === 'string')?.['place'] as string | undefined
  const own = WORDS.procedure(top?.procedure).step
  if (own) return own
  if (raid && facts) return `Raid on ${facts.name(raid)}`
  return area ? (facts ? `Battle in ${facts.within(area)}` : 'Battle') : ''
}

/** The progress of the game, for a wide bar and a narrow one. */
export function turnLabel(shown: View): { long: string; brief: string } {
  const view = viewOf(shown)
  const step = stepText(view)
  return { long: `Turn ${view.turn} of ${view.last_turn}, ${view.date}${step ? ` · ${step}` : ''}`, brief: `T${view.turn} · ${step || 'turn'}` }
}

/** The number of floating battleships chosen first, and of those on the bottom chosen after them. */
const [AFLOAT, ON_THE_BOTTOM] = [3, 2]
const FLIERS = new Set(['carrier', 'lba'])

/** Both sides choose day or night at the same time. */
const openProcedure = (view: VitpView): string => (procedureOf(view) === 'naming' ? 'name_action' : procedureOf(view))

/** The form of a procedure's text. */
function formOf(procedure: string, view: VitpView, facts?: Facts): string {
  const top = topFrame(view)
  const units = (field: string): readonly string[] => (top?.[field] as string[] | undefined) ?? []
  switch (procedure) {
    case 'air':
      return top?.['passed'] ? 'passed' : 'open'
    case 'name_action':
      return view.options['day_night'] === 'japan_first' ? 'japan_first' : 'secret'
    case 'targeting':
      if (top?.['way'] !== 'day') return 'night'
      return facts && units('left').some((id) => !FLIERS.has(facts.units.get(id)?.kind ?? '')) ? 'flak' : 'day'
    case 'salvage':
      return units('picked').length < AFLOAT ? 'afloat' : units('picked').length < AFLOAT + ON_THE_BOTTOM ? 'bottom' : 'cruiser'
    default:
      return ''
  }
}

/** The question for a narrow box. */
export function shortQuestion(store: MatchStore): string | undefined {
  const view = viewOf(store.view)
  return WORDS.short(openProcedure(view), formOf(openProcedure(view), view, factsOf(store.pieces)))
}

/** The line below the question. */
export function subline(shown: View, decision: Decision): string {
  const view = viewOf(shown)
  return isSide(decision.side) ? WORDS.note(openProcedure(view), formOf(openProcedure(view), view)) : ''
}

/** The marker of the track as text: "Japan leads by 4". */
/** The side that would control an area if the turn ended now, where its flag shows another. */
export function forecastText(area: string, view: VitpView): string {
  const { scored, holders } = view.forecast
  const then = holders[area] ?? null
  if (scored || then === (view.flags[area] ?? null)) return ''
  return `, ${then === 'japan' ? 'Japan’s' : then === 'allies' ? 'Allied' : 'nobody’s'} if the turn ended now`
}

export function leadText(points: number): string {
  return points === 0 ? 'Even' : points > 0 ? `Japan leads by ${points}` : `The Allies lead by ${-points}`
}
