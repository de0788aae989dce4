import { counted } from '../../lib/text'
import { POWERS, powerStackAt, teamOf, type Facts, type WarView } from './play_view'
import type { Counts, Power } from './types'
import { pieceOf, pieceText } from './unit_text'

/** Where aircraft can land (7.4.1, 7.5.1, 7.6.1): territories friendly since the start of the turn, and carriers with room. */

/** Aircraft in the air over a place. */
export interface Flight {
  power: Power
  place: string
  piece: 'fighter' | 'bomber'
  n: number
  /** steps left */
  left: number
}

/** The places where aircraft may land, the nearest first. */
export interface Landings {
  lands: readonly string[]
  /** zones with a carrier that has room now */
  decks: readonly string[]
}

export const AIR = new Set(['fighter', 'bomber'])

/** Steps through the air from a place to all within a limit; the closed territories cannot be overflown. */
export function airSteps(from: string, facts: Facts, most: number): Map<string, number> {
  const steps = new Map([[from, 0]])
  let edge = [from]
  for (let far = 1; far <= most && edge.length; far++) {
    const next: string[] = []
    for (const here of edge) {
      for (const to of facts.beside.get(here) ?? []) {
        if (steps.has(to) || facts.lands.get(to)?.impassable) continue
        steps.set(to, far)
        next.push(to)
      }
    }
    edge = next
  }
  return steps
}

/** Territories held by the active side's team since its turn began. */
const friendly = (view: WarView, land: string): boolean => {
  const holder = view.control[land]
  return !!holder && teamOf(holder) === teamOf(view.active) && !view.taken.includes(land)
}

/** 7.6.1 By zone, how many more fighters the active team's carriers can take, once fighters have left a zone. */
export function freeDecks(view: WarView, facts: Facts, left?: { place: string; n: number }): Map<string, number> {
  const found = new Map<string, number>()
  const of = (counts: Counts, kind: string): number => counts[kind] ?? 0
  for (const zone of facts.zones.keys()) {
    let [decks, aboard] = [0, left?.place === zone ? -left.n : 0]
    for (const power of POWERS) {
      if (teamOf(power) !== teamOf(view.active)) continue
      const { fresh, moved } = powerStackAt(view, power, zone)
      decks += 2 * (of(fresh, 'carrier') + of(moved, 'carrier'))
      aboard += of(fresh, 'fighter') + of(moved, 'fighter')
    }
    if (decks > aboard) found.set(zone, decks - aboard)
  }
  return found
}

/** 7.4.2 Where aircraft over a place may land with the given steps left; into a territory with an air base the step is free (7.5.1). */
export function landingsFrom(flight: Omit<Flight, 'n'>, view: WarView, facts: Facts, gone?: { place: string; n: number }): Landings {
  const { power, place, piece, left } = flight
  const steps = airSteps(place, facts, left + 1)
  const near = [...steps].toSorted((a, b) => a[1] - b[1])
  const lands = near.flatMap(([id, far]) => {
    const land = facts.lands.get(id)
    return land && friendly(view, id) && far <= left + Number(land.air_base) ? [id] : []
  })
  const free = piece === 'fighter' && power !== 'china' ? freeDecks(view, facts, gone) : new Map<string, number>()
  return { lands, decks: near.flatMap(([id, far]) => (far <= left && free.has(id) ? [id] : [])) }
}

/** 7.4.1 The steps that aircraft have left on arrival: from a friendly air base the first is free. */
export function leftAt(place: string, to: string, piece: string, view: WarView, facts: Facts): number {
  const unit = facts.units.get(piece)
  const far = airSteps(place, facts, (unit?.move ?? 0) + 1).get(to)
  if (!unit || far === undefined) return -1
  const free = far > 0 && !!facts.lands.get(place)?.air_base && friendly(view, place)
  return unit.move - far + Number(free)
}

/** 10.1 All aircraft that must still land. */
export function currentFlights(view: WarView): Flight[] {
  return (['own', 'china'] as const).flatMap((slot) =>
    Object.entries(view.flying[slot]).flatMap(([place, flights]) => Object.entries(flights).map(([id, n]): Flight => {
      const { kind, left = 0 } = pieceOf(id)
      return { power: slot === 'china' ? 'china' : (view.active as Power), place, piece: kind as Flight['piece'], n, left }
    })))
}

const MAX_NAMED = 2

/** "lands at Formosa, Hainan or 3 more", "lands on a deck in sea zone 45" */
export function landingText({ lands, decks }: Landings, facts: Facts): string {
  const names = [...lands.map((id) => `at ${facts.name(id)}`), ...decks.map((id) => `on a deck in ${facts.within(id)}`)]
  if (!names.length) return 'lands on a carrier that must sail there'
  const listed = names.length > MAX_NAMED + 1 ? [...names.slice(0, MAX_NAMED), `${names.length - MAX_NAMED} more`] : names
  return `lands ${listed.length > 1 ? `${listed.slice(0, -1).join(', ')} or ${listed.at(-1)}` : listed[0]}`
}

/** The text for a flight: "2 fighters, 3 steps left: lands at Formosa or Hainan". */
export const flightText = (flight: Flight, view: WarView, facts: Facts): string =>
  `${flight.n} ${pieceText(flight.piece, flight.n)}, ${flight.left ? counted(flight.left, 'step') : 'no step'} left: ${landingText(landingsFrom(flight, view, facts), facts)}`

/** A drawn landing: from where the aircraft will be to where they can land, and whether it is the nearest place. */
export interface LandingDrawn {
  id: string
  from: string
  to: string
  /** the return path is drawn to the nearest place only */
  line: boolean
}

/** For each flight the nearest place where it can land; for those over the selected place, all places. */
export function landingsDrawn(view: WarView, facts: Facts, shownPlace: string | null): LandingDrawn[] {
  const found = new Map<string, LandingDrawn>()
  for (const flight of currentFlights(view)) {
    const { lands, decks } = landingsFrom(flight, view, facts)
    const nearest = [...lands, ...decks].toSorted((a, b) => far(flight, a, facts) - far(flight, b, facts))
    for (const [at, to] of nearest.entries()) {
      if (at > 0 && flight.place !== shownPlace) break
      const id = `${flight.place} ${to}`
      found.set(id, { id, from: flight.place, to, line: at === 0 || !!found.get(id)?.line })
    }
  }
  return [...found.values()]
}

const far = (flight: Flight, to: string, facts: Facts): number => airSteps(flight.place, facts, flight.left + 1).get(to) ?? 99

/** The aircraft over a place and where they can land, for the place's label. */
export const aloftAt = (place: string, view: WarView, facts: Facts): string[] =>
  currentFlights(view).filter((one) => one.place === place).map((one) => flightText(one, view, facts))
