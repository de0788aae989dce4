import type { LogEntry } from '../../app/api'
import type { MoveTold } from '../../app/ways'
import { sideOfId } from './play_view'

/** Who went where in some entries: forces hex by hex, units on the march, retreats. */
export function moves(entries: readonly LogEntry[]): MoveTold[] {
  return entries.flatMap((entry) => (entry.events ?? []).flatMap((event): MoveTold[] => {
    const way = event['way'] as readonly string[] | undefined
    if (event.event === 'sailed' && way && way.length > 1) return [{ unit: String(event['force']), side: sideOfId(String(event['force'])), from: way[0]!, to: way.at(-1)! }]
    if (event.event === 'marched' && way && way.length > 1) return [{ unit: String(event['unit']), side: sideOfId(String(event['unit'])), from: way[0]!, to: way.at(-1)! }]
    return []
  }))
}
