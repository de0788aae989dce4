import type { Side } from '../../board/types'
import { counted, KINDS, kindWords, standsAt, type Facts, type VitpView } from './play_view'
import type { CounterView, Kind, Pile } from './types'
import { counterInWords } from './words'

/** What is lit, what is picked, and the shots aimed at a unit, by id. */
export interface Marks {
  lit: ReadonlySet<string>
  picked: ReadonlySet<string>
  aimed?: ReadonlyMap<string, number>
}

export const NO_MARKS: Marks = { lit: new Set(), picked: new Set() }

/** A unit as a counter, with what the moment shows of it. */
export function seen(id: string, view: VitpView, facts: Facts, marks: Marks, more: Partial<CounterView> = {}): CounterView {
  const unit = facts.units.get(id)!
  const damage = view.damage[id] ?? 0
  const spot = standsAt(view).get(id) ?? ''
  const counter: CounterView = {
    id, side: unit.side, facts: unit, label: '',
    damage: damage || undefined,
    airLoss: view.air_loss[id] || undefined,
    bottomed: (facts.places.has(spot) && unit.kind !== 'lba' && unit.kind !== 'amphibious' && damage > unit.armor) || undefined,
    raids: view.raiding.includes(id) || undefined,
    marked: view.marked.includes(id) || undefined,
    legal: marks.lit.has(id) || undefined,
    selected: marks.picked.has(id) || undefined,
    target: marks.aimed?.get(id),
    ...more,
  }
  counter.label = counterInWords(counter)
  return counter
}

const rank = ({ facts }: CounterView): number =>
  KINDS.indexOf(facts.kind) * 1000 - facts.airstrike * 40 - facts.gunnery * 20 - facts.armor * 2 - facts.speed

/** The counters of a side in a place, the most valuable first. */
export function countersAt(view: VitpView, facts: Facts, spot: string, side: Side, marks: Marks): CounterView[] {
  return (view.units[side]?.[spot] ?? [])
    .filter((id) => facts.units.has(id))
    .map((id) => seen(id, view, facts, marks))
    .toSorted((a, b) => rank(a) - rank(b))
}

/** Counters drawn together by kind. */
export function pilesOf(counters: readonly CounterView[], spot: string): Pile[] {
  const piles = new Map<Kind, CounterView[]>()
  for (const counter of counters) piles.set(counter.facts.kind, [...(piles.get(counter.facts.kind) ?? []), counter])
  return [...piles].map(([kind, own]) => ({ id: `${spot} ${own[0]!.side} ${kind}`, side: own[0]!.side, kind, counters: own }))
}

/** What stands in a place in short: "4 carriers, 2 battleships". */
export const pilesInWords = (piles: readonly Pile[]): string =>
  piles.map(({ kind, counters: { length } }) => (kind === 'all' ? counted(length, 'unit') : kindWords(kind, length))).join(', ')
