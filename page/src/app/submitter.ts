import { api, ApiError, messageId, type Action, type OtherView, type ChoiceGroup, type MatchView } from './api'
import type { Observation } from './observation.svelte'

/** Splits a list into parts that may be submitted: each ends with a choice that the offer says must be the last. */
export function submittableParts(choices: readonly Action[], groups: readonly ChoiceGroup[] = []): readonly (readonly Action[])[] {
  const ending = new Set(groups.filter((group) => group.ends_list === 'always').map((group) => group.verb))
  const parts: Action[][] = [[]]
  for (const [place, choice] of choices.entries()) {
    parts.at(-1)!.push(choice)
    if (ending.has(choice[0]!) && place < choices.length - 1) parts.push([])
  }
  return parts
}

/** How the choices of a match are submitted: a list at once, and the same list never twice. */
export class Submitter {
  #lastMessage: { seq: number; choices: string; message: string } | null = null

  constructor(readonly match: string) {}

  /** One list, or its parts one after the other if a choice before its end must be the last of a list. */
  async submit(observation: Observation, side: string, choices: readonly Action[], also: readonly OtherView[] = []): Promise<MatchView> {
    const [first, ...more] = submittableParts(choices, observation.matchView.decision?.choices)
    let matchView = await this.#part(observation, side, first!, more.length ? [] : also)
    for (const [place, part] of more.entries()) {
      if (matchView.dice?.wanted) break // the die of this part waits for another page
      observation.store(matchView)
      matchView = await this.#part(observation, side, part, place < more.length - 1 ? [] : also)
    }
    return matchView
  }

  /** One part. If it is refused because a choice before its end must be the last of a list after all, submits
   * the list up to there and then the rest one by one. A choice that a rule forbids is refused again, and nothing is carried out. */
  async #part(observation: Observation, side: string, choices: readonly Action[], also: readonly OtherView[]): Promise<MatchView> {
    try {
      return await this.#act(observation, side, choices, also)
    } catch (error) {
      const place = error instanceof ApiError && error.status === 422 ? error.choiceIndex : undefined
      if (place === undefined || place >= choices.length - 1) throw error
      let matchView = await this.#act(observation, side, choices.slice(0, place + 1))
      for (const choice of choices.slice(place + 1)) {
        if (matchView.dice?.wanted) break
        observation.store(matchView)
        matchView = await this.#act(observation, side, [choice], also)
      }
      return matchView
    }
  }

  async #act(observation: Observation, side: string, choices: readonly Action[], also: readonly OtherView[] = []): Promise<MatchView> {
    const { seq } = observation.matchView
    const text = JSON.stringify(choices)
    if (this.#lastMessage?.seq !== seq || this.#lastMessage.choices !== text) this.#lastMessage = { seq, choices: text, message: messageId() }
    const { message } = this.#lastMessage
    const matchView = await api.act(this.match, { side, seq, choices, message, held: observation.stamp, ...(also.length && { also }) })
    const { words = [], wanted } = matchView.dice ?? {}
    // Joint dice whose secrets are all held here are rolled before the act is over.
    return wanted && (await (await import('./joint_dice')).answerDiceRequests(this.match, words, wanted)) ? api.matchView(this.match, observation.viewpoint, observation.lastSeq, observation.stamp) : matchView
  }
}
