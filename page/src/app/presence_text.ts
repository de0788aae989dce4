import type { PresenceInfo } from './api'

const MINUTE = 60_000

/** A time of day, or the day if that was another one: "14:02", "5 December". */
function when(time: number, now: number, month: 'long' | 'short' = 'long'): string {
  const [then, today] = [new Date(time), new Date(now)]
  return then.toDateString() === today.toDateString()
    ? then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : then.toLocaleDateString('en-GB', { day: 'numeric', month })
}

/** How long something has lasted: "5 minutes", "2 hours", "3 days"; empty below a minute. */
export function durationText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE)
  if (minutes < 1) return ''
  const [number, unit] = minutes < 60 ? [minutes, 'minute'] : minutes < 2880 ? [Math.floor(minutes / 60), 'hour'] : [Math.floor(minutes / 1440), 'day']
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

/** The time since which a player has been away, for the header: "14:02" or "5 Dec", and in full; undefined if unknown. */
export function awaySince(side: string, presence: PresenceInfo | null, now: number): { brief: string; full: string } | undefined {
  const since = presence?.here.includes(side) ? undefined : presence?.away[side]
  return since === undefined ? undefined : { brief: when(since, now, 'short'), full: `offline since ${when(since, now)}` }
}

/** The presence of a side's player: "here", "offline since 14:02", "not here yet". */
export function whereText(side: string, claimed: boolean, presence: PresenceInfo | null, now: number): string {
  if (!claimed) return 'not here yet'
  if (presence?.here.includes(side)) return 'here'
  const since = presence?.away[side]
  return since === undefined ? 'away' : `offline since ${when(since, now)}`
}

/** What the match waits for: "to move, for 2 hours"; empty if, as far as this page knows, the side need not choose. */
export function waitText(waiting: boolean, presence: PresenceInfo | null, now: number): string {
  if (!waiting) return ''
  const since = presence?.public_act
  const time = since === undefined || since === null ? '' : durationText(now - since)
  return time ? `to move, for ${time}` : 'to move'
}
