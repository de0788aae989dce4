import type { Action } from '../../app/api'
import type { Unit } from './types'
import type { PacificView, Pool } from './play_view'
import { topFrame } from './play_view'

/** Hits by unit, as filled in before they are submitted together (10.7.a). */
export type Given = Readonly<Record<string, number>>

export interface Assignment {
  /** the units that may be hit */
  units: readonly string[]
  /** the number to assign now */
  hits: number
  /** hits of this round already assigned */
  given: Given
  gunfire: boolean
}

/** The hits that a side must assign now; undefined at other decisions. */
export function assignment(view: PacificView): Assignment | null {
  const frame = topFrame(view)
  if (frame?.procedure !== 'assign_hits') return null
  const [pool] = frame['pools'] as readonly Pool[]
  return pool ? { units: pool.units, hits: pool.hits, given: frame['assigned'] as Given, gunfire: Boolean(frame['gunfire']) } : null
}

export const total = (given: Given): number => Object.values(given).reduce((a, b) => a + b, 0)

const lastHit = (unit: Unit): boolean => unit.kind === 'transport' || unit.kind === 'tokyo_express'

/** The chance that a ship sinks with this many hits (10.7.c, 10.7.d). */
export function sinkChance(unit: Unit, hits: number): number {
  if (!hits) return 0
  if (lastHit(unit)) return 1
  const defence = unit.anchors ?? 0
  return hits > defence ? 5 / 6 : hits === defence ? 1 / 2 : 1 / 6
}

/** The hits one by one, with Transports after the ships that shield them (10.7.b). */
export function inOrder(given: Given, units: readonly Unit[]): Action[] {
  const shields = units.filter((unit) => !lastHit(unit))
  const choices: Action[] = []
  for (const unit of shields) if (given[unit.id]) choices.push(['hit', unit.id])
  for (const unit of shields) for (let i = 1; i < (given[unit.id] ?? 0); i++) choices.push(['hit', unit.id])
  for (const unit of units.filter(lastHit)) for (let i = 0; i < (given[unit.id] ?? 0); i++) choices.push(['hit', unit.id])
  return choices
}

/** Whether no hit may go to Transports yet, because some other ships beside them have no hit. */
function shielded(unit: Unit, given: Given, units: readonly Unit[], { gunfire, given: before }: Assignment): boolean {
  if (!gunfire || unit.kind !== 'transport') return false
  return units.some((one) => one.kind !== 'transport' && !given[one.id] && !before[one.id])
}

/** Fills in the remaining hits: each on the ship with the fewest. */
export function spreadEvenly(given: Given, units: readonly Unit[], task: Assignment): Given {
  const filled: Record<string, number> = { ...given }
  while (total(filled) < task.hits) {
    const open = units.filter((unit) => !shielded(unit, filled, units, task))
    const [next] = open.toSorted((a, b) => (filled[a.id] ?? 0) + (task.given[a.id] ?? 0) - (filled[b.id] ?? 0) - (task.given[b.id] ?? 0))
    if (!next) break
    filled[next.id] = (filled[next.id] ?? 0) + 1
  }
  return filled
}

/** Fills in the remaining hits: first on ships that have some, until a die of 2 sinks them, then on the weakest. */
export function finishCripples(given: Given, units: readonly Unit[], task: Assignment): Given {
  const filled: Record<string, number> = { ...given }
  const has = (unit: Unit): number => (filled[unit.id] ?? 0) + (task.given[unit.id] ?? 0)
  const wanted = (unit: Unit): number => (lastHit(unit) ? 1 : (unit.anchors ?? 0) + 1)
  while (total(filled) < task.hits) {
    const open = units.filter((unit) => !shielded(unit, filled, units, task))
    const short = open.filter((unit) => has(unit) < wanted(unit))
    const [next] = (short.length ? short : open).toSorted(
      (a, b) => Number(has(b) > 0) - Number(has(a) > 0) || wanted(a) - has(a) - (wanted(b) - has(b)) || (b.combat ?? 0) - (a.combat ?? 0),
    )
    if (!next) break
    filled[next.id] = (filled[next.id] ?? 0) + 1
  }
  return filled
}
