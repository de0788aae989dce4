import type { Highlights } from '../../app/group_selection'
import { mainPort } from '../main_ports'
import type { AppearanceTurn } from '../../board/pacific/piles'
import type { Side } from '../sides'
import { seenBlock } from './play_blocks'
import { SIDES, type Facts, type HoldView } from './play_view'
import type { BlockView } from './types'

/** The arrivals and losses of each turn, and its resource points (4.0, 6.0). */
export function turnRows(view: HoldView, facts: Facts, marks: Highlights): AppearanceTurn<BlockView>[] {
  return facts.turns.map((row) => {
    const of = (pile: Readonly<Record<string, readonly string[]>>, side: Side): string[] =>
      (pile[String(row.turn)] ?? []).filter((id) => facts.units.get(id)?.side === side)
    const drawn = (ids: readonly string[], lost: boolean): (BlockView & { place?: string })[] =>
      ids.map((id) => {
        const { place, side } = facts.units.get(id)!
        return { ...seenBlock(id, view, facts, '', marks), up: true, sunk: lost || undefined, place: !lost && place && place !== mainPort(side) ? facts.name(place) : undefined }
      })
    const sides = SIDES.map((side) => {
      const due = drawn(row.turn > view.turn ? of(view.due, side) : [], false)
      const lost = drawn(of(view.lost, side), true)
      const count = [`${row[side]} RP`, due.length ? `+${due.length}` : '', lost.length ? `−${lost.length}` : ''].filter(Boolean).join(', ')
      return { side, count, runs: [{ what: 'arriving', pieces: due }, { what: 'lost', pieces: lost }].filter((run) => run.pieces.length) }
    })
    return {
      turn: row.turn, date: row.dates, now: row.turn === view.turn, nothing: row.turn <= view.turn ? 'Nothing lost.' : 'Nothing arrives.', sides,
      open: row.turn === view.turn + 1 || SIDES.some((side) => of(view.lost, side).some((id) => marks.highlighted.has(id))),
    }
  })
}
