import { api, type Action, type StandingTold } from '../../app/api'
import { aheadOf } from '../../app/ahead.svelte'
import type { Desk } from '../../app/game'
import { procedureOf, viewOf } from './play_view'

const NOTHING: StandingTold = { orders: {}, plans: {}, known: [] }

/** The destination of a force over several Naval Phases. */
export interface Voyage {
  mission: string
  to: string
  off: number
  speed: number
}

/** Data stored with a seat: standing orders, and the destinations of its forces. */
export class Standing {
  #answer = $state.raw<{ of: string; told: StandingTold }>({ of: '', told: NOTHING })
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
    $effect(() => {
      const { of, side } = this
      if (side && of !== this.#answer.of) this.#hear(of, api.standing(desk.id, side))
    })
    made.set(desk, this)
  }

  /** The side of the seat: the one that must choose, or else the one person here; null behind a curtain or after the end. */
  get side(): string | null {
    const { actor, mine, veiled, covered, sight } = this.#desk
    return veiled || covered || sight.over ? null : (actor ?? mine)
  }

  /** The plans of a side may end automatically whenever its orders are fetched again. */
  get of(): string {
    const { side } = this
    return `${side} ${side && this.#desk.decision ? procedureOf(viewOf(this.#desk.view), side) : ''}`
  }

  get told(): StandingTold {
    return this.side && this.#answer.of.startsWith(`${this.side} `) ? this.#answer.told : NOTHING
  }

  voyage(force: string): Voyage | null {
    return (this.told.plans[force] as unknown as Voyage | undefined) ?? null
  }

  /** Sets a standing order; "ask" removes it. */
  order(id: string, value: string): void {
    if (this.side) this.#hear(this.of, api.stand(this.#desk.id, this.side, { orders: { [id]: value } }))
  }

  /** Sends a force on the first course of a voyage, no faster than necessary, and stores the voyage. */
  async sail(force: string, voyage: Voyage, course: Action): Promise<void> {
    const { side } = this
    const ahead = aheadOf(this.#desk)
    await ahead.want([course])
    const speed = ahead.of(course)?.[0]
    if (side && (await this.#desk.submit(speed ? [course, speed] : [course]))) this.#hear(this.of, api.stand(this.#desk.id, side, { plans: { [force]: voyage } }))
  }

  /** Removes the destination of a force. */
  drop(force: string): void {
    if (this.side) this.#hear(this.of, api.stand(this.#desk.id, this.side, { plans: { [force]: null } }))
  }

  #hear(of: string, answer: Promise<StandingTold>): void {
    answer.then((told) => (this.#answer = { of, told }), (wrong: unknown) => this.#desk.notices.failed(wrong))
  }
}

const made = new WeakMap<Desk, Standing>()
/** The data stored with the seat, once the page of the match is open. */
export const standingOf = (desk: Desk): Standing | undefined => made.get(desk)
