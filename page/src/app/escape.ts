import type { Desk } from './game'

/** Escape closes or cancels what is open: help, a half-made choice, a moment that one looks back to. It never skips what waits to be seen. */
export function escape(desk: Pick<Desk, 'helping' | 'away' | 'back' | 'past'>): void {
  if (desk.helping) desk.helping = false
  else if (!desk.away) desk.back()
  else if (desk.past?.back != null) desk.past.lookTo(null)
}
