import { settings } from '../lib/settings.svelte'

const MOMENT = 350 // milliseconds in which a press was meant for what stood there before

/** Keeps presses away from a question that has changed a moment ago: they are dropped, not kept for later. */
export class Guard {
  #up = $state(false)
  #before: string | undefined

  /** @param question  what is asked now, by whatever tells one question from the next; empty while nothing is asked */
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

  /** Stops a press on the way to what it would do. */
  readonly stop = (event: Event): void => {
    if (!this.#up || !(event.target as Element).closest('#decision .slots, #choices, #board')) return
    event.preventDefault()
    event.stopPropagation()
  }
}
