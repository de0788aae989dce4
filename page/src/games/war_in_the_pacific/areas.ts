import { hexOf, HEXES, NOWHERE, sectionsOf } from './grid'
import type { Layer } from './layers.svelte'
import type { Now } from './play_view'

/** What a layer shows as areas of the map. */
export interface Area {
  id: string
  hexes: ReadonlySet<number>
  tone?: string
  dotted?: boolean
}

/** The bases on the map with own air points, each with its hex: fields, and ships at sea or in port. */
function basesOf(now: Now): [string, number][] {
  const places = [...now.forces.map((force) => [force, hexOf(now.view.force_at[force] ?? '')] as const), ...now.harbours.map((at) => [at, hexOf(at)] as const)]
  const decks = places.flatMap(([at, hex]) => now.shipsIn(at).map((ship): [string, number] => [ship.id, hex]))
  return [...now.airfields.map((at): [string, number] => [at, hexOf(at)]), ...decks].filter(([, hex]) => hex !== NOWHERE)
}

const within = (one: number, sections: readonly string[]): boolean => sectionsOf(one).some((section) => sections.includes(section))

/** The hexes that aircraft in the Search Role reach, or, before any is, those that could: at full value, and dotted at half (8.1). */
function searched(now: Now, sections: readonly string[]): Area[] {
  const [full, half] = [new Set<number>(), new Set<number>()]
  const ranges = new Map<number, readonly [number, number]>()
  const sent = Object.entries(now.view.arrays['searching'] ?? {}).flatMap(([slot, points]) => (Number(points) > 0 ? [slot] : []))
  for (const [base, hex] of basesOf(now)) {
    const stacks = now.airAt(base).map(({ stack }) => stack).filter((stack) => !sent.length || sent.includes(`${base}/${stack}`))
    for (const stack of stacks) {
      const plane = now.facts.aircraftOf(stack)
      if (!plane || !(plane.search || (now.facts.ships.has(base) && plane.carrier_capable && (plane.bomb || plane.torpedo)))) continue
      const [near, far] = ranges.get(hex) ?? [0, 0]
      ranges.set(hex, [Math.max(near, plane.range_mp), Math.max(far, plane.extended_mp)])
    }
  }
  for (const [hex, [near, far]] of ranges) {
    for (const one of now.facts.atlas.withinAir(hex, near)) if (within(one, sections)) full.add(one)
    for (const one of now.facts.atlas.withinAir(hex, far)) if (within(one, sections)) half.add(one)
  }
  return full.size ? [{ id: 'search', hexes: full }, { id: 'search half', hexes: half, dotted: true }] : []
}

function controlled(now: Now, sections: readonly string[]): Area[] {
  const held = new Map<string, Set<number>>([['japan', new Set()], ['allies', new Set()]])
  for (let hex = 0; hex < HEXES; hex++) if (now.facts.atlas.kind[hex] !== 'sea' && within(hex, sections)) held.get(now.holder(hex))?.add(hex)
  return [...held].map(([side, hexes]) => ({ id: `control ${side}`, hexes, tone: side === 'japan' ? 'var(--disc-text)' : 'var(--star-text)' }))
}

const kept = new WeakMap<Now, Map<string, Area[]>>()

/** The areas of the layers shown; each reckoned once a position. */
export function areasOf(now: Now, layers: readonly Layer[], sections: readonly string[], _force: string | null): Area[] {
  const own = kept.get(now) ?? new Map<string, Area[]>()
  kept.set(now, own)
  const get = (layer: string, make: () => Area[]): Area[] => own.get(layer) ?? (own.set(layer, make()), own.get(layer)!)
  return layers.flatMap((layer) => (layer === 'search' ? get(layer, () => searched(now, sections)) : layer === 'control' ? get(layer, () => controlled(now, sections)) : []))
}
