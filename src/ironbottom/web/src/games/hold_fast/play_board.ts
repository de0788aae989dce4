import type { Desk } from '../../app/desk.svelte'
import type { LogEntry } from '../../app/api'
import type { AreaState, Side } from '../../board/types'
import type { LonLat } from '../../lib/geometry'
import { besideMap, blocksAt, pilesInWords, pilesOf, seenBlock, type Marks } from './play_blocks'
import { AREAS, PLACES, type AreaId } from './places'
import { ADJECTIVE, countsOf, isUnit, SIDES, SIDE_NAMES, sideOf, type Facts, type HoldView } from './play_view'
import { ownerWords } from './play_words'
import type { BlockView, Pile } from './types'

/** What stands in a sea area, a port, a base or beside the map. */
export interface SpotView {
  id: string
  name: string
  piles: readonly Pile[]
  /** task force blocks, by number (14.0.1) */
  forces: readonly { id: string; legal?: boolean; selected?: boolean }[]
}

export function spotNow(id: string, view: HoldView, facts: Facts, eyes: string, marks: Marks): SpotView {
  const standing = (side: Side): BlockView[] => (id === 'lost' ? lostBlocks(view, facts, side, marks) : blocksAt(view, facts, id, side, eyes, marks))
  const piles = SIDES.flatMap((side) => pilesOf(standing(side), id))
  const forces = Object.entries(view.task_forces)
    .filter(([, force]) => (force.at ?? force.from) === id)
    .map(([force]) => ({ id: force, legal: marks.lit.has(force) || undefined, selected: marks.picked.has(force) || undefined }))
  return { id, name: facts.name(id), piles, forces }
}

/** The units lost so far, whose transports, cruiser groups and air units may come back (3.2.2, 3.4.3, 3.6.2). */
function lostBlocks(view: HoldView, facts: Facts, side: Side, marks: Marks): BlockView[] {
  const ids = Object.values(view.lost).flat().filter((id) => facts.units.get(id)?.side === side)
  return ids.map((id) => ({ ...seenBlock(id, view, facts, '', marks), up: true }))
}

/** Every place with something in it, by id. */
export function spotsNow(view: HoldView, facts: Facts, eyes: string, marks: Marks): Map<string, SpotView> {
  const ids = [...facts.areas.keys(), ...facts.places.keys(), ...besideMap(view, facts)]
  return new Map(ids.map((id) => [id, spotNow(id, view, facts, eyes, marks)]))
}

/** The sea areas: who holds them, whether they are lit, and how they are read out. */
export function areasNow(view: HoldView, facts: Facts, spots: ReadonlyMap<string, SpotView>, marks: Marks): AreaState[] {
  return [...facts.areas.values()].map((area) => {
    const holder = view.control[area.id] ?? undefined
    const legal = marks.lit.has(area.id) || undefined
    const here = spots.get(area.id)?.piles ?? []
    const label = [
      area.name, 'sea area', legal ? 'may be chosen' : '', view.battle === area.id ? 'combat now' : '', ownerWords(holder),
      `worth ${area.japan} to Japan and ${area.allies} to the Allies`,
      ...SIDES.flatMap((side) => {
        const own = here.filter((pile) => pile.side === side)
        return own.length ? [`${ADJECTIVE[side]}: ${pilesInWords(own)}`] : []
      }),
    ].filter(Boolean).join(', ')
    return { id: area.id, label, legal, holder }
  })
}

/** A port or base as it is read out. */
export function placeInWords(id: string, view: HoldView, facts: Facts, spot: SpotView | undefined, legal: boolean): string {
  const place = facts.places.get(id)!
  const owner = view.places[id] ?? 'japan'
  return [
    place.name, `${ADJECTIVE[owner]} ${place.kind}`, legal ? 'may be chosen' : '', ...repairNote(id, view, facts),
    `on ${place.touches.map((area) => facts.within(area)).join(' and ')}`, spot?.piles.length ? `here: ${pilesInWords(spot.piles)}` : 'nothing here',
  ].filter(Boolean).join(', ')
}

/** What a port can still repair this turn (5.0.3). */
export function repairLeft(id: string, view: HoldView, facts: Facts): number | undefined {
  const place = facts.places.get(id)
  if (place?.kind !== 'port') return undefined
  return Math.max(0, place.repair - (view.raided[id] ?? 0) - (view.repaired_here[id] ?? 0))
}

function repairNote(id: string, view: HoldView, facts: Facts): string[] {
  const left = repairLeft(id, view, facts)
  return left === undefined ? [] : [`repairs ${left}`]
}

/** The head of the panel for a place: what it is and who holds it. */
export function spotNotes(id: string, view: HoldView, facts: Facts): string[] {
  const place = facts.places.get(id)
  if (place) {
    const owner = view.places[id] ?? 'japan'
    return [`${place.kind === 'port' ? 'Port' : 'Base'} of ${SIDE_NAMES[owner]}`, ...repairNote(id, view, facts), `on ${place.touches.map((area) => facts.within(area)).join(' and ')}`]
  }
  const area = facts.areas.get(id)
  if (area) return [ownerWords(view.control[id]), `worth ${area.japan} to Japan, ${area.allies} to the Allies`]
  if (id === 'off_board') return ['Air units and submarines wait here']
  if (id === 'lost') return ['Lost two turns ago or earlier']
  return []
}

/** The places that hold blocks, the viewer's own first, for the panel's list. */
export function peopled(view: HoldView, facts: Facts, side: Side | null): { id: string; label: string }[] {
  const sides = side === 'allies' ? SIDES.toReversed() : SIDES
  const ids = [...facts.areas.keys(), ...facts.places.keys(), ...besideMap(view, facts)]
  const counts = sides.map((one) => countsOf(view, one))
  return ids
    .map((id) => ({ id, n: counts.map((found) => found.get(id) ?? 0) }))
    .filter(({ n }) => n.some(Boolean))
    .toSorted((a, b) => Number(!a.n[0]) - Number(!b.n[0]))
    .map(({ id, n }) => ({ id, label: `${facts.name(id)}: ${n.map((k, i) => (k ? `${k} ${sides[i] === 'japan' ? 'J' : 'A'}` : '')).filter(Boolean).join(', ')}` }))
}

/** The place to look at where none was chosen: that of the first block that may be chosen, else the own main port. */
export function usualSpot(desk: Desk, view: HoldView, marks: Marks): string {
  const side = (desk.decision?.side ?? desk.viewer ?? 'japan') as Side
  const count = new Map<string, number>()
  for (const [id, told] of Object.entries(view.units[side] ?? {})) {
    if (marks.picked.has(id)) return told.where
    if (marks.lit.has(id)) count.set(told.where, (count.get(told.where) ?? 0) + 1)
  }
  // What may come back stands nowhere yet.
  if (!count.size && [...marks.lit, ...marks.picked].some((id) => isUnit(id) && sideOf(id) === side && !view.units[side][id])) return 'lost'
  const [best] = [...count].toSorted((a, b) => b[1] - a[1])
  return best?.[0] ?? (side === 'japan' ? 'yokosuka' : 'pearl_harbor')
}

/** Where a side's blocks begin to stand in a place of the map. */
const pointOf = (id: string, side: Side): LonLat | undefined =>
  PLACES.find((place) => place.id === id)?.at ?? AREAS.large[id as AreaId]?.rows[side][0]

/** The ways that blocks went in an entry, each drawn once. */
export function wakesOf(entry: LogEntry | undefined): { id: string; side: Side; from: LonLat; to: LonLat }[] {
  const ways = new Map<string, { id: string; side: Side; from: LonLat; to: LonLat }>()
  for (const event of entry?.events ?? []) {
    const [start, end] = event.event === 'moved' ? [event['origin'], event['area']] : event.event === 'came_back' ? [event['area'], event['place']] : []
    const side = (event['side'] as Side | undefined) ?? sideOf(String(event['unit'] ?? event['block'] ?? entry?.side ?? ''))
    const [from, to] = [pointOf(String(start), side), pointOf(String(end), side)]
    if (!from || !to) continue
    const id = `${entry!.seq} ${String(start)} ${String(end)}`
    ways.set(id, { id, side, from, to })
  }
  return [...ways.values()]
}
