import { aheadOf } from './ahead.svelte'
import type { Action } from './api'
import { offered, same, unfolded } from './choices'
import type { Desk } from './game'

/** Choices that are asked for in two steps and meant as one: fighters are named, then over which force they patrol. As soon as
 * the first step is named the second is asked for ahead, and both are handed in with one press. */

const own = (desk: Desk): readonly Action[] => (desk.decision ? unfolded(desk.decision.choices) : [])
const leads = (desk: Desk, [verb = '']: Action): boolean => !!desk.game.leads?.has(verb)

/** What completes a first step, as the referee says; nothing where that is not known, or the referee makes the only rest by itself. */
function rest(desk: Desk, first: Action): readonly Action[] {
  const found = aheadOf(desk).of(first) ?? []
  return found.length === 1 && desk.game.leads?.get(first[0]!) ? [] : found
}

/** The choices of the decision in hand, each first step of which the rest is known whole with every rest. */
export function inOne(desk: Desk): readonly Action[] {
  const choices = own(desk)
  if (!desk.game.leads || !choices.some((choice) => leads(desk, choice) && rest(desk, choice).length)) return choices
  return choices.flatMap((choice) => {
    const more = leads(desk, choice) ? rest(desk, choice) : []
    return more.length ? more.map(([, ...parts]) => [...choice, ...parts]) : [choice]
  })
}

/** A choice as it is handed in: both of its steps, where it was put together of two. */
export function apart(desk: Desk, choice: Action): readonly Action[] {
  if (!leads(desk, choice)) return [choice]
  for (const first of own(desk)) {
    if (first.length >= choice.length || !same(first, choice.slice(0, first.length))) continue
    const found = rest(desk, first).find(([, ...parts]) => same(parts, choice.slice(first.length)))
    if (found) return [first, found]
  }
  return [choice]
}

/** Asks for the rest where a first step alone is to be handed in. Gives whether something is left to choose, which is asked next. */
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
