import type { GroupSelection, Highlights } from '../../app/group_selection'
import type { MatchStore } from '../../app/game'
import { busiestPlace, ownSide } from '../../app/sea_text'
import { mainPort } from '../main_ports'
import type { Side } from '../sides'
import type { PlaceState, SeaArea, Spot } from '../../board/pacific/piles'
import { describeArea, areaNotes, describePlace, placeNotes } from '../../board/pacific/place_text'
import { groupSpeedRoll } from './play_speed'
import { forecastText } from './play_prompts'
import { counterPiles, countersAt } from './play_units'
import { SIDES, standsAt, type Facts, type VitpView } from './play_view'
import type { CounterView } from './types'

/** Groups without a place yet, submarines at their base, ships in the yards (4.3, 6.6, 11.23). */
const BESIDE = /^(uncertain_|submarine_base|san_diego)/

export function currentSpot(id: string, view: VitpView, facts: Facts, marks: Highlights): Spot<CounterView> {
  const name = facts.name(id)
  const piles = SIDES.flatMap((side) => counterPiles(countersAt(view, facts, id, side, marks), id))
  return { id, name, piles, beside: BESIDE.test(id) ? { japan: name, allies: name } : undefined }
}

/** The non-empty piles beside the map, without the lost units and those to come. */
export function besideMap(view: VitpView, facts: Facts): string[] {
  const all = new Set(SIDES.flatMap((side) => Object.keys(view.units[side] ?? {})))
  return [...all].filter((spot) => !facts.onMap(spot))
}

/** All non-empty places, by id. */
export function currentSpots(view: VitpView, facts: Facts, marks: Highlights): Map<string, Spot<CounterView>> {
  const ids = [...facts.areas.keys(), ...facts.places.keys(), ...besideMap(view, facts)]
  return new Map(ids.map((id) => [id, currentSpot(id, view, facts, marks)]))
}

/** The sea areas: their controller, highlight with its cost, and label. */
export function currentAreas(view: VitpView, facts: Facts, spots: ReadonlyMap<string, Spot>, marks: Highlights, selection: GroupSelection | null): SeaArea[] {
  return [...facts.areas.values()].map((area) => {
    const holder = view.flags[area.id] ?? undefined
    const legal = marks.highlighted.has(area.id)
    const price = selection?.open.has(area.id) ? groupSpeedRoll(selection, area.id, view, facts) : undefined
    const now = [
      price && price !== 'free' ? `the slowest gets there on a roll of ${price}` : '',
      view.battle === area.id ? 'combat now' : view.fought.includes(area.id) ? 'combat is over' : '',
    ]
    const label = describeArea(area, holder, legal, spots.get(area.id)?.piles ?? [], now) + forecastText(area.id, view)
    return { id: area.id, label, legal: legal || undefined, holder, price, worth: area.worth }
  })
}

/** The ports and bases: their controller, highlight, a port's remaining repair points, and label. */
export function currentPlaces(view: VitpView, facts: Facts, spots: ReadonlyMap<string, Spot>, marks: Highlights): Map<string, PlaceState> {
  const state = (id: string): PlaceState => {
    const owner = view.places[id] ?? 'japan'
    const legal = marks.highlighted.has(id)
    const repair = repairLeft(id, view)
    return { label: describePlace(facts.places.get(id)!, facts, owner, legal, repair, spots.get(id)?.piles ?? []), owner, legal: legal || undefined, repair }
  }
  return new Map([...facts.places.keys()].map((id) => [id, state(id)]))
}

/** A port's remaining repair points this turn (11.2). */
export function repairLeft(id: string, view: VitpView): number | undefined {
  const row = view.repairs[id]
  return row && row.points - row.spent
}

/** The panel header of a place: its type and controller. */
export function spotNotes(id: string, view: VitpView, facts: Facts): string[] {
  const place = facts.places.get(id)
  const area = facts.areas.get(id)
  if (place) return placeNotes(place, facts, view.places[id] ?? 'japan', repairLeft(id, view))
  return area ? [...areaNotes(area, view.flags[id]), ...[forecastText(id, view).replace(/^, /, '')].filter(Boolean)] : []
}

/** The place to show where none was selected: the one with the most choices, else the side's own main port. */
export const usualSpot = (store: MatchStore, view: VitpView, marks: Highlights): string => busiestPlace(standsAt(view), marks) ?? mainPort(ownSide<Side>(store))
