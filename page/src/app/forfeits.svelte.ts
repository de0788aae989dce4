import { api, type Action, type Decision, type Sight } from './api'
import { unfolded } from './choices'

/** What a choice leaves undone: by verb, what could still be chosen. */
export type Lost = Readonly<Record<string, readonly string[]>>

const MOST_KEPT = 500
const MOST_ASKED = 6 // choices without an argument of one decision

/** The choices of a decision that stand alone: these may close something. */
export const aloneOf = (decision: Decision): Action[] => unfolded(decision.choices).filter((choice) => choice.length === 1).slice(0, MOST_ASKED)

/** What the choices that stand alone give up, as the referee says; asked for with every new decision. */
export class Forfeits {
  #known = $state.raw<ReadonlyMap<string, Lost>>(new Map())

  constructor(readonly match: string) {}

  /** What a choice gives up; nothing while that is not known. */
  of(sight: Sight, choice: Action): Lost | undefined {
    return this.#known.get(keyOf(sight, choice))
  }

  /** Asks for all that new decisions need, so that their buttons come with the right weight. */
  async comeWith(sights: readonly (Sight | null)[]): Promise<void> {
    const asked = sights.flatMap((sight) => (sight?.decision ? aloneOf(sight.decision).map((choice) => this.#ask(sight, choice)) : []))
    const told = (await Promise.all(asked)).filter((one) => one !== null)
    if (told.length) this.#known = new Map([...(this.#known.size > MOST_KEPT ? [] : this.#known), ...told])
  }

  async #ask(sight: Sight, choice: Action): Promise<readonly [string, Lost] | null> {
    if (this.of(sight, choice)) return null
    try {
      const { gives_up: lost } = await api.givesUp(this.match, sight.side, choice)
      return lost ? [keyOf(sight, choice), lost] : null
    } catch {
      return null // the match has gone on, or there is no connection: it is asked anew with the next sight
    }
  }
}

const keyOf = (sight: Sight, choice: Action): string => `${sight.side} ${sight.seq} ${choice.join(' ')}`

/** The units, or other things, that could still be chosen. */
export const lostIds = (lost: Lost): string[] => [...new Set(Object.values(lost).flat())]
/** Whether anything is given up: a verb that could still be chosen counts, with or without a choice within it. */
export const givesUp = (lost: Lost | undefined): boolean => !!lost && Object.keys(lost).length > 0
