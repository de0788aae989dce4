import { ADJECTIVE, counted, KIND_NAMES } from './play_view'
import { currentFactors } from './factors'
import type { CounterView, UnitFacts } from './types'

const NATIONS: Readonly<Record<string, string>> = { japan: 'Japanese', us: 'US', britain: 'British', australia: 'Australian', netherlands: 'Dutch' }

export const nationText = (facts: UnitFacts): string => NATIONS[facts.nation] ?? ADJECTIVE[facts.side]

/** The factors for tooltips and screen readers (3.1), after damage, with the printed ones where they differ (7.7). */
export function describeFactors(facts: UnitFacts, damage = 0, airLoss = 0): string {
  const now = currentFactors(facts, damage, airLoss)
  const figure = (name: 'gunnery' | 'speed' | 'airstrike'): string => `${name} ${now[name]}${now.changed.has(name) ? ` of ${facts[name]}` : ''}`
  const bonus = (yes: boolean): string => (yes ? ' with bonus' : '')
  if (facts.kind === 'lba') return `${figure('airstrike')}${bonus(facts.airstrike_bonus)}, defence ${facts.defence ?? 0}`
  if (facts.kind === 'submarine') return 'strikes once a turn and is never hit'
  const said = [`${figure('gunnery')}${bonus(now.gunnery_bonus)}`, `armor ${facts.armor}`, figure('speed')]
  if (facts.airstrike) said.push(`${figure('airstrike')}${bonus(facts.airstrike_bonus)}`)
  return said.join(', ')
}

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/ Air Flotilla$/, ' Air Fl.'], [/^Prince of Wales$/, 'P. of Wales'], [/^Royal Sovereign$/, 'R. Sovereign'], [/^North Carolina$/, 'N. Carolina'],
  [/^South Dakota$/, 'S. Dakota'], [/^San Francisco$/, 'S. Francisco'], [/^Massachusetts$/, 'Mass.'], [/^Bon Homme Richard$/, 'B. H. Richard'],
  [/^Queen Elizabeth$/, 'Q. Elizabeth'], [/^West Virginia$/, 'W. Virginia'],
]

/** The name printed on a counter. */
export const shortName = (name: string): string => SHORT.reduce((text, [long, short]) => text.replace(long, short), name)

/** The label of a counter for screen readers. */
export function describeCounter(counter: CounterView): string {
  const { facts } = counter
  return [
    facts.name, `${nationText(facts)} ${KIND_NAMES[facts.kind][0]}`, describeFactors(facts, counter.hurt ?? counter.damage, counter.airLoss), counter.damage ? `damage ${counter.damage}` : '',
    counter.bottomed ? 'on the bottom' : '', counter.raids ? 'raids' : '',
    counter.marked ? 'marked as a raider' : '', counter.disabled ? 'disabled' : '', counter.sunk ? 'lost' : '',
    counter.target ? `target of ${counted(counter.target, 'shot')}` : '',
    counter.selected ? 'chosen' : counter.legal ? 'may be chosen' : '',
  ].filter(Boolean).join(', ')
}
