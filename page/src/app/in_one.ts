import { aheadOf } from './ahead.svelte'
import type { Action } from './api'
import { offered, same, unfolded } from './choices'
import type { Desk } from './game'

/** Choices asked in two steps but meant as one: fighters are named, then the force they patrol over. When the first step is named
 * the second is requested ahead, and one press submits both. */

const own = (desk: Desk): readonly Action[] => (desk.decision ? unfolded(desk.decision.choices) : [])
const leads = (desk: Desk, [verb = '']: Action): boolean => !!desk.game.leads?.has(verb)

/** The choices that complete a first step, from the referee; undefined if unknown, or if the referee makes a single remaining
 * choice itself. */
function rest(desk: Desk, first: Action): readonly Action[] {
  const found = aheadOf(desk).of(first) ?? []
  return found.length === 1 && desk.game.leads?.get(first[0]!) ? [] : found
}

/** The open choices, in which each first step with known completions is combined with each of them. */
export function inOne(desk: Desk): readonly Action[] {
  const choices = own(desk)
  if (!desk.game.leads || !choices.some((choice) => leads(desk, choice) && rest(desk, choice).length)) return choices
  return choices.flatMap((choice) => {
    const more = leads(desk, choice) ? rest(desk, choice) : []
    return more.length ? more.map(([, ...parts]) => [...choice, ...parts]) : [choice]
  })
}

/** A choice as submitted: both steps, if it was combined from two. */
export function apart(desk: Desk, choice: Action): readonly Action[] {
  if (!leads(desk, choice)) return [choice]
  for (const first of own(desk)) {
    if (first.length >= choice.length || !same(first, choice.slice(0, first.length))) continue
    const found = rest(desk, first).find(([, ...parts]) => same(parts, choice.slice(first.length)))
    if (found) return [first, found]
  }
  return [choice]
}

/** Asks for the second step if only a first step would be submitted. Returns whether a choice is left, which is asked next. */
export function leadsOn(desk: Desk, [only, ...more]: readonly Action[]): Promise<boolean> | false {
  return !!only && !more.length && leads(desk, only) && offered(own(desk), only) && asksOn(desk, only)
}

async function asksOn(desk: Desk, only: Action): Promise<boolean> {
  await aheadOf(desk).want([only])
  await aheadOf(desk).known()
  const more = rest(desk, only)
  if (!more.length) return false
  desk.notices.clear()
  if (desk.left.length === more.length && desk.left.every((choice) => same(choice.slice(0, only.length), only))) return true // named part by part
  const [verb = '', ...parts] = only
  desk.picks = [{ verb }, ...parts.map((id, at) => ({ id, at }))]
  return true
}
