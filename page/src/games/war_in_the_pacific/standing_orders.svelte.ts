import { api, type Action, type StandingOrdersInfo } from '../../app/api'
import { lookaheadOf } from '../../app/lookahead.svelte'
import type { MatchStore } from '../../app/game'
import { readStored, writeStored } from '../../app/storage'
import { procedureOf, viewOf } from './play_view'

const NOTHING: StandingOrdersInfo = { orders: {}, plans: {}, known: [] }

/** The destination of a force over several Naval Phases. */
export interface Voyage {
  mission: string
  to: string
  off: number
  speed: number
  /** units that the force loads first and lands at the end */
  landing?: { units: readonly string[]; week: number; ended?: string }
  /** how far a landing has come, in a sentence */
  status?: string
}

/** The order that ends questions without a decision, and its value on this page. */
const [EMPTY, ROUTINE] = ['nothing', 'routine']
/** "ask" if the player wants to be asked every question. */
const WANTED = 'ironbottom.pacific.routine'

/** Data stored with a seat: standing orders, and the destinations of its forces. */
export class StandingOrdersStore {
  #answer = $state.raw<{ of: string; info: StandingOrdersInfo }>({ of: '', info: NOTHING })
  readonly #store: MatchStore
  readonly #begun = new Set<string>()

  /** `routine`: against computer players, questions without a decision are ended from the start. */
  constructor(store: MatchStore, routine = false) {
    this.#store = store
    $effect(() => {
      const { of, side } = this
      if (side && of !== this.#answer.of) this.#hear(of, api.standingOrders(store.id, side))
    })
    $effect(() => {
      const { side, info } = this
      if (!routine || !side || this.#begun.has(side) || info.orders[EMPTY] || !info.known.some(({ id }) => id === EMPTY)) return
      this.#begun.add(side)
      // Another person could conclude from a quick answer that there was nothing to decide.
      const alone = Object.values(store.matchView.seats).filter((player) => player === 'person').length === 1
      if (alone && readStored(WANTED) !== 'ask') this.#send(EMPTY, ROUTINE)
    })
    storesByMatch.set(store, this)
  }

  /** The side of the seat: the one that must choose, or else the one person here; null behind a curtain or after the end. */
  get side(): string | null {
    const { actor, mine, curtainSide, covered, matchView } = this.#store
    return curtainSide || covered || matchView.over ? null : (actor ?? mine)
  }

  /** Each time the orders of a side are fetched again, some of its plans may have ended. */
  get of(): string {
    const { side } = this
    return `${side} ${side && this.#store.decision ? procedureOf(viewOf(this.#store.view), side) : ''}`
  }

  get info(): StandingOrdersInfo {
    return this.side && this.#answer.of.startsWith(`${this.side} `) ? this.#answer.info : NOTHING
  }

  voyage(force: string): Voyage | null {
    return (this.info.plans[force] as unknown as Voyage | undefined) ?? null
  }

  /** Sets a standing order; "ask" removes it. */
  order(id: string, value: string): void {
    if (id === EMPTY) writeStored(WANTED, value === 'ask' ? value : undefined)
    this.#send(id, value)
  }

  #send(id: string, value: string): void {
    if (this.side) this.#hear(this.of, api.setStandingOrders(this.#store.id, this.side, { orders: { [id]: value } }))
  }

  /** Sends a force on the first course of a voyage, no faster than necessary, and stores the voyage. */
  async sail(force: string, voyage: Voyage, course: Action): Promise<void> {
    const { side } = this
    const ahead = lookaheadOf(this.#store)
    await ahead.request([course])
    const speed = ahead.of(course)?.[0]
    if (side && (await this.#store.submit(speed ? [course, speed] : [course]))) this.#hear(this.of, api.setStandingOrders(this.#store.id, side, { plans: { [force]: voyage } }))
  }

  /** Stores a destination of a force. */
  plan(force: string, voyage: Voyage): void {
    const { mission, to, off, speed, landing } = voyage
    const plan = { mission, to, off, speed, ...(landing && { landing: { units: [...landing.units], week: landing.week } }) }
    if (this.side) this.#hear(this.of, api.setStandingOrders(this.#store.id, this.side, { plans: { [force]: plan } }))
  }

  /** The forces with a landing order. */
  get landings(): readonly (readonly [string, Voyage])[] {
    return Object.entries(this.info.plans as unknown as Record<string, Voyage>).filter(([, { landing }]) => landing)
  }

  /** Removes the destination of a force. */
  drop(force: string): void {
    if (this.side) this.#hear(this.of, api.setStandingOrders(this.#store.id, this.side, { plans: { [force]: null } }))
  }

  #hear(of: string, answer: Promise<StandingOrdersInfo>): void {
    answer.then((info) => (this.#answer = { of, info }), (error: unknown) => this.#store.notices.failed(error))
  }
}

const storesByMatch = new WeakMap<MatchStore, StandingOrdersStore>()
/** The data stored with the seat, once the page of the match is open. */
export const standingOrdersOf = (store: MatchStore): StandingOrdersStore | undefined => storesByMatch.get(store)
