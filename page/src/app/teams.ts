import type { MatchStore } from './game'
import { listed } from '../lib/text'

/** The teams of a store: an ally continues for a side that resigns, and only opponents are asked. */

export const teamOf = (store: MatchStore, side: string): number | undefined => store.info.sides.find((one) => one.id === side)?.team
const capital = (text: string): string => text.replace(/^./, (c) => c.toUpperCase())
export const inMatch = (store: MatchStore, side: string): boolean => !store.matchView.resigned.includes(side)

/** The ally that takes over the seat of a side that resigns; undefined for the last side of its team. */
export const allyOf = (store: MatchStore, side: string): string | null =>
  store.sides.find((one) => one !== side && teamOf(store, one) === teamOf(store, side) && inMatch(store, one)) ?? null

/** The sides of all other teams. */
export const opponentsOf = (store: MatchStore, side: string): string[] => store.sides.filter((one) => teamOf(store, one) !== teamOf(store, side))

/** The consequence if a side resigns, in a sentence: an ally continues, the last other team wins, or the others continue. */
export function resignationText(store: MatchStore, side: string): string {
  const ally = allyOf(store, side)
  if (ally) return `${capital(store.title(ally))} takes the seat and plays on.`
  const others = opponentsOf(store, side)
  const teams = new Set(others.filter((one) => inMatch(store, one)).map((one) => teamOf(store, one)))
  const titles = others.map((one) => store.title(one))
  return teams.size > 1 ? 'The others play on.' : `The game ends, and ${titles.length > 1 ? capital(listed(titles)) : titles[0]} ${wins(titles)}.`
}

/** Whether a side's name is plural: "the Allies". */
export const plural = (title: string): boolean => /^the .*s$/i.test(title)
/** "Japan wins", "the Allies win", "Red and gold win". */
export const wins = (titles: readonly string[]): string => (titles.length > 1 || plural(titles[0] ?? '') ? 'win' : 'wins')

/** The side that acts for a side: itself, or the ally that took over its seat when it resigned. */
export const speakerFor = (store: MatchStore, side: string): string | null => (inMatch(store, side) ? side : allyOf(store, side))

/** Whether this browser may begin the next match: it holds all seats of people, or it hosts the others. Otherwise a friend's
 * browser would begin a second one. */
export const mayPlayAgain = (seats: Readonly<Record<string, string>>, mine: readonly string[], host: boolean): boolean =>
  host || Object.entries(seats).every(([side, kind]) => kind !== 'person' || mine.includes(side))
