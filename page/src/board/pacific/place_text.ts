import { inOrder, sideAdjective, sideDoes, theSide, type Side } from '../sides'
import type { AreaFacts, PlaceFacts, SeaFacts } from './facts'
import { countOf, describePiles, type Pile, type Spot } from './piles'

/** The texts for sea areas, ports and bases on the board, in its panels and for screen readers. */

export const ownerText = (side: Side | null | undefined): string => (side ? `${sideDoes(side, 'holds', 'hold')} it` : 'Nobody holds it')

export const worthText = ({ worth }: AreaFacts): string =>
  `worth ${inOrder(Object.keys(worth)).map((side) => `${worth[side]} to ${theSide(side)}`).join(' and ')}`

/** Each side's units in a place: "Japanese: 4 carriers". */
const bySide = (piles: readonly Pile[]): string[] =>
  inOrder(piles.map((pile) => pile.side)).map((side) => `${sideAdjective(side)}: ${describePiles(piles.filter((pile) => pile.side === side))}`)

/** The text of a sea area for screen readers; `now`: present events, or the cost to go there. */
export const describeArea = (area: AreaFacts, holder: Side | undefined, legal: boolean, piles: readonly Pile[], now: readonly string[]): string =>
  [area.name, 'sea area', legal ? 'may be chosen' : '', ...now, ownerText(holder), worthText(area), ...bySide(piles)].filter(Boolean).join(', ')

const repairs = (left: number | undefined): string[] => (left === undefined ? [] : [`repairs ${left}`])
const beside = (place: PlaceFacts, facts: SeaFacts): string => `on ${place.touches.map((area) => facts.within(area)).join(' and ')}`

/** The text of a port or base for screen readers. */
export const describePlace = (place: PlaceFacts, facts: SeaFacts, owner: Side, legal: boolean, left: number | undefined, piles: readonly Pile[]): string =>
  [
    place.name, `${sideAdjective(owner)} ${place.kind}`, legal ? 'may be chosen' : '', ...repairs(left), beside(place, facts),
    piles.length ? `here: ${describePiles(piles)}` : 'nothing here',
  ].filter(Boolean).join(', ')

/** The head of the panel for a port or base. */
export const placeNotes = (place: PlaceFacts, facts: SeaFacts, owner: Side, left: number | undefined): string[] =>
  [`${place.kind === 'port' ? 'Port' : 'Base'} of ${theSide(owner)}`, ...repairs(left), beside(place, facts)]

/** The head of the panel for a sea area. */
export const areaNotes = (area: AreaFacts, holder: Side | null | undefined): string[] => [ownerText(holder), worthText(area)]

/** The places with units, the viewer's own first, for the panel's list: "Truk: 12 Japanese, 1 Allied". */
export function occupiedPlaces(spots: Iterable<Spot>, first: Side): { id: string; label: string }[] {
  const ofSide = (piles: readonly Pile[], side: Side): number => countOf(piles.filter((pile) => pile.side === side))
  return [...spots]
    .filter(({ piles }) => countOf(piles))
    .toSorted((a, b) => Number(!ofSide(a.piles, first)) - Number(!ofSide(b.piles, first)))
    .map(({ id, name, piles }) => {
      const sides = inOrder(piles.map((pile) => pile.side), first)
      return { id, label: `${name}: ${sides.map((side) => `${ofSide(piles, side)} ${sideAdjective(side)}`).join(', ')}` }
    })
}
