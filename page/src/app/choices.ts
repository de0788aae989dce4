import type { Action, Branches, Group } from './api'

/** A part of a choice that one has made already: its verb, an argument (wherever it stands, or at one place), or that it is
 * one of a few. */
export type Pick = { verb: string } | { id: string; at?: number } | { among: readonly Action[] }

const MOST_LISTED = 20_000 // choices of a decision that are listed here
const listed = new WeakMap<readonly Group[], readonly Action[]>()

/** The choices as they came over the wire, one by one; of very many no more than a page can hold, the verbs with few of them whole. */
export function unfolded(groups: readonly Group[], most = MOST_LISTED): readonly Action[] {
  const known = most === MOST_LISTED && listed.get(groups)
  if (known) return known
  let room = most
  const shares = new Map<Group, number>()
  for (const group of groups.toSorted((a, b) => size(a.then) - size(b.then))) {
    shares.set(group, Math.min(size(group.then), room))
    room -= shares.get(group)!
  }
  const all: Action[] = []
  for (const group of groups) spread(group.then ?? [], [group.verb], all, all.length + shares.get(group)!)
  if (most === MOST_LISTED) listed.set(groups, all)
  return all
}

/** How many choices there are, without listing them. */
const size = (branches: Branches = []): number =>
  branches.length ? branches.reduce((sum, [ids, after]) => sum + ids.length * size(after), 0) : 1

function spread(branches: Branches, begun: Action, into: Action[], until: number): void {
  if (!branches.length && into.length < until) into.push(begun)
  for (const [ids, after] of branches) for (const id of ids) if (into.length < until) spread(after, [...begun, id], into, until)
}

/** Which argument of the choice each pick stands for; nothing where the choice does not hold them all. */
function covered(choice: Action, picks: readonly Pick[]): Set<number> | null {
  const taken = new Set<number>()
  for (const pick of picks) {
    if ('verb' in pick) {
      if (choice[0] !== pick.verb) return null
      continue
    }
    if ('among' in pick) {
      if (!offered(pick.among, choice)) return null
      continue
    }
    let at = pick.at === undefined ? -1 : pick.at + 1
    if (at < 0) at = choice.findIndex((part, i) => i > 0 && part === pick.id && !taken.has(i))
    if (at < 1 || choice[at] !== pick.id || taken.has(at)) return null
    taken.add(at)
  }
  return taken
}

/** The choices that the picks leave. */
export const remaining = (choices: readonly Action[], picks: readonly Pick[]): Action[] =>
  choices.filter((choice) => covered(choice, picks) !== null)

/** The place of the first argument that is still open, from 0; nothing where none is. */
function openAt(choice: Action, picks: readonly Pick[]): number | null {
  const taken = covered(choice, picks)
  if (!taken) return null
  for (let i = 1; i < choice.length; i++) if (!taken.has(i)) return i - 1
  return null
}

/** The ids that may be chosen next: the first open argument of every choice that is left. Where one alone may act, and in one
 * way, what it may aim at is lit with it. */
export function lit(choices: readonly Action[], picks: readonly Pick[]): Set<string> {
  const ids = new Set<string>()
  for (const choice of choices) {
    const at = openAt(choice, picks)
    if (at !== null) ids.add(choice[at + 1]!)
  }
  const oneWay = !picks.length && ids.size === 1 && choices.every((choice) => choice[0] === choices[0]![0])
  if (oneWay) for (const choice of choices) if (choice[2] !== undefined) ids.add(choice[2])
  return ids
}

/** The one that alone may do what was picked by its verb, so that it need not be picked too; nothing where there are several. */
export function actorOf(choices: readonly Action[], picks: readonly Pick[]): Pick | null {
  const [only, ...more] = picks
  if (!only || more.length || !('verb' in only)) return null
  const left = remaining(choices, picks)
  const actors = new Set(left.map((choice) => choice[1]))
  const [id] = actors
  return left.length > 1 && actors.size === 1 && id !== undefined ? { id, at: 0 } : null
}

/** Whether an id is still open anywhere in what is left, so that it may be picked out of turn. */
export const pickable = (choices: readonly Action[], picks: readonly Pick[], id: string): boolean =>
  remaining(choices, [...picks, { id }]).length > 0

/** What is to be said next: one of several verbs, the next argument of the one verb, or one of a few whole choices. */
export type Question =
  | { kind: 'none' }
  | { kind: 'whole'; choices: Action[] }
  | { kind: 'verb'; verbs: { verb: string; only: Action | null }[] }
  | { kind: 'argument'; verb: string; at: number; values: { id: string; only: Action | null }[] }

const MOST_WHOLE = 4 // choices that are offered in full words rather than step by step

export function question(choices: readonly Action[], picks: readonly Pick[]): Question {
  const left = remaining(choices, picks)
  if (!left.length) return { kind: 'none' }
  if (left.length <= MOST_WHOLE) return { kind: 'whole', choices: left }
  const verbs = grouped(left, (choice) => choice[0]!)
  if (verbs.size > 1) return { kind: 'verb', verbs: [...verbs].map(([verb, all]) => ({ verb, only: single(all) })) }
  const at = openWhereTheyDiffer(left, picks)
  if (at === null) return { kind: 'whole', choices: left }
  const values = grouped(left, (choice) => choice[at + 1]!)
  return { kind: 'argument', verb: left[0]![0]!, at, values: [...values].map(([id, all]) => ({ id, only: single(all) })) }
}

const single = (all: readonly Action[]): Action | null => (all.length === 1 ? all[0]! : null)

function grouped(all: readonly Action[], by: (choice: Action) => string): Map<string, Action[]> {
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

/** The one choice that the picks amount to, if they are whole. A press on the board is whole when every argument was named,
 * and it cannot have been meant as a mere look: the verb was named too, or two arguments were, or a single verb takes any. */
export function whole(choices: readonly Action[], picks: readonly Pick[]): Action | null {
  const left = remaining(choices, picks)
  if (left.length !== 1) return null
  const [choice] = left as [Action]
  if (covered(choice, picks)!.size < choice.length - 1) return null
  const named = picks.some((pick) => 'verb' in pick) || picks.length > 1
  const askers = new Set(choices.filter((c) => c.length > 1).map((c) => c[0]))
  return named || askers.size === 1 ? choice : null
}

/** Whether two choices are the same. */
export const same = (a: Action, b: Action): boolean => a.length === b.length && a.every((part, i) => part === b[i])

/** Whether a choice is offered. */
export const offered = (choices: readonly Action[], choice: Action): boolean => choices.some((one) => same(one, choice))
