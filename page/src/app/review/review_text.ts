import { theSide } from '../../board/sides'
import type { Side } from '../../board/types'
import { counted } from '../../lib/text'
import type { components } from '../schema'

/** The review of a match, as computed by the server: `/api/matches/{id}/review`. */
export type Review = components['schemas']['Review']
export type Mistake = Review['mistakes'][number]

/** "61 %" */
export const percent = (chance: number): string => `${Math.round(100 * chance)} %`
/** The half-width of an interval; a narrow one is not called exact. */
export const within = (interval: number): string => (interval ? `±${Math.max(1, Math.round(100 * interval))}` : '')

/** "−35 %", "+14 %", "0 %": a change of a chance. */
export function signed(change: number): string {
  const whole = Math.round(100 * change)
  return `${whole < 0 ? '−' : whole > 0 ? '+' : ''}${Math.abs(whole)} %`
}

/** An examined decision as one side sees it: the chance with the best choice found, with the choice made, and before the next one. */
export interface Step {
  /** the entry of the log, and the line of the record */
  number: number
  turn: number
  side: Side
  before: number
  after: number
  next: number
  /** its place among the turning points, from 1 */
  turning?: number
}

/** The examined decisions in the view of a side: the server gives the chances of the first one. */
export function stepsFor(review: Review, side: Side): Step[] {
  const seen = (chance: number): number => (side === review.sides[0] ? chance : 1 - chance)
  const turning = new Map(review.turning_points.map((point, n) => [point.number, n + 1]))
  return review.points.map(({ number, turn, side, before, after }, n) => ({
    number, turn, side, before: seen(before), after: seen(after),
    next: seen(review.points[n + 1]?.before ?? review.end), turning: turning.get(number),
  }))
}

/** What changed the chance of a side: its own choices, those of the others if they were examined, luck. */
export function effectsFor(review: Review, side: Side, mine: boolean): { name: string; change: number; interval: number; luck: boolean }[] {
  const sign = side === review.sides[0] ? 1 : -1
  const others = review.sides.filter((one) => one !== side && review.points.some((point) => point.side === one))
  const choices = [side, ...others].map((of) => ({
    name: mine && of === side ? 'Your choices' : `Choices of ${theSide(of)}`,
    change: sign * review.by_side[of]!.change, interval: review.by_side[of]!.interval, luck: false,
  }))
  return [...choices, { name: 'Luck', change: sign * review.luck.change, interval: review.luck.interval, luck: true }]
}

/** The mistakes, those of a side first. */
export const mistakesFor = (review: Review, side: Side): readonly Mistake[] =>
  [...review.mistakes].sort((a, b) => Number(b.side === side) - Number(a.side === side) || b.cost - a.cost)

/** "Two mistakes of yours, one of the Allies" */
export function headline(review: Review, side: Side, mine: boolean): string {
  const number = (of: Side): number => review.mistakes.filter((one) => one.side === of).length
  const [own, ...others] = [side, ...review.sides.filter((one) => one !== side)]
  const named = [own!, ...others].filter(number).map((of) => `${counted(number(of), 'mistake')} of ${mine && of === side ? 'yours' : theSide(of)}`)
  return named.length ? named.join(', ').replace(/^./, (c) => c.toUpperCase()) : 'No mistakes found'
}

/** How much was examined, and how. */
export const scopeText = (review: Review): string =>
  `${counted(review.examined, 'decision')} examined, with ${review.covered} of ${counted(review.choices, 'choice')}, each in at most ${review.most_states} states drawn from what the side could know. Everything else counts as luck.`

/** The points of a curve for the lines of an SVG: choices solid, luck dotted. */
export function curve(steps: readonly Step[], wide: number, high: number): { choices: string; luck: string; x: (place: number) => number; y: (chance: number) => number } {
  const x = (place: number): number => Math.round((10 * wide * place) / Math.max(1, steps.length)) / 10
  const y = (chance: number): number => Math.round(10 * high * (1 - chance)) / 10
  const lines = (from: (step: Step) => number, to: (step: Step) => number, at: number): string =>
    steps.map((step, n) => `M${x(n + at)} ${y(from(step))}L${x(n + at + 0.5)} ${y(to(step))}`).join('')
  return { choices: lines(({ before }) => before, ({ after }) => after, 0), luck: lines(({ after }) => after, ({ next }) => next, 0.5), x, y }
}
