import type { Side } from '../../board/types'
import { counted } from '../../lib/words'
import { hexOf, idOf, isHex } from './grid'
import type { Now, UnitNow } from './play_view'
import { supplyOf } from './supply'
import type { PacificView } from './types'

/** Burma (44.0) beside its map: Kunming, stores, headquarters, works, and warnings. */

export const isBurma = (view: PacificView): boolean => view.scenario.startsWith('burma')

/** The distance of a place name from the middle of its hex, in pixels, since there is a figure on the hex. */
export const BESIDE = 15

/** 44.43 Deliveries to Kunming: Supply Points, whole blocks, and their score. */
export function tonnage(now: Now): { points: number; blocks: number; score: number } {
  const aims = now.facts.aims[now.view.scenario]
  const points = Number(now.value('supply', aims?.counted ?? '') ?? 0)
  const blocks = Math.floor(points / (aims?.block ?? 50))
  return { points, blocks, score: blocks * (aims?.per_block ?? 0) }
}

/** 25.2 A side's hexes with Supply Points, the largest amount first. */
export function stores(now: Now, side: Side): { at: string; points: number }[] {
  const built = new Map<string, string>((now.view.new_base_at ?? []).flatMap((at, n) => (at ? [[`new_base_${n + 1}`, at] as const] : [])))
  return now.names('supply').flatMap((base) => {
    const at = isHex(base) ? base : built.get(base)
    const points = Number(now.value('supply', base) ?? 0)
    return at && points > 0 && now.holder(hexOf(at)) === side ? [{ at, points }] : []
  }).toSorted((a, b) => b.points - a.points)
}

export interface StaffShown {
  id: string
  at: string
  name: string
  /** the points that it serves and commands (5.3) */
  serves: number
  room: number
  /** its supply was not paid (28.2) */
  unpaid: boolean
}

const ROOMS: Readonly<Record<string, number>> = { group: 10, wing: 30, division: 100, force: 300 }

/** 5.3, 28.2 The headquarters of a side; only its owner knows how many points each serves. */
export function staffs(now: Now, side: Side): StaffShown[] {
  const serves = new Map<string, number>()
  const by = now.view.arrays['served_by'] ?? {}
  for (const [row, staff] of Object.entries(by)) serves.set(String(staff), (serves.get(String(staff)) ?? 0) + Number(now.view.arrays['served_points']?.[row] ?? 0))
  return now.garrisons.flatMap((at) => now.unitsIn(at).filter((unit) => unit.side === side && unit.type.kind === 'air_hq').map((unit): StaffShown => {
    const size = unit.type.id.split('_').at(-1)!
    return { id: unit.id, at, name: unit.type.printed, serves: serves.get(unit.id) ?? 0, room: ROOMS[size] ?? 0, unpaid: lacks(now, unit.id) > 0 }
  }))
}

/** 5.3 The used capacity of a side's headquarters in a hex; undefined if there are none. */
export function roomWords(now: Now, side: Side, at: string): string {
  const here = staffs(now, side).filter((staff) => staff.at === at)
  const sum = (of: 'serves' | 'room'): number => here.reduce((all, staff) => all + staff[of], 0)
  return here.length ? `${sum('serves')} of ${counted(sum('room'), 'point')}` : ''
}

/** 25.3 The number of Supply Segments that a unit has been without supply. */
export const lacks = (now: Now, unit: string): number => Number(now.value('unsupplied', unit) ?? 0)

/** Warnings as text: units without supply, ports without their garrison, a Line that is cut (25.3, 44.65). */
export interface Alert {
  id: string
  side: Side
  at: string
  text: string
  case: string
}

export function alerts(now: Now): Alert[] {
  const found: Alert[] = []
  const aims = now.facts.aims[now.view.scenario]
  for (const at of aims?.guarded ?? []) {
    const guards = now.unitsIn(at).filter(({ side, type }) => side === 'japan' && type.kind === 'combat')
    if (now.holder(hexOf(at)) !== 'japan') continue
    if (!guards.length) found.push({ id: `guard ${at}`, side: 'japan', at, text: `${now.facts.placeName(at)} has no guard`, case: '44.65' })
    else if (guards.length === 1 && now.own !== 'allies') found.push({ id: `last ${at}`, side: 'japan', at, text: `${guards[0]!.type.printed} is the last guard of ${now.facts.placeName(at)} and must stay`, case: '44.65' })
  }
  for (const side of ['japan', 'allies'] as const) {
    const touched = supplyOf(now, side).reached
    for (const at of now.garrisons) {
      const units = now.unitsIn(at).filter((unit) => unit.side === side && needs(unit))
      const longest = Math.max(0, ...units.map(({ id }) => lacks(now, id)))
      if (longest) found.push({ id: `lacks ${side} ${at}`, side, at, text: `${list(units)} at ${now.facts.placeName(at)}: refused supply ${longest === 1 ? 'once' : `${longest} times`}`, case: '25.3' })
      else if (units.length && !touched.has(hexOf(at))) found.push({ id: `cut ${side} ${at}`, side, at, text: `${list(units)} at ${now.facts.placeName(at)}: no Line to a source`, case: '25.1' })
    }
  }
  return now.own ? found.toSorted((a, b) => Number(b.side === now.own) - Number(a.side === now.own)) : found
}
const NEEDLESS = new Set(['entrenchment', 'air_hq'])
const needs = ({ type }: UnitNow): boolean => !NEEDLESS.has(type.kind) && !type.id.startsWith('kmt')
const list = (units: readonly UnitNow[]): string => units.map(({ type }) => type.printed).join(', ')

/** The ground units in a hex that a press may mean, the strongest first. */
export function pressable(now: Now, hex: number, highlighted: ReadonlySet<string>): string[] {
  return now.unitsIn(idOf(hex)).filter(({ id }) => highlighted.has(id)).toSorted((a, b) => b.type.strength - a.type.strength || a.id.localeCompare(b.id)).map(({ id }) => id)
}
