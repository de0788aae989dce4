import type { Side } from '../../board/types'
import { SIDES, type Facts, type VitpView } from './play_view'

/** 15.1 The side that alone has a patrolling ship or an air unit in a sea area, where it has not retreated from it (8.12). */
export function holderIfEnded(area: string, view: VitpView, facts: Facts): Side | null {
  const holds = (side: Side): boolean => {
    if (view.retreated[side]?.includes(area)) return false
    return (view.units[side]?.[area] ?? []).some((id) => {
      const kind = facts.units.get(id)?.kind
      return kind === 'lba' || (kind !== 'amphibious' && kind !== 'submarine' && !view.raiding.includes(id))
    })
  }
  const there = SIDES.filter(holds)
  return there.length === 1 ? there[0]! : null
}

/** What each side would score if the turn ended now (5.71). */
export function worthNow(view: VitpView, facts: Facts): Record<Side, number> {
  const worth: Record<Side, number> = { japan: 0, allies: 0 }
  for (const area of facts.areas.values()) {
    const holder = holderIfEnded(area.id, view, facts)
    if (holder) worth[holder] += area[holder]
  }
  return worth
}
