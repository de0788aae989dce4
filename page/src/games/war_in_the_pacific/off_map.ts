import { counted } from '../../lib/text'
import { WITH_CARDS, type HexCamera } from './camera.svelte'
import { CARD_MARGIN, CARD } from './initial_view'
import { boxName, forceShort, isEdge, ORDER, sideOfId, type KnownPosition } from './play_view'

/** The contents of the boxes off the map (37.1), as far as the viewer knows: nothing of the enemy's, because there are no reports
 * on them. */

export interface OffMapBox {
  box: string
  name: string
  /** its Task Forces, each with a description */
  forces: readonly { id: string; name: string; note: string }[]
  /** its other contents: ships by type, ground units, air points */
  note: string
  /** the total number of ships, including those of Task Forces */
  ships: number
}

/** "2 CV, 5 DD". */
function byType(types: readonly string[]): string[] {
  return ORDER.flatMap((type) => {
    const many = types.filter((one) => one === type).length
    return many ? [`${many}\u00a0${type}`] : [] // a figure stays on the same line as its type
  })
}

/** The boxes with contents, or that may be chosen, in the order of the display. */
export function offMap(position: KnownPosition, legal: ReadonlySet<string> = new Set()): OffMapBox[] {
  // 15.31 An edge of the map is an end of links: it is listed while it may be chosen.
  return [...new Set([...position.facts.boxes, ...[...legal].filter(isEdge)])].flatMap((box): OffMapBox[] => {
    const inside = position.forces.filter((id) => position.whereOf(id) === box)
    const both = new Set(inside.map(sideOfId)).size > 1
    const forces = inside.map((id) => ({ id, name: `${both ? `${sideOfId(id) === 'japan' ? 'Japan' : 'Allies'}, ` : ''}${forceShort(id)}`, note: position.isDummy(id) ? 'dummy' : counted(position.shipsIn(id).length, 'ship') }))
    const ships = position.shipsIn(box)
    const units = position.unitsIn(box).filter(({ side }) => position.view.side === 'open' || side === position.own)
    const air = position.airAt(box).reduce((sum, { points }) => sum + points, 0)
    const note = [...byType(ships.map(({ type }) => type)), ...(units.length ? [counted(units.length, 'ground unit')] : []), ...(air ? [counted(air, 'air point')] : [])].join(', ')
    if (!forces.length && !note && !legal.has(box)) return []
    return [{ box, name: boxName(box), forces, note, ships: ships.length + inside.reduce((sum, id) => sum + position.shipsIn(id).length, 0) }]
  })
}

/** 42.71 The row where ships leave the Inland Sea of Japan, and the room for their counters there. */
const [INLAND_ROW, COUNTER] = [26, 30]
/** The left upper corner of the cards and their greatest height, in pixels of the window: beside the edge at which their boxes
 * open, if the whole area in play is visible at once and there is room; otherwise undefined. */
export function cardsAt(camera: HexCamera, boxes: readonly OffMapBox[]): readonly [x: number, y: number, most: number] | null {
  const { scale, left, top, width, height, bounds } = camera
  if (scale !== camera.theatre || !boxes.length) return null
  const homely = boxes.every(({ box }) => box === 'inland_sea')
  const [x, y, most] = homely ? [bounds.west * scale - COUNTER - CARD, INLAND_ROW * scale, height / 3] : [bounds.east * scale + CARD_MARGIN, bounds.north * scale - COUNTER, height - 3 * COUNTER]
  const room = x >= left && x + CARD <= left + width && y >= top && y <= top + height - most
  return (homely ? width >= WITH_CARDS : camera.cards) && room ? [x - left, y - top, most] : null
}
