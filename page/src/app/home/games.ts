import { pageOrder } from '../../games'
import { api, type GameInfo, type MatchInfo, type Seats } from '../api'
import { setPreferences } from '../preferences.svelte'
import { counted } from '../../lib/text'
import { writeStored, readStored } from '../storage'
import { markPlayed, playedBefore } from '../played_games'
import { go } from '../router.svelte'

/** The games, the easiest first. */
export const sortedGames = (found: readonly GameInfo[]): GameInfo[] =>
  found.toSorted((a, b) => pageOrder(a.id) - pageOrder(b.id))

/** The common name of a game. */
export const nameOf = (game: GameInfo): string => game.about?.name ?? game.title

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The computer player for a new user's first game. */
export const usualBot = (game: GameInfo): string => game.bots.find((one) => one.id !== 'random')?.id ?? game.bots[0]?.id ?? ''

/** The side for a new user: the last, which is attacked first and has less to plan. */
export const usualSide = (game: GameInfo): string => game.sides.at(-1)!.id

/** One side for a person, the others for a computer player. */
export const seatsFor = (game: GameInfo, side: string, bot: string): Seats =>
  Object.fromEntries(game.sides.map(({ id }) => [id, id === side ? 'person' : bot]))

const RULES_NOTE = 'ironbottom.known'
/** Whether the user must still be told, before the first game, where our reading of the rules comes from. */
export const needsRulesNote = (game: GameInfo): boolean => Object.keys(game.known ?? {}).length > 0 && !readStored<string[]>(RULES_NOTE)?.includes(game.id)
export const markRulesNoteRead = (game: GameInfo): void => void (needsRulesNote(game) && writeStored(RULES_NOTE, [...(readStored<string[]>(RULES_NOTE) ?? []), game.id]))

const MIN_CLAUSES = 20
/** "237 clauses are our reconstruction; 60 from the booklet; 21 in other ways." */
export function ruleSourcesText(game: GameInfo): string {
  const rows = Object.entries(game.known ?? {})
  const most = rows.filter(([, n], k) => !k || n >= MIN_CLAUSES)
  const rest = rows.reduce((sum, [, n]) => sum + n, 0) - most.reduce((sum, [, n]) => sum + n, 0)
  const parts = most.map(([words, n], k) => (k ? `${n} ${words}` : `${counted(n, 'clause')} ${n === 1 ? 'is' : 'are'} ${words}`))
  return `${[...parts, ...(rest ? [`${rest} known in other ways`] : [])].join('; ')}.`
}

/** Begins a game with the settings for a new player, and goes there; first shows which rules are our own, if any are. The first match
 * of a game starts with the guide. */
export async function playNow(game: GameInfo, scenario?: string): Promise<void> {
  if (needsRulesNote(game)) return void (location.hash = `#/new?game=${game.id}${scenario ? `&scenario=${scenario}` : ''}`)
  const matchView = await api.begin({ game: game.id, seats: seatsFor(game, usualSide(game), usualBot(game)), ...(scenario && { scenario }) })
  if (!playedBefore(game.id)) setPreferences({ tour: 'on' })
  markPlayed(game.id)
  go({ page: 'match', id: matchView.id })
}

/** "about 1 hour", "about 45 minutes" */
export function durationOf(minutes: number): string {
  if (minutes < 50) return `about ${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about 1 hour' : `about ${hours} hours`
}

/** The difficulty of learning a game, from 1 to 5. */
export const COMPLEXITY = ['', 'very easy to learn', 'easy to learn', 'takes some learning', 'takes a lot of learning', 'a game for months']

/** The human players' sides that this browser holds, or would get by opening an unclaimed match. */
export const ownSides = ({ seats, claimed, yours, take }: MatchInfo): readonly string[] =>
  take === 'unclaimed' ? Object.keys(seats).filter((side) => seats[side] === 'person' && !claimed.includes(side)) : yours

/** Whether a match waits for a choice from this browser. */
export const waitsForThisBrowser = (match: MatchInfo): boolean => !match.over && !match.away && ownSides(match).some((side) => match.waiting.includes(side))

/** The prefix of the names of lesson matches, before the scene's title. */
export const LESSON_PREFIX = 'Lesson: '
/** A copy of a match, or the rest of a lesson: nobody waits for it. */
export const isHiddenFromLists = ({ name, copied }: MatchInfo): boolean => copied || name.startsWith(LESSON_PREFIX)
