import { api, type Action, type StandingTold } from '../../app/api'
import { aheadOf } from '../../app/ahead.svelte'
import type { Desk } from '../../app/game'
import { procedureOf, viewOf } from './play_view'

const NOTHING: StandingTold = { orders: {}, plans: {}, known: [] }

/** Where a force is bound over several Naval Phases. */
export interface Voyage {
  mission: string
  to: string
  off: number
  speed: number
}

/** What lives with the seat of who sits here: standing orders, and where its forces are bound. */
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

  /** The side whose seat this is: who must choose, else the one person here; nobody while a curtain hangs or after the end. */
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

  /** Gives a standing order; "ask" takes it back. */
  order(id: string, value: string): void {
    if (this.side) this.#hear(this.of, api.stand(this.#desk.id, this.side, { orders: { [id]: value } }))
  }

  /** Sends a force on the first course of a voyage, no faster than it need be, and keeps the voyage. */
  async sail(force: string, voyage: Voyage, course: Action): Promise<void> {
    const { side } = this
    const ahead = aheadOf(this.#desk)
    await ahead.want([course])
    const speed = ahead.of(course)?.[0]
    if (side && (await this.#desk.submit(speed ? [course, speed] : [course]))) this.#hear(this.of, api.stand(this.#desk.id, side, { plans: { [force]: voyage } }))
  }

  /** A force is bound for nowhere any more. */
  drop(force: string): void {
    if (this.side) this.#hear(this.of, api.stand(this.#desk.id, this.side, { plans: { [force]: null } }))
  }

  #hear(of: string, answer: Promise<StandingTold>): void {
    answer.then((told) => (this.#answer = { of, told }), (wrong: unknown) => this.#desk.notices.failed(wrong))
  }
}

const made = new WeakMap<Desk, Standing>()
/** What lives with the seat, once the page of the match is open. */
export const standingOf = (desk: Desk): Standing | undefined => made.get(desk)
