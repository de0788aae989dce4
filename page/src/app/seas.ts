import { theSide } from '../board/sides'
import type { SeaFacts, PlaceFacts, AreaFacts } from '../board/pacific/facts'
import { ownerWords, worthWords } from '../board/pacific/words'
import { type Side } from '../board/types'
import { listed } from '../lib/words'
import type { Desk, TextNode } from './game'
import type { Marks } from './gathering'

/** What games on the sea areas of the Pacific say and show alike. */

/** What the board in words is made of. */
export interface SeaText {
  facts: SeaFacts
  holder: (area: string) => Side | null | undefined
  owner: (place: string) => Side | null | undefined
  repair: (place: string) => number | undefined
  /** what is said of an area besides: that it is fought over */
  now: (area: AreaFacts) => string
  /** what stands in an area, a place or beside the map */
  standing: (spot: string) => TextNode[]
}

/** The sea areas in words with what stands there; ports and bases stand under the first area that they touch. */
export function seaNodes(told: SeaText): TextNode[] {
  const { facts, holder, now, standing } = told
  return [...facts.areas.values()].map((area) => ({
    key: area.id, id: area.id, name: area.name, side: holder(area.id) ?? undefined,
    note: `sea area, ${ownerWords(holder(area.id)).toLowerCase()}, ${worthWords(area)}${now(area)}`,
    nodes: [...standing(area.id), ...[...facts.places.values()].filter((place) => place.touches[0] === area.id).map((place) => placeNode(place, told))],
  }))
}

function placeNode(place: PlaceFacts, { facts, owner, repair, standing }: SeaText): TextNode {
  const also = place.touches.slice(1).map((id) => facts.within(id))
  const left = repair(place.id)
  const whose = owner(place.id)
  const note = [whose ? `${place.kind} of ${theSide(whose)}` : place.kind, left === undefined ? '' : `repairs ${left}`, also.length ? `also on ${listed(also)}` : '']
  return { key: place.id, id: place.id, name: place.name, side: owner(place.id) ?? undefined, note: note.filter(Boolean).join(', '), nodes: standing(place.id) }
}

/** The place to look at where none was chosen: that of a unit that is picked, or where most may be chosen; nothing where none may. */
export function busiest(units: Iterable<readonly [id: string, spot: string]>, marks: Marks): string | undefined {
  const count = new Map<string, number>()
  for (const [id, spot] of units) {
    if (marks.picked.has(id)) return spot
    if (marks.lit.has(id)) count.set(spot, (count.get(spot) ?? 0) + 1)
  }
  return [...count].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

/** The side that looks at the board. */
export const ownSide = <S extends Side>(desk: Desk): S => (desk.decision?.side ?? desk.viewer ?? desk.sides[0]) as S
