import type { Highlights } from '../../app/group_selection'
import { pilesOf, type Pile } from '../../board/pacific/piles'
import type { Side } from '../sides'
import { KIND_NAMES, KINDS, standsAt, type Facts, type VitpView } from './play_view'
import type { CounterView } from './types'
import { describeCounter } from './unit_text'

export type { Highlights as Marks } from '../../app/group_selection'

/** A unit as a counter, with its current state. */
export function currentUnit(id: string, view: VitpView, facts: Facts, marks: Highlights, more: Partial<CounterView> = {}): CounterView {
  const unit = facts.units.get(id)!
  const damage = view.damage[id] ?? 0
  const spot = standsAt(view).get(id) ?? ''
  const counter: CounterView = {
    id, side: unit.side, name: unit.name, facts: unit, label: '',
    damage: damage || undefined,
    airLoss: view.air_loss[id] || undefined,
    bottomed: (facts.places.has(spot) && unit.kind !== 'lba' && unit.kind !== 'amphibious' && damage > unit.armor) || undefined,
    raids: view.raiding.includes(id) || undefined,
    marked: view.marked.includes(id) || undefined,
    legal: marks.highlighted.has(id) || undefined,
    selected: marks.picked.has(id) || undefined,
    target: marks.aimed?.get(id),
    ...more,
  }
  counter.label = describeCounter(counter)
  return counter
}

const rank = ({ facts }: CounterView): number =>
  KINDS.indexOf(facts.kind) * 1000 - facts.airstrike * 40 - facts.gunnery * 20 - facts.armor * 2 - facts.speed

/** The counters of a side in a place, the most valuable first. */
export function countersAt(view: VitpView, facts: Facts, spot: string, side: Side, marks: Highlights): CounterView[] {
  return (view.units[side]?.[spot] ?? [])
    .filter((id) => facts.units.has(id))
    .map((id) => currentUnit(id, view, facts, marks))
    .toSorted((a, b) => rank(a) - rank(b))
}

/** Counters drawn together by kind. */
export const counterPiles = (counters: readonly CounterView[], spot: string): Pile<CounterView>[] =>
  pilesOf(counters, spot, ({ facts }) => ({ id: facts.kind, names: KIND_NAMES[facts.kind] }))
