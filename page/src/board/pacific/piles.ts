import type { AreaState, CounterState, Side } from '../types'
import type { Worth } from './facts'

/** A counter or block as the map and its panels need it; a game's own view of one has more fields. */
export interface Piece extends CounterState {
  id: string
  side: Side
  /** the text for screen readers */
  label: string
  /** its name, if the viewer sees its face */
  name?: string
  /** it is at sea without holding the area */
  raids?: boolean
  /** the viewer's own, hidden from the enemy */
  sealed?: boolean
}

/** The drawing of a piece in its place, supplied by the game. */
export interface PieceLook {
  size: number
  /** number of pieces in the pile that this one tops */
  count?: number
  label?: string
  expanded?: boolean
  onpress?: () => void
}

/** "carrier", "carriers" */
export type Names = readonly [one: string, many: string]

export interface Kind {
  id: string
  names: Names
  /** a single word, for use beside long names: "backs" */
  short?: string
}

/** Pieces of a side and kind in one place, the most valuable first. */
export interface Pile<P extends Piece = Piece> {
  id: string
  /** its place */
  spot: string
  side: Side
  kind: Kind
  pieces: readonly P[]
  /** the piles of one kind that make up this one */
  kinds?: readonly Pile<P>[]
}

/** The units in a sea area, a port, a base or beside the map. */
export interface Spot<P extends Piece = Piece> {
  id: string
  name: string
  piles: readonly Pile<P>[]
  /** the heading of its box beside the map, for either side */
  beside?: Readonly<Record<Side, string>>
}

/** A sea area with its value to each side. */
export interface SeaArea extends AreaState {
  worth: Worth
}

/** The current state of a port or base: text for screen readers, owner, whether it is highlighted, remaining repair capacity. */
export interface PlaceState {
  label: string
  owner: Side
  legal?: boolean
  repair?: number
}

/** A move of pieces from one place of the map to another. */
export interface BoardMove {
  id: string
  side: Side
  from: string
  to: string
  /** it remains, as an arrow with this number */
  n?: number
}

/** Pieces of one side drawn together by kind. */
export function pilesOf<P extends Piece>(pieces: readonly P[], spot: string, kindOf: (piece: P) => Kind): Pile<P>[] {
  const piles = new Map<string, { kind: Kind; pieces: P[] }>()
  for (const piece of pieces) {
    const kind = kindOf(piece)
    const pile = piles.get(kind.id)
    if (pile) pile.pieces.push(piece)
    else piles.set(kind.id, { kind, pieces: [piece] })
  }
  return [...piles.values()].map((pile) => ({ id: `${spot} ${pile.pieces[0]!.side} ${pile.kind.id}`, spot, side: pile.pieces[0]!.side, ...pile, pieces: holdersFirst(pile.pieces) }))
}

/** Pieces that hold the area are above those that do not, so that the top of a pile shows the holder. */
export const holdersFirst = <P extends Piece>(pieces: readonly P[]): P[] => pieces.toSorted((a, b) => Number(!!a.raids) - Number(!!b.raids))

/** All pieces of a side in a place as one pile. */
export function mergedPiles<P extends Piece>(piles: readonly Pile<P>[], names: Names): Pile<P>[] {
  return [...new Set(piles.map((pile) => pile.side))].flatMap((side) => {
    const own = piles.filter((pile) => pile.side === side)
    const [first] = own
    if (!first || own.length === 1) return own
    return [{ id: `${first.spot} ${side} all`, spot: first.spot, side, kind: { id: 'all', names }, pieces: holdersFirst(own.flatMap((pile) => pile.pieces)), kinds: own }]
  })
}

/** The contents of a place in short: "4 carriers, 1 battleship". */
export const describePiles = (piles: readonly Pile[]): string =>
  piles.map(({ kind, pieces }) => `${pieces.length} ${kind.names[pieces.length === 1 ? 0 : 1]}`).join(', ')

/** The pieces of a pile that may be chosen or are chosen. */
export const selectableIds = (pile: Pile): string[] => pile.pieces.filter((piece) => piece.legal || piece.selected).map((piece) => piece.id)

export const countOf = (piles: readonly Pile[]): number => piles.reduce((n, pile) => n + pile.pieces.length, 0)

/** A turn in the order of appearance. */
export interface AppearanceTurn<P extends Piece = Piece> {
  turn: number
  date: string
  now: boolean
  /** shown open at first */
  open: boolean
  /** the turn's other effects: "Repairs: Pearl Harbor 3." */
  note?: string
  /** the text if no unit arrives or leaves */
  nothing: string
  /** each side's arrivals and departures by kind of movement, and their short form: "+3" */
  sides: readonly { side: Side; count: string; runs: readonly { what: string; pieces: readonly (P & { place?: string })[] }[] }[]
}
