import type { Action, Decision, View } from '../../app/api'
import type { Pick } from '../../app/choices'
import type { MatchStore, ValueText } from '../../app/game'
import { WORDS } from './catalogue'
import { counted, forceName, isForce, isUnit, sea, sideOf, topFrame, unitsOf, viewOf, ZONE_NAMES } from './play_view'

export const verbText = WORDS.label

/** A target within a sentence. */
function target(id: string): string {
  if (id === 'henderson_field') return 'Henderson Field'
  if (id === 'ironbottom_sound') return 'all in Ironbottom Sound'
  return forceName(id)
}

const number = (force: string | undefined): string => force?.split('_')[1] ?? ''

/** An argument of a choice; the player's own task forces are named only by their number. */
function argument(id: string, way: string, at: number): string {
  if (way === 'target' || (at > 0 && isForce(id))) return target(id)
  if (isForce(id)) return `TF ${number(id)}`
  return way === 'sea' ? sea(id) : id
}

/** Choices that name a unit use the referee's name for it. */
const OF_UNITS = new Set(['assign', 'hit', 'return_to_play'])

/** A whole choice for a button. */
export function choiceText(action: Action, name: () => string): string {
  const [verb, ...args] = action
  return OF_UNITS.has(verb!) ? name() : WORDS.choice(action, (id, way) => argument(id, way, args.indexOf(id)))
}

/** One value on a button. */
export function valueText(id: string, verb: string, _at: number, store: MatchStore): ValueText {
  const view = viewOf(store.view)
  if (isForce(id)) {
    const shown = view.forces[id]
    const count = shown?.counters == null ? undefined : counted(shown.counters, 'counter')
    const enemy = sideOf(id) !== store.decision?.side
    const note = shown && !shown.face_up && enemy && shown.counters !== null ? `${shown.counters} face down` : count
    return { label: enemy ? forceName(id).replace(/ (?=\d+$)/, '\u00a0') : `TF ${number(id)}`, note, side: sideOf(id) }
  }
  if (isUnit(id)) return { label: unitsOf(store.pieces).get(id)?.name ?? id }
  if (verb === 'strike' || verb === 'strike_again') return { label: target(id).replace(/^all/, 'All') }
  if (ZONE_NAMES[id]) return { label: ZONE_NAMES[id]! }
  return { label: verb === 'assign' ? `Box ${id}` : id.replaceAll('_', ' ') }
}

/** The question while a choice is unfinished. */
export function askNext(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', verb: string | null): string {
  const force = picks.flatMap((pick) => ('id' in pick && isForce(pick.id) ? [pick.id] : []))[0]
  const zone = picks.flatMap((pick) => ('id' in pick && ZONE_NAMES[pick.id] ? [pick.id] : []))[0]
  const picked = picks.some((pick) => 'verb' in pick)
  if (picked && verb && force) return `${verbText(verb)} with TF ${number(force)}: ${WORDS.about(verb)?.next ?? 'choose one'}.`
  if (picked && verb) return `${verbText(verb)}: ${next === 'argument' ? (WORDS.about(verb)?.first ?? 'choose a task force') : (WORDS.about(verb)?.next ?? 'choose one')}.`
  if (force && zone) return `TF ${number(force)} and ${sea(zone)}: what to do?`
  if (force) return `TF ${number(force)}: choose an operation.`
  if (zone) return `${ZONE_NAMES[zone]}: what to do?`
  return 'Choose one of these.'
}

const CLAUSES: Readonly<Record<string, string>> = {
  sortie: '9.1.a', move: '9.2.a', land: '9.3.a', bombard: '9.4.a', strike: '10.6.a', return_to_base: '9.2.a',
}

/** The clause of an operation, and what the player must know about it. */
export const verbHelp = (verb: string): { clause: string; text?: string } | undefined =>
  CLAUSES[verb] ? { clause: CLAUSES[verb], text: WORDS.about(verb)?.about } : undefined

/** Keys and weights of choices that stand alone. */
export function buttonStyle(verb: string): { key?: string; weight?: 'primary' | 'plain' | 'quiet' } {
  if (verb === 'done') return { key: 'D', weight: 'primary' }
  if (verb === 'pass') return { key: 'P', weight: 'quiet' }
  return {}
}

/** The present turn and operation, for a wide bar and for a narrow one. */
export function turnLabel(shown: View): { long: string; brief: string } {
  const view = viewOf(shown)
  const step = WORDS.procedure(topFrame(view)?.procedure).step ?? ''
  const short = view.month.slice(0, 3)
  const { under_way, number: op, done } = view.operations
  const brief = under_way ? `${short} · op ${op ?? Math.max(1, Math.ceil(done / 2))} of 7` : step ? `${short} · ${step}` : short
  return { long: `Turn ${view.turn} of 4, ${view.month}${step ? ` · ${step}` : ''}`, brief }
}

/** The question for a narrow box. */
export function shortQuestion(store: MatchStore): string | undefined {
  const procedure = topFrame(viewOf(store.view))?.procedure
  return WORDS.short(procedure, procedure === 'carrier_combat' ? (store.choices.some(([verb]) => verb === 'fight') ? 'offer' : 'targets') : '')
}

/** The line under the question. */
export function subline(shown: View, decision: Decision): string {
  const view = viewOf(shown)
  const { under_way, number: op, done } = view.operations
  const procedure = topFrame(view)?.procedure
  if (procedure === 'form_forces') return WORDS.note(procedure, decision.side === view.initiative ? 'second' : 'first')
  if (procedure !== 'return_carrier' && !under_way) return ''
  return WORDS.note(procedure, '', () => op ?? Math.max(1, Math.ceil(done / 2)))
}
