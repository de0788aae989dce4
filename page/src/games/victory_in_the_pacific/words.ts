import { ADJECTIVE, counted, KIND_NAMES } from './play_view'
import type { CounterView, UnitFacts } from './types'

const NATIONS: Readonly<Record<string, string>> = { japan: 'Japanese', us: 'US', britain: 'British', australia: 'Australian', netherlands: 'Dutch' }

export const nationWords = (facts: UnitFacts): string => NATIONS[facts.nation] ?? ADJECTIVE[facts.side]

/** The factors as tooltips and readers say them (3.1). */
export function factorsInWords(facts: UnitFacts): string {
  const bonus = (yes: boolean): string => (yes ? ' with bonus' : '')
  if (facts.kind === 'lba') return `airstrike ${facts.airstrike}${bonus(facts.airstrike_bonus)}, defence ${facts.defence ?? 0}`
  if (facts.kind === 'submarine') return 'strikes once a turn and is never hit'
  const said = [`gunnery ${facts.gunnery}${bonus(facts.gunnery_bonus)}`, `armor ${facts.armor}`, `speed ${facts.speed}`]
  if (facts.airstrike) said.push(`airstrike ${facts.airstrike}${bonus(facts.airstrike_bonus)}`)
  return said.join(', ')
}

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/ Air Flotilla$/, ' Air Fl.'], [/^Prince of Wales$/, 'P. of Wales'], [/^Royal Sovereign$/, 'R. Sovereign'], [/^North Carolina$/, 'N. Carolina'],
  [/^South Dakota$/, 'S. Dakota'], [/^San Francisco$/, 'S. Francisco'], [/^Massachusetts$/, 'Mass.'], [/^Bon Homme Richard$/, 'B. H. Richard'],
  [/^Queen Elizabeth$/, 'Q. Elizabeth'], [/^West Virginia$/, 'W. Virginia'],
]

/** The name as it stands on a counter. */
export const shortName = (name: string): string => SHORT.reduce((text, [long, short]) => text.replace(long, short), name)

/** What readers hear of a counter. */
export function counterInWords(counter: CounterView): string {
  const { facts } = counter
  return [
    facts.name, `${nationWords(facts)} ${KIND_NAMES[facts.kind][0]}`, factorsInWords(facts), counter.damage ? `damage ${counter.damage}` : '',
    counter.airLoss ? `airstrike less ${counter.airLoss}` : '', counter.bottomed ? 'on the bottom' : '', counter.raids ? 'raids' : '',
    counter.marked ? 'marked as a raider' : '', counter.disabled ? 'disabled' : '', counter.sunk ? 'lost' : '',
    counter.target ? `target of ${counted(counter.target, 'shot')}` : '',
    counter.selected ? 'chosen' : counter.legal ? 'may be chosen' : '',
  ].filter(Boolean).join(', ')
}
