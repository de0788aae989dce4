import { paintTile, type Drawing } from './draw'

/** Tiles of the map, cached for each zoom and theme; the least recently used are dropped first. */

export const TILE = 256
const MAX_TILES = 240

export class Tiles {
  readonly #kept = new Map<string, HTMLCanvasElement>()

  /** A tile if it is already drawn. */
  peek(key: string): HTMLCanvasElement | undefined {
    const found = this.#kept.get(key)
    if (found) {
      this.#kept.delete(key)
      this.#kept.set(key, found)
    }
    return found
  }

  draw(key: string, column: number, row: number, drawing: Drawing, colour: (name: string) => string, density: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = Math.ceil(TILE * density)
    const pen = canvas.getContext('2d')
    if (pen) {
      pen.scale(density, density)
      paintTile(pen, column * TILE, row * TILE, TILE, drawing, colour)
    }
    this.#kept.set(key, canvas)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_TILES) break
      this.#kept.delete(oldest)
    }
    return canvas
  }

  clear(): void {
    this.#kept.clear()
  }
}
