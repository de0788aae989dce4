export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The clock of a side: `left` was left at `since`, or is left while it stands or its time is hidden. */
export interface ClockState {
  readonly side: string
  readonly left: number
  readonly since: number | null
  readonly running: boolean
}

/** What a side has left, negative once its time has run out. */
export const timeLeft = ({ left, since }: ClockState, now: number): number => (since === null ? left : left - Math.max(0, now - since))

const two = (number: number): string => String(number).padStart(2, '0')

/** A clock in a few letters: "2 d 3 h", "5 h 10 min", "59:32", "0:00"; minutes and seconds only under an hour. */
export function clockText(milliseconds: number): string {
  const left = Math.max(0, milliseconds)
  if (left >= DAY) {
    const days = Math.floor(left / DAY)
    const hours = Math.floor((left % DAY) / HOUR)
    return hours ? `${days} d ${hours} h` : `${days} d`
  }
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${two(Math.floor((left % HOUR) / MINUTE))} min`
  const seconds = Math.ceil(left / SECOND)
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

/** The same in words: "2 days and 3 hours", "5 hours and 10 minutes", "59 minutes", "40 seconds". */
export function clockWords(milliseconds: number): string {
  const left = Math.max(0, milliseconds)
  const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`
  const both = (large: number, one: string, small: number, other: string): string => (small ? `${count(large, one)} and ${count(small, other)}` : count(large, one))
  if (left >= DAY) return both(Math.floor(left / DAY), 'day', Math.floor((left % DAY) / HOUR), 'hour')
  if (left >= HOUR) return both(Math.floor(left / HOUR), 'hour', Math.floor((left % HOUR) / MINUTE), 'minute')
  const seconds = Math.ceil(left / SECOND)
  return seconds >= 60 ? count(Math.floor(seconds / 60), 'minute') : count(seconds, 'second')
}

/** Whether a viewer may claim the win now. */
export const mayClaim = (clocks: { readonly claim_from: number | null }, now: number): boolean => clocks.claim_from !== null && now >= clocks.claim_from

/** How long until the text of a running clock changes, so that it is drawn no more often than needed. */
export function untilNextText(left: number): number {
  if (left <= 0) return MINUTE
  const step = left >= DAY ? HOUR : left >= HOUR ? MINUTE : SECOND
  return (left % step) + 20
}
