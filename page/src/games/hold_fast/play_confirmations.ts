import type { MatchStore } from '../../app/game'
import { unusedIds, type UnusedOptions } from '../../app/unused_options'
import type { ConfirmationText } from '../../app/unused_options'
import { counted, factsOf, listedShort, procedureOf, viewOf } from './play_view'

type ConfirmationFunction = (n: number) => { label: string; sentence: string }

/** What ending a phase gives up, by decision. */
const WORDS: Readonly<Record<string, ConfirmationFunction>> = {
  moves: (n) => ({ label: `End with ${n} unmoved`, sentence: `${counted(n, 'ship')} could still move.` }),
  submarine: () => ({ label: 'Skip the submarine', sentence: 'Your submarine is not placed yet.' }),
  air: (n) => ({ label: `Pass with ${n} left`, sentence: `Pass now and ${counted(n, 'air unit')} ${n === 1 ? 'stays' : 'stay'} off the map.` }),
  rebuilding: (n) => ({ label: `Leave ${n} lost`, sentence: `${counted(n, 'unit')} could still return for 1 RP each.` }),
  repairs: (n) => ({ label: `Leave ${n} damaged`, sentence: `${counted(n, 'unit')} could still be repaired.` }),
  pursuit: (n) => ({ label: `Hold back ${n}`, sentence: `${counted(n, 'unit')} could still pursue.` }),
  land_step: (n) => ({ label: `Hold back ${n}`, sentence: `${counted(n, 'transport')} could still fight ashore.` }),
}

/** The confirmation text of a choice that gives something up. */
export function confirmation(_verb: string, lost: UnusedOptions, store: MatchStore): ConfirmationText | null {
  const facts = factsOf(store.pieces)
  const units = unusedIds(lost).filter((id) => facts.units.get(id)?.side === store.decision?.side) // targets are the enemy's
  const words = WORDS[procedureOf(viewOf(store.view))]
  return words ? { ...words(units.length), subline: units.length ? `${listedShort(units.map((id) => facts.name(id)))}.` : undefined } : null
}

const AIMED = new Set(['targeting', 'return_fire', 'pursuit', 'stay_or_withdraw', 'land_fight', 'name_way'])

/** The rail panel for a decision. */
export const panel = (store: MatchStore): string => (AIMED.has(procedureOf(viewOf(store.view))) ? 'odds' : 'force')
