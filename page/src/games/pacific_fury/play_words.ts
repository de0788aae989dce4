import type { Action, Decision, View } from '../../app/api'
import type { Pick } from '../../app/choices'
import type { Desk, ValueWords } from '../../app/game'
import { counted, forceName, isForce, isUnit, sea, sideOf, topFrame, unitsOf, viewOf, ZONE_NAMES } from './play_view'

const VERBS: Readonly<Record<string, string>> = {
  assign: 'Put a ship in a box', form_express: 'Form the Tokyo Express', done: 'Done with task forces', sortie: 'Sortie', move: 'Move',
  land: 'Land', bombard: 'Bombard', strike: 'Air strike', return_to_base: 'Return to base', pass: 'Pass', fight: 'Fight',
  decline: 'Decline', target: 'Choose targets', strike_again: 'Strike again', bombard_again: 'Bombard again', land_now: 'Land on Guadalcanal',
  bombard_now: 'Bombard Henderson Field', withdraw: 'Return to base', stay: 'Stay', hit: 'Hit', return_to_play: 'Return to play',
}

export const verbWords = (verb: string): string => VERBS[verb] ?? verb.replaceAll('_', ' ')

/** A target within a sentence. */
function target(id: string): string {
  if (id === 'henderson_field') return 'Henderson Field'
  if (id === 'ironbottom_sound') return 'all in Ironbottom Sound'
  return forceName(id)
}

const SHORT: Readonly<Record<string, (...args: string[]) => string>> = {
  form_express: (box) => `Tokyo Express in box ${box}`,
  sortie: (force, zone) => `Sortie TF ${number(force)} to ${sea(zone!)}`,
  move: (force, zone) => `Move TF ${number(force)} to ${sea(zone!)}`,
  land: (force) => `Land with TF ${number(force)}`,
  bombard: (force) => `Bombard with TF ${number(force)}`,
  strike: (force, at) => `Air strike by TF ${number(force)} at ${target(at!)}`,
  return_to_base: (force) => `Return TF ${number(force)} to base`,
  target: (force, at) => `TF ${number(force)} targets ${target(at!)}`,
  strike_again: (at) => `Strike ${target(at!)} again`,
}

const number = (force: string | undefined): string => force?.split('_')[1] ?? ''

/** A whole choice for a button; the referee's own name where that is short already. */
export function choiceWords(action: Action, name: () => string): string {
  const [verb, ...args] = action
  const short = SHORT[verb!]
  if (short) return short(...args)
  return args.length ? name() : verbWords(verb!)
}

/** One value on a button. */
export function valueWords(id: string, verb: string, _at: number, desk: Desk): ValueWords {
  const view = viewOf(desk.view)
  if (isForce(id)) {
    const told = view.forces[id]
    const count = told?.counters == null ? undefined : counted(told.counters, 'counter')
    const enemy = sideOf(id) !== desk.decision?.side
    const note = told && !told.face_up && enemy && told.counters !== null ? `${told.counters} face down` : count
    return { label: enemy ? forceName(id).replace(/ (?=\d+$)/, '\u00a0') : `TF ${number(id)}`, note, side: sideOf(id) }
  }
  if (isUnit(id)) return { label: unitsOf(desk.pieces).get(id)?.name ?? id }
  if (verb === 'strike' || verb === 'strike_again') return { label: target(id).replace(/^all/, 'All') }
  if (ZONE_NAMES[id]) return { label: ZONE_NAMES[id]! }
  return { label: verb === 'assign' ? `Box ${id}` : id.replaceAll('_', ' ') }
}

const AT: Readonly<Record<string, string>> = {
  sortie: 'choose a sea zone', move: 'choose a sea zone', strike: 'choose a target', target: 'choose a target', assign: 'choose a box',
}
const WHICH: Readonly<Record<string, string>> = { strike: 'choose a carrier force', assign: 'choose a ship', hit: 'choose a ship', form_express: 'choose a box' }

/** The question while a choice is half made. */
export function askWords(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', verb: string | null): string {
  const force = picks.flatMap((pick) => ('id' in pick && isForce(pick.id) ? [pick.id] : []))[0]
  const zone = picks.flatMap((pick) => ('id' in pick && ZONE_NAMES[pick.id] ? [pick.id] : []))[0]
  const picked = picks.some((pick) => 'verb' in pick)
  if (picked && verb && force) return `${verbWords(verb)} with TF ${number(force)}: ${AT[verb] ?? 'choose one'}.`
  if (picked && verb) return `${verbWords(verb)}: ${next === 'argument' ? (WHICH[verb] ?? 'choose a task force') : (AT[verb] ?? 'choose one')}.`
  if (force && zone) return `TF ${number(force)} and ${sea(zone)}: what to do?`
  if (force) return `TF ${number(force)}: choose an operation.`
  if (zone) return `${ZONE_NAMES[zone]}: what to do?`
  return 'Choose one of these.'
}

const ABOUT: Readonly<Record<string, { clause: string; text?: string }>> = {
  sortie: { clause: '9.1.a' },
  move: { clause: '9.2.a' },
  land: { clause: '9.3.a' },
  bombard: { clause: '9.4.a' },
  strike: { clause: '10.6.a', text: 'The target is revealed after you choose it.' },
  return_to_base: { clause: '9.2.a', text: 'The waiting task forces move up one box.' },
}

/** The clause of an operation, and what must be known of it. */
export const aboutVerb = (verb: string): { clause: string; text?: string } | undefined => ABOUT[verb]

/** Keys and weights of choices that stand alone. */
export function manner(verb: string): { key?: string; weight?: 'go' | 'plain' | 'quiet' } {
  if (verb === 'done') return { key: 'D', weight: 'go' }
  if (verb === 'pass') return { key: 'P', weight: 'quiet' }
  return {}
}

const STEPS: Readonly<Record<string, string>> = {
  form_forces: 'Task forces', return_carrier: 'Event', operations: 'Operations', surface_combat: 'Surface combat', carrier_combat: 'Carrier combat',
  air_strike: 'Air strike', bombardment: 'Bombardment', cleared_sound: 'Ironbottom Sound cleared', assign_hits: 'Hits', return_or_stay: 'Stay or return',
}

/** Where the game stands, for a wide bar and for a narrow one. */
export function where(told: View): { long: string; brief: string } {
  const view = viewOf(told)
  const step = STEPS[topFrame(view)?.procedure ?? ''] ?? ''
  const short = view.month.slice(0, 3)
  const { under_way, number: op, done } = view.operations
  const brief = under_way ? `${short} · op ${op ?? Math.max(1, Math.ceil(done / 2))} of 7` : step ? `${short} · ${step}` : short
  return { long: `Turn ${view.turn} of 4, ${view.month}${step ? ` · ${step}` : ''}`, brief }
}

const SHORTS: Readonly<Record<string, (prompt: string) => string>> = {
  form_forces: () => 'Put ships into boxes.', return_or_stay: () => 'Stay, or return to base?', operations: () => 'Choose an operation, or pass.',
  air_strike: () => 'Strike again, or return to base?', cleared_sound: () => 'The Sound is clear: what to do?',
  carrier_combat: (prompt) => (prompt.startsWith('Only') ? 'Fight, or decline?' : 'Choose a target for each force.'),
}

/** The question for a narrow box. */
export const shortPrompt = (desk: Desk): string | undefined => SHORTS[topFrame(viewOf(desk.view))?.procedure ?? '']?.(desk.decision!.prompt)

/** The line under the question. */
export function subline(told: View, decision: Decision): string {
  const view = viewOf(told)
  const { under_way, number: op, done } = view.operations
  const procedure = topFrame(view)?.procedure
  if (procedure === 'form_forces') return `${decision.side === view.initiative ? 'You form second' : 'You form first'}. The enemy sees only backs.`
  if (procedure === 'return_carrier') return 'Japan overestimated its success.'
  if (!under_way) return ''
  const now = op ?? Math.max(1, Math.ceil(done / 2))
  if (procedure === 'operations') return `Operation ${now} of 7.`
  if (procedure === 'assign_hits') return `Operation ${now} of 7. Then roll to see which ships sink.`
  if (procedure === 'return_or_stay') return `Operation ${now} of 7. The defender decides first.`
  if (procedure === 'bombardment') return `Operation ${now} of 7. Henderson Field is still operational.`
  return `Operation ${now} of 7.`
}
