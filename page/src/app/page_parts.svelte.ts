import { screen } from '../lib/screen.svelte'
import type { HintShown } from './hint'

const HIGHLIGHT_MS = 2500 // milliseconds that a place is shown

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
  selectedPlace = $state<string | null>(null)
  /** the open entry of the log */
  openEntry = $state<number | null>(null)
  /** the battle board has the dice tray */
  hasBoardTray = $state(false)
  /** the place shown on the board for a moment, for maps whose places are not elements */
  highlightedPlace = $state<string | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  /** the requested hint; it is valid for one decision */
  hint = $state.raw<HintShown | null>(null)
  /** the player aid replaces the board: the tab that was open before it; null while it is closed */
  tabBeforeAid = $state<string | null>(null)
  /** pointing explains instead of choosing */
  helpMode = $state(false)
  /** a choice that gives something up was pressed once, with this selection: it asks before it is made */
  pendingConfirmation = $state.raw<{ id: string; seq: number; picks: unknown; draft: unknown } | null>(null)

  /** Whether that choice is still asking: nothing was picked or filled in since. */
  isConfirming({ picks, draft }: { picks: unknown; draft: unknown }): boolean {
    return !!this.pendingConfirmation && this.pendingConfirmation.picks === picks && this.pendingConfirmation.draft === draft
  }

  /** Opens or closes the player aid. */
  toggleAid = (): void => {
    const before = this.tabBeforeAid
    this.tabBeforeAid = before === null ? this.tab : null
    if (before === null) [this.tab, this.part] = ['aid', 'board']
    else if (this.tab === 'aid') this.tab = before
  }

  /** Shows a place on the board for a moment. */
  highlightPlace(place: string): void {
    if (this.part !== 'board' && screen.form === 'phone') this.part = 'board'
    clearTimeout(this.#timer)
    this.highlightedPlace = place
    this.#timer = setTimeout(() => (this.highlightedPlace = null), HIGHLIGHT_MS)
    requestAnimationFrame(() => {
      for (const old of document.querySelectorAll('[data-pointed]')) old.removeAttribute('data-pointed')
      const found = document.querySelectorAll(`[data-drop="${CSS.escape(place)}"]`)
      for (const one of found) one.setAttribute('data-pointed', '')
      setTimeout(() => found.forEach((one) => one.removeAttribute('data-pointed')), HIGHLIGHT_MS)
    })
  }
}
