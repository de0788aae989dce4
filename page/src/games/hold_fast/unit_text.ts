import type { BlockView, UnitFacts } from './types'
import { ADJECTIVE, counted, KIND_NAMES, listed } from './play_view'

const FIRES: Readonly<Record<string, string>> = {
  air: 'in air combat', surface: 'in surface combat', land: 'on land', submarine: 'in submarine combat',
}

/** Dice and hit number, for tooltips and screen readers: "4 dice in air combat, hit on 5 or 6". */
export function describeFigures(facts: UnitFacts): string {
  const dice = facts.kind === 'transport' ? 'one die on land per strength point' : `${facts.dice} ${facts.dice === 1 ? 'die' : 'dice'} ${FIRES[facts.fires_in] ?? ''}`
  return `${dice}, ${hitText(facts)}`
}

/** The same in a line of a list: "4 dice, 5+". */
export const figuresShort = ({ kind, dice, hit_on }: UnitFacts): string =>
  [kind === 'transport' ? '' : counted(dice, 'die', 'dice'), hit_on === null ? '' : hit_on === 6 ? '6' : `${hit_on}+`].filter(Boolean).join(', ')

export const hitText = (facts: UnitFacts): string =>
  facts.hit_on === null ? 'never hit' : facts.hit_on === 6 ? 'hit on 6' : `hit on ${facts.hit_on} ${facts.hit_on === 5 ? 'or' : 'to'} 6`

/** The full name, with the side where both sides have that name: "Japanese Cruiser 1". */
export function fullName(facts: UnitFacts): string {
  const common = ['cruiser', 'transport', 'land_based_air', 'submarine'].includes(facts.kind) && facts.label !== 'tan' && !facts.name.startsWith('Marine')
  return common ? `${ADJECTIVE[facts.side]} ${facts.name}` : facts.name
}

/** A ship sinks; an air unit does not. */
export const lossWord = (facts: UnitFacts | undefined): 'sunk' | 'destroyed' => (facts?.kind === 'land_based_air' ? 'destroyed' : 'sunk')

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^Land Based Air /, 'LBA '], [/^Marine Transport /, 'Marines '], [/^British Cruiser /, 'Brit. Cr '], [/^ANZAC Cruiser /, 'ANZAC Cr '],
]

/** The name printed on a block. */
export const shortName = (name: string): string => SHORT.reduce((text, [long, short]) => text.replace(long, short), name)

/** The possible identities of a hidden block: "is Akagi", "Akagi or Kaga", "one of 7". */
export function guessText(block: BlockView): string {
  const { mayBe } = block
  if (!mayBe?.length) return 'unknown'
  if (mayBe.length === 1) return `is ${mayBe[0]!.name}`
  if (mayBe.length <= 3) return `one of ${listed(mayBe.map((unit) => unit.name))}`
  const kinds = [...new Set(mayBe.map((unit) => unit.kind))]
  return kinds.length === 1 ? `one of ${mayBe.length} ${KIND_NAMES[kinds[0]!][1]}` : `one of ${mayBe.length}`
}

/** The label of a block for screen readers. */
export function describeBlock(block: BlockView): string {
  const { facts, strength = 0, side } = block
  const state = [
    block.disabled ? 'disabled' : '', block.sunk ? 'lost' : '', block.sealed ? 'hidden from the enemy' : '', block.up ? 'face up' : '',
    block.target ? `target of ${counted(block.target, 'die', 'dice')}` : '',
    block.selected ? 'chosen' : block.legal ? 'may be chosen' : '',
  ].filter(Boolean)
  if (!facts) return [`${ADJECTIVE[side]} block with its back to you`, guessText(block), ...state].join(', ')
  return [fullName(facts), KIND_NAMES[facts.kind][0], `strength ${strength} of ${facts.strength}`, describeFigures(facts), ...state].join(', ')
}
