import { api, ApiError, messageId, type Action, type Also, type Group, type Sight } from './api'
import type { Look } from './looks.svelte'

/** Splits a list into parts that may be submitted: each ends with a choice that the offer says must be the last. */
export function inParts(choices: readonly Action[], groups: readonly Group[] = []): readonly (readonly Action[])[] {
  const ending = new Set(groups.filter((group) => group.ends_list === 'always').map((group) => group.verb))
  const parts: Action[][] = [[]]
  for (const [place, choice] of choices.entries()) {
    parts.at(-1)!.push(choice)
    if (ending.has(choice[0]!) && place < choices.length - 1) parts.push([])
  }
  return parts
}

/** How the choices of a match are submitted: a list at once, and the same list never twice. */
export class Sending {
  #sent: { seq: number; choices: string; message: string } | null = null

  constructor(readonly match: string) {}

  /** One list, or its parts one after the other if a choice before its end must be the last of a list. */
  async hand(look: Look, side: string, choices: readonly Action[], also: readonly Also[] = []): Promise<Sight> {
    const [first, ...more] = inParts(choices, look.sight.decision?.choices)
    let sight = await this.#part(look, side, first!, more.length ? [] : also)
    for (const [place, part] of more.entries()) {
      if (sight.dice?.wanted) break // the die of this part waits for another page
      look.take(sight)
      sight = await this.#part(look, side, part, place < more.length - 1 ? [] : also)
    }
    return sight
  }

  /** One part. If it is refused because a choice before its end must be the last of a list after all, submits
   * the list up to there and then the rest one by one. A choice that a rule forbids is refused again, and nothing is carried out. */
  async #part(look: Look, side: string, choices: readonly Action[], also: readonly Also[]): Promise<Sight> {
    try {
      return await this.#act(look, side, choices, also)
    } catch (wrong) {
      const place = wrong instanceof ApiError && wrong.status === 422 ? wrong.place : undefined
      if (place === undefined || place >= choices.length - 1) throw wrong
      let sight = await this.#act(look, side, choices.slice(0, place + 1))
      for (const choice of choices.slice(place + 1)) {
        if (sight.dice?.wanted) break
        look.take(sight)
        sight = await this.#act(look, side, [choice], also)
      }
      return sight
    }
  }

  async #act(look: Look, side: string, choices: readonly Action[], also: readonly Also[] = []): Promise<Sight> {
    const { seq } = look.sight
    const text = JSON.stringify(choices)
    if (this.#sent?.seq !== seq || this.#sent.choices !== text) this.#sent = { seq, choices: text, message: messageId() }
    const { message } = this.#sent
    const sight = await api.act(this.match, { side, seq, choices, message, held: look.held, ...(also.length && { also }) })
    const { words = [], wanted } = sight.dice ?? {}
    // Joint dice whose secrets are all held here fall before the act is over.
    return wanted && (await (await import('./joint')).answer(this.match, words, wanted)) ? api.sight(this.match, look.eyes, look.known, look.held) : sight
  }
}
