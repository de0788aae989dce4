import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { lookaheadOf } from '../../app/lookahead.svelte'
import { AIR } from './landing_places'
import { factsOf, frameOf, POWERS, powerStackAt, teamOf, unitsIn, viewOf } from './play_view'
import { destinationsAhead, type Row, type Destination } from './play_rows'
import { pieceOf } from './unit_text'

/** 7.1.1 A move of two steps may be routed: by way of a place next to the start, then on from there. */

/** Counted units of a row. */
export interface CountedRow {
  row: Row
  n: number
}

/** Whether units of a row move step by step, so that a path may be routed: ships and tanks, but no carriers, whose fighters are
 * asked for at each step. */
const isRoutable = ({ row }: CountedRow, store: MatchStore): boolean => {
  const { kind } = pieceOf(row.piece)
  const steps = row.left ?? (factsOf(store.pieces).units.get(kind)?.move ?? 0)
  return ['move', 'go_on'].includes(row.verb) && !AIR.has(kind) && kind !== 'carrier' && steps > 1
}

/** The possible waypoints of all counted units, as far as known: next to the start, and free of enemies. */
export function waypointsOf(store: MatchStore, taken: readonly CountedRow[]): string[] {
  const [first] = taken
  if (!first || !taken.every((one) => isRoutable(one, store))) return []
  const facts = factsOf(store.pieces)
  const view = viewOf(store.view)
  const team = teamOf(first.row.power)
  const held = (id: string): boolean => POWERS.some((power) => teamOf(power) !== team && unitsIn(powerStackAt(view, power, id)) > 0)
  const reached = ({ row, n }: CountedRow, id: string): boolean => !!row.destinations?.some((way) => way.to === id && way.maximum >= n)
  return (facts.beside.get(first.row.place) ?? []).filter((id) => facts.isPlace(id) && !held(id) && taken.every((one) => reached(one, id) && !isAmbiguous(store, one, id)))
}

/** Identical units that stopped there and can move on: the page could not tell which of them move. */
const isAmbiguous = (store: MatchStore, { row }: CountedRow, id: string): boolean => {
  const view = viewOf(store.view)
  const afloat = (frameOf(view, 'combat_moves') ?? frameOf(view, 'regroup'))?.['afloat'] as readonly { place: string; piece: string }[] | undefined
  return !!afloat?.some((one) => one.place === id && one.piece === row.piece)
}

const choicesVia = ({ row, n }: CountedRow, via: string): Action[] => [...firstStep(row, via).act(n), ['go_on', via, row.piece]]
const firstStep = (row: Row, via: string): Destination => row.destinations!.find((way) => way.to === via)!

/** The rows for the second step from a waypoint; without destinations while these are not loaded. */
export function waypointRows(store: MatchStore, taken: readonly CountedRow[], via: string): Row[] {
  const ahead = lookaheadOf(store)
  return taken.map((one) => {
    const run = choicesVia(one, via)
    const after = ahead.of(...run)
    const before = run.slice(0, -1)
    const ways = after && destinationsAhead(run.at(-1)!, after).filter((way) => way.to !== one.row.place).map((way) => ({ ...way, act: (n: number) => [...before, ...way.act(n)] }))
    return { ...one.row, ways }
  })
}

/** Requests where the counted units may go on to. */
export const requestRoutes = (store: MatchStore, taken: readonly CountedRow[], via: string): void => void lookaheadOf(store).requestRuns(taken.map((one) => choicesVia(one, via)))
