import type { Side } from '../board/types'
import type { Player, TimelineTurn } from '../frame/types'
import type { Course, Desk, StoryLine } from './game'
import { stepAt } from './course'

/** The parts of the page around the board, for every game. */

/** The players of the sides. For those on other screens it says whether they are here. */
export const playersOf = (desk: Desk): Player[] =>
  desk.info.sides.map(({ id, title }) => {
    const seat = desk.sight.seats[id] ?? ''
    const [side, sideName] = [id as Side, title.replace(/^the /, '')]
    if (seat !== 'person') return { side, sideName, name: seat.charAt(0).toUpperCase() + seat.slice(1), present: true }
    if (desk.mine === id) return { side, sideName, name: 'You', present: true }
    if (desk.persons.includes(id) || desk.sight.over) return { side, sideName, name: 'Person', present: true }
    const where = !desk.sight.claimed.includes(id) ? 'not here yet' : desk.here.has(id) ? 'here' : 'away'
    return { side, sideName, name: desk.persons.length ? 'Friend' : 'Player', present: where === 'here', where }
  })

export interface TimelineShown {
  turns: readonly TimelineTurn[]
  turn: number
  tick: number
  looking?: { turn: number; tick: number }
  movable: boolean
  playing: boolean
  speed: number
}

/** Moves being shown are on the timeline as if they were the present; only the player's own request shows the past. */
export const looksBack = (desk: Desk): boolean => desk.past?.back != null

/** The timeline, with the current turn and step. */
export const timelineOf = (desk: Desk, course: Course, turn: number, tick: number): TimelineShown => ({
  turns: course.turns, turn, tick, looking: desk.past?.back == null ? undefined : stepAt(desk.past.back, course),
  movable: desk.home.known > 1, playing: desk.past?.playing ?? false, speed: desk.past?.speed ?? 1,
})

/** A line of the log was pressed: opens its entry and points at its place. */
export function openLine(desk: Desk, lines: readonly StoryLine[], id: string): void {
  const line = lines.find((one) => one.id === id)
  desk.opened = line?.seq ?? null
  if (line?.place) desk.point(line.place)
}

/** Shows the last moves again, if there are any that are not being shown. */
export const againOf = ({ past }: Desk): (() => void) | undefined => (past?.again.length && !past.waiting.length ? () => past.showAgain() : undefined)

/** Distinguishes the present question from the next one; empty while nothing is asked here. */
export const momentOf = (desk: Desk): string => (desk.decision ? `${desk.decision.side} ${desk.lookOf(desk.decision.side)?.sight.seq}` : '')
