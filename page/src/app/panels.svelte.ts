import { untrack } from 'svelte'
import type { Decision } from './api'
import type { Desk } from './game'

/** Decisions of one kind have the same side, clause and verbs. */
const sortOf = ({ side, clause, choices }: Decision): string => [side, clause, ...choices.map(({ verb }) => verb)].join(' ')

/** The rail opens the panel that a decision needs, but only when a decision of another kind comes. */
export function opensPanels(desk: () => Desk): void {
  let before = ''
  $effect(() => {
    const { decision } = desk()
    const sort = decision ? sortOf(decision) : before
    if (sort === before) return
    before = sort
    untrack(() => {
      const panel = desk().game.panel?.(desk())
      if (panel && !desk().turns.beside()) desk().tab = panel
      if (desk().part === 'choices') desk().part = 'board'
    })
  })
  // Nothing can be chosen while dice or moves are shown, and both are shown on the board.
  $effect(() => {
    if (desk().past?.stop) untrack(() => ['choices', 'forces'].includes(desk().part) && (desk().part = 'board'))
  })
}
