import type { MatchStore } from '../../app/game'
import { howMany, sightingChance } from './odds'
import { currentSelection } from './play_input'
import type { CurrentOdds } from './play_odds_table'
import { frameOf, listedShort, SIDES, topFrame, type Facts, type VitpView } from './play_view'

const list = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])

/** 20.4 The probability that a task force is sighted, if it attacks or not, with the units chosen to land. */
function chance(units: readonly string[], attacks: boolean, landing: readonly string[], view: VitpView, facts: Facts): number {
  const kindOf = (id: string): string => facts.units.get(id)?.kind ?? ''
  return sightingChance({
    certain: units.some((id) => kindOf(id) === 'lba' || landing.includes(id)),
    attacks,
    patrols: units.some((id) => ['battleship', 'carrier', 'cruiser'].includes(kindOf(id)) && !view.raiding.includes(id)),
  })
}

const row = (id: string, name: string, p: number): CurrentOdds['rows'][number] => ({ id, name, chances: [p, 1 - p] })
const OUTCOMES = ['sighted', 'unseen'] as const

/** 20.2 The task forces formed so far, the picked units as one more, and the rest, by whether they attack or hold back. */
export function ofForming(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const top = topFrame(view)
  const picked = currentSelection(store)?.picked ?? []
  const left = list(top?.['left']).filter((id) => !picked.includes(id))
  const formed = ((top?.['forces'] as string[][] | undefined) ?? []).map((units, k): [string, readonly string[]] => [`Group ${k + 1}`, units])
  const all: [string, readonly string[]][] = [...formed, ['Picked units', picked], [formed.length || picked.length ? 'The rest' : 'All together', left]]
  const rows = all.filter(([, units]) => units.length).flatMap(([name, units]) => {
    const who = `${name}: ${listedShort(units.map((id) => facts.name(id)))}`
    return [row(`${name} attacks`, `${who}, if it attacks`, chance(units, true, [], view, facts)), row(`${name} holds`, `${who}, if it holds back`, chance(units, false, [], view, facts))]
  })
  return [{ title: 'Sighting', outcomes: OUTCOMES, rows }]
}

/** 20.3 The sighting of the own task forces with their current tasks, and if those that hold back attacked; and of the enemy's, as
 * far as known. */
export function ofTasking(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const top = topFrame(view)
  const round = frameOf(view, 'sighted_round')
  const [attacking, landing] = [list(top?.['attacking']), [...list(top?.['landing']), ...list(round?.['landing'])]]
  const of = (side: string): string[][] => (round?.['forces'] as string[][][] | undefined)?.[SIDES.indexOf(side as 'japan')] ?? []
  const own = of(store.decision!.side).map((units, k) => {
    const id = `group_${k + 1}`
    const attacks = attacking.includes(id)
    return { id, units, attacks, now: chance(units, attacks, landing, view, facts), then: chance(units, true, landing, view, facts) }
  })
  const [none] = howMany(own.map((one) => one.now))
  const rows = own.flatMap(({ id, units, attacks, now, then }) => {
    const name = `${facts.name(id)}: ${listedShort(units.map((one) => facts.name(one)))}`
    return [row(id, `${name}, ${attacks ? 'attacks' : 'holds back'}`, now), ...(attacks ? [] : [row(`${id} then`, `${name}, if it attacks`, then)])]
  })
  const any = own.length > 1 ? [row('any', 'At least one of these groups', 1 - none!)] : []
  return [{ title: 'Sighting', outcomes: OUTCOMES, rows: [...rows, ...any] }]
}
