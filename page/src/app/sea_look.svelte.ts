import type { SeaFacts } from '../board/pacific/facts'
import { screen } from '../lib/screen.svelte'
import type { Desk } from './game'

/** Which place the panels show of a game on the sea areas of the Pacific, by what is pressed on its board and in its lists. */
export class SeaLook {
  /** those of one kind in the place were asked for */
  asked = $state.raw<{ kind: string } | null>(null)
  readonly #desk: () => Desk

  /** @param question  what is asked; when another comes, the panel shows where its units stand */
  constructor(desk: () => Desk, question: () => string) {
    this.#desk = desk
    let answered = ''
    $effect(() => {
      const now = question()
      if (now !== answered) desk().looked = null
      answered = now
    })
  }

  place = (id: string): void => {
    this.asked = null
    this.#desk().looked = id
    this.#desk().tab = 'force'
  }

  /** A pile was pressed: the panel shows its place. If all of a kind are wanted, it shows these, on a phone instead of the board. */
  pile = (id: string, kind?: string): void => {
    this.place(id)
    if (kind === undefined) return
    this.asked = { kind }
    if (screen.form === 'phone') this.#desk().part = 'forces'
    if (screen.form === 'tablet') this.#desk().drawer = true
  }

  /** A place of the list of all forces was pressed. */
  listed = (id: string): void => {
    this.place(id)
    this.#desk().part = 'forces'
  }
}

/** What a press on a place of the map means: a base in the midst of a lit sea area stands for it. */
export function meantBy(id: string, facts: SeaFacts, lit: ReadonlySet<string>): string {
  const [sea, ...more] = facts.places.get(id)?.touches ?? []
  return sea && !more.length && !lit.has(id) && lit.has(sea) ? sea : id
}
