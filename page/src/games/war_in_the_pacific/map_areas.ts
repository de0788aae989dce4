import type { LogEntry } from '../../app/api'
import { validEntries } from '../../app/observation.svelte'
import type { Side } from '../../board/types'
import { distance, hexOf, HEXES, isHex, middle, NOWHERE, sectionsOf } from './grid'
import { ALLIED_TONE, JAPAN_TONE, type Layer, type Sample } from './layers.svelte'
import type { KnownPosition } from './play_view'
import { stripsOf, type Weather } from './weather'
import { lineFrom, supplyOf } from './supply'
import type { AircraftFacts } from './types'

/** The areas of a layer on the map, by line and fill, with a label at the top if they have one. */
export interface Area extends Omit<Sample, 'words'> {
  id: string
  hexes: ReadonlySet<number>
  /** a line through the middles of hexes instead of an outline */
  path?: readonly number[]
  label?: string
  /** the hex of its label, if not the topmost */
  at?: number
}

/** The inputs of the layers: the selection, the stack with rings, the log. */
export interface AreaSearch {
  shownPlace: string | null
  ringed: string | null
  log: readonly LogEntry[]
}

/** The bases on the map with the player's air points, each with its hex: airfields, and ships at sea or in port. */
function basesOf(position: KnownPosition): [string, number][] {
  const places = [...position.forces.map((force) => [force, hexOf(position.view.force_at[force] ?? '')] as const), ...position.harbours.map((at) => [at, hexOf(at)] as const)]
  const decks = places.flatMap(([at, hex]) => position.shipsIn(at).map((ship): [string, number] => [ship.id, hex]))
  return [...position.airfields.map((at): [string, number] => [at, hexOf(at)]), ...decks].filter(([, hex]) => hex !== NOWHERE)
}

const within = (one: number, sections: readonly string[]): boolean => sectionsOf(one).some((section) => sections.includes(section))
const disc = (position: KnownPosition, hex: number, points: number, sections: readonly string[]): number[] => [...position.facts.atlas.withinAir(hex, points)].filter((one) => within(one, sections))

const searches = (position: KnownPosition, base: string, plane: AircraftFacts | undefined): plane is AircraftFacts =>
  !!plane && !!(plane.search || (position.facts.ships.has(base) && plane.carrier_capable && (plane.bomb || plane.torpedo)))

/** The hexes that aircraft in the Search Role reach, or, before there are any, those that could: solid at full value, dotted at
 * half (8.1). */
function searched(position: KnownPosition, sections: readonly string[]): Area[] {
  const ranges = new Map<number, readonly [number, number]>()
  const sent = Object.entries(position.view.arrays['searching'] ?? {}).flatMap(([slot, points]) => (Number(points) > 0 ? [slot] : []))
  for (const [base, hex] of basesOf(position)) {
    const stacks = position.airAt(base).map(({ stack }) => stack).filter((stack) => !sent.length || sent.includes(`${base}/${stack}`))
    for (const stack of stacks) {
      const plane = position.facts.aircraftOf(stack)
      if (!searches(position, base, plane)) continue
      const [near, far] = ranges.get(hex) ?? [0, 0]
      ranges.set(hex, [Math.max(near, plane.range_mp), Math.max(far, plane.extended_mp)])
    }
  }
  const full = new Set([...ranges].flatMap(([hex, [near]]) => disc(position, hex, near, sections)))
  const half = new Set([...ranges].flatMap(([hex, [, far]]) => disc(position, hex, far, sections)))
  return full.size ? [{ id: 'search', hexes: full, line: 'solid' }, { id: 'search half', hexes: half, line: 'dotted' }] : []
}

/** The player's searches in the current Game-Turn, from the log: base, points and phase. */
export interface Search {
  seq: number
  base: string
  stack: string
  points: number
}
export function searchesOf(log: readonly LogEntry[]): Search[] {
  const found: Search[] = []
  for (const { seq, events } of validEntries(log)) {
    for (const event of events ?? []) {
      if (event.event === 'turn_opened') found.length = 0
      if (event.event === 'searches') found.push({ seq, base: String(event['base']), stack: String(event['stack']), points: Number(event['points']) })
    }
  }
  return found
}

/** The present place of a base. */
function baseHex(position: KnownPosition, base: string): number {
  if (isHex(base.toUpperCase())) return hexOf(base.toUpperCase())
  const at = position.value<string>('ship_at', base) ?? ''
  return hexOf(position.view.force_at[at] ?? at)
}

/** The hexes that search covered in this Game-Turn, at full value; ships may have sailed since. */
function history(position: KnownPosition, sections: readonly string[], log: readonly LogEntry[]): Area[] {
  const hexes = new Set(searchesOf(log).flatMap(({ base, stack }) => {
    const hex = baseHex(position, base)
    return hex === NOWHERE ? [] : disc(position, hex, position.facts.aircraftOf(stack)?.range_mp ?? 0, sections)
  }))
  return hexes.size ? [{ id: 'search done', hexes, fill: 'dots', tone: 'var(--water)' }] : []
}

function controlled(position: KnownPosition, sections: readonly string[]): Area[] {
  const held = new Map<string, Set<number>>([['japan', new Set()], ['allies', new Set()]])
  for (let hex = 0; hex < HEXES; hex++) if (position.facts.atlas.kind[hex] !== 'sea' && within(hex, sections)) held.get(position.holder(hex))?.add(hex)
  return [
    { id: 'control japan', hexes: held.get('japan')!, line: 'solid', fill: 'hatch', tone: JAPAN_TONE },
    { id: 'control allies', hexes: held.get('allies')!, line: 'dashed', fill: 'dots', tone: ALLIED_TONE },
  ]
}

/** Land out of supply of the viewer's side, or of both for a viewer who sees everything; the other side's land counts as out of supply. */
function unsupplied(position: KnownPosition, sections: readonly string[]): Area[] {
  const sides: readonly Side[] = position.own ? [position.own] : ['japan', 'allies']
  const supplied = sides.map((side) => supplyOf(position, side).reached)
  const without = new Set<number>()
  for (let hex = 0; hex < HEXES; hex++) if (position.facts.atlas.kind[hex] !== 'sea' && within(hex, sections) && !supplied.some((reached) => reached.has(hex))) without.add(hex)
  return [{ id: 'supply', hexes: without, fill: 'thin', tone: 'var(--ink)' }]
}

function supplyLine(position: KnownPosition, shownPlace: string | null): Area[] {
  const hex = shownPlace && isHex(shownPlace) ? hexOf(shownPlace) : NOWHERE
  const side = position.own ?? (position.holder(hex) as Side)
  if (hex === NOWHERE || (side !== 'japan' && side !== 'allies')) return []
  const path = lineFrom(supplyOf(position, side), hex)
  return path.length > 1 ? [{ id: 'supply line', hexes: new Set(), path, line: 'dashed', label: `${path.length - 1} to the source` }] : []
}

/** The selected air points: of a base, or of the ships of a force. */
export function airSearched(position: KnownPosition, shownPlace: string | null): { slot: string; base: string; stack: string; points: number; hex: number; plane: AircraftFacts }[] {
  if (!shownPlace) return []
  const at = isHex(shownPlace) ? hexOf(shownPlace) : hexOf(position.view.force_at[shownPlace] ?? position.view.force_gate?.[shownPlace] ?? '')
  const bases = [...(isHex(shownPlace) ? [shownPlace] : []), ...position.shipsIn(shownPlace).map(({ id }) => id)]
  return bases.flatMap((base) => position.airAt(base).flatMap(({ stack, points }) => {
    const plane = position.facts.aircraftOf(stack)
    return plane && at !== NOWHERE ? [{ slot: `${base}/${stack}`, base, stack, points, hex: at, plane }] : []
  }))
}

/** The enemy bases and reports that would be in Range of a force's aircraft from a hex, the nearest first. Empty for a force
 * without aircraft. */
export function inRangeAt(position: KnownPosition, force: string, hex: number, sections: readonly string[]): string[] | null {
  const { facts, view, own } = position
  const far = Math.max(0, ...airSearched(position, force).map(({ plane }) => plane.range_mp))
  if (!far || !own) return null
  const near = new Set(disc(position, hex, far, sections))
  const enemy = own === 'japan' ? 'allies' : 'japan'
  const bases = [...facts.places].filter(([at, { id, port }]) => near.has(at) && position.holder(at) === enemy && (port !== 'none' || Number(position.value('level', id) ?? 0) > 0)).map(([at, { name }]) => ({ at, name }))
  const found = position.reports.map((id) => ({ at: hexOf(view.contact_at[id]!), name: `the report at ${facts.placeName(view.contact_at[id]!)}` })).filter(({ at }) => near.has(at))
  return [...found, ...bases].toSorted((a, b) => distance(a.at, hex) - distance(b.at, hex)).map(({ name }) => name)
}

/** Rings around the selected air points: of one stack, or the longest of all that are there. */
function rings(position: KnownPosition, sections: readonly string[], { shownPlace, ringed }: AreaSearch): Area[] {
  const all = airSearched(position, shownPlace)
  const one = all.filter(({ slot }) => slot === ringed)
  const chosen = one.length ? one : all
  if (!chosen.length) return []
  const far = (field: 'range_mp' | 'extended_mp' | 'transfer_mp'): number => Math.max(...chosen.map(({ plane }) => plane[field]))
  const whose = one.length ? position.facts.stackName(one[0]!.stack) : ''
  const ring = (id: string, points: number, line: Area['line'], words: string): Area[] => (points > 0 ? [{ id: `range ${id}`, hexes: new Set(disc(position, chosen[0]!.hex, points, sections)), line, label: `${[whose, words].filter(Boolean).join(': ')} ${points}` }] : [])
  return [...ring('near', far('range_mp'), 'solid', 'Range'), ...ring('far', far('extended_mp'), 'dashed', 'Extended Range'), ...ring('transfer', far('transfer_mp'), 'dotted', 'Transfer')]
}

/** The hexes that the player's aircraft reach from all bases and carriers: in Range and in Extended Range (5.3). */
function struck(position: KnownPosition, sections: readonly string[]): Area[] {
  const ranges = new Map<number, readonly [number, number]>()
  for (const [base, hex] of basesOf(position)) {
    for (const { stack } of position.airAt(base)) {
      const plane = position.facts.aircraftOf(stack)
      if (!plane || !(plane.bomb || plane.torpedo || plane.bombardment)) continue
      const [near, far] = ranges.get(hex) ?? [0, 0]
      ranges.set(hex, [Math.max(near, plane.range_mp), Math.max(far, plane.extended_mp)])
    }
  }
  const reached = (n: 0 | 1): Set<number> => new Set([...ranges].flatMap(([hex, ring]) => (ring[n] > 0 ? disc(position, hex, ring[n], sections) : [])))
  return ranges.size ? [{ id: 'strikes near', hexes: reached(0), line: 'solid', tone: 'var(--ink)' }, { id: 'strikes far', hexes: reached(1), line: 'dashed', tone: 'var(--ink)' }] : []
}

/** Storms hatched, overcast in dots; a clear sky is plain (8.6). */
function skies(position: KnownPosition, sections: readonly string[]): Area[] {
  const strips = stripsOf(position, sections)
  const under = (sky: Weather): Set<number> => {
    const own = strips.filter((strip) => strip.weather === sky)
    const found = new Set<number>()
    for (let hex = 0; own.length && hex < HEXES; hex++) {
      const [section = ''] = sectionsOf(hex)
      const y = middle(hex)[1]
      if (own.some((strip) => strip.section === section && y >= strip.north && y < strip.south)) found.add(hex)
    }
    return found
  }
  return [{ id: 'weather storm', hexes: under('storm'), fill: 'hatch', tone: 'var(--ink-2)' }, { id: 'weather overcast', hexes: under('overcast'), fill: 'dots', tone: 'var(--ink-2)' }]
}

const areasByPosition = new WeakMap<KnownPosition, Map<string, Area[]>>()

/** The areas of the visible layers; each is computed once for each position. */
export function areasOf(position: KnownPosition, layers: readonly Layer[], sections: readonly string[], at: AreaSearch): Area[] {
  const own = areasByPosition.get(position) ?? new Map<string, Area[]>()
  areasByPosition.set(position, own)
  const get = (layer: string, make: () => Area[]): Area[] => own.get(layer) ?? (own.set(layer, make()), own.get(layer)!)
  const made: Partial<Record<Layer, () => Area[]>> = {
    search: () => [...get('search', () => searched(position, sections)), ...get(`done ${at.log.length}`, () => history(position, sections, at.log))],
    supply: () => [...get('supply', () => unsupplied(position, sections)), ...supplyLine(position, at.shownPlace)],
    range: () => get(`range ${at.shownPlace} ${at.ringed}`, () => rings(position, sections, at)),
    strikes: () => get('strikes', () => struck(position, sections)),
    control: () => get('control', () => controlled(position, sections)),
    weather: () => get('weather', () => skies(position, sections)),
  }
  return layers.flatMap((layer) => made[layer]?.() ?? [])
}

const SECTION_BAND: readonly string[] = ['tropics', 'middle', 'north']
/** The weather of each section in play, as text: "D: tropics clear, middle overcast, north storm". */
export function weatherOf(position: KnownPosition, sections: readonly string[]): { section: string; words: string }[] {
  return sections.flatMap((section) => {
    const die = Number(position.view.weather_die?.[section] ?? 0)
    const row = position.facts.weather[String(die)]
    return row ? [{ section, words: `${section}, die ${die}: ${row.map((sky, n) => `${SECTION_BAND[n]} ${sky}`).join(', ')}` }] : []
  })
}
