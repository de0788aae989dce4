import { api, type Action, type MatchView } from './api'
import { matchingChoices, expandChoices, type Pick } from './choices'
import type { GamePage } from './game'

const MAX_PER_REQUEST = 300 // the maximum number of choices that the server names in one request
const MAX_CACHED = 5000
const NAMES_TIMEOUT_MS = 400 // milliseconds that the page waits for names before it shows new data

const keyOf = (choice: Action): string => choice.join(' ')

/** The referee's names of choices, requested as needed: one request for all names of a moment. */
export class Names {
  #names = $state.raw<ReadonlyMap<string, string>>(new Map())
  readonly #pending = new Set<string>()
  #wanted: { side: string; choices: Action[] } | null = null

  constructor(readonly match: string) {}

  of(choice: Action): string | undefined {
    return this.#names.get(keyOf(choice))
  }

  /** Names that are needed soon: they join the next request. */
  request(side: string, choices: readonly Action[]): void {
    const open = this.#unknown(choices)
    if (!open.length) return
    if (this.#wanted?.side === side) return void this.#wanted.choices.push(...open)
    this.#wanted = { side, choices: [...open] }
    queueMicrotask(() => {
      const { side, choices } = this.#wanted!
      this.#wanted = null
      void this.#ask(side, choices)
    })
  }

  /** Requests the names that the buttons of new decisions show at once, and waits for them briefly, so that they appear together. */
  fetchFor(matchViews: readonly (MatchView | null)[], game: GamePage): Promise<unknown> {
    const decisions = matchViews.flatMap((matchView) => matchView?.decision ?? [])
    const asked = decisions.map(({ side, choices }) => this.#ask(side, choicesToPreload(expandChoices(choices), [], game)))
    let waited: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((done) => (waited = setTimeout(done, NAMES_TIMEOUT_MS)))
    return Promise.race([Promise.all(asked), late]).finally(() => clearTimeout(waited))
  }

  #unknown(choices: readonly Action[]): Action[] {
    return choices.filter((choice) => !this.#names.has(keyOf(choice)) && !this.#pending.has(keyOf(choice)))
  }

  async #ask(side: string, choices: readonly Action[]): Promise<void> {
    const open = [...new Map(this.#unknown(choices).map((choice) => [keyOf(choice), choice])).values()].slice(0, MAX_PER_REQUEST)
    if (!open.length) return
    for (const choice of open) this.#pending.add(keyOf(choice))
    try {
      const { names } = await api.names(this.match, side, open)
      const named = open.flatMap((choice, place) => (names[place] ? [[keyOf(choice), names[place]] as const] : []))
      this.#names = new Map([...(this.#names.size > MAX_CACHED ? [] : this.#names), ...named])
    } catch {
      // Without a connection the page uses its own texts.
    } finally {
      for (const choice of open) this.#pending.delete(keyOf(choice))
    }
  }
}

const MAX_PRELOADED = 100 // up to this many remaining choices are named before a button needs the name

/** The choices left by the picks, if they are few: those that a button may show by the referee's name. Choices filled in on the
 * page have no button of their own. */
export function choicesToPreload(choices: readonly Action[], picks: readonly Pick[], game: GamePage): Action[] {
  const left = matchingChoices(choices, picks).filter(([verb]) => picks.length || !game.isBatched(verb!))
  return left.length > MAX_PRELOADED ? [] : left.filter((choice) => namedByReferee(choice, game))
}

function namedByReferee(choice: Action, game: GamePage): boolean {
  let asked = false
  game.choice(choice, () => ((asked = true), ''))
  return asked
}
