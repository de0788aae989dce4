import { beyond, COLUMN, hexOf, HEXES, NOWHERE, placeOf } from './grid'

/** The server's data of the map, sent once per match. */
export interface ChartData {
  ground: readonly string[]
  runs: string
  region_names: readonly string[]
  regions: readonly number[]
  straits: readonly number[]
  closed: readonly number[]
  split: Readonly<Record<string, readonly (readonly string[])[]>>
  ports: Readonly<Record<string, number>>
  lines: readonly (readonly string[])[]
  costs: readonly (readonly number[])[]
  speeds: Readonly<Record<string, readonly [impulse: number, phase: number, fuel: number]>>
}

/** Expands run-length letters: "3ab2." is "aaab..". */
export function decodeRuns(runs: string): string[] {
  const all: string[] = []
  for (const [, many, letter] of runs.matchAll(/(\d*)(\D)/g)) for (let n = Number(many || 1); n > 0; n--) all.push(letter!)
  return all
}

function unpaired(pairs: readonly number[]): Int16Array {
  const all = new Int16Array(HEXES)
  let from = 0
  for (let k = 0; k < pairs.length; k += 2) {
    all.fill(pairs[k + 1]!, from, from + pairs[k]!)
    from += pairs[k]!
  }
  return all
}

export type Kind = 'sea' | 'land' | 'coastal' | 'island' | 'atoll'

/** A path by sea: the hexes entered, the cost of each, and the sum. */
export interface SeaPath {
  hexes: readonly number[]
  cost: number
}

/** The maximum number of waters in a hex. */
export const WIDE = 4

/** The referee's order of nodes: the further waters of split hexes come after all hexes. */
export const nodeOrder = (node: number): number => (node % WIDE ? HEXES * WIDE + node : node)

/** The map in force: ground, regions, lines, and ship movement. */
export class Atlas {
  readonly kind: readonly Kind[]
  readonly terrain: readonly string[]
  readonly region: Int16Array
  readonly regionNames: readonly string[]
  /** both ends of each side with water between them */
  readonly straits: readonly (readonly [number, number])[]
  readonly closed: readonly (readonly [number, number])[]
  readonly lines: readonly { kind: string; hexes: readonly number[] }[]
  readonly speeds: ChartData['speeds']
  readonly #ports: ChartData['ports']
  readonly #costs: ChartData['costs']
  readonly #closed: ReadonlySet<number>
  /** for a split hex, the neighbours of each of its waters */
  readonly #waters: ReadonlyMap<number, readonly ReadonlySet<number>[]>

  constructor(data: ChartData) {
    const letters = decodeRuns(data.runs)
    const grounds = data.ground.map((words) => [words.slice(0, words.indexOf(' ')), words.slice(words.indexOf(' ') + 1).replaceAll('_', ' ')] as const)
    const ground = letters.map((letter) => (letter === '.' ? undefined : grounds[letter.charCodeAt(0) - 97]))
    this.kind = ground.map((one) => (one?.[0] ?? 'sea') as Kind)
    this.terrain = ground.map((one) => one?.[1] ?? '')
    this.region = unpaired(data.regions)
    this.regionNames = data.region_names
    const ends = (side: number): [number, number] => [Math.floor(side / 6), beyond(Math.floor(side / 6))[side % 6]!]
    this.straits = data.straits.map(ends)
    this.closed = data.closed.map(ends)
    this.#closed = new Set(this.closed.flatMap(([a, b]) => [a * HEXES + b, b * HEXES + a]))
    this.lines = data.lines.map(([kind, ...path]) => ({ kind: kind!, hexes: path.map(hexOf) }))
    this.speeds = data.speeds
    this.#ports = data.ports
    this.#costs = data.costs
    this.#waters = new Map(Object.entries(data.split).map(([id, groups]) => [hexOf(id), groups.filter((group) => group.length).map((group) => new Set(group.map(hexOf)))]))
  }

  regionOf = (hex: number): string => this.regionNames[this.region[hex] ?? -1] ?? ''

  /** 3.21 The node of the water with the port of a hex. */
  port = (hex: number, id: string): number => hex * WIDE + (this.#ports[id] ?? 1) - 1

  /** The cost of a hex for ships and aircraft (3.4). */
  enter(hex: number): number {
    const [c, r] = placeOf(hex)
    return this.#costs[c % 2 ? 0 : 1]?.[r - 1] ?? 1
  }

  /** Whether a ship can pass from one water of a hex into one of its neighbour; waters count from 0. */
  opens(from: number, water: number, to: number, into: number): boolean {
    if (this.kind[to] === 'land' || this.#closed.has(from * HEXES + to)) return false
    const [own, other] = [this.#waters.get(from), this.#waters.get(to)]
    return (!own || own[water]!.has(to)) && (!other || other[into]!.has(from))
  }

  /** The cheapest path by sea through open hexes; undefined if there is none. Of equal paths, it takes the one with lower numbers, as
   * the referee does. */
  seaPath(from: number, water: number, to: number, may: (hex: number) => boolean): SeaPath | null {
    const start = from * WIDE + water
    const ends = new Set(this.nodes(to))
    const { spent, goal } = this.#searchBySea(start, may, Infinity, ends)
    return goal === NOWHERE ? null : { hexes: this.#back(start, goal, spent, WIDE), cost: spent.get(goal)! }
  }

  /** The cost of each hex within reach of these points by sea. */
  seaCosts(from: number, water: number, points: number, may: (hex: number) => boolean): Map<number, number> {
    const { spent } = this.#searchBySea(from * WIDE + water, may, points)
    const found = new Map<number, number>()
    for (const [node, cost] of spent) {
      const hex = Math.floor(node / WIDE)
      found.set(hex, Math.min(cost, found.get(hex) ?? Infinity))
    }
    return found
  }

  /** The waters of a hex, as nodes: four times its number and the water. */
  nodes = (hex: number): number[] => (this.#waters.get(hex)?.map((_, n) => n) ?? [0]).map((n) => hex * WIDE + n)

  /** The cost of each water by sea, up to these points or to the first of the given ends. */
  #searchBySea(start: number, may: (hex: number) => boolean, points: number, ends?: ReadonlySet<number>): { spent: Map<number, number>; goal: number } {
    const spent = new Map<number, number>([[start, 0]])
    const buckets: number[][] = [[start]]
    for (let cost = 0; cost < buckets.length; cost++) {
      const here = (buckets[cost] ?? []).filter((node) => spent.get(node) === cost).toSorted((a, b) => a - b)
      const goal = here.find((node) => ends?.has(node))
      if (goal !== undefined) return { spent, goal }
      for (const node of here) {
        const hex = Math.floor(node / WIDE)
        for (const next of beyond(hex)) {
          if (next === NOWHERE || !may(next)) continue
          const all = cost + this.enter(next)
          if (all > points) continue
          for (const there of this.nodes(next)) {
            if (!this.opens(hex, node % WIDE, next, there % WIDE) || (spent.get(there) ?? Infinity) <= all) continue
            spent.set(there, all)
            ;(buckets[all] ??= []).push(there)
          }
        }
      }
    }
    return { spent, goal: NOWHERE }
  }

  #back(start: number, goal: number, spent: ReadonlyMap<number, number>, wide: number): number[] {
    const way = [goal]
    while (way.at(-1) !== start) {
      const node = way.at(-1)!
      const hex = Math.floor(node / wide)
      const before = spent.get(node)! - this.enter(hex)
      const near = beyond(hex).flatMap((next) => (next === NOWHERE ? [] : (this.#waters.get(next)?.map((_, n) => n) ?? [0]).map((n) => next * wide + n)))
      const back = near.filter((other) => spent.get(other) === before && this.opens(Math.floor(other / wide), other % wide, hex, node % wide))
      way.push(back.reduce((a, b) => (nodeOrder(b) < nodeOrder(a) ? b : a)))
    }
    return way.slice(0, -1).toReversed().map((node) => Math.floor(node / wide))
  }

  /** Hexes within these points by air: aircraft can go everywhere (3.3). */
  withinAir(from: number, points: number): Set<number> {
    const spent = new Map<number, number>([[from, 0]])
    const buckets: number[][] = [[from]]
    for (let cost = 0; cost < buckets.length; cost++) {
      for (const hex of buckets[cost] ?? []) {
        if (spent.get(hex) !== cost) continue
        for (const next of beyond(hex)) {
          if (next === NOWHERE) continue
          const all = cost + this.enter(next)
          if (all > points || (spent.get(next) ?? Infinity) <= all) continue
          spent.set(next, all)
          ;(buckets[all] ??= []).push(next)
        }
      }
    }
    return new Set(spent.keys())
  }
}

/** The width of a number of hexes, in hex heights. */
export const wide = (columns: number): number => columns * COLUMN
