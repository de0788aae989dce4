import type { SeaFacts } from '../board/pacific/facts'
import { screen } from '../lib/screen.svelte'
import type { MatchStore } from './game'

/** The place shown in the panels of a game with sea areas, chosen by presses on the board and in lists. */
export class PlaceSelection {
  /** only the pieces of one kind there are shown */
  kindFilter = $state.raw<{ kind: string } | null>(null)
  readonly #store: () => MatchStore

  /** @param question  the question; when a new one comes, the panel shows the place of its units */
  constructor(store: () => MatchStore, question: () => string) {
    this.#store = store
    let answered = ''
    $effect(() => {
      const now = question()
      if (now !== answered) store().selectedPlace = null
      answered = now
    })
  }

  select = (id: string): void => {
    this.kindFilter = null
    this.#store().selectedPlace = id
    this.#store().tab = 'force'
  }

  /** A pile was pressed: the panel shows its place. If all of a kind are wanted, the panel shows these, on a phone instead of the board. */
  selectPile = (id: string, kind?: string): void => {
    this.select(id)
    if (kind === undefined) return
    this.kindFilter = { kind }
    if (screen.form === 'phone') this.#store().part = 'forces'
    if (screen.form === 'tablet') this.#store().drawer = true
  }

  /** A place in the list of all forces was pressed. */
  selectListed = (id: string): void => {
    this.select(id)
    this.#store().part = 'forces'
  }
}

/** The meaning of a press on a place of the map: a base inside a highlighted sea area means the area. */
export function resolvePress(id: string, facts: SeaFacts, highlighted: ReadonlySet<string>): string {
  const [sea, ...more] = facts.places.get(id)?.touches ?? []
  return sea && !more.length && !highlighted.has(id) && highlighted.has(sea) ? sea : id
}
