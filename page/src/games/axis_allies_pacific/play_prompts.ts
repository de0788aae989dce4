import type { Action, Decision, View } from '../../app/api'
import type { Pick } from '../../app/choices'
import type { MatchStore, ValueText } from '../../app/game'
import { sideName } from '../../board/sides'
import type { StepText } from '../../lib/catalogue'
import { WORDS } from './catalogue'
import { askedSide, ECONOMY_NAMES, factsOf, frameOf, procedureOf, sideOf, powerStackAt, topFrame, viewOf, type WarView } from './play_view'
import type { Holder, Power } from './types'
import { capital, pieceText } from './unit_text'

export const verbText = WORDS.label

/** A complete choice as a button label: the server's name of it is already short and plain. */
export const choiceText = (action: Action, name: () => string): string => (action.length === 1 ? verbText(action[0]!) : name())

const TASKS: Readonly<Record<string, string>> = { attack: 'Attack', raid: 'Raid', escort: 'Escort', move: 'Move' }
const ORDERS: Readonly<Record<string, string>> = { losses: 'Order of losses', submerge: 'Submerging', intercept: 'Interception' }

/** A number on a button, with what that many of them do. */
export function numberText(n: number, verb: string, at: number): string {
  const some = (one: string, many = `${one}s`): string => (n === 0 ? `No ${one}` : `${n} ${n === 1 ? one : many}`)
  switch (verb) {
    case 'submerge': return n === 0 ? 'Submerge none' : `Submerge ${n}`
    case 'intercept_with': return `Send up ${some('fighter')}`
    case 'intercept': return n === 0 ? 'Do not intercept' : `Send up ${some('fighter')}`
    case 'bombard': return some(at === 0 ? 'destroyer' : 'battleship')
    case 'take_along': return some(at === 0 ? 'fighter' : 'allied fighter')
    case 'divert':
    case 'land_cap': return `Land ${some('fighter')}`
    case 'go':
    case 'fly':
    case 'fly_around': return `Send ${n}`
    case 'buy': return `Buy ${n}`
    case 'place': return `Place ${n}`
    default: return String(n)
  }
}

/** One value on a button. */
export function valueText(id: string, verb: string, at: number, store: MatchStore): ValueText {
  const facts = factsOf(store.pieces)
  const view = viewOf(store.view)
  if (/^\d+$/.test(id)) return { label: numberText(Number(id), verb, at) }
  if (facts.isPlace(id)) return { label: facts.name(id) }
  if (verb === 'lose' && at === 0) return { label: sideName(id), side: sideOf(id) }
  if (verb === 'standing_order') return { label: ORDERS[id] ?? capital(id.replaceAll('_', ' ')) }
  if (verb === 'buy' && at === 0) return { label: ECONOMY_NAMES[id as Holder] ?? id, note: `${view.ipc[id as 'japan'] ?? 0} IPC` }
  if (verb === 'buy' && at === 1) return { label: capital(pieceText(id)), note: `${facts.units.get(id)?.cost ?? ''} IPC` }
  if (TASKS[id]) return { label: TASKS[id] }
  if (id in ECONOMY_NAMES) return { label: ECONOMY_NAMES[id as Holder], side: sideOf(id) }
  return { label: capital(pieceText(id)) }
}

/** The question while a choice is partly made by its buttons. */
export function askNext(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', verb: string | null, store: MatchStore): string {
  const facts = factsOf(store.pieces)
  const named = picks.flatMap((pick) => ('id' in pick ? [facts.isPlace(pick.id) ? facts.name(pick.id) : capital(pieceText(pick.id))] : []))
  const open = [...store.highlighted]
  const all = (test: (id: string) => boolean): boolean => open.length > 0 && open.every(test)
  const which = all((id) => /^\d+$/.test(id)) ? 'choose how many' : all(facts.isPlace) ? 'choose where' : 'choose which'
  if (named.length) return `${named.join(', ')}: ${next === 'verb' ? 'choose what they do' : which}.`
  return verb ? `${verbText(verb)}: ${which}.` : 'Choose one of these.'
}

/** Keys and emphasis of single choices. */
export function buttonStyle(verb: string): { key?: string; weight?: 'primary' | 'plain' | 'quiet'; icon?: string } {
  if (verb === 'done' || verb === 'finish' || verb === 'press_on' || verb === 'go_ashore') return { key: 'D', weight: 'primary' }
  if (verb === 'cheapest_first') return { key: 'D', weight: 'primary' }
  return {}
}

/** The label of the choice that ends a phase. */
export const doneText = (view: WarView): string => WORDS.done(procedureOf(view))

/** The nine phases of a turn (4.2), and the steps of the turn's frame that belong to each. */
export const PHASES: readonly { id: string; upTo: number }[] = [
  { id: 'purchase', upTo: 2 }, { id: 'land_cap', upTo: 3 }, { id: 'combat_moves', upTo: 4 }, { id: 'combat', upTo: 6 }, { id: 'control', upTo: 7 },
  { id: 'regroup', upTo: 8 }, { id: 'placement', upTo: 9 }, { id: 'surface', upTo: 10 }, { id: 'income', upTo: 99 },
]
export const phases = (): StepText[] => PHASES.map(({ id }) => WORDS.step(id))

/** The current phase, from 0. */
export function currentPhase(view: WarView): number {
  const next = Number(frameOf(view, 'turn')?.['next'] ?? 0)
  return PHASES.findIndex(({ upTo }) => next <= upTo)
}

/** The progress of the game, for a wide bar and a narrow one. */
export function turnLabel(shown: View): { long: string; brief: string } {
  const view = viewOf(shown)
  if (!view.frames?.length) return { long: `Round ${view.round} · over`, brief: `R${view.round}` }
  const phase = WORDS.step(PHASES[currentPhase(view)]!.id)
  const battle = battlePlace(view)
  return { long: `Round ${view.round}, ${sideName(view.active)} · ${battle ? 'Battle' : phase.name}`, brief: `R${view.round} · ${battle ? 'battle' : phase.brief}` }
}

/** The place of the current battle; null outside one. */
export function battlePlace(view: WarView): string | null {
  for (const procedure of ['sea_battle', 'land_battle', 'raid', 'bombarding']) {
    const frame = frameOf(view, procedure)
    const at = frame?.['zone'] ?? frame?.['land'] ?? frame?.['place']
    if (typeof at === 'string') return at
  }
  return null
}

/** The place of a question between battles. */
export function placeAsked(view: WarView): string | null {
  const top = topFrame(view)
  const at = ['convoy_won', 'diverting', 'naming', 'landing_lost', 'intercept'].includes(top?.procedure ?? '') ? (top?.['zone'] ?? top?.['land']) : null
  return typeof at === 'string' ? at : null
}

/** The first questions after the bids, which say who has changed sides. */
const PLACES_TOLD = new Set(['splitting', 'standing', 'purchase'])
export const placesText = (view: WarView): string | undefined =>
  view.players_changed && view.round === 1 && PLACES_TOLD.has(procedureOf(view)) ? `The players have swapped sides: the ${view.unit_bid ? 'lower bid plays the Allies' : 'higher bid plays Japan'}.` : undefined

/** The question for a narrow box. */
export const shortQuestion = (store: MatchStore): string | undefined => WORDS.short(procedureOf(viewOf(store.view)))

/** The line below the question. */
export function subline(shown: View, _decision: Decision): string {
  const view = viewOf(shown)
  return placesText(view) ?? WORDS.note(procedureOf(view))
}

/** The note on the last part of a text choice: how many units are there, what a unit costs. */
export function choiceNote(choice: Action, store: MatchStore): string | undefined {
  const [verb, first, second] = choice
  const view = viewOf(store.view)
  if (verb === 'move' && second && first) {
    const n = powerStackAt(view, askedSide(store), first).fresh[second]
    return n ? `${n} there` : undefined
  }
  if (verb === 'buy' && second && choice.length === 3) return `${factsOf(store.pieces).units.get(second)?.cost ?? ''} IPC`
  return undefined
}

/** The picked up kind and its place, while its destination is asked for. */
export function movingUnits(view: WarView): { power: Power; place: string; piece: string } | null {
  const top = topFrame(view)
  if (top?.procedure !== 'bound' && top?.procedure !== 'takeoff' && top?.procedure !== 'aboard') return null
  return { power: (top['power'] ?? top['side']) as Power, place: String(top['place']), piece: String(top['piece'] ?? 'carrier') }
}
