import { api, type NewLink, type SeatInfo, type SeatsInfo } from './api'
import { writeStored, readStored } from './storage'
import { MatchSeats } from './seats.svelte'

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/** The address under which others reach this page's server. */
export const addressOf = ({ addresses }: Pick<SeatsInfo, 'addresses'>): string =>
  ((THIS_MACHINE.includes(location.hostname) && addresses[0]) || location.origin).replace(/\/$/, '')

/** The links to seats of a match that this browser has made. The server sends each only once, so the browser stores them. */
export class Invitations {
  #links = $state.raw<Readonly<Record<string, NewLink>>>({})
  readonly #key: string

  constructor(readonly seats: MatchSeats) {
    this.#key = `ironbottom.links.${seats.match}`
    this.#links = readStored<Record<string, NewLink>>(this.#key) ?? {}
  }

  /** The link of an invitation, if it works and was made by this browser. */
  linkOf({ side, invitation }: SeatInfo): string | null {
    const link = this.#links[side]
    return link && invitation?.expires === link.expires ? this.whole(link) : null
  }

  /** The whole link, ready to send. */
  whole = ({ path }: NewLink): string => `${addressOf(this.seats.info!)}${path}`

  async invite(side: string): Promise<void> {
    this.#keep({ ...this.#links, [side]: await api.invite(this.seats.match, side) })
    await this.seats.refresh()
  }

  /** Makes a link and lets the server send it to a friend. */
  async inviteByMail(side: string, address: string): Promise<void> {
    this.#keep({ ...this.#links, [side]: await api.inviteByMail(this.seats.match, side, address) })
    await this.seats.refresh()
  }

  /** Takes a seat from its holder, and makes a new link to it. */
  async reissue(side: string): Promise<void> {
    this.#keep({ ...this.#links, [side]: await api.reissue(this.seats.match, side) })
    await this.seats.refresh()
  }

  async withdraw(side: string): Promise<void> {
    await api.withdrawLink(this.seats.match, side)
    const { [side]: _, ...others } = this.#links
    this.#keep(others)
    await this.seats.refresh()
  }

  #keep(links: Readonly<Record<string, NewLink>>): void {
    this.#links = links
    writeStored(this.#key, Object.keys(links).length ? links : undefined)
  }
}

/** Makes the links for the friends in a new match; if one fails, the match page offers it again. */
export async function inviteFriends(match: string, sides: readonly string[]): Promise<void> {
  const links = new Invitations(new MatchSeats(match))
  for (const side of sides) await links.invite(side).catch(() => undefined)
}
