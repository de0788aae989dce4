import type { Desk } from './game'

/** Whether hints are offered here: for a decision that others at this screen may look into, in a match without other people. */
export function mayHint(desk: Desk): boolean {
  const { decision, sight, persons } = desk
  if (!decision || desk.covered || Object.entries(sight.seats).some(([side, kind]) => kind === 'person' && !persons.includes(side))) return false
  return desk.seating === 'alone' || desk.lifted === decision.side || !!desk.game.open
}

/** Asks for a hint; pressed again, shows more of it. */
export async function askHint(desk: Desk): Promise<void> {
  if (!mayHint(desk)) return
  if (desk.hint?.fresh) return desk.hint.more()
  const { Hint } = await import('./hint.svelte')
  desk.hint = new Hint(desk)
}
