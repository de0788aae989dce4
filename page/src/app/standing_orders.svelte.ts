import { api, type StandingOrdersInfo } from './api'
import type { MatchStore } from './game'

const NOTHING: StandingOrdersInfo = { orders: {}, plans: {}, known: [] }

/** The standing orders of the seat that is played here. */
export class SeatOrders {
  #answer = $state.raw<{ side: string; info: StandingOrdersInfo }>({ side: '', info: NOTHING })
  readonly #store: () => MatchStore

  constructor(store: () => MatchStore) {
    this.#store = store
    $effect(() => {
      const { side } = this
      if (side && side !== this.#answer.side) this.#receive(side, api.standingOrders(store().id, side))
    })
  }

  /** The side of the seat: the one that must choose, or else the one person here; null behind a curtain or after the end. */
  get side(): string | null {
    const { actor, mine, curtainSide, covered, matchView } = this.#store()
    return curtainSide || covered || matchView.over ? null : (actor ?? mine)
  }

  get info(): StandingOrdersInfo {
    return this.side === this.#answer.side ? this.#answer.info : NOTHING
  }

  /** Sets a standing order; "ask" removes it. */
  set(id: string, value: string): void {
    this.#send({ [id]: value })
  }

  clear(): void {
    this.#send(Object.fromEntries(Object.keys(this.info.orders).map((id) => [id, 'ask'])))
  }

  #send(orders: Readonly<Record<string, string>>): void {
    const { side } = this
    if (side) this.#receive(side, api.setStandingOrders(this.#store().id, side, { orders }))
  }

  #receive(side: string, answer: Promise<StandingOrdersInfo>): void {
    answer.then((info) => (this.#answer = { side, info }), (error: unknown) => this.#store().notices.failed(error))
  }
}
