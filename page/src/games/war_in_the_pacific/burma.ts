import type { Side } from '../../board/types'
import { counted } from '../../lib/text'
import { hexOf, idOf, isHex } from './grid'
import type { KnownPosition, KnownUnit } from './play_view'
import { supplyOf } from './supply'
import type { PacificView } from './types'

/** Burma (44.0) beside its map: Kunming, stores, headquarters, works, and warnings. */

export const isBurma = (view: PacificView): boolean => view.scenario.startsWith('burma')

/** The distance of a place name from the middle of its hex, in pixels, since there is a figure on the hex. */
export const BESIDE = 15

/** 44.43 Deliveries to Kunming: Supply Points, whole blocks, and their score. */
export function tonnage(position: KnownPosition): { points: number; blocks: number; score: number } {
  const aims = position.facts.aims[position.view.scenario]
  const points = Number(position.value('supply', aims?.counted ?? '') ?? 0)
  const blocks = Math.floor(points / (aims?.block ?? 50))
  return { points, blocks, score: blocks * (aims?.per_block ?? 0) }
}

/** 25.2 A side's hexes with Supply Points, the largest amount first. */
export function stores(position: KnownPosition, side: Side): { at: string; points: number }[] {
  const built = new Map<string, string>((position.view.new_base_at ?? []).flatMap((at, n) => (at ? [[`new_base_${n + 1}`, at] as const] : [])))
  return position.names('supply').flatMap((base) => {
    const at = isHex(base) ? base : built.get(base)
    const points = Number(position.value('supply', base) ?? 0)
    return at && points > 0 && position.holder(hexOf(at)) === side ? [{ at, points }] : []
  }).toSorted((a, b) => b.points - a.points)
}

export interface HeadquartersShown {
  id: string
  at: string
  name: string
  /** the points that it serves and commands (5.3) */
  serves: number
  room: number
  /** its supply was not paid (28.2) */
  unpaid: boolean
}

const CAPACITIES: Readonly<Record<string, number>> = { group: 10, wing: 30, division: 100, force: 300 }

/** 5.3, 28.2 The headquarters of a side; only its owner knows how many points each serves. */
export function headquartersOf(position: KnownPosition, side: Side): HeadquartersShown[] {
  const serves = new Map<string, number>()
  const by = position.view.arrays['served_by'] ?? {}
  for (const [row, staff] of Object.entries(by)) serves.set(String(staff), (serves.get(String(staff)) ?? 0) + Number(position.view.arrays['served_points']?.[row] ?? 0))
  return position.garrisons.flatMap((at) => position.unitsIn(at).filter((unit) => unit.side === side && unit.type.kind === 'air_hq').map((unit): HeadquartersShown => {
    const size = unit.type.id.split('_').at(-1)!
    return { id: unit.id, at, name: unit.type.printed, serves: serves.get(unit.id) ?? 0, room: CAPACITIES[size] ?? 0, unpaid: supplyNeeds(position, unit.id) > 0 }
  }))
}

/** 5.3 The used capacity of a side's headquarters in a hex; undefined if there are none. */
export function capacityText(position: KnownPosition, side: Side, at: string): string {
  const here = headquartersOf(position, side).filter((staff) => staff.at === at)
  const sum = (of: 'serves' | 'room'): number => here.reduce((all, staff) => all + staff[of], 0)
  return here.length ? `${sum('serves')} of ${counted(sum('room'), 'point')}` : ''
}

/** 25.3 The number of Supply Segments that a unit has been without supply. */
export const supplyNeeds = (position: KnownPosition, unit: string): number => Number(position.value('unsupplied', unit) ?? 0)

/** Warnings as text: units without supply, ports without their garrison, a Line that is cut (25.3, 44.65). */
export interface Alert {
  id: string
  side: Side
  at: string
  text: string
  case: string
}

export function alerts(position: KnownPosition): Alert[] {
  const found: Alert[] = []
  const aims = position.facts.aims[position.view.scenario]
  for (const at of aims?.guarded ?? []) {
    const guards = position.unitsIn(at).filter(({ side, type }) => side === 'japan' && type.kind === 'combat')
    if (position.holder(hexOf(at)) !== 'japan') continue
    if (!guards.length) found.push({ id: `guard ${at}`, side: 'japan', at, text: `${position.facts.placeName(at)} has no guard`, case: '44.65' })
    else if (guards.length === 1 && position.own !== 'allies') found.push({ id: `last ${at}`, side: 'japan', at, text: `${guards[0]!.type.printed} is the last guard of ${position.facts.placeName(at)} and must stay`, case: '44.65' })
  }
  for (const side of ['japan', 'allies'] as const) {
    const touched = supplyOf(position, side).reached
    for (const at of position.garrisons) {
      const units = position.unitsIn(at).filter((unit) => unit.side === side && needs(unit))
      const longest = Math.max(0, ...units.map(({ id }) => supplyNeeds(position, id)))
      if (longest) found.push({ id: `lacks ${side} ${at}`, side, at, text: `${list(units)} at ${position.facts.placeName(at)}: refused supply ${longest === 1 ? 'once' : `${longest} times`}`, case: '25.3' })
      else if (units.length && !touched.has(hexOf(at))) found.push({ id: `cut ${side} ${at}`, side, at, text: `${list(units)} at ${position.facts.placeName(at)}: no Line to a source`, case: '25.1' })
    }
  }
  return position.own ? found.toSorted((a, b) => Number(b.side === position.own) - Number(a.side === position.own)) : found
}
const NEEDLESS = new Set(['entrenchment', 'air_hq'])
const needs = ({ type }: KnownUnit): boolean => !NEEDLESS.has(type.kind) && !type.id.startsWith('kmt')
const list = (units: readonly KnownUnit[]): string => units.map(({ type }) => type.printed).join(', ')

/** The ground units in a hex that a press may mean, the strongest first. */
export function pressable(position: KnownPosition, hex: number, highlighted: ReadonlySet<string>): string[] {
  return position.unitsIn(idOf(hex)).filter(({ id }) => highlighted.has(id)).toSorted((a, b) => b.type.strength - a.type.strength || a.id.localeCompare(b.id)).map(({ id }) => id)
}
