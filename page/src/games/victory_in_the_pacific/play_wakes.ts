import type { Side } from '../sides'
import type { Way } from '../../board/pacific/piles'
import { isSide, SIDES, standsAt, type Facts, type VitpView } from './play_view'

/** What of a moment the ways are made of: where everybody stood, and after which entry of the log. */
export interface Stand {
  seq: number
  at: ReadonlyMap<string, string>
}

export const standOf = (view: VitpView, seq: number): Stand => ({ seq, at: standsAt(view) })

/** The ways gone between two moments, each drawn once; none where one looks back from the later to the earlier. */
export function waysBetween(before: Stand | null, now: Stand, facts: Facts): Way[] {
  if (!before || before.seq >= now.seq) return []
  const ways = new Map<string, Way & { side: Side }>()
  for (const [unit, to] of now.at) {
    const from = before.at.get(unit)
    const side = facts.sideOf(unit)
    if (!from || from === to || !isSide(side) || !facts.onMap(from) || !facts.onMap(to)) continue
    const id = `${now.seq} ${side} ${from} ${to}`
    ways.set(id, { id, side, from, to })
  }
  return [...ways.values()].toSorted((a, b) => SIDES.indexOf(a.side) - SIDES.indexOf(b.side))
}
