export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The clock of a side: `left` is the time left at `since`, or the time left if the clock is stopped or its time is hidden. */
export interface ClockState {
  readonly side: string
  readonly left: number
  readonly since: number | null
  readonly running: boolean
}

/** The time that a side has left, which is negative once it has run out. */
export const timeLeft = ({ left, since }: ClockState, now: number): number => (since === null ? left : left - Math.max(0, now - since))

const two = (number: number): string => String(number).padStart(2, '0')

/** The time left in the largest units that fit, rounded up: days and hours, hours and minutes, or minutes and seconds. */
function units(milliseconds: number): readonly [unit: 'day' | 'hour' | 'minute', large: number, small: number] {
  const left = Math.max(0, milliseconds)
  const [seconds, minutes, hours] = [Math.ceil(left / SECOND), Math.ceil(left / MINUTE), Math.ceil(left / HOUR)]
  if (seconds < 3600) return ['minute', Math.floor(seconds / 60), seconds % 60]
  if (minutes < 1440) return ['hour', Math.floor(minutes / 60), minutes % 60]
  return ['day', Math.floor(hours / 24), hours % 24]
}

/** A clock in short form: "2 d 3 h", "5 h 10 min", "59:32", "0:00". */
export function clockText(milliseconds: number): string {
  const [unit, large, small] = units(milliseconds)
  if (unit === 'minute') return `${large}:${two(small)}`
  if (unit === 'hour') return `${large} h ${two(small)} min`
  return small ? `${large} d ${small} h` : `${large} d`
}

/** The same in words: "2 days and 3 hours", "5 hours and 10 minutes", "59 minutes", "40 seconds". */
export function describeClock(milliseconds: number): string {
  const [unit, large, small] = units(milliseconds)
  const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`
  if (unit === 'minute') return large ? count(large, 'minute') : count(small, 'second')
  const less = unit === 'day' ? 'hour' : 'minute'
  return small ? `${count(large, unit)} and ${count(small, less)}` : count(large, unit)
}

/** Whether a viewer may claim the win now. */
export const mayClaim = (clocks: { readonly claim_from: number | null }, now: number): boolean => clocks.claim_from !== null && now >= clocks.claim_from

/** How long until the text of a running clock changes, so that it is drawn no more often than needed. */
export function untilNextText(left: number): number {
  if (left <= 0) return MINUTE
  const step = left > DAY ? HOUR : left > HOUR ? MINUTE : SECOND
  return (left % step) + 20
}
