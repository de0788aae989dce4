import type { Highlights } from '../../app/group_selection'
import type { AppearanceTurn } from '../../board/pacific/piles'
import { currentUnit } from './play_units'
import { SIDES, type Facts, type VitpView } from './play_view'
import type { CounterView } from './types'

type Listed = CounterView & { place?: string }

/** The arrivals, returns and withdrawals of each turn, and the repair points of its ports (4.4, 4.42, 4.5, 11.2). */
export function turnRows(view: VitpView, facts: Facts, marks: Highlights): AppearanceTurn<CounterView>[] {
  const listed = (ids: readonly string[]): Listed[] =>
    ids.filter((id) => facts.units.has(id)).map((id) => ({ ...currentUnit(id, view, facts, marks), place: facts.name(facts.units.get(id)!.place ?? '') || undefined }))
  const unplaced = (ids: readonly string[]): Listed[] => listed(ids).map((one) => ({ ...one, place: undefined }))
  return facts.turns
    .filter((row) => row.turn <= view.last_turn)
    .map((row) => {
      const sides = SIDES.map((side) => {
        const own = view.units[side]
        const gone = new Set([...(own['withdrawn'] ?? []), ...(own['lost'] ?? [])])
        const leaves = row.turn > view.turn ? [...facts.units.values()].filter((unit) => unit.side === side && unit.leaves === row.turn && !gone.has(unit.id)).map((unit) => unit.id) : []
        const runs = [
          { what: 'arriving', pieces: listed(own[`due_${row.turn}`] ?? []) },
          { what: 'back', pieces: unplaced(own[`return_${row.turn}`] ?? []) },
          { what: 'leaving', pieces: unplaced(leaves) },
        ].filter((run) => run.pieces.length)
        const n = runs.filter((run) => run.what !== 'leaving').reduce((sum, run) => sum + run.pieces.length, 0)
        return { side, runs, count: n ? `+${n}` : '' }
      })
      const repairs = Object.entries(row.repair).filter(([, n]) => n > 0).map(([port, n]) => `${facts.name(port)} ${n}`)
      return {
        turn: row.turn, date: row.date, now: row.turn === view.turn, open: row.turn === view.turn + 1, sides, nothing: 'Nothing arrives.',
        note: repairs.length ? `Repairs: ${repairs.join(', ')}.` : undefined,
      }
    })
}
