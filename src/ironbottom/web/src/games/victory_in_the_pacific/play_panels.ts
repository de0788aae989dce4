import type { Side } from '../../board/types'
import { seen, type Marks } from './play_units'
import { SIDES, type Facts, type VitpView } from './play_view'
import type { CounterView } from './types'

type Listed = CounterView & { place?: string }

/** A turn in the order of appearance. */
export interface TurnRow {
  turn: number
  date: string
  now: boolean
  /** shown open at first */
  open: boolean
  /** "Pearl Harbor 3" */
  repairs: readonly string[]
  sides: readonly { side: Side; sideName: string; runs: readonly { what: string; units: readonly Listed[] }[]; count: number }[]
}

const SIDE_NAME: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'Allies' }

/** What comes on which turn, what comes back, and what leaves (4.4, 4.42, 4.5). */
export function turnRows(view: VitpView, facts: Facts, marks: Marks): TurnRow[] {
  const listed = (ids: readonly string[]): Listed[] =>
    ids.filter((id) => facts.units.has(id)).map((id) => ({ ...seen(id, view, facts, marks), place: facts.name(facts.units.get(id)!.place ?? '') || undefined }))
  return facts.turns
    .filter((row) => row.turn <= view.last_turn)
    .map((row) => {
      const sides = SIDES.map((side) => {
        const own = view.units[side]
        const gone = new Set([...(own['withdrawn'] ?? []), ...(own['lost'] ?? [])])
        const leaves = row.turn > view.turn ? [...facts.units.values()].filter((unit) => unit.side === side && unit.leaves === row.turn && !gone.has(unit.id)).map((unit) => unit.id) : []
        const runs = [
          { what: 'arriving', units: listed(own[`due_${row.turn}`] ?? []) },
          { what: 'back', units: listed(own[`return_${row.turn}`] ?? []).map((one) => ({ ...one, place: undefined })) },
          { what: 'leaving', units: listed(leaves).map((one) => ({ ...one, place: undefined })) },
        ].filter((run) => run.units.length)
        return { side, sideName: SIDE_NAME[side], runs, count: runs.filter((run) => run.what !== 'leaving').reduce((n, run) => n + run.units.length, 0) }
      })
      return {
        turn: row.turn, date: row.date, now: row.turn === view.turn, open: row.turn === view.turn + 1, sides,
        repairs: Object.entries(row.repair).filter(([, n]) => n > 0).map(([port, n]) => `${facts.name(port)} ${n}`),
      }
    })
}
