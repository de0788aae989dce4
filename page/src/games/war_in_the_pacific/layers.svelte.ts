/** The visible layers of the map; at most two of those that cover areas. */

export type Layer = 'search' | 'supply' | 'range' | 'control' | 'weather' | 'terrain' | 'numbers' | 'courses' | 'links' | 'strikes' | 'subrons'

/** The drawing of an area: its line and fill, never colour alone. */
export interface Sample {
  line?: 'solid' | 'dashed' | 'dotted'
  fill?: 'hatch' | 'dots' | 'thin'
  tone?: string
  words: string
  /** the drawing of a feature of the map itself: a line, or the symbol of a terrain */
  drawn?: 'road' | 'rail' | 'strait' | 'closed' | 'mountain' | 'jungle' | 'jungle mountain' | 'rough' | 'swamp' | 'desert' | 'atoll'
}

export const JAPAN_TONE = 'var(--disc-text)'
export const ALLIED_TONE = 'var(--star-text)'

/** The id of an area's fill. */
export const patternOf = ({ fill, tone = '' }: Pick<Sample, 'fill' | 'tone'>): string => `hexmap-${fill}${tone.replace(/\W+/g, '-')}`

export const LAYERS: readonly { id: Layer; label: string; area?: boolean; legend: readonly Sample[] }[] = [
  {
    id: 'search', label: 'Search', area: true,
    legend: [{ line: 'solid', words: 'in range of search, full value' }, { line: 'dotted', words: 'half value' }, { fill: 'dots', words: 'searched in this Game-Turn' }],
  },
  { id: 'supply', label: 'Supply', area: true, legend: [{ words: 'plain land is in supply' }, { fill: 'thin', words: 'out of supply' }, { line: 'dashed', words: 'the Line of the chosen hex' }] },
  { id: 'range', label: 'Range', legend: [{ line: 'solid', words: 'Range of the chosen air points' }, { line: 'dashed', words: 'Extended Range' }, { line: 'dotted', words: 'Transfer' }] },
  {
    id: 'control', label: 'Control', area: true,
    legend: [{ line: 'solid', fill: 'hatch', tone: JAPAN_TONE, words: 'Japan' }, { line: 'dashed', fill: 'dots', tone: ALLIED_TONE, words: 'the Allies' }],
  },
  { id: 'weather', label: 'Weather', area: true, legend: [{ fill: 'hatch', tone: 'var(--ink-2)', words: 'storm' }, { fill: 'dots', tone: 'var(--ink-2)', words: 'overcast' }, { words: 'each section by its die: tropics, middle, north' }] },
  {
    id: 'terrain', label: 'Terrain',
    legend: [
      { drawn: 'road', words: 'road' }, { drawn: 'rail', words: 'railway' }, { drawn: 'strait', words: 'strait between two hexes' }, { drawn: 'closed', words: 'closed to ships' },
      ...(['mountain', 'jungle', 'jungle mountain', 'rough', 'swamp', 'desert', 'atoll'] as const).map((drawn) => ({ drawn, words: drawn })), { words: 'no sign: clear' },
    ],
  },
  { id: 'numbers', label: 'Numbers', legend: [] },
  { id: 'courses', label: 'Courses', legend: [{ line: 'dashed', words: 'where your Task Forces are heading' }] },
  {
    id: 'links', label: 'Links',
    legend: [
      { line: 'solid', tone: JAPAN_TONE, words: 'a Japanese link' }, { line: 'dashed', tone: ALLIED_TONE, words: 'an Allied link' },
      { words: 'of your own: Load Points (LP) a Cycle, length in hexes' }, { words: 'of all: levels of damage lost' },
    ],
  },
  { id: 'strikes', label: 'Strikes', legend: [{ line: 'solid', tone: 'var(--ink)', words: 'in Range of your strikes, from bases and carriers' }, { line: 'dashed', tone: 'var(--ink)', words: 'in Extended Range' }] },
  { id: 'subrons', label: 'Submarines', legend: [{ words: 'your Subrons at every zoom' }] },
]
const MAX_AREAS = 2

export class Layers {
  shown = $state.raw<readonly Layer[]>(['terrain', 'numbers', 'courses'])
  /** the list of them is open */
  open = $state(false)
  /** the list of boxes off the map is open */
  off = $state(false)
  /** the stack with visible rings, as "base/stack"; if none is selected, the one with the longest range */
  ringed = $state<string | null>(null)

  /** the scenario has links of merchant shipping */
  linked = $state(false)
  /** ships are in play */
  naval = $state(true)
  get all(): typeof LAYERS {
    return LAYERS.filter(({ id }) => (id !== 'links' || this.linked) && (id !== 'subrons' || this.naval))
  }

  has = (layer: Layer): boolean => this.shown.includes(layer)

  toggle = (layer: Layer): void => {
    if (this.has(layer)) {
      this.shown = this.shown.filter((one) => one !== layer)
      return
    }
    const areas = (one: Layer): boolean => !!LAYERS.find(({ id }) => id === one)?.area
    const old = areas(layer) ? this.shown.filter(areas).slice(0, Math.max(0, this.shown.filter(areas).length - MAX_AREAS + 1)) : []
    this.shown = [...this.shown.filter((one) => !old.includes(one)), layer]
  }

  /** Shows or hides the rings of a stack. */
  ring = (slot: string): void => {
    const off = this.ringed === slot && this.has('range')
    this.ringed = off ? null : slot
    if (off === this.has('range')) this.toggle('range')
  }
}
