import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { lookaheadOf } from '../../app/lookahead.svelte'
import { AIR } from './flights'
import { factsOf, frameOf, POWERS, standOf, teamOf, unitsIn, viewOf } from './play_view'
import { waysAhead, type Row, type WayOut } from './play_rows'
import { pieceOf } from './words'

/** 7.1.1 A move of two steps may be routed: by way of a place next to the start, then on from there. */

/** Counted units of a row. */
export interface Taken {
  row: Row
  n: number
}

/** Whether units of a row move step by step, so that a path may be routed: ships and tanks, but no carriers, whose fighters are
 * asked for at each step. */
const bends = ({ row }: Taken, store: MatchStore): boolean => {
  const { kind } = pieceOf(row.piece)
  const steps = row.left ?? (factsOf(store.pieces).units.get(kind)?.move ?? 0)
  return ['move', 'go_on'].includes(row.verb) && !AIR.has(kind) && kind !== 'carrier' && steps > 1
}

/** The possible waypoints of all counted units, as far as known: next to the start, and free of enemies. */
export function viasOf(store: MatchStore, taken: readonly Taken[]): string[] {
  const [first] = taken
  if (!first || !taken.every((one) => bends(one, store))) return []
  const facts = factsOf(store.pieces)
  const view = viewOf(store.view)
  const team = teamOf(first.row.power)
  const held = (id: string): boolean => POWERS.some((power) => teamOf(power) !== team && unitsIn(standOf(view, power, id)) > 0)
  const reached = ({ row, n }: Taken, id: string): boolean => !!row.ways?.some((way) => way.to === id && way.most >= n)
  return (facts.beside.get(first.row.place) ?? []).filter((id) => facts.isPlace(id) && !held(id) && taken.every((one) => reached(one, id) && !mixes(store, one, id)))
}

/** Identical units that stopped there and can move on: the page could not tell which of them move. */
const mixes = (store: MatchStore, { row }: Taken, id: string): boolean => {
  const view = viewOf(store.view)
  const afloat = (frameOf(view, 'combat_moves') ?? frameOf(view, 'regroup'))?.['afloat'] as readonly { place: string; piece: string }[] | undefined
  return !!afloat?.some((one) => one.place === id && one.piece === row.piece)
}

const runOf = ({ row, n }: Taken, via: string): Action[] => [...firstStep(row, via).act(n), ['go_on', via, row.piece]]
const firstStep = (row: Row, via: string): WayOut => row.ways!.find((way) => way.to === via)!

/** The rows for the second step from a waypoint; without destinations while these are not loaded. */
export function waypointRows(store: MatchStore, taken: readonly Taken[], via: string): Row[] {
  const ahead = lookaheadOf(store)
  return taken.map((one) => {
    const run = runOf(one, via)
    const after = ahead.of(...run)
    const before = run.slice(0, -1)
    const ways = after && waysAhead(run.at(-1)!, after).filter((way) => way.to !== one.row.place).map((way) => ({ ...way, act: (n: number) => [...before, ...way.act(n)] }))
    return { ...one.row, ways }
  })
}

/** Requests where the counted units may go on to. */
export const wantBent = (store: MatchStore, taken: readonly Taken[], via: string): void => void lookaheadOf(store).requestRuns(taken.map((one) => runOf(one, via)))
