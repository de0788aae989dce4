import { counted } from '../../lib/words'
import { boxName, forceShort, ORDER, sideOfId, type Now } from './play_view'

/** What lies in the boxes off the map (37.1), as far as the viewer knows: of the enemy's nothing, for nobody reports on them. */

export interface OffMapBox {
  box: string
  name: string
  /** Task Forces in it, each with what it is */
  forces: readonly { id: string; name: string; note: string }[]
  /** what lies there besides: ships by type, ground units, air points */
  note: string
  /** how many ships there are in all, those of Task Forces too */
  ships: number
}

/** "2 CV, 5 DD". */
function byType(types: readonly string[]): string[] {
  return ORDER.flatMap((type) => {
    const many = types.filter((one) => one === type).length
    return many ? [`${many} ${type}`] : []
  })
}

/** The boxes in which something lies, in the order of the display. */
export function offMap(now: Now): OffMapBox[] {
  return now.facts.boxes.flatMap((box): OffMapBox[] => {
    const inside = now.forces.filter((id) => now.whereOf(id) === box)
    const both = new Set(inside.map(sideOfId)).size > 1
    const forces = inside.map((id) => ({ id, name: `${both ? `${sideOfId(id) === 'japan' ? 'Japan' : 'Allies'}, ` : ''}${forceShort(id)}`, note: now.isDummy(id) ? 'dummy' : counted(now.shipsIn(id).length, 'ship') }))
    const ships = now.shipsIn(box)
    const units = now.unitsIn(box).filter(({ side }) => now.view.side === 'open' || side === now.own)
    const air = now.airAt(box).reduce((sum, { points }) => sum + points, 0)
    const note = [...byType(ships.map(({ type }) => type)), ...(units.length ? [counted(units.length, 'ground unit')] : []), ...(air ? [counted(air, 'air point')] : [])].join(', ')
    if (!forces.length && !note) return []
    return [{ box, name: boxName(box), forces, note, ships: ships.length + inside.reduce((sum, id) => sum + now.shipsIn(id).length, 0) }]
  })
}
