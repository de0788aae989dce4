import { api, type NewLink, type SeatInfo, type SeatsInfo } from './api'
import { keep, kept } from './kept'

/** Who holds the seats of a match, as far as this browser may know, and the links to them that it has made. */

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/** The address at which others reach the server that this page comes from. */
export const addressOf = ({ addresses }: SeatsInfo): string =>
  ((THIS_MACHINE.includes(location.hostname) && addresses[0]) || location.origin).replace(/\/$/, '')

export class MatchSeats {
  #info = $state.raw<SeatsInfo>()
  #links = $state.raw<Readonly<Record<string, NewLink>>>({})
  readonly #key: string

  constructor(readonly match: string) {
    this.#key = `ironbottom.links.${match}`
    this.#links = kept<Record<string, NewLink>>(this.#key) ?? {}
  }

  /** Undefined until the server has answered. */
  get info(): SeatsInfo | undefined {
    return this.#info
  }

  /** Asks who holds the seats. A match that nobody holds is taken by the first browser of this machine that opens it. */
  async refresh(): Promise<void> {
    const found = await api.seats(this.match)
    this.#take(found.take === 'unclaimed' ? await api.claim(this.match).catch(() => found) : found)
  }

  /** Takes the seats that another browser of this machine holds. */
  async takeOver(): Promise<void> {
    this.#take(await api.claim(this.match))
  }

  get persons(): readonly SeatInfo[] {
    return this.#info?.seats.filter(({ player }) => player === 'person') ?? []
  }

  /** The sides of persons that this browser holds. */
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

  /** The seats to which this browser may invite: free ones of its match, and of several of its own any. */
  get toGive(): readonly SeatInfo[] {
    if (this.#info?.over) return []
    return this.persons.filter(({ claimed, yours }) => (claimed ? yours && this.mine.length > 1 : this.host))
  }

  /** The link of an invitation, where it works and this browser has made it. */
  linkOf({ side, invitation }: SeatInfo): string | null {
    const link = this.#links[side]
    return this.#info && link && invitation?.expires === link.expires ? this.whole(link) : null
  }

  /** A link as it is sent to somebody. */
  whole = ({ path }: NewLink): string => `${addressOf(this.#info!)}${path}`

  async invite(side: string): Promise<void> {
    this.#keep({ ...this.#links, [side]: await api.invite(this.match, side) })
    await this.refresh()
  }

  async reissue(side: string): Promise<void> {
    this.#keep({ ...this.#links, [side]: await api.reissue(this.match, side) })
    await this.refresh()
  }

  async withdraw(side: string): Promise<void> {
    await api.withdrawLink(this.match, side)
    const { [side]: _, ...others } = this.#links
    this.#keep(others)
    await this.refresh()
  }

  #keep(links: Readonly<Record<string, NewLink>>): void {
    this.#links = links
    keep(this.#key, Object.keys(links).length ? links : undefined)
  }

  #take(info: SeatsInfo): void {
    if (JSON.stringify(info) !== JSON.stringify(this.#info)) this.#info = info
  }
}

/** Makes the links for the friends of a new match; where one cannot be made, the page of the match offers it again. */
export async function inviteFriends(match: string, sides: readonly string[]): Promise<void> {
  const seats = new MatchSeats(match)
  for (const side of sides) await seats.invite(side).catch(() => undefined)
}
