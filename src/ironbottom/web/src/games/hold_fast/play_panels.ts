import type { Side } from '../../board/types'
import { seenBlock, type Marks } from './play_blocks'
import { SIDES, type Facts, type HoldView } from './play_view'
import type { BlockView } from './types'

/** A turn in the order of appearance. */
export interface TurnRow {
  turn: number
  dates: string
  now: boolean
  past: boolean
  /** shown open at first */
  open: boolean
  sides: readonly { side: Side; sideName: string; points: number; due: readonly (BlockView & { place?: string })[]; lost: readonly (BlockView & { place?: string })[] }[]
}

const SIDE_NAME: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'Allies' }

/** What comes on which turn, and what was lost on which. */
export function turnRows(view: HoldView, facts: Facts, marks: Marks): TurnRow[] {
  return facts.turns.map((row) => {
    const of = (pile: Readonly<Record<string, readonly string[]>>, side: Side): string[] =>
      (pile[String(row.turn)] ?? []).filter((id) => facts.units.get(id)?.side === side)
    const drawn = (ids: readonly string[], lost: boolean): (BlockView & { place?: string })[] =>
      ids.map((id) => {
        const unit = facts.units.get(id)!
        const usual = unit.side === 'japan' ? 'yokosuka' : 'pearl_harbor'
        return { ...seenBlock(id, view, facts, '', marks), up: true, sunk: lost || undefined, place: !lost && unit.place && unit.place !== usual ? facts.name(unit.place) : undefined }
      })
    return {
      turn: row.turn, dates: row.dates, now: row.turn === view.turn, past: row.turn < view.turn,
      open: row.turn === view.turn + 1 || SIDES.some((side) => of(view.lost, side).some((id) => marks.lit.has(id))),
      sides: SIDES.map((side) => ({
        side, sideName: SIDE_NAME[side], points: side === 'japan' ? row.japan : row.allies,
        due: drawn(row.turn > view.turn ? of(view.due, side) : [], false), lost: drawn(of(view.lost, side), true),
      })),
    }
  })
}
