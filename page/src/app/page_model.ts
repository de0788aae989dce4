import type { Side } from '../board/types'
import type { Player, TimelineTurn } from '../frame/types'
import type { TurnTimeline, MatchStore, StoryLine } from './game'
import { serverTime } from '../lib/server_time'
import { isKnownOver } from './present'
import { stepAt } from './timeline'
import { awaySince } from './presence_text'

/** The parts of the page around the board, for every game. */

/** The players of the sides, with their clocks. For players on other screens, this says whether they are present. */
export const playersOf = (store: MatchStore): Player[] => {
  const { clocks } = store.matchView
  const shown = clocks && clocks.kind !== 'none' && !isKnownOver(store) ? clocks.sides : []
  return seatedPlayers(store).map((player) => ({ ...player, clock: shown.find(({ side }) => side === player.side) }))
}

const seatedPlayers = (store: MatchStore): Player[] =>
  store.info.sides.map(({ id, title }) => {
    const seat = store.matchView.seats[id] ?? ''
    const [side, sideName] = [id as Side, title.replace(/^the /, '')]
    if (seat !== 'person') return { side, sideName, name: seat.charAt(0).toUpperCase() + seat.slice(1), present: true }
    if (store.mine === id) return { side, sideName, name: 'You', present: true }
    if (store.persons.includes(id) || isKnownOver(store)) return { side, sideName, name: 'Person', present: true }
    if (store.matchView.by_file) return { side, sideName, name: 'Friend', present: true }
    const where = !store.matchView.claimed.includes(id) ? 'not here yet' : store.here.has(id) ? 'here' : 'away'
    const since = where === 'away' ? awaySince(id, store.presence, serverTime()) : undefined
    return { side, sideName, name: store.persons.length ? 'Friend' : 'Player', present: where === 'here', where, since }
  })

export interface TimelineShown {
  turns: readonly TimelineTurn[]
  turn: number
  tick: number
  shownStep?: { turn: number; tick: number }
  canSeek: boolean
  playing: boolean
  speed: number
}

/**
 * While new moves are played back, the timeline treats them as the present; the past is shown only at the player's
 * request.
 */
export const isLookingBack = (store: MatchStore): boolean => store.playback?.pastSeq != null

/** Whether the page shows the end of the match. */
export const isOver = (store: MatchStore): boolean => isKnownOver(store) && !isLookingBack(store)

/** The clause of the question or, while moves are still to be shown, of the first of them. */
export const currentClause = (store: MatchStore): string | null =>
  store.decision?.clause ?? (store.playback?.waiting.length ? (store.playback.waiting[0]!.entries[0]?.events?.[0]?.clause ?? null) : store.matchView.clause_now)

/** The timeline, with the current turn and step. */
export const displayedTimeline = (store: MatchStore, timeline: TurnTimeline, turn: number, tick: number): TimelineShown => ({
  turns: timeline.turns, turn, tick, shownStep: store.playback?.pastSeq == null ? undefined : stepAt(store.playback.pastSeq, timeline),
  canSeek: store.home.lastSeq > 1, playing: store.playback?.playing ?? false, speed: store.playback?.speed ?? 1,
})

/** A line of the log was pressed: opens its entry and points at its place. */
export function openLine(store: MatchStore, lines: readonly StoryLine[], id: string): void {
  const line = lines.find((one) => one.id === id)
  store.openEntry = line?.seq ?? null
  if (line?.place) store.highlightPlace(line.place)
}

/** Shows the last moves again, if there are any that are not being shown. */
export const replayOf = ({ playback }: MatchStore): (() => void) | undefined => (playback?.lastMoves.length && !playback.waiting.length ? () => playback.showAgain() : undefined)

/** Distinguishes the present question from the next one; empty while nothing is asked here. */
export const decisionKey = (store: MatchStore): string => (store.decision ? `${store.decision.side} ${store.observationOf(store.decision.side)?.matchView.seq}` : '')
