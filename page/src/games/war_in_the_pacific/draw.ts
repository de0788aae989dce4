import { unpackCoast, type PackedCoast } from '../../lib/geometry'
import coast from '../../board/pacific/coast.json'
import type { Atlas } from './atlas'
import { at, boundsOf, COLUMN, COLUMNS, corner, CORNERS, beyond, idOf, middle, NOWHERE, project, RADIUS } from './grid'
import { palm, SIGNS } from './terrain_signs'

/** The content of a tile: a piece of the map, drawn once for each zoom and theme. Its layers follow `WITP.md`: sea, waterlines,
 * ground of hexes, coast, lines of hexes, symbols, rails, roads, straits, numbers, veil. */

type Pen = CanvasRenderingContext2D
export type Colours = (name: string) => string
type Box = readonly [left: number, top: number, right: number, foot: number]

interface Shore {
  ring: readonly (readonly [number, number])[]
  box: Box
}

/** The hex heights from which lines and symbols, straits, and all numbers are drawn. */
export const SECTION_ZOOM = 14
export const CLOSE_ZOOM = 40
const FIFTHS_ZOOM = 20

const boxOf = (ring: readonly (readonly [number, number])[]): Box => {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of ring) {
    if (x < box[0]) box[0] = x
    if (y < box[1]) box[1] = y
    if (x > box[2]) box[2] = x
    if (y > box[3]) box[3] = y
  }
  return box
}

/** The coast in hex heights, without the parts beyond every screen. */
const shores: readonly Shore[] = unpackCoast(coast as PackedCoast).flatMap((points) => {
  const ring = points.map(([lon, lat]) => project([lon, Math.max(-75, Math.min(78, lat))]))
  const box = boxOf(ring)
  return box[2] < -60 || box[0] > COLUMNS * COLUMN + 60 ? [] : [{ ring, box }]
})

/** Settings of the drawing besides the map itself. */
export interface Drawing {
  atlas: Atlas
  /** the height of a hex in pixels */
  scale: number
  /** the sections in play; the others are veiled */
  sections: readonly string[]
  /** hexes of these sections that are veiled too */
  closed?: ReadonlySet<number>
  /** roads beside those of the map */
  roads?: readonly { kind: string; hexes: readonly number[] }[]
  /** boxes that numbers must not cover, in pixels of this scale */
  taken: readonly Box[]
  numbers: boolean
  terrain: boolean
}

const meets = (a: Box, b: Box): boolean => a[2] > b[0] && a[0] < b[2] && a[3] > b[1] && a[1] < b[3]

/** One tile, with its corner this many pixels from that of the projection. */
export function paintTile(c: Pen, left: number, top: number, size: number, drawing: Drawing, colour: Colours): void {
  new Tile(c, [left, top, left + size, top + size], drawing, colour).paint()
}

class Tile {
  readonly #c: Pen
  readonly #s: number
  readonly #near: readonly number[]
  readonly #close: boolean
  readonly #lined: boolean

  constructor(c: Pen, private readonly box: Box, private readonly drawing: Drawing, private readonly colour: Colours) {
    this.#c = c
    this.#s = drawing.scale
    this.#close = drawing.scale >= CLOSE_ZOOM
    this.#lined = drawing.scale >= SECTION_ZOOM
    this.#near = hexesIn(box, drawing.scale)
  }

  paint(): void {
    const c = this.#c
    c.save()
    c.translate(-this.box[0], -this.box[1])
    c.beginPath()
    c.rect(this.box[0], this.box[1], this.box[2] - this.box[0], this.box[3] - this.box[1])
    c.clip()
    c.fillStyle = this.colour('sea')
    c.fillRect(this.box[0], this.box[1], this.box[2] - this.box[0], this.box[3] - this.box[1])
    this.#coasts()
    if (this.#lined) {
      this.#lines()
      if (this.drawing.terrain) this.#signs()
      this.#ways()
      if (this.#close) this.#sides()
    }
    this.#veil()
    if (this.#lined && this.drawing.numbers) this.#numbers()
    c.restore()
  }

  #kind = (hex: number): string => this.drawing.atlas.kind[hex]!
  #at(hex: number): [number, number] {
    const [x, y] = middle(hex)
    return [x * this.#s, y * this.#s]
  }
  #hex(hex: number, radius = RADIUS * this.#s): void {
    const [x, y] = this.#at(hex)
    for (let n = 0; n < 6; n++) this.#c[n ? 'lineTo' : 'moveTo'](...corner(x, y, n, radius))
    this.#c.closePath()
  }

  #shore(): Path2D {
    const path = new Path2D()
    const s = this.#s
    const far: Box = [(this.box[0] - 30) / s, (this.box[1] - 30) / s, (this.box[2] + 30) / s, (this.box[3] + 30) / s]
    for (const { ring, box } of shores) {
      if (!meets(box, far)) continue
      if ((box[2] - box[0]) * s < 1.6 && (box[3] - box[1]) * s < 1.6) {
        path.rect(box[0] * s - 1, box[1] * s - 0.8, 2, 1.6)
        continue
      }
      let [lx, ly] = [Infinity, Infinity]
      ring.forEach(([x, y], n) => {
        if (n && n < ring.length - 1 && Math.abs(x - lx) * s < 0.6 && Math.abs(y - ly) * s < 0.6) return
        path[n ? 'lineTo' : 'moveTo'](x * s, y * s)
        ;[lx, ly] = [x, y]
      })
      path.closePath()
    }
    return path
  }

  #coasts(): void {
    const c = this.#c
    const path = this.#shore()
    c.lineJoin = 'round'
    c.strokeStyle = this.colour('sea-3')
    for (const [width, alpha] of this.#close ? [[26, 0.5], [12, 0.8]] as const : this.#lined ? [[13, 0.45], [6, 0.8]] as const : [[7, 0.5], [3, 0.8]] as const) {
      c.globalAlpha = alpha
      c.lineWidth = width
      c.stroke(path)
    }
    if (this.#lined) this.#grounds()
    c.globalAlpha = 1
    c.fillStyle = this.colour('land')
    c.fill(path)
    c.strokeStyle = this.colour('coast')
    c.lineWidth = this.#close ? 1.3 : 0.8
    c.stroke(path)
    if (!this.#lined && this.drawing.terrain) this.#tones()
  }

  /** Land hexes have the colour of land, hexes of coasts and islands a light shade of it. */
  #grounds(): void {
    const c = this.#c
    c.fillStyle = this.colour('land')
    for (const [kinds, alpha] of [[['land'], 1], [['coastal', 'island'], 0.42], [['atoll'], 0.25]] as const) {
      c.globalAlpha = alpha
      c.beginPath()
      for (const hex of this.#near) if ((kinds as readonly string[]).includes(this.#kind(hex))) this.#hex(hex, RADIUS * this.#s + 0.4)
      c.fill()
    }
  }

  #tones(): void {
    const TONE: Readonly<Record<string, number>> = { mountain: 0.34, 'jungle mountain': 0.34, rough: 0.16, jungle: 0.09, swamp: 0.09 }
    const c = this.#c
    c.fillStyle = this.colour('coast')
    for (const hex of this.#near) {
      const tone = TONE[this.drawing.atlas.terrain[hex]!]
      if (!tone || ['atoll', 'island'].includes(this.#kind(hex))) continue
      c.globalAlpha = tone
      c.beginPath()
      this.#hex(hex, RADIUS * this.#s + 0.3)
      c.fill()
    }
    c.globalAlpha = 1
  }

  #lines(): void {
    const c = this.#c
    c.lineWidth = 1
    c.strokeStyle = this.colour('water')
    c.globalAlpha = 0.2
    c.beginPath()
    for (const hex of this.#near) {
      const [x, y] = this.#at(hex)
      c.moveTo(...corner(x, y, 0, RADIUS * this.#s))
      for (const n of [1, 2, 3]) c.lineTo(...corner(x, y, n, RADIUS * this.#s))
    }
    c.stroke()
    c.strokeStyle = this.colour('coast')
    c.globalAlpha = 0.42
    c.beginPath()
    for (const hex of this.#near) if (this.#kind(hex) === 'land' || this.#kind(hex) === 'coastal') this.#hex(hex)
    c.stroke()
    c.globalAlpha = 1
  }

  #signs(): void {
    const c = this.#c
    const z = this.#s * 0.2
    c.strokeStyle = this.colour('coast')
    c.lineWidth = this.#close ? 1.6 : 1
    c.lineCap = 'round'
    c.globalAlpha = 0.82
    c.beginPath()
    for (const hex of this.#near) {
      const [x, y] = this.#at(hex)
      const terrain = this.drawing.atlas.terrain[hex]!
      const small = this.#kind(hex) === 'island' || this.#kind(hex) === 'atoll'
      if (small && terrain === 'jungle') palm(c, x + z * 0.7, y + z * 0.5, z * 0.6)
      else SIGNS[terrain]?.(c, x, y + (this.#close ? z * 0.3 : 0), small ? z * 0.7 : z)
    }
    c.stroke()
    c.globalAlpha = 1
  }

  #ways(): void {
    const c = this.#c
    const draw = (rails: boolean, width: number, dash: number[]): void => {
      c.beginPath()
      c.setLineDash(dash)
      c.lineWidth = width
      for (const { kind, hexes } of [...this.drawing.atlas.lines, ...(this.drawing.roads ?? [])]) if ((kind === 'rail') === rails) hexes.forEach((hex, n) => c[n ? 'lineTo' : 'moveTo'](...this.#at(hex)))
      c.stroke()
    }
    c.strokeStyle = this.colour('ink-2')
    c.lineCap = 'butt'
    c.globalAlpha = 0.75
    draw(false, this.#close ? 2.4 : 1.4, [])
    draw(true, this.#close ? 2 : 1.2, [])
    draw(true, this.#close ? 8 : 4.5, [1.4, this.#close ? 9 : 6])
    c.setLineDash([])
    c.globalAlpha = 1
  }

  /** The side between two neighbours, a little short of its corners. */
  #side(one: number, other: number, share = 0.8): [number, number, number, number] {
    const side = beyond(one).indexOf(other)
    const [x, y] = this.#at(one)
    const [[ax, ay], [bx, by]] = CORNERS[side]!.map((n) => corner(x, y, n, RADIUS * this.#s)) as [[number, number], [number, number]]
    const cut = (1 - share) / 2
    return [ax + (bx - ax) * cut, ay + (by - ay) * cut, bx + (ax - bx) * cut, by + (ay - by) * cut]
  }

  #sides(): void {
    const c = this.#c
    const here = new Set(this.#near)
    c.lineCap = 'butt'
    const bar = (pairs: readonly (readonly [number, number])[], widths: readonly (readonly [string, number])[], share: number): void => {
      for (const [colour, width] of widths) {
        c.strokeStyle = this.colour(colour)
        c.lineWidth = width
        c.beginPath()
        for (const [one, other] of pairs) {
          if (!here.has(one)) continue
          const [ax, ay, bx, by] = this.#side(one, other, share)
          c.moveTo(ax, ay)
          c.lineTo(bx, by)
        }
        c.stroke()
      }
    }
    bar(this.drawing.atlas.straits, [['border', 4.4], ['sea-3', 2.2]], 0.8)
    bar(this.drawing.atlas.closed, [['coast', 5]], 0.92)
    c.fillStyle = this.colour('land')
    for (const [one, other] of this.drawing.atlas.closed) {
      if (!here.has(one)) continue
      const [ax, ay, bx, by] = this.#side(one, other, 0.7)
      for (const share of [0, 0.5, 1]) {
        c.beginPath()
        c.arc(ax + (bx - ax) * share, ay + (by - ay) * share, 1.2, 0, 7)
        c.fill()
      }
    }
  }

  #numbers(): void {
    const c = this.#c
    c.fillStyle = this.colour('ink-2')
    c.textAlign = 'center'
    c.font = '600 12px "IBM Plex Sans Condensed", "Arial Narrow", sans-serif'
    c.globalAlpha = 0.75
    for (const hex of this.#near) {
      const id = idOf(hex)
      if (!this.drawing.sections.includes(id[0]!) || this.drawing.closed?.has(hex)) continue
      if (!this.#close && !(this.#s >= FIFTHS_ZOOM && Number(id.slice(1, 3)) % 5 === 0 && Number(id.slice(3)) % 5 === 0)) continue
      const [x, y] = this.#at(hex)
      const foot = y - this.#s * 0.5 + (this.#close ? 14 : 12)
      if (this.drawing.taken.some((box) => meets(box, [x - 15, foot - 11, x + 15, foot + 2]))) continue
      c.fillText(id.slice(1), x, foot)
    }
    c.globalAlpha = 1
  }

  /** The area out of play: the sections left out, and everything beyond the map. */
  #veil(): void {
    const c = this.#c
    const [left, top] = this.box
    const [width, height] = [this.box[2] - left, this.box[3] - top]
    c.save()
    for (const section of this.drawing.sections) {
      const { west, east, north, south } = boundsOf(section)
      c.beginPath()
      c.rect(left - 1, top - 1, width + 2, height + 2)
      c.rect((west - RADIUS) * this.#s, (north - 0.5) * this.#s, (east - west + 2 * RADIUS) * this.#s, (south - north + 1.5) * this.#s)
      c.clip('evenodd')
    }
    c.fillStyle = this.colour('sea-2')
    c.globalAlpha = 0.72
    c.fillRect(left, top, width, height)
    c.restore()
    const shut = this.drawing.closed?.size ? this.#near.filter((hex) => this.drawing.closed!.has(hex)) : []
    if (!shut.length) return
    c.beginPath()
    for (const hex of shut) this.#hex(hex)
    c.fillStyle = this.colour('sea-2')
    c.globalAlpha = 0.72
    c.fill()
    c.globalAlpha = 1
  }
}

/** The hexes that touch a box of pixels. */
export function hexesIn([left, top, right, foot]: Box, scale: number): number[] {
  const found: number[] = []
  const [first, last] = [Math.floor(left / scale / COLUMN) - 1, Math.ceil(right / scale / COLUMN) + 1]
  for (let c = Math.max(1, first); c <= Math.min(COLUMNS, last); c++) {
    for (let r = Math.floor(top / scale) - 1; r <= Math.ceil(foot / scale) + 1; r++) {
      const hex = at(c, r)
      if (hex !== NOWHERE) found.push(hex)
    }
  }
  return found
}

/** The edge of a set of hexes as an SVG path at a scale. */
export function outline(hexes: ReadonlySet<number>, scale: number): string {
  let d = ''
  for (const hex of hexes) {
    const [x, y] = middle(hex)
    beyond(hex).forEach((other, side) => {
      if (hexes.has(other)) return
      const [a, b] = CORNERS[side]!.map((n) => corner(x * scale, y * scale, n, RADIUS * scale).map((v) => v.toFixed(1)).join(' '))
      d += `M${a}L${b}`
    })
  }
  return d
}

/** The area of a set of hexes, column by column, as an SVG path at a scale. */
export function ground(hexes: Iterable<number>, scale: number): string {
  let d = ''
  for (const hex of hexes) d += hexPath(hex, scale)
  return d
}

export function hexPath(hex: number, scale: number, grow = 0): string {
  const [x, y] = middle(hex)
  return `M${[0, 1, 2, 3, 4, 5].map((n) => corner(x * scale, y * scale, n, RADIUS * scale + grow).map((v) => v.toFixed(1)).join(' ')).join('L')}Z`
}

