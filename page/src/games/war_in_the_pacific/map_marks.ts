import type { Side, Silhouette } from '../../board/types'
import { counted } from '../../lib/text'
import { isBurma } from './burma'
import { hexOf, idOf, NOWHERE } from './grid'
import { topOf, type GroundTop } from './ground_signs'
import { capital, forceShort, kindOf, ORDER, plain, sideOfId, topFrame, UNREVEALED, type KnownPosition } from './play_view'
import { portsSeen, seenInPort } from './ports'
import { roadsAndSites } from './roads'
import type { PlaceFacts } from './types'

/** The units on the map now: places with their pills, stacks of Task Forces, reports on the enemy. */

export type Shape = 'major' | 'minor' | 'anchorage' | 'airbase' | 'city'

export interface PlaceShown {
  hex: number
  id: string
  name: string
  shape: Shape
  holder: string
  /** whether it is always marked at small scale */
  far?: boolean
}

export interface PillShown {
  /** unique on the map */
  id: string
  hex: number
  side: Side
  sign: 'infantry' | 'plane' | Silhouette
  text: string
  /** it is on its hex, as a figure alone: where armies fill the map */
  tight?: boolean
  /** pills with the same text are combined at every zoom */
  joins?: string
  /** the figure is of another turn */
  stale?: boolean
  /** the unit on top of a garrison, which close up is a counter */
  unit?: GroundTop
  label: string
}

/** A force on the map: a force or dummy of the viewer, or a report on an enemy force. */
export interface ForceShown {
  id: string
  hex: number
  side: Side
  form: 'own' | 'dummy' | 'contact' | 'lost' | 'subron'
  kind?: Silhouette
  count?: number
  /** "TF 3" */
  name: string
  /** "Air strike" */
  note: string
  label: string
  /** of a report: its ships */
  reportedCount?: number
  /** shown on the map only close up */
  closeUpOnly?: boolean
}

/** 42.42, 42.43, 45.61 The places that a scenario is about, or its anchorages: they are marked at every zoom. */
const OF_ADVANCED_MIDWAY = ['F1234', 'D3903', 'E3231', 'E1119']
const FROM_AFAR: Readonly<Record<string, readonly string[]>> = { midway: ['F1234'], midway_advanced: OF_ADVANCED_MIDWAY, midway_advanced_freely: OF_ADVANCED_MIDWAY, leyte: ['B3953', 'C2807'], leyte_freely: ['B3953', 'C2807'], guadalcanal: ['E2519'] }
/** 43.42 The airfield that a scenario is about: its name on the map states its condition. */
const AIRFIELD: Readonly<Record<string, string>> = { guadalcanal: 'E2519' }

/** 5.3 "airfield Level 1 of 2", the undamaged Levels first. */
export function airfieldText(position: KnownPosition, at: string): string {
  const [level, hurt] = [Number(position.value('level', at) ?? 0), Number(position.value('damaged_levels', at) ?? 0)]
  if (level) return `airfield Level ${level - hurt}${hurt ? ` of ${level}` : ''}`
  return roadsAndSites(position.view).sites.some((site) => site.at === at && site.work === 'airbase') ? 'airfield being built' : 'no airfield'
}

export const shapeOf = (place: PlaceFacts): Shape =>
  place.port === 'major' ? 'major' : place.port === 'minor' ? 'minor' : place.port === 'anchorage' ? 'anchorage' : place.airbase ? 'airbase' : 'city'

export function placesShown(position: KnownPosition): PlaceShown[] {
  const far = FROM_AFAR[position.view.scenario] ?? []
  return [...position.facts.places].map(([hex, place]) => ({ hex, id: place.id, name: AIRFIELD[position.view.scenario] === place.id ? `${place.name}, ${airfieldText(position, place.id)}` : place.name, shape: shapeOf(place), holder: position.holder(hex), far: far.includes(place.id) || undefined }))
}

/** Pills beside places: ground strength, the player's own or discovered air points, the player's ships in port, and for the enemy
 * the results of 8.41. */
export function pillsShown(position: KnownPosition): PillShown[] {
  const { facts } = position
  const pills: PillShown[] = []
  for (const at of position.garrisons) {
    const units = position.unitsIn(at)
    for (const side of new Set(units.map((unit) => unit.side))) {
      const own = units.filter((unit) => unit.side === side)
      const strength = own.reduce((sum, { type }) => sum + type.strength, 0)
      const tight = isBurma(position.view) && own.length === units.length
      const text = strength || !tight ? String(strength) : own.some(({ type }) => type.kind === 'air_hq') ? 'HQ' : '-'
      pills.push({ id: `${at} ${side} ground`, hex: hexOf(at), side, sign: 'infantry', text, tight, unit: topOf(own), label: `${counted(own.length, 'ground unit')} of strength ${strength}` })
    }
  }
  for (const at of position.airfields) {
    const points = position.airAt(at).reduce((sum, stack) => sum + stack.points, 0)
    const side = position.holder(hexOf(at)) as Side
    pills.push({ id: `${at} air`, hex: hexOf(at), side, sign: 'plane', text: String(points), label: counted(points, 'air point') })
  }
  for (const [at, points] of Object.entries(position.view.arrays['told_air_points'] ?? {})) {
    const hex = hexOf(at)
    if (hex === NOWHERE || Number(points) < 0 || position.airAt(at).length) continue
    pills.push({ id: `${at} air`, hex, side: position.holder(hex) as Side, sign: 'plane', text: String(points), label: `${counted(Number(points), 'air point')} found by search` })
  }
  for (const port of portsSeen(position)) {
    const { id, hex, capital: great, carriers } = port
    if (position.shipsIn(idOf(hex)).length) continue
    const label = seenInPort(position, hex)
    if (great) pills.push({ id: `${id} capital`, hex, side: position.holder(hex) as Side, sign: 'battleship', text: String(great), joins: id, label })
    if (carriers) pills.push({ id: `${id} carriers`, hex, side: position.holder(hex) as Side, sign: 'carrier', text: String(carriers), joins: id, label })
  }
  for (const at of position.harbours) {
    const ships = position.shipsIn(at)
    const [first] = ships
    if (first) pills.push({ id: `${at} port`, hex: hexOf(at), side: first.side, sign: kindOf(first.type), text: String(ships.length), label: `${counted(ships.length, 'ship')} in port` })
  }
  return pills.filter(({ side }) => side === 'japan' || side === 'allies').map((pill) => ({ ...pill, label: `${facts.hexText(facts.places.get(pill.hex)?.id ?? '')}: ${pill.label}` }))
}

const missionText = (mission: string | null | undefined): string => (mission ? capital(plain(mission)) : '')

/** The player's forces and dummies on the map. */
const ownForces = (position: KnownPosition): ForceShown[] => position.forces.flatMap((id) => (position.view.force_at[id] ? [forceShown(position, id)] : []))
/** One of the player's forces, on the map or off it. */
export function forceShown(position: KnownPosition, id: string): ForceShown {
  const ships = position.shipsIn(id)
  // Its course is asked for before its Mission is recorded.
  const asked = position.own && topFrame(position.view, position.own)
  const mission = missionText(position.view.force_mission[id] ?? (asked && asked['force'] === id ? String(asked['mission'] ?? '') : null))
  const dummy = position.isDummy(id)
  const none = position.isForming(id) ? 'being formed' : 'no Mission yet'
  const name = forceShort(id)
  const note = dummy ? 'dummy' : mission || none
  const label = `${name}, ${dummy ? 'a dummy' : counted(ships.length, 'ship')}, ${mission || none}`
  return { id, hex: hexOf(position.view.force_at[id] ?? ''), side: sideOfId(id), form: dummy ? 'dummy' : 'own', kind: ships[0] && kindOf(ships[0].type), count: ships.length || undefined, name, note, label }
}

const CHITS: Readonly<Record<string, string>> = {
  true_report: 'True report', good: 'Good report', fair: 'Fair report', poor: 'Poor report', misread: 'Report', false_position: 'Report',
}
const SIZES: readonly string[] = ['small', 'medium', 'large']

/** 8.3 The types in a True Report or a Misread, the heaviest first: "2 CV, 5 DD". */
function typesText(position: KnownPosition, id: string): string {
  const types = position.view.arrays['told_types'] ?? {}
  const many = (type: string): number => Number(types[`${id}/${type}`] ?? 0)
  return ORDER.filter((type) => many(type) > 0 && many(type) !== UNREVEALED).map((type) => `${many(type)} ${type}`).join(', ')
}

/** The content of a report, with the types of ships: nothing more, and never whether it is wrong. */
export function reportText(position: KnownPosition, id: string): readonly [string, string] {
  const [head, rest] = reportBrief(position, id)
  return [head, [rest, typesText(position, id)].filter(Boolean).join(': ')]
}

/** The same in two short lines, for the map. */
function reportBrief(position: KnownPosition, id: string): readonly [string, string] {
  const { contact, told_ships, told_capital, told_carrier, told_size } = position.view
  const reported = (field: Readonly<Record<string, number>> | undefined): number | undefined => {
    const value = field?.[id]
    return value === undefined || value === UNREVEALED ? undefined : value
  }
  const [ships, heavy, carrier, size] = [reported(told_ships), reported(told_capital), reported(told_carrier), reported(told_size)]
  const parts = [
    ships === undefined ? '' : counted(ships, 'ship'), heavy === undefined ? '' : `${heavy} capital`,
    size === undefined ? '' : (SIZES[size] ?? `size ${size}`), carrier === undefined ? '' : `carrier ${carrier ? 'yes' : 'no'}`,
  ]
  return [CHITS[contact[id] ?? ''] ?? 'Report', parts.filter(Boolean).join(', ')]
}

/** Enemy forces as they were reported. */
function reports(position: KnownPosition): ForceShown[] {
  const fresh = new Set(position.view.in_contact)
  return position.reports.map((id) => {
    const [head, rest] = reportText(position, id)
    const lost = !fresh.has(id)
    const [, brief] = reportBrief(position, id)
    const name = lost ? 'Contact lost' : head
    const ships = position.view.told_ships?.[id]
    return { id, reportedCount: ships === UNREVEALED ? undefined : ships, hex: hexOf(position.view.contact_at[id]!), side: sideOfId(id), form: lost ? 'lost' : 'contact', name, note: lost ? head : brief, label: `${lost ? 'Contact lost, ' : ''}${head}${rest ? `: ${rest}` : ''}` }
  })
}

export const forcesShown = (position: KnownPosition): ForceShown[] => [...ownForces(position), ...reports(position)]

/** Forces of a side in a hex are in one stack; the selected one on top. */
export interface StackShown {
  id: string
  hex: number
  forces: readonly ForceShown[]
  top: ForceShown
}

export function stacksOf(forces: readonly ForceShown[], chosen: string | null): StackShown[] {
  const by = new Map<string, ForceShown[]>()
  for (const force of forces) {
    const key = `${force.hex} ${force.side} ${force.form === 'own' || force.form === 'dummy' ? 'own' : force.form === 'subron' ? 'subron' : 'reported'}`
    by.set(key, [...(by.get(key) ?? []), force])
  }
  return [...by].map(([id, own]) => ({ id, hex: own[0]!.hex, forces: own, top: own.find((force) => force.id === chosen) ?? own.find((force) => force.form !== 'dummy') ?? own[0]! }))
}


/** The text of a stack at small scale: the number of its ships, real or reported; a dummy and a report show the back of their side. */
export function stackText({ forces, top }: StackShown): { text: string; back: boolean } {
  const back = !((top.form === 'own' || top.form === 'subron') && top.kind)
  const ships = forces.reduce((sum, force) => sum + ((back ? force.reportedCount : force.count) ?? 0), 0)
  return { text: ships ? String(ships) : '', back }
}

/** The force that a press on a stack means: the next one after the selected force, or the first. */
export const nextOf = (ids: readonly string[], chosen: string | null): string => ids[(ids.indexOf(chosen ?? '') + 1) % ids.length]!
