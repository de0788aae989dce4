import { theSide } from '../board/sides'
import type { SeaFacts, PlaceFacts, AreaFacts } from '../board/pacific/facts'
import { ownerText, worthText } from '../board/pacific/place_text'
import { type Side } from '../board/types'
import { listed } from '../lib/text'
import type { MatchStore, TextNode } from './game'
import type { Highlights } from './group_selection'

/** Common texts and displays of games with sea areas. */

/** The data of the text board. */
export interface AreaAndPlaceText {
  facts: SeaFacts
  holder: (area: string) => Side | null | undefined
  owner: (place: string) => Side | null | undefined
  repair: (place: string) => number | undefined
  /** a note on an area: that it is fought over */
  now: (area: AreaFacts) => string
  /** the units in an area, in a place or beside the map */
  standing: (spot: string) => TextNode[]
}

/** The sea areas with their contents as text; ports and bases are listed under the first area that they touch. */
export function areaNodes(sea: AreaAndPlaceText): TextNode[] {
  const { facts, holder, now, standing } = sea
  return [...facts.areas.values()].map((area) => ({
    key: area.id, id: area.id, name: area.name, side: holder(area.id) ?? undefined,
    note: `sea area, ${ownerText(holder(area.id)).toLowerCase()}, ${worthText(area)}${now(area)}`,
    nodes: [...standing(area.id), ...[...facts.places.values()].filter((place) => place.touches[0] === area.id).map((place) => placeNode(place, sea))],
  }))
}

function placeNode(place: PlaceFacts, { facts, owner, repair, standing }: AreaAndPlaceText): TextNode {
  const also = place.touches.slice(1).map((id) => facts.within(id))
  const left = repair(place.id)
  const whose = owner(place.id)
  const note = [whose ? `${place.kind} of ${theSide(whose)}` : place.kind, left === undefined ? '' : `repairs ${left}`, also.length ? `also on ${listed(also)}` : '']
  return { key: place.id, id: place.id, name: place.name, side: owner(place.id) ?? undefined, note: note.filter(Boolean).join(', '), nodes: standing(place.id) }
}

/** The place to show if none was chosen: that of a selected unit, or of the most choices; null if there are none. */
export function busiestPlace(units: Iterable<readonly [id: string, spot: string]>, marks: Highlights): string | undefined {
  const count = new Map<string, number>()
  for (const [id, spot] of units) {
    if (marks.picked.has(id)) return spot
    if (marks.highlighted.has(id)) count.set(spot, (count.get(spot) ?? 0) + 1)
  }
  return [...count].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

/** The viewer's side. */
export const ownSide = <S extends Side>(store: MatchStore): S => (store.decision?.side ?? store.viewer ?? store.sides[0]) as S
