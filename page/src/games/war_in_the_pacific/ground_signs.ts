import type { KnownUnit } from './play_view'

/** Ground units on their counters: the name of the strongest, and its silhouette on 64 by 24. */

export type GroundKind = 'infantry' | 'marine' | 'armour' | 'airborne' | 'engineer' | 'headquarters' | 'base' | 'stores' | 'trench'

const [HELMET, SHOULDERS] = ['8.2C24 4 27.4 1.6 31 1.6S38 4 38 8.2H40.4V10H21.6V8.2ZM26 11H36C36 14.4 34 16.4 31 16.4S26 14.4 26 11Z', 'M15 23C15 18.6 19.4 17 25 16.4L31 19.6 37 16.4C42.6 17 47 18.6 47 23Z']
const ANCHOR = 'M53 3A2.4 2.4 0 0 1 54.2 7.4V9H57.4V11H54.2V19C57 18.6 58.8 17 59.6 15L62 17C60.4 20.4 57 22.4 53 22.4S45.6 20.4 44 17L46.4 15C47.2 17 49 18.6 51.8 19V11H48.6V9H51.8V7.4A2.4 2.4 0 0 1 53 3Z'

export const GROUND_SIGNS: Readonly<Record<GroundKind, string>> = {
  infantry: `M24 ${HELMET}${SHOULDERS}M45.6 2H47.4V14.8L45.6 14Z`,
  marine: `M24 ${HELMET}${SHOULDERS}${ANCHOR}`,
  armour: 'M10 15 15 11.6H24L26 6.4H39L40.4 8H58V9.8H41L41.6 11.6H50L54.6 15 51.4 20.6C50.4 22.2 49 23 47 23H17.6C15.6 23 14.2 22.2 13.2 20.6Z',
  airborne: 'M18 11.4A14 9.8 0 0 1 46 11.4L33.2 21V23.4H30.8V21ZM22 12.2 30.8 18.8V12.2ZM33.2 12.2V18.8L42 12.2Z',
  engineer: 'M13 5H51V20H47V9H34V20H30V9H17V20H13Z',
  headquarters: 'M22 1H24.6V3H46L42 7.6L46 12.2H24.6V23.4H22Z',
  base: 'M13 22.4V11L32 2.4L51 11V22.4H41V14H23V22.4Z',
  stores: 'M18 4H46V21.6H18ZM20.6 6.6V19H30.7V6.6ZM33.3 6.6V19H43.4V6.6Z',
  trench: 'M9 20V15.4L18 6.4L26 14.4L34 6.4L42 14.4L50 6.4L56 12.4V17L50 11L42 19L34 11L26 19L18 11Z',
}

const KINDS: Readonly<Record<string, GroundKind>> = { engineer: 'engineer', air_hq: 'headquarters', base_force: 'base', logistic: 'stores', entrenchment: 'trench' }
const BY_NAME: readonly (readonly [RegExp, GroundKind])[] = [[/tank|armour/, 'armour'], [/Marine|naval landing/, 'marine'], [/airborne|parachute/, 'airborne']]

const kindOf = ({ type }: KnownUnit): GroundKind => KINDS[type.kind] ?? BY_NAME.find(([name]) => name.test(type.name))?.[1] ?? 'infantry'

/** A short name for a counter: "11-3", "Eng", "Base". */
const HEADS: Readonly<Record<string, string>> = { engineer: 'Eng', base_force: 'Base', logistic: 'LTU', entrenchment: 'Entr' }
const headOf = ({ type }: KnownUnit): string => HEADS[type.kind] ?? (type.kind === 'air_hq' ? 'HQ' : (type.printed.split(' ')[0] ?? ''))

export interface GroundTop {
  head: string
  kind: GroundKind
  /** their strength, bracketed for engineers; if they have none, the name of the headquarters */
  foot: string
  /** the number of units */
  many: number
}

/** The unit on top: the strongest; among equals combat units first. */
export function topOf(units: readonly KnownUnit[]): GroundTop {
  const [top] = units.toSorted((a, b) => b.type.strength - a.type.strength || Number(b.type.kind === 'combat') - Number(a.type.kind === 'combat') || a.id.localeCompare(b.id))
  const strength = units.reduce((sum, { type }) => sum + type.strength, 0)
  const foot = top!.type.kind === 'air_hq' ? top!.type.printed : units.every(({ type }) => type.kind === 'engineer') ? `(${strength})` : String(strength)
  return { head: headOf(top!), kind: kindOf(top!), foot, many: units.length }
}
