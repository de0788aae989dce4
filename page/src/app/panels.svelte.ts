import { untrack } from 'svelte'
import type { Decision } from './api'
import type { MatchStore } from './game'

/** Decisions of one kind have the same side, clause and verbs. */
const decisionKind = ({ side, clause, choices }: Decision): string => [side, clause, ...choices.map(({ verb }) => verb)].join(' ')

/** The rail opens the panel that a decision needs, but only when a decision of another kind comes. */
export function autoOpenPanels(store: () => MatchStore): void {
  let before = ''
  $effect(() => {
    const { decision } = store()
    const kind = decision ? decisionKind(decision) : before
    if (kind === before) return
    before = kind
    untrack(() => {
      const panel = store().game.panel?.(store())
      if (panel && !store().turns.beside()) store().tab = panel
      if (store().part === 'choices') store().part = 'board'
    })
  })
  // Nothing can be chosen while dice or moves are shown, and both are shown on the board.
  $effect(() => {
    if (store().playback?.step) untrack(() => ['choices', 'forces'].includes(store().part) && (store().part = 'board'))
  })
}
