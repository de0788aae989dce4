import { tick } from 'svelte'
import type { MatchStore } from '../../app/game'
import { CLOSE_SCALE, SECTION_SCALE, type HexCamera } from './camera.svelte'
import { hexOf, isHex, middle, NOWHERE } from './grid'
import type { Layers } from './layers.svelte'
import { startOf } from './sailing'
import { viewOf } from './play_view'

interface MapContext {
  store: () => MatchStore
  camera: HexCamera
  layers: Layers
  /** measures distances from a hex, or stops measuring */
  measure: (hex: number) => boolean
  needs: () => readonly string[]
  own: () => readonly string[]
  reports: () => readonly string[]
  onlocate: (id: string) => void
  find: () => void
  /** the hexes that may be chosen */
  highlighted: () => ReadonlySet<number>
  /** whether a choice is unfinished */
  begun: () => boolean
  /** moves the focus to a hex of the map */
  goTo: (hex: number) => void
}

/** The keys of the map, besides those common to all games. */
export class MapKeys {
  #layered = false

  constructor(private readonly map: MapContext) {}

  hear(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
    if ((event.target as Element).closest('input, select, textarea, [role=dialog], dialog')) return
    const layer = this.#layered && /^[1-9]$/.test(event.key) && !event.code.startsWith('Numpad') ? this.map.layers.all[Number(event.key) - 1] : undefined
    const act: (() => unknown) | undefined = layer ? () => this.map.layers.toggle(layer.id) : this.#acts()[event.key.toLowerCase()]
    if (!layer && event.key.toLowerCase() !== 'v') this.#layered = false
    if (!act || act() === false) return
    event.preventDefault()
    event.stopPropagation()
  }

  #acts(): Record<string, () => unknown> {
    const { camera, layers, needs, own, reports, find, begun } = this.map
    return {
      g: find,
      m: () => this.#zoom(camera.scale <= camera.theatre ? SECTION_SCALE : camera.scale < CLOSE_SCALE ? CLOSE_SCALE : camera.theatre),
      // For an unfinished choice the hexes that are left, otherwise everything that waits.
      n: () => (begun() ? this.#aim() || this.#need(needs()) : this.#need(needs()) || this.#aim()),
      q: () => this.#next(reports()),
      // The turns in summary have the same key while they are offered.
      t: () => (document.querySelector('[data-slot] [aria-keyshortcuts="T"]') ? false : this.#next(own())),
      r: () => this.map.measure(this.#hex),
      z: () => this.#centre(),
      v: () => {
        this.#layered = layers.open = !layers.open
      },
    }
  }

  /** Selects the next of the given forces; without any the key has no meaning here. */
  #next(ids: readonly string[]): boolean {
    if (!ids.length || this.map.store().playback?.waiting.length) return false
    const here = ids.indexOf(this.map.store().selectedPlace ?? '')
    this.map.onlocate(ids[(here + 1) % ids.length]!)
    return true
  }

  /**
   * The next waiting decision; its row, if listed, gets the focus, so that Enter picks it; folded rows are unfolded.
   */
  #need(ids: readonly string[]): boolean {
    if (!this.#next(ids)) return false
    const id = CSS.escape(this.map.store().selectedPlace ?? '')
    const listed = (how: string): HTMLElement | null => document.querySelector(`[data-needs] [data-${how}"${id}"]`)
    void tick().then(async () => {
      if (!listed('about=')) listed('holds~=')?.click()
      await tick()
      listed('about=')?.focus()
    })
    return true
  }

  /** The next legal hex, after the focused one; Enter chooses it. */
  #aim(): boolean {
    const highlighted = [...this.map.highlighted()].toSorted((a, b) => a - b)
    if (!highlighted.length || this.map.store().playback?.waiting.length) return false
    const here = hexOf(document.querySelector<HTMLElement>('#board [data-hexes]')?.dataset['hex'] ?? '')
    this.map.goTo(highlighted.find((hex) => hex > here) ?? highlighted[0]!)
    return true
  }

  /** The hex of the selection. */
  get #hex(): number {
    const store = this.map.store()
    const view = viewOf(store.view)
    const id = store.selectedPlace ?? ''
    if (isHex(id)) return hexOf(id)
    return view.contact_at[id] ? hexOf(view.contact_at[id]!) : startOf(view, id)
  }

  /** The next zoom, around the selection if it is in view. */
  #zoom(scale: number): void {
    this.map.camera.zoomAround(this.#hex === NOWHERE ? null : middle(this.#hex), scale)
  }

  #centre(): boolean {
    if (this.#hex === NOWHERE) return false
    this.map.camera.lookAt(...middle(this.#hex))
    return true
  }
}
