import { screen } from '../lib/screen.svelte'
import type { HintShown } from './hint'

const POINTED = 2500 // milliseconds that a place is shown

/** The open parts of a match's page. */
export class PageParts {
  /** the dialog that is open */
  dialog = $state<string | null>(null)
  /** parts of the page: the panel in the rail, what a phone shows, the drawer of a tablet */
  tab = $state('force')
  part = $state('board')
  drawer = $state(false)
  /** the open clause of the rules */
  clause = $state<string | null>(null)
  /** the place or the force that the panel shows */
  looked = $state<string | null>(null)
  /** the open entry of the log */
  opened = $state<number | null>(null)
  /** the battle board has the dice tray */
  trayed = $state(false)
  /** the place shown on the board for a moment, for maps whose places are not elements */
  pointed = $state<string | null>(null)
  #until: ReturnType<typeof setTimeout> | undefined
  /** the requested hint; it is valid for one decision */
  hint = $state.raw<HintShown | null>(null)
  /** the player aid replaces the board: the tab that was open before it; null while it is closed */
  aiding = $state<string | null>(null)
  /** pointing explains instead of choosing */
  helping = $state(false)
  /** a choice that gives something up was pressed once, with this selection: it asks before it is made */
  asked = $state.raw<{ id: string; seq: number; picks: unknown; draft: unknown } | null>(null)

  /** Whether that choice is still asking: nothing was picked or filled in since. */
  asks({ picks, draft }: { picks: unknown; draft: unknown }): boolean {
    return !!this.asked && this.asked.picks === picks && this.asked.draft === draft
  }

  /** Opens or closes the player aid. */
  turnAid = (): void => {
    const before = this.aiding
    this.aiding = before === null ? this.tab : null
    if (before === null) [this.tab, this.part] = ['aid', 'board']
    else if (this.tab === 'aid') this.tab = before
  }

  /** Shows a place on the board for a moment. */
  point(place: string): void {
    if (this.part !== 'board' && screen.form === 'phone') this.part = 'board'
    clearTimeout(this.#until)
    this.pointed = place
    this.#until = setTimeout(() => (this.pointed = null), POINTED)
    requestAnimationFrame(() => {
      for (const old of document.querySelectorAll('[data-pointed]')) old.removeAttribute('data-pointed')
      const found = document.querySelectorAll(`[data-drop="${CSS.escape(place)}"]`)
      for (const one of found) one.setAttribute('data-pointed', '')
      setTimeout(() => found.forEach((one) => one.removeAttribute('data-pointed')), POINTED)
    })
  }
}
