import { api, type SeatInfo, type SeatsInfo } from './api'

/** Who holds the seats of a match, as far as this browser may know. */
export class MatchSeats {
  #info = $state.raw<SeatsInfo>()
  #requestNumber = 0
  #latestApplied = 0

  constructor(readonly match: string) {}

  /** Undefined until the server has answered. */
  get info(): SeatsInfo | undefined {
    return this.#info
  }

  /** Asks who holds the seats. An unclaimed match goes to the first browser on the server's machine that opens it. */
  async refresh(): Promise<void> {
    const number = ++this.#requestNumber
    const found = await api.seats(this.match)
    this.#apply(found.take === 'unclaimed' ? await api.claim(this.match).catch(() => found) : found, number)
  }

  /** Takes the seats that another browser holds, as the server allows on its own machine. */
  async takeOver(): Promise<void> {
    this.#apply(await api.claim(this.match), ++this.#requestNumber)
  }

  get persons(): readonly SeatInfo[] {
    return this.#info?.seats.filter(({ player }) => player === 'person') ?? []
  }

  /** The human players' sides that this browser holds. */
  get mine(): readonly string[] {
    return this.persons.filter(({ yours }) => yours).map(({ side }) => side)
  }

  /** Whether this browser holds every seat, so that it may see everything. */
  get holdsAll(): boolean {
    return !!this.#info?.seats.length && this.#info.seats.every(({ player, yours }) => player === 'person' && yours)
  }

  get host(): boolean {
    return !!this.#info?.host
  }

  /** The seats that nobody holds. */
  get free(): readonly SeatInfo[] {
    return this.persons.filter(({ claimed }) => !claimed)
  }

  /** The seats to which this browser may invite: free ones if it hosts, and its own if it holds several. */
  get invitable(): readonly SeatInfo[] {
    if (this.#info?.over) return []
    return this.persons.filter(({ claimed, yours }) => (claimed ? yours && this.mine.length > 1 : this.host))
  }

  /** An outdated answer is ignored. */
  #apply(info: SeatsInfo, number: number): void {
    if (number < this.#latestApplied) return
    this.#latestApplied = number
    if (JSON.stringify(info) !== JSON.stringify(this.#info)) this.#info = info
  }
}
