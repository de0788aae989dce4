import { tick } from 'svelte'
import type { Desk } from '../../app/game'
import { CLOSE_SCALE, SECTION_SCALE, type HexCamera } from './camera.svelte'
import { hexOf, isHex, middle, NOWHERE } from './grid'
import { LAYERS, type Layers } from './layers.svelte'
import { startOf } from './sailing'
import { viewOf } from './play_view'

interface Told {
  desk: () => Desk
  camera: HexCamera
  layers: Layers
  needs: () => readonly string[]
  own: () => readonly string[]
  reports: () => readonly string[]
  onlook: (id: string) => void
  find: () => void
  /** the hexes that may be chosen */
  lit: () => ReadonlySet<number>
  /** whether a choice is half made */
  begun: () => boolean
  /** the keys go to a hex of the map */
  goTo: (hex: number) => void
}

/** The keys of the map, beside those that every game has. */
export class MapKeys {
  #layered = false

  constructor(private readonly told: Told) {}

  hear(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
    if ((event.target as Element).closest('input, select, textarea, [role=dialog], dialog')) return
    const layer = this.#layered && /^[1-9]$/.test(event.key) && !event.code.startsWith('Numpad') ? LAYERS[Number(event.key) - 1] : undefined
    const act: (() => unknown) | undefined = layer ? () => this.told.layers.toggle(layer.id) : this.#acts()[event.key.toLowerCase()]
    if (!layer && event.key.toLowerCase() !== 'v') this.#layered = false
    if (!act || act() === false) return
    event.preventDefault()
    event.stopPropagation()
  }

  #acts(): Record<string, () => unknown> {
    const { camera, layers, needs, own, reports, find, begun } = this.told
    return {
      g: find,
      m: () => this.#zoom(camera.scale <= camera.theatre ? SECTION_SCALE : camera.scale < CLOSE_SCALE ? CLOSE_SCALE : camera.theatre),
      // Of a choice that is half made the hexes are left, else whatever waits.
      n: () => (begun() ? this.#aim() || this.#need(needs()) : this.#need(needs()) || this.#aim()),
      q: () => this.#next(reports()),
      // The turns in summary have the same key while they are offered.
      t: () => (document.querySelector('[data-slot] [aria-keyshortcuts="T"]') ? false : this.#next(own())),
      z: () => this.#centre(),
      v: () => {
        this.#layered = layers.open = !layers.open
      },
    }
  }

  /** Looks at the next of some forces; where there is none the key means nothing here. */
  #next(ids: readonly string[]): boolean {
    if (!ids.length || this.told.desk().past?.waiting.length) return false
    const here = ids.indexOf(this.told.desk().looked ?? '')
    this.told.onlook(ids[(here + 1) % ids.length]!)
    return true
  }

  /** The next of what waits; its row, where it is listed, has the keys: Enter takes it up. What is folded comes out for it. */
  #need(ids: readonly string[]): boolean {
    if (!this.#next(ids)) return false
    const id = CSS.escape(this.told.desk().looked ?? '')
    const listed = (how: string): HTMLElement | null => document.querySelector(`[data-needs] [data-${how}"${id}"]`)
    void tick().then(async () => {
      if (!listed('about=')) listed('holds~=')?.click()
      await tick()
      listed('about=')?.focus()
    })
    return true
  }

  /** The next of the hexes that may be chosen, after the one that has the keys; Enter chooses it. */
  #aim(): boolean {
    const lit = [...this.told.lit()].toSorted((a, b) => a - b)
    if (!lit.length || this.told.desk().past?.waiting.length) return false
    const here = hexOf(document.querySelector<HTMLElement>('#board [data-hexes]')?.dataset['hex'] ?? '')
    this.told.goTo(lit.find((hex) => hex > here) ?? lit[0]!)
    return true
  }

  /** The hex of what is looked at. */
  get #hex(): number {
    const desk = this.told.desk()
    const view = viewOf(desk.view)
    const id = desk.looked ?? ''
    if (isHex(id)) return hexOf(id)
    return view.contact_at[id] ? hexOf(view.contact_at[id]!) : startOf(view, id)
  }

  /** The next zoom, around what is looked at if that is in sight. */
  #zoom(scale: number): void {
    this.told.camera.zoomAround(this.#hex === NOWHERE ? null : middle(this.#hex), scale)
  }

  #centre(): boolean {
    if (this.#hex === NOWHERE) return false
    this.told.camera.lookAt(...middle(this.#hex))
    return true
  }
}
