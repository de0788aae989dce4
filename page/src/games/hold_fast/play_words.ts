import type { Action, Decision, View } from '../../app/api'
import type { Pick } from '../../app/choices'
import type { Desk, ValueWords } from '../../app/game'
import { whereIs } from './play_blocks'
import { counted, factsOf, frameOf, isSide, procedureOf, topFrame, viewOf, type HoldView } from './play_view'

const VERBS: Readonly<Record<string, string>> = {
  return: 'Return transports', rebuild: 'Rebuild cruiser groups', refit: 'Refit air units', move: 'Move ships', form: 'Form a task force',
  join: 'Join a task force', sail: 'Sail a task force', submerge: 'Place the submarine', deploy: 'Place air units', raid: 'Raid a port',
  repair: 'Repair', fight: 'Fight', fire: 'Fire', land: 'Attack a base', defend: 'Defend a base', aim: 'Aim', pursue: 'Pursue', reply: 'Fire back', go: 'Send home',
  dock: 'Return ships', done: 'Done', pass: 'Pass', air: 'Air combat', surface: 'Surface combat', stay: 'Stay', withdraw: 'Withdraw',
}
export const verbWords = (verb: string): string => VERBS[verb] ?? verb.replaceAll('_', ' ')

const DONE: Readonly<Record<string, string>> = {
  moves: 'Done moving', rebuilding: 'Done rebuilding', repairs: 'Done repairing', pursuit: 'Done pursuing',
  land_step: 'Done landing',
}

/** A whole choice for a button: the referee's name of it is short and plain already. */
export const choiceWords = (action: Action, name: () => string): string => (action.length === 1 ? verbWords(action[0]!) : name())

/** What ends a run of choices, in the words of the step. */
export const doneWords = (view: HoldView): string => DONE[procedureOf(view)] ?? 'Done'

/** One value on a button. */
export function valueWords(id: string, _verb: string, _at: number, desk: Desk): ValueWords {
  const facts = factsOf(desk.pieces)
  const view = viewOf(desk.view)
  const unit = facts.units.get(id)
  if (!unit) return { label: facts.name(id) }
  const told = view.units[unit.side][id]
  const enemy = unit.side !== desk.decision?.side
  const where = told && !enemy && procedureOf(view) !== 'targeting' ? whereIs(id, view) : null
  const strength = told ? `${told.strength} of ${unit.strength}` : undefined
  return { label: unit.name, note: where ? facts.name(where) : strength, side: unit.side }
}

/** The question while a choice is half made by its buttons. */
export function askWords(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', verb: string | null, desk: Desk): string {
  const facts = factsOf(desk.pieces)
  const named = picks.flatMap((pick) => ('id' in pick ? [facts.name(pick.id)] : []))
  const what = verb ? verbWords(verb) : ''
  if (named.length) return `${named.join(', ')}: ${next === 'verb' ? 'choose what it does' : verb && AT_UNITS.has(verb) ? 'choose a target' : picks.some((pick) => 'id' in pick && facts.units.has(pick.id)) ? 'choose a sea area, port or base' : 'choose a block'}.`
  return what ? `${what}: ${verb === 'submerge' || verb === 'fight' ? 'choose a sea area' : 'choose a block'}.` : 'Choose one of these.'
}

const AT_UNITS = new Set(['fire', 'aim', 'pursue', 'reply'])

/** Keys and weights of choices that stand alone. */
export function manner(verb: string): { key?: string; weight?: 'go' | 'plain' | 'quiet'; icon?: string } {
  if (verb === 'done') return { key: 'D', weight: 'go' }
  if (verb === 'pass') return { key: 'P', weight: 'quiet' }
  return {}
}

const STEPS: Readonly<Record<string, string>> = {
  transports: 'Reinforcements', rebuilding: 'Reinforcements', submarine: 'Submarines', air: 'Land based air', repairs: 'Repairs',
  combat: 'Combat', land_step: 'Landings', come_back: 'Return to port',
}

/** The step of the turn in words. */
export function stepWords(view: HoldView): string {
  const battle = view.battle
  if (battle) return 'Battle'
  const top = topFrame(view)
  if (top?.procedure === 'moves') return isSide(top['side']) ? `${top['side'] === 'japan' ? 'Japan moves' : 'The Allies move'}` : 'Moves'
  if (frameOf(view, 'land_fight')) return 'Landings'
  return STEPS[top?.procedure ?? ''] ?? ''
}

/** Where the game stands, for a wide bar and for a narrow one. */
export function where(told: View): { long: string; brief: string } {
  const view = viewOf(told)
  const step = stepWords(view)
  const dates = view.dates.replace(/ \d\d(\d\d)\b/g, ' $1').replace(' - ', ' to ')
  return { long: `Turn ${view.turn} of 8, ${dates}${step ? ` · ${step}` : ''}`, brief: `T${view.turn} · ${step || 'turn'}` }
}

const SUBLINES: Readonly<Record<string, (view: HoldView, side: 'japan' | 'allies') => string>> = {
  moves: () => 'Three areas at most, passing only through areas you control.',
  submarine: () => 'It fires first in a battle there and cannot be hit.',
  air: (view) => (topFrame(view)?.['passed'] ? 'The enemy has passed: place as many as you like.' : 'Take turns placing one. If you pass, you place no more.'),
  repairs: (view, side) => `${left(view, side)} left, for ships in port and air units off board.`,
  rebuilding: (view, side) => `${left(view, side)} left. Units return with one strength point.`,
  transports: () => 'They return free, at full strength.',
  combat: () => 'Japan chooses the order of the battles.',
  name_way: () => 'Chosen in secret. If you differ, roll: +1 for air, +1 for the holder.',
  targeting: (view) =>
    topFrame(view)?.['kind'] === 'surface' ? 'Every ship at the battle station needs an attacker before any gets two.' : 'Several may fire at one target. A 1 disables it.',
  stay_or_withdraw: () => 'Withdraw under fire, or fight another round.',
  pursuit: () => 'Like pursues like; each target gets one pursuer before any gets two.',
  come_back: () => 'Within three areas, else the nearest. Only ports repair.',
  land_step: () => 'Only transports attack, each one enemy base beside its sea area.',
  land_fight: () => 'Each unit rolls one die per strength point; a 6 hits.',
  way_home: () => 'To the closest port or base; you choose if several are as close.',
  return_fire: () => 'Each pursued unit fires back at one of its pursuers.',
}

/** The resource points that a side has not spent this turn (5.0.1). */
export const pointsLeft = (view: HoldView, side: 'japan' | 'allies'): number => view.resource_points[side].points - view.resource_points[side].spent
const left = (view: HoldView, side: 'japan' | 'allies'): string => counted(pointsLeft(view, side), 'resource point')

/** The line under the question. */
export function subline(told: View, decision: Decision): string {
  const view = viewOf(told)
  return isSide(decision.side) ? (SUBLINES[procedureOf(view)]?.(view, decision.side) ?? '') : ''
}

/** The marker of the victory track in words: "Japan leads by 4". */
export function leadWords(points: number): string {
  return points === 0 ? 'Even' : points > 0 ? `The Allies lead by ${points}` : `Japan leads by ${-points}`
}
