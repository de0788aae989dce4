import type { Desk } from './game'

/** Whether people at other screens play too: then hints need everyone's consent. */
export const amongPeople = ({ sight, persons }: Desk): boolean => Object.entries(sight.seats).some(([side, kind]) => kind === 'person' && !persons.includes(side))

/** Whether hints are offered here: for a decision open at this screen, and with the consent of people elsewhere. */
export function mayHint(desk: Desk): boolean {
  const { decision } = desk
  if (!decision || desk.covered || (amongPeople(desk) && !desk.sight.hints?.allowed)) return false
  return desk.seating === 'alone' || desk.lifted === decision.side || !!desk.game.open
}

/** Asks for a hint; pressed again, shows more of it. */
export async function askHint(desk: Desk): Promise<void> {
  if (!mayHint(desk)) return
  if (desk.hint?.fresh) return desk.hint.more()
  const { Hint } = await import('./hint.svelte')
  desk.hint = new Hint(desk)
}
