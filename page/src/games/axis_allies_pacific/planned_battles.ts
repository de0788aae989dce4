import { POWERS, sideOf, type Facts, type WarView } from './play_view'
import type { Counts, Power } from './types'
import { capital, countsText, pieceOf, pieceText } from './unit_text'
import { counted, listed } from '../../lib/text'
import { sideName } from '../../board/sides'

/** A battle of the turn as the server computes it. */
export interface BattleOdds {
  kind: 'land' | 'sea' | 'landing' | 'raid'
  place: string
  at: string
  won: number
  lost: number
  emptied: number
  standing: number
  attacker_losses: number
  defender_losses: number
  swing: number
  swings: readonly (readonly [number, number])[]
  lands: number | null
  paid: number | null
  points: number | null
  too_large: boolean
}

/** Units that could reach a place. */
export interface Threat {
  power: string
  piece: string
  number: number
  origin: string
  way: 'land' | 'sea' | 'air' | 'landing'
}

export const percent = (p: number): string => (p > 0 && p < 0.005 ? '<1 %' : p < 1 && p > 0.995 ? '>99 %' : `${Math.round(p * 100)} %`)
/** A signed sum with one decimal: "+3.1", "−2". */
export const signed = (n: number): string => {
  const rounded = Math.abs(n) < 10 ? Math.round(Math.abs(n) * 10) / 10 : Math.round(Math.abs(n))
  return rounded === 0 ? '0' : `${n < 0 ? '−' : '+'}${rounded}`
}

const WHAT: Readonly<Record<BattleOdds['kind'], string>> = { land: 'Land battle', sea: 'Sea battle', landing: 'Landing', raid: 'Raid' }
export const battleText = (one: BattleOdds): string => WHAT[one.kind]

/** The attackers of a place, planned or already there. */
export function attackersAt(view: WarView, place: string, facts: Facts): Counts {
  const found: Record<string, number> = {}
  const add = (counts: Counts | undefined): void => {
    for (const [piece, n] of Object.entries(counts ?? {})) {
      const { kind, left } = pieceOf(piece)
      const id = left === undefined ? piece : kind
      found[id] = (found[id] ?? 0) + n
    }
  }
  for (const slot of ['own', 'china'] as const) {
    add(view.acted[slot][place])
    add(view.flying[slot][place])
  }
  if (facts.isZone(place)) add(view.units[view.active as Power]?.[place])
  for (const [coast, loads] of Object.entries(view.landing)) {
    if (coastOf(coast)[0] !== place) continue
    for (const [landing, n] of Object.entries(loads)) {
      for (const unit of landing.split('_lands_')[1]?.match(/infantry|marine|artillery|tank|aa_gun/g) ?? []) found[unit] = (found[unit] ?? 0) + n
    }
  }
  return found
}

/** The key of a coast by its territory and zone: "hong_kong_from_sz45". */
export function coastOf(coast: string): readonly [land: string, zone: string] {
  const [land = '', zone = ''] = coast.split('_from_')
  return [land, zone]
}

/** The defenders of a place. */
export function defendersAt(view: WarView, place: string): Counts {
  const found: Record<string, number> = {}
  for (const power of POWERS) {
    if ((power === 'japan') === (view.active === 'japan')) continue
    for (const [piece, n] of Object.entries(view.units[power][place] ?? {})) found[piece] = (found[piece] ?? 0) + n
  }
  return found
}

/** "3 infantry and 1 fighter against 2 infantry" */
export const forcesText = (view: WarView, place: string, facts: Facts): string =>
  `${countsText(attackersAt(view, place, facts)) || 'nobody'} against ${countsText(defendersAt(view, place)) || 'nobody'}`

// -- aircraft still to land ----------------------------------------------------------------------------------

/** Aircraft in the air: place, kind and steps left. */
export interface Aloft {
  place: string
  piece: string
  n: number
  left: number
  task: string
}

/** 10.1 The aircraft that must still land this turn, the fewest steps left first. */
export const stillAloft = (view: WarView): Aloft[] =>
  (['own', 'china'] as const)
    .flatMap((slot) => Object.entries(view.flying[slot]).flatMap(([place, flights]) => Object.entries(flights).map(([id, n]): Aloft => {
      const { kind, left, task } = pieceOf(id)
      return { place, piece: kind, n, left: left ?? 0, task: task ?? 'attack' }
    })))
    .toSorted((a, b) => a.left - b.left)

/** "2 fighters over sea zone 9, 1 step left" */
export const aloftText = ({ place, piece, n, left }: Aloft, facts: Facts): string =>
  `${n} ${pieceText(piece, n)} over ${facts.within(place)}: ${left ? counted(left, 'step') : 'no step'} left`

/** 7.4.3 The carrier's duty to fighters in the air. */
export const carriersToMove = (view: WarView, facts: Facts): string | null =>
  view.owing_decks.length ? `A carrier in ${listed(view.owing_decks.map((zone) => facts.within(zone)))} must still sail to fighters in the air.` : null

// -- threats -------------------------------------------------------------------------------------------------

const WAYS: Readonly<Record<Threat['way'], string>> = { sea: 'by sea', air: 'through the air', land: 'by land', landing: 'from the sea' }
const ORDER: readonly Threat['way'][] = ['sea', 'air', 'land', 'landing']

/** The units that a side could send, path by path. */
export interface ThreatGroup {
  side: string
  name: string
  total: number
  ways: readonly { way: string; total: number; rows: readonly { origin: string; text: string; n: number }[] }[]
}

export function threatGroups(bySide: Readonly<Record<string, readonly Threat[]>>, facts: Facts): ThreatGroup[] {
  return Object.entries(bySide).map(([side, threats]) => {
    const ways = ORDER.flatMap((way) => {
      const those = threats.filter((one) => one.way === way)
      const origins = [...new Set(those.map((one) => one.origin))]
      const rows = origins.map((origin) => {
        const here = those.filter((one) => one.origin === origin)
        const counts: Record<string, number> = {}
        for (const one of here) counts[one.piece] = (counts[one.piece] ?? 0) + one.number
        const n = here.reduce((sum, one) => sum + one.number, 0)
        return { origin, n, text: way === 'landing' ? `up to ${counted(n, 'ground unit')}` : countsText(counts) }
      })
      return rows.length ? [{ way: capital(WAYS[way]), total: rows.reduce((sum, row) => sum + row.n, 0), rows: rows.map((row) => ({ ...row, origin: facts.name(row.origin) })) }] : []
    })
    return { side, name: sideName(side), total: ways.reduce((sum, one) => sum + one.total, 0), ways }
  })
}

/** The opponents of a side; all sides if there is none. */
export const opponentsOf = (side: string | null, sides: readonly string[]): string[] =>
  side === null ? [...sides] : sides.filter((one) => (sideOf(one) === 'japan') !== (sideOf(side) === 'japan'))
