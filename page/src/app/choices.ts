import type { Action, ChoiceBranches, ChoiceGroup } from './api'

/** A part of a choice already made: its verb, an argument (at any position or a given one), or a choice from a list of few. */
export type Pick = { verb: string } | { id: string; at?: number } | { among: readonly Action[] }

const MAX_LISTED = 20_000 // the largest number of choices listed
const listed = new WeakMap<readonly ChoiceGroup[], readonly Action[]>()

/** Expands the choices of a decision one by one, at most as many as the page can hold; verbs with few choices are complete. */
export function expandChoices(groups: readonly ChoiceGroup[], most = MAX_LISTED): readonly Action[] {
  const known = most === MAX_LISTED && listed.get(groups)
  if (known) return known
  let room = most
  const shares = new Map<ChoiceGroup, number>()
  for (const group of groups.toSorted((a, b) => size(a.then) - size(b.then))) {
    shares.set(group, Math.min(size(group.then), room))
    room -= shares.get(group)!
  }
  const all: Action[] = []
  for (const group of groups) spread(group.then ?? [], [group.verb], all, all.length + shares.get(group)!)
  if (most === MAX_LISTED) listed.set(groups, all)
  return all
}

/** The number of choices, without listing them. */
const size = (branches: ChoiceBranches = []): number =>
  branches.length ? branches.reduce((sum, [ids, after]) => sum + ids.length * size(after), 0) : 1

function spread(branches: ChoiceBranches, begun: Action, into: Action[], until: number): void {
  if (!branches.length && into.length < until) into.push(begun)
  for (const [ids, after] of branches) for (const id of ids) if (into.length < until) spread(after, [...begun, id], into, until)
}

/** The argument positions of the picks in a choice; null if the choice does not contain them all. */
function covered(choice: Action, picks: readonly Pick[]): Set<number> | null {
  const taken = new Set<number>()
  for (const pick of picks) {
    if ('verb' in pick) {
      if (choice[0] !== pick.verb) return null
      continue
    }
    if ('among' in pick) {
      if (!isOffered(pick.among, choice)) return null
      continue
    }
    let at = pick.at === undefined ? -1 : pick.at + 1
    if (at < 0) at = choice.findIndex((part, i) => i > 0 && part === pick.id && !taken.has(i))
    if (at < 1 || choice[at] !== pick.id || taken.has(at)) return null
    taken.add(at)
  }
  return taken
}

/** The choices that match the picks. */
export const matchingChoices = (choices: readonly Action[], picks: readonly Pick[]): Action[] =>
  choices.filter((choice) => covered(choice, picks) !== null)

/** The position of the first open argument, from 0; null if none is open. */
function openAt(choice: Action, picks: readonly Pick[]): number | null {
  const taken = covered(choice, picks)
  if (!taken) return null
  for (let i = 1; i < choice.length; i++) if (!taken.has(i)) return i - 1
  return null
}

/** The ids that may be chosen next: the first open argument of every remaining choice. If only one unit may act, in one way, its
 * targets are highlighted with it. */
export function selectableIds(choices: readonly Action[], picks: readonly Pick[]): Set<string> {
  const ids = new Set<string>()
  for (const choice of choices) {
    const at = openAt(choice, picks)
    if (at !== null) ids.add(choice[at + 1]!)
  }
  const oneWay = !picks.length && ids.size === 1 && choices.every((choice) => choice[0] === choices[0]![0])
  if (oneWay) for (const choice of choices) if (choice[2] !== undefined) ids.add(choice[2])
  return ids
}

/** The only unit that may do the picked verb, which then need not be picked; null if there are several. */
export function actorOf(choices: readonly Action[], picks: readonly Pick[]): Pick | null {
  const [only, ...more] = picks
  if (!only || more.length || !('verb' in only)) return null
  const left = matchingChoices(choices, picks)
  const actors = new Set(left.map((choice) => choice[1]))
  const [id] = actors
  return left.length > 1 && actors.size === 1 && id !== undefined ? { id, at: 0 } : null
}

/** Whether an id is open in any remaining choice, so that it may be picked out of order. */
export const isPickable = (choices: readonly Action[], picks: readonly Pick[], id: string): boolean =>
  matchingChoices(choices, [...picks, { id }]).length > 0

/** What must be picked next: one of several verbs, the next argument of the only verb, or one of a few whole choices. */
export type Question =
  | { kind: 'none' }
  | { kind: 'whole'; choices: Action[] }
  | { kind: 'verb'; verbs: { verb: string; only: Action | null }[] }
  | { kind: 'argument'; verb: string; at: number; values: { id: string; only: Action | null }[] }

const MAX_WHOLE_CHOICES = 4 // choices offered in full rather than step by step

export function question(choices: readonly Action[], picks: readonly Pick[]): Question {
  const left = matchingChoices(choices, picks)
  if (!left.length) return { kind: 'none' }
  if (left.length <= MAX_WHOLE_CHOICES) return { kind: 'whole', choices: left }
  const verbs = groupBy(left, (choice) => choice[0]!)
  if (verbs.size > 1) return { kind: 'verb', verbs: [...verbs].map(([verb, all]) => ({ verb, only: onlyChoice(all) })) }
  const at = openWhereTheyDiffer(left, picks)
  if (at === null) return { kind: 'whole', choices: left }
  const values = groupBy(left, (choice) => choice[at + 1]!)
  return { kind: 'argument', verb: left[0]![0]!, at, values: [...values].map(([id, all]) => ({ id, only: onlyChoice(all) })) }
}

const onlyChoice = (all: readonly Action[]): Action | null => (all.length === 1 ? all[0]! : null)

function groupBy(all: readonly Action[], by: (choice: Action) => string): Map<string, Action[]> {
  const groups = new Map<string, Action[]>()
  for (const choice of all) {
    const own = groups.get(by(choice))
    if (own) own.push(choice)
    else groups.set(by(choice), [choice])
  }
  return groups
}

function openWhereTheyDiffer(left: readonly Action[], picks: readonly Pick[]): number | null {
  const longest = Math.max(...left.map((choice) => choice.length))
  for (let at = 0; at < longest - 1; at++) {
    const open = left.some((choice) => !(covered(choice, picks)?.has(at + 1) ?? true))
    if (open && new Set(left.map((choice) => choice[at + 1])).size > 1) return at
  }
  return null
}

/** The one choice that the picks determine, if they are complete. Picks from the board are complete when every argument is named
 * and the player is not merely looking at something: the verb was named too, or two arguments were, or only one verb fits. */
export function completeChoice(choices: readonly Action[], picks: readonly Pick[]): Action | null {
  const left = matchingChoices(choices, picks)
  if (left.length !== 1) return null
  const [choice] = left as [Action]
  if (covered(choice, picks)!.size < choice.length - 1) return null
  const named = picks.some((pick) => 'verb' in pick) || picks.length > 1
  const askers = new Set(choices.filter((c) => c.length > 1).map((c) => c[0]))
  return named || askers.size === 1 ? choice : null
}

/** Whether two choices are the same. */
export const isSameChoice = (a: Action, b: Action): boolean => a.length === b.length && a.every((part, i) => part === b[i])

/** Whether a choice is offered. */
export const isOffered = (choices: readonly Action[], choice: Action): boolean => choices.some((one) => isSameChoice(one, choice))
