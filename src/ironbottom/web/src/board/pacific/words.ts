import { ADJECTIVE, SIDES, THE_SIDE, type Side } from '../types'
import type { AreaFacts, PlaceFacts, SeaFacts } from './facts'
import { countOf, pilesInWords, type Pile, type Spot } from './piles'

/** The words that the board, its panels and its readers use for sea areas, ports and bases. */

export const ownerWords = (side: Side | null | undefined): string =>
  side === 'japan' ? 'Japan holds it' : side === 'allies' ? 'The Allies hold it' : 'Nobody holds it'

export const worthWords = ({ japan, allies }: AreaFacts): string => `worth ${japan} to Japan and ${allies} to the Allies`

/** What both sides have in a place: "Japanese: 4 carriers". */
const bySide = (piles: readonly Pile[]): string[] =>
  SIDES.flatMap((side) => {
    const own = piles.filter((pile) => pile.side === side)
    return own.length ? [`${ADJECTIVE[side]}: ${pilesInWords(own)}`] : []
  })

/** A sea area as it is read out; `now`: what happens there or what it costs to go there. */
export const areaInWords = (area: AreaFacts, holder: Side | undefined, legal: boolean, piles: readonly Pile[], now: readonly string[]): string =>
  [area.name, 'sea area', legal ? 'may be chosen' : '', ...now, ownerWords(holder), worthWords(area), ...bySide(piles)].filter(Boolean).join(', ')

const repairs = (left: number | undefined): string[] => (left === undefined ? [] : [`repairs ${left}`])
const beside = (place: PlaceFacts, facts: SeaFacts): string => `on ${place.touches.map((area) => facts.within(area)).join(' and ')}`

/** A port or base as it is read out. */
export const placeInWords = (place: PlaceFacts, facts: SeaFacts, owner: Side, legal: boolean, left: number | undefined, piles: readonly Pile[]): string =>
  [
    place.name, `${ADJECTIVE[owner]} ${place.kind}`, legal ? 'may be chosen' : '', ...repairs(left), beside(place, facts),
    piles.length ? `here: ${pilesInWords(piles)}` : 'nothing here',
  ].filter(Boolean).join(', ')

/** The head of the panel for a port or base. */
export const placeNotes = (place: PlaceFacts, facts: SeaFacts, owner: Side, left: number | undefined): string[] =>
  [`${place.kind === 'port' ? 'Port' : 'Base'} of ${THE_SIDE[owner]}`, ...repairs(left), beside(place, facts)]

/** The head of the panel for a sea area. */
export const areaNotes = (area: AreaFacts, holder: Side | null | undefined): string[] => [ownerWords(holder), worthWords(area)]

/** The places in which something stands, those of the viewer's own first, for the panel's list: "Truk: 12 J, 1 A". */
export function peopled(spots: Iterable<Spot>, first: Side): { id: string; label: string }[] {
  const sides = first === 'allies' ? SIDES.toReversed() : SIDES
  return [...spots]
    .map(({ id, name, piles }) => ({ id, name, n: sides.map((side) => countOf(piles.filter((pile) => pile.side === side))) }))
    .filter(({ n }) => n.some(Boolean))
    .toSorted((a, b) => Number(!a.n[0]) - Number(!b.n[0]))
    .map(({ id, name, n }) => ({ id, label: `${name}: ${n.flatMap((k, i) => (k ? `${k} ${sides[i] === 'japan' ? 'J' : 'A'}` : [])).join(', ')}` }))
}
