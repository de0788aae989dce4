import type { LogEntry, View } from '../../app/api'
import type { MoveInfo } from '../../app/moves'
import { factsOf, knownPosition, sideOfId, viewOf } from './play_view'

/**
 * The moves in the given entries: forces hex by hex, units on the march from their earlier hex, retreats and
 * advances.
 */
export function moves(entries: readonly LogEntry[], before: View, pieces: unknown): MoveInfo[] {
  const then = knownPosition(viewOf(before), factsOf(pieces))
  const stands = new Map<string, string>()
  const ashore = (unit: string, to: string): MoveInfo[] => {
    const from = stands.get(unit) ?? then.value<string>('unit_at', unit)
    stands.set(unit, to)
    return from ? [{ unit, side: sideOfId(unit), from, to }] : []
  }
  return entries.flatMap((entry) => (entry.events ?? []).flatMap((event): MoveInfo[] => {
    const way = event['way'] as readonly string[] | undefined
    if (event.event === 'sailed' && way && way.length > 1) return [{ unit: String(event['force']), side: sideOfId(String(event['force'])), from: way[0]!, to: way.at(-1)! }]
    if (event.event === 'marched' && way?.length) return ashore(String(event['unit']), way.at(-1)!)
    if (event.event === 'lifted' || event.event === 'flown_to') return ashore(String(event['unit']), String(event['to']))
    if (event.event === 'retreated' || event.event === 'advanced') return (event['units'] as readonly string[]).flatMap((unit) => ashore(unit, String(event['to'])))
    return []
  }))
}
