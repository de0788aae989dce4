import type { Gathering } from '../../app/gathering'
import type { Desk } from '../../app/desk.svelte'
import type { AreaState, Side } from '../../board/types'
import { priceOf } from './play_speed'
import { countersAt, pilesInWords, pilesOf, type Marks } from './play_units'
import { ADJECTIVE, onMap, SIDES, SIDE_NAMES, standsAt, type Facts, type VitpView } from './play_view'
import { ownerWords } from './play_words'
import type { Pile } from './types'

/** What stands in a sea area, a port, a base or beside the map. */
export interface SpotView {
  id: string
  name: string
  piles: readonly Pile[]
}

export function spotNow(id: string, view: VitpView, facts: Facts, marks: Marks): SpotView {
  return { id, name: facts.name(id), piles: SIDES.flatMap((side) => pilesOf(countersAt(view, facts, id, side, marks), id)) }
}

/** The piles beside the map that have something in them, the lost and those to come left out. */
export function besideMap(view: VitpView, facts: Facts): string[] {
  const all = new Set(SIDES.flatMap((side) => Object.keys(view.units[side] ?? {})))
  return [...all].filter((spot) => !onMap(spot, facts))
}

/** Every place with something in it, by id. */
export function spotsNow(view: VitpView, facts: Facts, marks: Marks): Map<string, SpotView> {
  const ids = [...facts.areas.keys(), ...facts.places.keys(), ...besideMap(view, facts)]
  return new Map(ids.map((id) => [id, spotNow(id, view, facts, marks)]))
}

/** The sea areas: who holds them, whether they are lit, and how they are read out. */
export function areasNow(view: VitpView, facts: Facts, spots: ReadonlyMap<string, SpotView>, marks: Marks, made: Gathering | null): AreaState[] {
  return [...facts.areas.values()].map((area) => {
    const holder = view.flags[area.id] ?? undefined
    const legal = marks.lit.has(area.id) || undefined
    const price = made?.open.has(area.id) ? priceOf(made, area.id, view, facts) : undefined
    const here = spots.get(area.id)?.piles ?? []
    const label = [
      area.name, 'sea area', legal ? 'may be chosen' : '', price && price !== 'free' ? `a die of ${price} brings the slowest there` : '', view.battle === area.id ? 'combat now' : view.fought.includes(area.id) ? 'fought over' : '',
      ownerWords(holder), `worth ${area.japan} to Japan and ${area.allies} to the Allies`,
      ...SIDES.flatMap((side) => {
        const own = here.filter((pile) => pile.side === side)
        return own.length ? [`${ADJECTIVE[side]}: ${pilesInWords(own)}`] : []
      }),
    ].filter(Boolean).join(', ')
    return { id: area.id, label, legal, holder, price }
  })
}

/** A port or base as it is read out. */
export function placeInWords(id: string, view: VitpView, facts: Facts, spot: SpotView | undefined, legal: boolean): string {
  const place = facts.places.get(id)!
  const owner = view.places[id] ?? 'japan'
  return [
    place.name, `${ADJECTIVE[owner]} ${place.kind}`, legal ? 'may be chosen' : '', ...repairNote(id, view),
    `on ${place.touches.map((area) => facts.within(area)).join(' and ')}`, spot?.piles.length ? `here: ${pilesInWords(spot.piles)}` : 'nothing here',
  ].filter(Boolean).join(', ')
}

/** The repair points that a port has left this turn (11.2). */
export function repairLeft(id: string, view: VitpView): number | undefined {
  const row = view.repairs[id]
  return row && row.points - row.spent
}

const repairNote = (id: string, view: VitpView): string[] => {
  const left = repairLeft(id, view)
  return left === undefined ? [] : [`repairs ${left}`]
}

/** The head of the panel for a place: what it is and who holds it. */
export function spotNotes(id: string, view: VitpView, facts: Facts): string[] {
  const place = facts.places.get(id)
  if (place) {
    const owner = view.places[id] ?? 'japan'
    return [`${place.kind === 'port' ? 'Port' : 'Base'} of ${SIDE_NAMES[owner]}`, ...repairNote(id, view), `on ${place.touches.map((area) => facts.within(area)).join(' and ')}`]
  }
  const area = facts.areas.get(id)
  if (area) return [ownerWords(view.flags[id]), `worth ${area.japan} to Japan, ${area.allies} to the Allies`]
  return []
}

/** The places that hold units, those with the viewer's own first, for the panel's list. */
export function peopled(view: VitpView, facts: Facts, side: Side | null): { id: string; label: string }[] {
  const sides = side === 'allies' ? SIDES.toReversed() : SIDES
  const ids = [...facts.areas.keys(), ...facts.places.keys(), ...besideMap(view, facts)]
  return ids
    .map((id) => ({ id, n: sides.map((one) => view.units[one]?.[id]?.length ?? 0) }))
    .filter(({ n }) => n.some(Boolean))
    .toSorted((a, b) => Number(!a.n[0]) - Number(!b.n[0]))
    .map(({ id, n }) => ({ id, label: `${facts.name(id)}: ${n.map((k, i) => (k ? `${k} ${sides[i] === 'japan' ? 'J' : 'A'}` : '')).filter(Boolean).join(', ')}` }))
}

/** The place to look at where none was chosen: where most may be chosen now, else the own main port. */
export function usualSpot(desk: Desk, view: VitpView, marks: Marks): string {
  const side = (desk.decision?.side ?? desk.viewer ?? 'japan') as Side
  const count = new Map<string, number>()
  for (const [id, spot] of standsAt(view)) {
    if (marks.picked.has(id)) return spot
    if (marks.lit.has(id)) count.set(spot, (count.get(spot) ?? 0) + 1)
  }
  const [best] = [...count].toSorted((a, b) => b[1] - a[1])
  return best?.[0] ?? (side === 'japan' ? 'yokosuka' : 'pearl_harbor')
}
