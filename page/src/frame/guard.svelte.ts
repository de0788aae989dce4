import { settings } from '../lib/settings.svelte'

const MOMENT = 350 // the number of milliseconds in which a press was probably meant for the previous question

/** Blocks presses on a question that changed a moment ago; they are dropped, not stored. */
export class Guard {
  #up = $state(false)
  #before: string | undefined

  /** @param question identifies the current question; empty while nothing is asked */
  constructor(question: () => string) {
    $effect.pre(() => {
      const now = question()
      if (now === this.#before) return
      const first = this.#before === undefined
      this.#before = now
      if (first || !now || settings.guard === 'off') return
      this.#up = true
      const timer = setTimeout(() => (this.#up = false), MOMENT)
      return () => {
        clearTimeout(timer)
        this.#up = false
      }
    })
  }

  get up(): boolean {
    return this.#up
  }

  /** Stops a press before it has any effect. */
  readonly stop = (event: Event): void => {
    if (!this.#up || !(event.target as Element).closest('#decision .slots, #choices, #board')) return
    event.preventDefault()
    event.stopPropagation()
  }
}
