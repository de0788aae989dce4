import type { MatchStore } from '../../app/game'
import { oncePerStore } from '../../app/once_per_store.svelte'
import { readStored, writeStored } from '../../app/storage'
import { viewOf } from './play_view'

/** Later than any Game-Turn: the row does not return by itself. */
export const SILENCED = 9999

/** The rows of the inbox that a player has put off until a Game-Turn, or has silenced. Stored in this browser. */
export class Postponed {
  readonly #key: string
  #until = $state.raw<Readonly<Record<string, number>>>({})

  constructor(private readonly store: MatchStore) {
    this.#key = `ironbottom.inbox.${store.id}`
    this.#until = readStored<Record<string, number>>(this.#key) ?? {}
  }

  #row = (about: string): string => `${this.store.decision?.side ?? this.store.viewer ?? ''} ${about}`

  /** Whether a row is put off now. */
  isPostponed = (about: string): boolean => (this.#until[this.#row(about)] ?? 0) > viewOf(this.store.view).turn

  /** The Game-Turn in which a row that is put off returns. */
  until = (about: string): number => this.#until[this.#row(about)] ?? 0

  /** Whether a row stays put off until the player brings it back. */
  isSilenced = (about: string): boolean => this.#until[this.#row(about)] === SILENCED

  /** Puts a row off until a Game-Turn; 0 brings it back. */
  postpone(about: string, until: number): void {
    const { turn } = viewOf(this.store.view)
    this.#until = Object.fromEntries(Object.entries({ ...this.#until, [this.#row(about)]: until }).filter(([, last]) => last > turn))
    writeStored(this.#key, Object.keys(this.#until).length ? this.#until : undefined)
  }
}

export const postponedOf = oncePerStore((store: MatchStore) => new Postponed(store))
