import { keep, kept } from './kept'
import type { Sight } from './api'

interface Act {
  side: string
  /** how many choices could be taken back freely after it */
  steps: number
  /** how many choices it was made of */
  count: number
  /** the page had put them together as one: nobody takes back a part of it */
  one?: boolean
}

/** Which of the last choices were one act, so that one press takes back what one press did. It outlives a reload. */
export class Together {
  #acts: readonly Act[]
  readonly #key: string

  constructor(match: string) {
    this.#key = `ironbottom.acts.${match}`
    this.#acts = kept<Act[]>(this.#key) ?? []
  }

  /** An act of so many choices was taken, and this is what came of it; `one`: the page had put them together as one. */
  add(side: string, count: number, sight: Sight, one: boolean): Sight {
    const { steps } = sight.undo
    const before = this.#acts.filter((act) => act.side !== side || act.steps < steps)
    this.#keep(steps ? [...before, { side, steps, count: Math.min(count, steps), ...(one && { one }) }] : before)
    return sight
  }

  /** How many choices the last act of a side was made of, as far as they may be taken back. */
  last = (side: string, sight: Sight): number => this.#last(side, sight)?.count ?? 1

  /** Whether they are one choice to the player who made them. */
  asOne = (side: string, sight: Sight): boolean => this.last(side, sight) === 1 || !!this.#last(side, sight)?.one

  #last(side: string, { undo }: Sight): Act | undefined {
    return this.#acts.find((act) => act.side === side && act.steps === undo.steps)
  }

  #keep(acts: readonly Act[]): void {
    this.#acts = acts
    keep(this.#key, acts.length ? acts : undefined)
  }
}
