import type { Desk } from './game'

/** Escape closes or cancels whatever is open: help, an unfinished choice, a past moment. It never skips anything that must be seen. */
export function escape(desk: Pick<Desk, 'helping' | 'away' | 'back' | 'past'> & Partial<Pick<Desk, 'aiding' | 'turnAid' | 'hint' | 'picks'>>): void {
  const { hint } = desk
  if (desk.helping) desk.helping = false
  else if (desk.aiding != null) desk.turnAid?.()
  else if (hint?.fresh && (hint.filled !== null || !desk.picks?.length)) hint.back()
  else if (!desk.away) desk.back()
  else if (desk.past?.back != null) desk.past.lookTo(null)
}
