import { writeStored, readStored } from './storage'

const KEY = 'ironbottom.played'

/** Whether a game has been started in this browser before. */
export const playedBefore = (game: string): boolean => (readStored<string[]>(KEY) ?? []).includes(game)

export function markPlayed(game: string): void {
  if (!playedBefore(game)) writeStored(KEY, [...(readStored<string[]>(KEY) ?? []), game])
}

const phrases = (match: string): string => `ironbottom.phrases.${match}`

/** Whether the players of a match type phrases for the dice. Otherwise the browser gives random ones. */
export const asksForPhrases = (match: string): boolean => readStored<boolean>(phrases(match)) === true
export const askForPhrases = (match: string): void => writeStored(phrases(match), true)
