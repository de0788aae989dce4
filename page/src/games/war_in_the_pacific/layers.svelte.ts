/** Which layers of the map are shown; at most two of those that cover areas. */

export type Layer = 'search' | 'supply' | 'control' | 'weather' | 'terrain' | 'numbers'

export const LAYERS: readonly { id: Layer; label: string; area?: boolean }[] = [
  { id: 'search', label: 'Search', area: true }, { id: 'supply', label: 'Supply' }, { id: 'control', label: 'Control', area: true },
  { id: 'weather', label: 'Weather', area: true }, { id: 'terrain', label: 'Terrain' }, { id: 'numbers', label: 'Numbers' },
]
const MOST_AREAS = 2

export class Layers {
  shown = $state.raw<readonly Layer[]>(['terrain', 'numbers'])
  /** the list of them is open */
  open = $state(false)

  has = (layer: Layer): boolean => this.shown.includes(layer)

  toggle = (layer: Layer): void => {
    if (this.has(layer)) {
      this.shown = this.shown.filter((one) => one !== layer)
      return
    }
    const areas = (one: Layer): boolean => !!LAYERS.find(({ id }) => id === one)?.area
    const old = areas(layer) ? this.shown.filter(areas).slice(0, Math.max(0, this.shown.filter(areas).length - MOST_AREAS + 1)) : []
    this.shown = [...this.shown.filter((one) => !old.includes(one)), layer]
  }
}
