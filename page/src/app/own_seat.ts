import { keep, kept } from './kept'

const key = (match: string): string => `ironbottom.seat.${match}`

/** The side for which alone somebody sits at this browser while others sit elsewhere; nothing where all are played here. It outlives a reload. */
export const ownSeat = (match: string): string | null => kept<string>(key(match)) ?? null

export function keepSeat(match: string, side: string | null): string | null {
  keep(key(match), side ?? undefined)
  return side
}
