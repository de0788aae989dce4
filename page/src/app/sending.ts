import { api, ApiError, messageId, type Action, type Also, type Sight } from './api'
import type { Look } from './looks.svelte'

/** How choices of one match go to the referee: a list at once, and the same list never twice. */
export class Sending {
  #sent: { seq: number; choices: string; message: string } | null = null

  constructor(readonly match: string) {}

  /** One list; where it is refused before its end since a secret becomes known there, which only the last choice of a list may
   * bring about, the list up to there and then the rest one by one. What a rule forbids is refused again, and nothing is taken. */
  async hand(look: Look, side: string, choices: readonly Action[], also: readonly Also[] = []): Promise<Sight> {
    try {
      return await this.#act(look, side, choices, also)
    } catch (wrong) {
      const place = wrong instanceof ApiError && wrong.status === 422 ? wrong.place : undefined
      if (place === undefined || place >= choices.length - 1) throw wrong
      let sight = await this.#act(look, side, choices.slice(0, place + 1))
      for (const choice of choices.slice(place + 1)) {
        look.take(sight)
        sight = await this.#act(look, side, [choice], also)
      }
      return sight
    }
  }

  #act(look: Look, side: string, choices: readonly Action[], also: readonly Also[] = []): Promise<Sight> {
    const { seq } = look.sight
    const text = JSON.stringify(choices)
    if (this.#sent?.seq !== seq || this.#sent.choices !== text) this.#sent = { seq, choices: text, message: messageId() }
    return api.act(this.match, { side, seq, choices, message: this.#sent.message, held: look.held, ...(also.length && { also }) })
  }
}
