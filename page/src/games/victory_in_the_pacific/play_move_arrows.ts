import type { LogEntry } from '../../app/api'
import type { MoveInfo } from '../../app/moves'
import type { Side } from '../sides'
import type { BoardMove } from '../../board/pacific/piles'
import { isSide, SIDES, standsAt, type Facts, type VitpView } from './play_view'

/** The data from which tracks are made: the place of each unit, and the last entry of the log. */
export interface BoardPositions {
  seq: number
  at: ReadonlyMap<string, string>
}

export const boardPositions = (view: VitpView, seq: number): BoardPositions => ({ seq, at: standsAt(view) })

/** The tracks between two moments, each drawn once; none if the second is the earlier one. */
export function movesBetween(before: BoardPositions | null, now: BoardPositions, facts: Facts): BoardMove[] {
  if (!before || before.seq >= now.seq) return []
  const ways = new Map<string, BoardMove & { side: Side }>()
  for (const [unit, to] of now.at) {
    const from = before.at.get(unit)
    const side = facts.sideOf(unit)
    if (!from || from === to || !isSide(side) || !facts.onMap(from) || !facts.onMap(to)) continue
    const id = `${now.seq} ${side} ${from} ${to}`
    ways.set(id, { id, side, from, to })
  }
  return [...ways.values()].toSorted((a, b) => SIDES.indexOf(a.side) - SIDES.indexOf(b.side))
}

const DESTINATION_FIELDS: Readonly<Record<string, string>> = {
  patrolled: 'area', raided: 'area', sailed: 'area', air_placed: 'area', went_home: 'place', returned: 'place', stationed: 'place', invaded: 'place', arrived: 'place',
}

/** Where the ships of the raid on Pearl Harbor appear (4.2). */
const RAID_START = 'hawaiian_islands'

/**
 * The moves recorded in the given log entries, each starting from the unit's place in the view before those
 * entries.
 */
export function moves(entries: readonly LogEntry[], before: VitpView, facts: Facts): MoveInfo[] {
  const at = new Map(standsAt(before))
  return entries.flatMap((entry) => entry.events ?? []).flatMap((event) => {
    const raid = event.event === 'raid_force_named' && Array.isArray(event['units']) ? event['units'].map(String) : undefined
    const to = raid ? RAID_START : event[DESTINATION_FIELDS[event.event] ?? '']
    return (raid ?? [String(event['unit'])]).flatMap((unit) => {
      const [side, from] = [facts.sideOf(unit), at.get(unit)]
      if (typeof to !== 'string' || !isSide(side)) return []
      at.set(unit, to)
      return from && facts.onMap(from) && facts.onMap(to) ? [{ unit, side, from, to }] : []
    })
  })
}
