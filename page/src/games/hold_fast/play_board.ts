import type { MatchStore } from '../../app/game'
import type { LogEntry } from '../../app/api'
import type { MoveInfo } from '../../app/moves'
import { numberMoves } from '../../app/numbered_moves'
import type { Highlights } from '../../app/group_selection'
import { busiestPlace, ownSide } from '../../app/sea_text'
import { mainPort } from '../main_ports'
import type { PlaceState, SeaArea, Spot, BoardMove } from '../../board/pacific/piles'
import { describeArea, areaNotes, describePlace, placeNotes } from '../../board/pacific/place_text'
import type { Side } from '../sides'
import { besideMap, blockPiles, blocksAt, seenBlock } from './play_blocks'
import { isUnit, SIDES, sideOf, type Facts, type HoldView } from './play_view'
import type { BlockView } from './types'

/** A place, with the blocks of task forces in it (14.0.1). */
export interface SpotView extends Spot<BlockView> {
  forces: readonly { id: string; legal?: boolean; selected?: boolean }[]
}

const BESIDE = /^(off_board|over_|task_force)/

export function currentSpot(id: string, view: HoldView, facts: Facts, viewpoint: string, marks: Highlights): SpotView {
  const standing = (side: Side): BlockView[] => (id === 'lost' ? lostBlocks(view, facts, side, marks) : blocksAt(view, facts, id, side, viewpoint, marks))
  const piles = SIDES.flatMap((side) => blockPiles(standing(side), id))
  const forces = Object.entries(view.task_forces)
    .filter(([, force]) => (force.at ?? force.from) === id)
    .map(([force]) => ({ id: force, legal: marks.highlighted.has(force) || undefined, selected: marks.picked.has(force) || undefined }))
  const name = facts.name(id)
  const beside = id === 'off_board' ? { japan: 'Japan off board', allies: 'Allies off board' } : BESIDE.test(id) ? { japan: name, allies: name } : undefined
  return { id, name, piles, forces, beside }
}

/** The units lost so far, of which transports, cruiser groups and air units may return (3.2.2, 3.4.3, 3.6.2). */
function lostBlocks(view: HoldView, facts: Facts, side: Side, marks: Highlights): BlockView[] {
  const ids = Object.values(view.lost).flat().filter((id) => facts.units.get(id)?.side === side)
  return ids.map((id) => ({ ...seenBlock(id, view, facts, '', marks), up: true }))
}

/** All non-empty places, by id. */
export function currentSpots(view: HoldView, facts: Facts, viewpoint: string, marks: Highlights): Map<string, SpotView> {
  const ids = [...facts.areas.keys(), ...facts.places.keys(), ...besideMap(view, facts)]
  return new Map(ids.map((id) => [id, currentSpot(id, view, facts, viewpoint, marks)]))
}

/** The sea areas: their controller, highlight and label. */
export function currentAreas(view: HoldView, facts: Facts, spots: ReadonlyMap<string, SpotView>, marks: Highlights): SeaArea[] {
  return [...facts.areas.values()].map((area) => {
    const holder = view.control[area.id] ?? undefined
    const legal = marks.highlighted.has(area.id)
    const label = describeArea(area, holder, legal, spots.get(area.id)?.piles ?? [], view.battle === area.id ? ['combat now'] : [])
    return { id: area.id, label, legal: legal || undefined, holder, worth: area.worth }
  })
}

/** The ports and bases: their controller, highlight, a port's remaining repair points, and label. */
export function currentPlaces(view: HoldView, facts: Facts, spots: ReadonlyMap<string, SpotView>, marks: Highlights): Map<string, PlaceState> {
  const state = (id: string): PlaceState => {
    const owner = view.places[id] ?? 'japan'
    const legal = marks.highlighted.has(id)
    const repair = repairLeft(id, view, facts)
    return { label: describePlace(facts.places.get(id)!, facts, owner, legal, repair, spots.get(id)?.piles ?? []), owner, legal: legal || undefined, repair }
  }
  return new Map([...facts.places.keys()].map((id) => [id, state(id)]))
}

/** A port's remaining repair points this turn (5.0.3). */
export function repairLeft(id: string, view: HoldView, facts: Facts): number | undefined {
  const place = facts.places.get(id)
  if (place?.kind !== 'port') return undefined
  return Math.max(0, place.repair - (view.raided[id] ?? 0) - (view.repaired_here[id] ?? 0))
}

/** The panel header of a place: its type and controller. */
export function spotNotes(id: string, view: HoldView, facts: Facts): string[] {
  const place = facts.places.get(id)
  const area = facts.areas.get(id)
  if (place) return placeNotes(place, facts, view.places[id] ?? 'japan', repairLeft(id, view, facts))
  if (area) return areaNotes(area, view.control[id])
  if (id === 'off_board') return ['Air units and submarines wait here']
  if (id === 'lost') return ['Lost two or more turns ago']
  return []
}

/** The place to show where none was selected: that of the first selectable block, else the side's own main port. */
export function usualSpot(store: MatchStore, view: HoldView, marks: Highlights): string {
  const side = ownSide<Side>(store)
  const own = view.units[side] ?? {}
  // Units that may return have no place yet.
  const lost = [...marks.highlighted, ...marks.picked].some((id) => isUnit(id) && sideOf(id) === side && !own[id])
  return busiestPlace(Object.entries(own).map(([id, shown]) => [id, shown.where]), marks) ?? (lost ? 'lost' : mainPort(side))
}

const DESTINATION_FIELDS: Readonly<Record<string, readonly [from: string, to: string]>> = { moved: ['origin', 'area'], came_back: ['area', 'place'], evicted: ['origin', 'place'] }

/** The moves in the given entries: units by name, blocks by number. */
export function moves(entries: readonly LogEntry[]): MoveInfo[] {
  return entries.flatMap((entry) => (entry.events ?? []).flatMap((event) => {
    const [start, end] = DESTINATION_FIELDS[event.event] ?? ['', '']
    const [from, to, unit] = [event[start], event[end], String(event['unit'] ?? event['block'] ?? '')]
    const side = (event['side'] as Side | undefined) ?? sideOf(unit || (entry.side ?? ''))
    return typeof from === 'string' && typeof to === 'string' ? [{ unit, side, from, to }] : []
  }))
}

/** The paths of blocks in an entry, each drawn once. */
export const moveArrowsOf = (entry: LogEntry | undefined): BoardMove[] => numberMoves(entry ? moves([entry]) : []).map((move) => ({ ...move, n: undefined, id: `${entry!.seq} ${move.id}` }))
