import type { MatchStore } from '../../app/game'
import { unusedIds, type UnusedOptions } from '../../app/unused_options'
import type { ConfirmationText } from '../../app/unused_options'
import { sentence } from '../../lib/text'
import { shotsOf, isDay } from './play_shots'
import { counted, factsOf, frameOf, listedShort, procedureOf, viewOf, type Facts, type VitpView } from './play_view'

type ConfirmationFunction = (units: readonly string[], view: VitpView, facts: Facts) => ConfirmationText

const names = (units: readonly string[], facts: Facts): string => listedShort(units.map((id) => facts.name(id)))
const many = (units: readonly string[], what = 'unit'): string => counted(units.length, what)

const shots = (units: readonly string[], view: VitpView, facts: Facts): number => units.reduce((n, id) => n + shotsOf(id, isDay(view), view, facts).shots, 0)

/** The procedures whose end a submarine may wait for. */
const FOUGHT = ['battle', 'air_raid', 'action', 'flight'] as const

/** What ending a phase gives up, by decision. */
const WORDS: Readonly<Record<string, ConfirmationFunction>> = {
  raid_force: (units) => ({ label: `Raid without ${units.length}`, sentence: `${many(units, 'ship')} could still join the raid.` }),
  patrols: (units) => ({ label: `End with ${units.length} in port`, sentence: `${many(units)} could still patrol, repair or raid.` }),
  air: (units) => ({ label: `Pass with ${units.length} left`, sentence: `Pass now and ${many(units, 'air unit')} ${units.length === 1 ? 'stays' : 'stay'} off the map.` }),
  amphibious: (units) => ({ label: `End with ${units.length} in port`, sentence: `${many(units, 'amphibious unit')} could still sail.` }),
  raiders: (units) => ({ label: `End with ${units.length} in port`, sentence: `${many(units, 'raider')} could still raid.` }),
  submarine: () => ({ label: 'Pass without it', sentence: 'The submarine could still be placed this turn.' }),
  targeting: (units, view, facts) => ({
    label: `Hold fire with ${units.length}`, sentence: `${many(units)} ${units.length === 1 ? 'has' : 'have'} no target. Hold fire?`,
    subline: `${counted(shots(units, view, facts), 'shot')} would be lost.`,
  }),
  strike: (_units, view) =>
    FOUGHT.some((procedure) => frameOf(view, procedure))
      ? { first: 'Hold for later', label: 'Hold the submarine', sentence: 'The submarine could strike now.', subline: 'It may wait for a later round, or for the end of all combat.' }
      : { first: 'Do not strike', label: 'Give up the strike', sentence: 'Combat is over: it strikes now or not this turn.', subline: '' },
  announcement: (units) => ({ label: `Stay silent with ${units.length}`, sentence: `${many(units, 'carrier')} could still fire guns.` }),
  pursuit: (units) => ({ label: `Hold back ${units.length}`, sentence: `${many(units, 'ship')} could still pursue.` }),
  stopping: (units) => ({ label: `Pursue with ${units.length}`, sentence: `${many(units, 'ship')} could still give up the pursuit.` }),
  grouping: (units) => ({ label: `Group the last ${units.length}`, sentence: `${many(units)} ${units.length === 1 ? 'has no group yet' : 'have no group yet: they retreat together'}.` }),
  landing: (units) => ({ label: `Do not land ${units.length}`, sentence: `${many(units, 'amphibious unit')} could still land.` }),
  sortie: (units) => ({ label: `Keep ${units.length} in port`, sentence: `${many(units, 'ship')} could still come out.` }),
}

/** The confirmation text of a choice that gives something up. */
export function confirmation(verb: string, lost: UnusedOptions, store: MatchStore): ConfirmationText | null {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const units = unusedIds(lost).filter((id) => facts.units.get(id)?.side === store.decision?.side) // targets are the enemy's
  const words = WORDS[procedureOf(view)]
  if (!words) return null
  const text = words(units, view, facts)
  return { subline: units.length ? sentence(names(units, facts)) : undefined, ...text, ...(verb === 'pass' && procedureOf(view) !== 'submarine' && !text.first && !text.label.startsWith('Pass') ? { label: `Pass with ${units.length} left` } : {}) }
}

const AIMED = new Set(['targeting', 'announcement', 'pursuit', 'grouping', 'chases', 'stay_or_retreat', 'stopping', 'strike', 'naming', 'name_action', 'stay_or_part', 'allies_off_hawaii', 'japan_off_hawaii', 'landing'])

/** The rail panel for a decision. */
export function panel(store: MatchStore): string {
  return AIMED.has(procedureOf(viewOf(store.view))) ? 'odds' : 'force'
}
