import type { XY } from './geometry'

/** The upper left corners of n counters of `size` pixels in a row: side by side from its start, never farther apart than `step`,
 * closer and in the end overlapping if the row is too short. */
export function alongRow(n: number, from: XY, to: XY, size: number, step: number): { at: XY[]; gap: number } {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const gap = n < 2 ? step : Math.min(step, length / (n - 1))
  const [ux, uy] = length ? [(to[0] - from[0]) / length, (to[1] - from[1]) / length] : [1, 0]
  const at = Array.from({ length: n }, (_, i): XY => [
    Math.round(from[0] + ux * gap * i - size / 2),
    Math.round(from[1] + uy * gap * i - size / 2),
  ])
  return { at, gap }
}

/** A size picked from steps by scale, with slack so that it does not flicker at an edge.
 * @param steps  [smallest scale, value], the largest scale first */
export function steppedSize<T>(steps: readonly (readonly [number, T])[], scale: number, now: T | undefined, slack = 0.06): T {
  const wanted = steps.find(([from]) => scale >= from) ?? steps.at(-1)!
  if (now === undefined || wanted[1] === now) return wanted[1]
  const index = steps.findIndex(([, value]) => value === now)
  if (index < 0) return wanted[1]
  const [from] = steps[index]!
  const above = index > 0 ? steps[index - 1]![0] : Infinity
  return scale < from * (1 - slack) || scale >= above * (1 + slack) ? wanted[1] : now
}

/** The same on a map: slack applies to zooming by hand; if everything is visible, only the window decides the size. */
export const steppedOnMap = <T>(steps: readonly (readonly [number, T])[], scale: number, zoomed: number, now: T): T =>
  steppedSize(steps, scale, zoomed > 1 ? now : undefined)
