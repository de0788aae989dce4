import { toMap } from '../../lib/geometry'
import type { AreaLabel, MapView } from '../types'
import { badgeBoxes, pileShifts, shiftBox, nameBoxes, pileBox, signBoxes, stackBoxes, placeNamePositions, type Box, type FirstPile, type TextOffset } from './label_collisions'
import { hasNameRoom, sizeInPort } from './geography'
import { labelSideOf, type Form, type Row, type SeaMap } from './map_config'
import { tagBox } from './tags'

/** The fixed positions on a map, in pixels from its origin (0° north, 0° east): they depend on the map, its scale and the size of
 * pieces, never on the units, so that nothing moves when a unit does. */
export interface MapLayout {
  seaNames: readonly Box[]
  /** the points of areas with their flags */
  badges: readonly Box[]
  /** the names of ports and bases that have one, relative to their symbols, and their boxes */
  labels: ReadonlyMap<string, TextOffset>
  labelBoxes: readonly Box[]
  /** the move of the row of an area and side ("guam japan") or of a place */
  moves: ReadonlyMap<string, readonly [dx: number, dy: number]>
  /** all of these with the first pile of each row, whether there is one or not */
  taken: readonly Box[]
}

const DEFAULT_MARGIN = 'free' // the price that names leave room for
const NAME_MARGIN = 6 // pixels of a name kept clear of the mark around a pile that may be chosen
const around = ({ left, top, right, bottom }: Box): Box => ({ left: left - NAME_MARGIN, top: top - NAME_MARGIN, right: right + NAME_MARGIN, bottom: bottom + NAME_MARGIN })
const NO_MOVE: ReadonlyMap<string, TextOffset> = new Map()

/** The pixels that a row of several piles is longer on a large map, so that larger piles fit side by side. */
export const keptClearOf = ({ sizes }: SeaMap, form: Form, scale: number, pixels: number): number => (form === 'large' ? Math.max(0, sizes.clear * scale - pixels) : 0)

/**
 * @param scale  pixels a degree
 * @param size  pixels of a piece at sea
 * @param ids  the areas shown
 * @param seas  their names, in the size they have here
 * @param window the visible part, if all of the map is visible; no name extends beyond it
 */
export function layoutOf(map: SeaMap, form: Form, scale: number, size: number, ids: readonly string[], seas: readonly AreaLabel[], window?: Box): MapLayout {
  const view: Pick<MapView, 'at'> = { at: (place) => toMap(place).map((n) => n * scale) as [number, number] }
  const [small, inPort] = [form === 'small', sizeInPort(size, map.sizes)]
  const settings = ids.map((id) => ({ id, ...map.areas[form][id]! }))
  const seaNames = nameBoxes(seas, view)
  const badges = badgeBoxes(settings.map(({ flag }) => flag), view, small)
  const signs = signBoxes(map.places, view, small)
  const rows = [
    ...settings.flatMap(({ id, rows }) => Object.entries(rows).map(([side, row]) => ({ key: `${id} ${side}`, row, pixels: size, fixed: [...badges, ...signs], shunned: seaNames }))),
    ...map.places.map(({ id, rows }) => ({ key: id, row: rows[form], pixels: inPort, fixed: [...seaNames.map(around), ...badges, ...signs], shunned: [] })),
  ]
  const corner = ([lon, lat]: Row[0], pixels: number): { x: number; y: number; pixels: number } => {
    const [x, y] = view.at([lon, lat])
    return { x: x - pixels / 2, y: y - pixels / 2, pixels }
  }
  const stacks = rows.flatMap(({ row, pixels }) => stackBoxes(corner(row[0], pixels), true))
  const whole = rows.map(({ row, pixels }): Box => {
    const [from, to] = row.map((point) => pileBox(corner(point, pixels)))
    const spare = keptClearOf(map, form, scale, pixels) / 2
    return { left: Math.min(from!.left, to!.left) - spare, right: Math.max(from!.right, to!.right) + spare, top: from!.top, bottom: from!.bottom }
  })
  const rings = new Map(small ? [] : map.geography.areas.map(({ id, ring }) => [id, ring.map(view.at)]))
  const prices = settings.flatMap(({ id }, k) => {
    const ring = rings.get(id)
    return (ring && tagBox({ ring, badge: badges[k]!, price: DEFAULT_MARGIN }, [...seaNames, ...badges, ...signs], stacks, window)) ?? []
  })
  const named = map.places.flatMap((place) => {
    const beside = labelSideOf(place, form)
    return beside === 'none' || !hasNameRoom(scale) ? [] : [{ ...place, beside }]
  })
  const { labels, boxes: labelBoxes } = named.length ? placeNamePositions(named, view, { stacks, rows: whole, names: [...seaNames, ...badges, ...prices], window }) : { labels: NO_MOVE, boxes: [] }
  const kept = labelBoxes.map(around)
  const firsts = rows.map(({ key, row, pixels, fixed, shunned }): FirstPile => ({ key, boxes: stackBoxes(corner(row[0], pixels), false), fixed: [...fixed, ...kept], avoided: shunned }))
  const moves = pileShifts(firsts, size)
  const moveOf = (key: string): readonly [number, number] => moves.get(key) ?? [0, 0]
  const taken = [...seaNames, ...badges, ...labelBoxes, ...firsts.flatMap(({ key, boxes }) => boxes.map((box) => shiftBox(box, ...moveOf(key))))]
  return { seaNames, badges, labels, labelBoxes, moves, taken }
}
