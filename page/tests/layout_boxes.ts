// What is placed by hand on a map of the Pacific, measured in pixels on the screens it is meant for.
import { Camera } from '../src/board/camera.svelte'
import { hasNameRoom, sizeInPort, nameSize, pieceSize, mapFit } from '../src/board/pacific/geography'
import { labelSideOf, TINY, type Form, type Row, type SeaMap } from '../src/board/pacific/map_config'
import type { MapView } from '../src/board/types'

export interface Box { what: string; of: string; x: number; y: number; w: number; h: number }

/** A screen's map, as the camera lays it. */
export function screen(width: number, height: number): MapView {
  const camera = new Camera()
  camera.width = width
  camera.height = height
  return camera.view(mapFit(width, height))
}

const around = (what: string, of: string, [x, y]: readonly [number, number], w: number, h: number): Box => ({ what, of, x: x - w / 2, y: y - h / 2, w, h })

/** A row of pieces; `rim`: what is seen above a piece, as a share of its side. */
function rowBox(map: SeaMap, view: MapView, what: string, of: string, [from, to]: Row, rim: number): Box {
  const atSea = pieceSize(view.scale, map.sizes)
  const size = what === 'harbour' ? sizeInPort(atSea, map.sizes) : atSea
  const [a, b] = [view.at(from), view.at(to)]
  const above = size > TINY ? size * rim : 0
  return { what, of, x: Math.min(a[0], b[0]) - size / 2, y: a[1] - size / 2 - above, w: Math.abs(a[0] - b[0]) + size, h: size + above }
}

export function nameBoxes(map: SeaMap, view: MapView, form: Form): Box[] {
  return map.names[form].flatMap((name) => {
    const size = nameSize(form, view.scale)
    const [x, y] = view.at(name.at)
    return name.lines.map((line, i) => {
      const w = line.length * size * (0.5 + (name.spacing ?? 0))
      return { what: 'name', of: name.id, x: x - w / 2, y: y + i * size * 1.15 - size * 0.72, w, h: size * 0.86 }
    })
  })
}

/** Flags with the points, and the rows of either side. */
export function areaBoxes(map: SeaMap, view: MapView, form: Form, rim: number): Box[] {
  return Object.entries(map.areas[form]).flatMap(([id, { flag, rows }]) => [
    around('flag', id, view.at(flag), form === 'large' ? 70 : 36, form === 'large' ? 18 : 15),
    ...Object.entries(rows).map(([side, row]) => rowBox(map, view, `row ${side}`, id, row, rim)),
  ])
}

/** Signs of ports and bases, their names, and the rows of what is moored there. */
export function placeBoxes(map: SeaMap, view: MapView, form: Form, rim: number): Box[] {
  return map.places.flatMap((place) => {
    const { id, kind, at, name, rows } = place
    const label = labelSideOf(place, form)
    const [x, y] = view.at(at)
    const r = form === 'large' ? (kind === 'port' ? 10 : 6) : kind === 'port' ? 7.5 : 4.5
    const boxes = [around('sign', id, [x, y], 2 * r, 2 * r), rowBox(map, view, 'harbour', id, rows[form], rim)]
    if (kind === 'port' && form === 'large') boxes.push(around('repairs', id, [x + 9, y + 8.5], 12, 12))
    if (!hasNameRoom(view.scale) || label === 'none') return boxes
    const w = name.length * 6
    const left = label === 'left' ? x - 12 - w : label === 'right' ? x + 12 : x - w / 2
    return [...boxes, { what: 'label', of: id, x: left, y: label === 'above' ? y - 23 : label === 'below' ? y + 11 : y - 6, w, h: 12 }]
  })
}

export const overlap = (a: Box, b: Box): number => {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return w > 0 && h > 0 ? Math.min(w, h) : 0
}
export const told = (box: Box): string => `${box.what} of ${box.of}`

const SLACK = 3 // pixels; boxes of text are estimates
const OWN = ['sign', 'repairs', 'label']

/** What covers something else by more than the tolerance; a place's sign, name and repairs count as one, and the caller names what else may be covered. */
export function covered(boxes: readonly Box[], gives: (a: Box, b: Box) => boolean): string[] {
  const free = (a: Box, b: Box): boolean => gives(a, b) || gives(b, a) || (a.of === b.of && (a.what === b.what || (OWN.includes(a.what) && OWN.includes(b.what))))
  return boxes.flatMap((a, i) =>
    boxes.slice(i + 1).filter((b) => !free(a, b) && overlap(a, b) > SLACK).map((b) => `${told(a)} and ${told(b)}: ${overlap(a, b).toFixed(1)}`))
}
