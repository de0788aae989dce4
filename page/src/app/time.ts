import { serverTime } from '../lib/server_time'

/** The time since a moment, as text: "just now", "4 minutes ago", "on 9 August". */
export function timeSince(time: string, now = Date.now()): string {
  const then = Date.parse(time)
  if (Number.isNaN(then)) return ''
  const minutes = Math.floor((now - then) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`
  return `on ${new Date(then).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}`
}

/** How long until a deadline, as text: "2 days left", "40 minutes left", "no time left". */
export function timeLeftUntil(deadline: number, now = serverTime()): string {
  const minutes = Math.ceil((deadline - now) / 60_000)
  if (minutes <= 0) return 'no time left'
  const [number, unit] = minutes >= 2880 ? [Math.floor(minutes / 1440), 'day'] : minutes >= 120 ? [Math.floor(minutes / 60), 'hour'] : [minutes, 'minute']
  return `${number} ${unit}${number === 1 ? '' : 's'} left`
}

/** A day and a time within a sentence: "5 December, 14:02". */
export const momentText = (time: string): string => {
  const then = new Date(time)
  return `${then.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}, ${then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`
}
