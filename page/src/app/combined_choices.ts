import { lookaheadOf } from './lookahead.svelte'
import type { Action } from './api'
import { isOffered, isSameChoice, expandChoices } from './choices'
import type { MatchStore } from './game'

/** Choices asked in two steps but meant as one: fighters are named, then the force they patrol over. When the first step is named
 * the second is requested ahead, and one press submits both. */

const offersOfGame = (store: MatchStore): readonly Action[] => (store.decision ? expandChoices(store.decision.choices) : [])
const isFirstStep = (store: MatchStore, [verb = '']: Action): boolean => !!store.game.twoStepVerbs?.has(verb)

/** The choices that complete a first step, from the referee; undefined if unknown, or if the referee makes the only remaining
 * choice itself. */
function rest(store: MatchStore, first: Action): readonly Action[] {
  const found = lookaheadOf(store).of(first) ?? []
  return found.length === 1 && store.game.twoStepVerbs?.get(first[0]!) ? [] : found
}

/** The open choices, in which each first step with known completions is combined with each of them. */
export function combinedChoices(store: MatchStore): readonly Action[] {
  const choices = offersOfGame(store)
  if (!store.game.twoStepVerbs || !choices.some((choice) => isFirstStep(store, choice) && rest(store, choice).length)) return choices
  return choices.flatMap((choice) => {
    const more = isFirstStep(store, choice) ? rest(store, choice) : []
    return more.length ? more.map(([, ...parts]) => [...choice, ...parts]) : [choice]
  })
}

/** A choice as submitted: both steps, if it was combined from two. */
export function separateChoices(store: MatchStore, choice: Action): readonly Action[] {
  if (!isFirstStep(store, choice)) return [choice]
  for (const first of offersOfGame(store)) {
    if (first.length >= choice.length || !isSameChoice(first, choice.slice(0, first.length))) continue
    const found = rest(store, first).find(([, ...parts]) => isSameChoice(parts, choice.slice(first.length)))
    if (found) return [first, found]
  }
  return [choice]
}

/** Asks for the second step if only a first step would be submitted. Returns whether a choice is left, which is asked next. */
export function requestsSecondStep(store: MatchStore, [only, ...more]: readonly Action[]): Promise<boolean> | false {
  return !!only && !more.length && isFirstStep(store, only) && isOffered(offersOfGame(store), only) && asksSecondStep(store, only)
}

async function asksSecondStep(store: MatchStore, only: Action): Promise<boolean> {
  await lookaheadOf(store).request([only])
  await lookaheadOf(store).settled()
  const more = rest(store, only)
  if (!more.length) return false
  store.notices.clear()
  if (store.remainingChoices.length === more.length && store.remainingChoices.every((choice) => isSameChoice(choice.slice(0, only.length), only))) return true // named part by part
  const [verb = '', ...parts] = only
  store.picks = [{ verb }, ...parts.map((id, at) => ({ id, at }))]
  return true
}
