import type { Action } from '../../app/api'
import type { Desk } from '../../app/desk.svelte'
import type { Marks } from './play_blocks'
import { factsOf, frameOf, isUnit, procedureOf, sideOf, topFrame, viewOf, type HoldView } from './play_view'

/** Choices of a unit and of where it goes, or of what it fires at: several units may be picked first, then the one place. */
const TOGETHER = new Set(['move', 'dock', 'go', 'return', 'rebuild', 'deploy', 'raid', 'land', 'defend', 'join', 'fire', 'pursue', 'reply', 'aim'])
export const gathers = (verb: string): boolean => TOGETHER.has(verb)

/** What is picked so far, as the page keeps it. */
export interface Draft {
  picked: readonly string[]
}

export interface Gathering {
  /** for every unit that may be chosen, what it may do, by place or target */
  ways: ReadonlyMap<string, ReadonlyMap<string, Action>>
  picked: readonly string[]
  /** what all of those picked may do */
  open: ReadonlySet<string>
  /** one at a time: the other side chooses in between, or a target must not be doubled yet */
  single: boolean
}

/** The units picked and what they may do together; nothing where the decision is of another kind. */
export function gathering(desk: Desk): Gathering | null {
  if (!desk.decision || desk.covered) return null
  const ways = new Map<string, Map<string, Action>>()
  for (const choice of desk.choices) {
    const [verb, unit, to] = choice
    if (!gathers(verb!) || unit === undefined || to === undefined) continue
    if (!ways.has(unit)) ways.set(unit, new Map())
    ways.get(unit)!.set(to, choice)
  }
  if (!ways.size) return null
  const picked = ((desk.draft as Draft | null)?.picked ?? []).filter((id) => ways.has(id))
  return { ways, picked, open: common(ways, picked), single: oneByOne(viewOf(desk.view)) }
}

function common(ways: ReadonlyMap<string, ReadonlyMap<string, Action>>, picked: readonly string[]): Set<string> {
  const [first, ...rest] = picked
  if (first === undefined) return new Set()
  return new Set([...ways.get(first)!.keys()].filter((to) => rest.every((id) => ways.get(id)!.has(to))))
}

/** 4.1.4 Air units are placed in turns; 8.6.2, 8.9.2 every enemy ship needs a shooter before one gets a second. */
function oneByOne(view: HoldView): boolean {
  const top = topFrame(view)
  if (top?.procedure === 'air') return !top['passed']
  if (top?.procedure === 'targeting') return top['kind'] !== 'air'
  return top?.procedure === 'pursuit'
}

/** The choices of what is picked towards a place or a target. */
export const together = (made: Gathering, to: string): Action[] => made.picked.map((id) => made.ways.get(id)?.get(to)).filter((way) => way !== undefined)

const choose = (desk: Desk, picked: readonly string[]): void => {
  desk.notices.clear()
  desk.draft = picked.length ? { picked } : null
}

/** Picks a unit or lets go of it. A unit that shares no way with those picked begins anew. */
function toggle(desk: Desk, made: Gathering, id: string): void {
  if (made.picked.includes(id)) return choose(desk, made.picked.filter((one) => one !== id))
  const all = made.single ? [id] : [...made.picked, id]
  choose(desk, common(made.ways, all).size ? all : [id])
}

/** Picks all of these, or lets go of them where they are picked already. */
export function toggleAll(desk: Desk, ids: readonly string[]): void {
  const made = gathering(desk)
  if (!made) return
  const able = ids.filter((id) => made.ways.has(id))
  if (able.every((id) => made.picked.includes(id))) return choose(desk, made.picked.filter((id) => !able.includes(id)))
  const all = [...new Set([...made.picked, ...able])]
  choose(desk, common(made.ways, all).size ? all : able)
}

/** Somebody pressed a block, a sea area, a port or a base. Gives whether it meant a choice. */
export function press(desk: Desk, id: string): boolean {
  const made = desk.picks.length ? null : gathering(desk)
  if (!made || desk.busy) return desk.press(id)
  if (made.open.has(id)) {
    void desk.submit(together(made, id))
    return true
  }
  if (made.ways.has(id)) {
    toggle(desk, made, id)
    return true
  }
  // Where others may go, those that are picked may not: they are told why.
  const meant = made.picked.length ? guess(desk, id) : null
  if (!meant) return desk.press(id)
  void desk.whyNot(meant)
  return true
}

/** Blocks were dragged onto something: they go there, with all that is picked if they are of it. */
export function drop(desk: Desk, ids: readonly string[], target: string): void {
  const made = gathering(desk)
  if (!made) return ids[0] === undefined ? undefined : desk.drop(ids[0], target)
  const able = ids.filter((id) => made.ways.has(id))
  const held = able.some((id) => made.picked.includes(id)) ? made.picked : able
  const all = made.single ? held.slice(0, 1) : held
  if (!all.length) return
  if (all.every((one) => made.ways.get(one)!.has(target))) {
    void desk.submit(all.map((one) => made.ways.get(one)!.get(target)!))
    return
  }
  choose(desk, all)
  const meant = guess(desk, target)
  if (meant) void desk.whyNot(meant)
}

/** What is lit and picked on the board, out of the choices alone. */
export function marksOf(desk: Desk): Marks {
  const made = desk.picks.length ? null : gathering(desk)
  const aimed = aimsOf(desk)
  if (!made) return { lit: desk.lit, picked: desk.picked, aimed }
  const lit = new Set(made.picked.length ? made.open : [])
  for (const id of made.ways.keys()) if (!made.picked.includes(id)) lit.add(id)
  if (!made.picked.length) for (const [verb, id] of desk.choices) if (id !== undefined && !gathers(verb!)) lit.add(id)
  return { lit, picked: new Set(made.picked), aimed }
}

/** The dice aimed so far, by target. */
function aimsOf(desk: Desk): Map<string, number> | undefined {
  const top = topFrame(viewOf(desk.view))
  const aims = top?.['aims'] as readonly { unit: string; target: string }[] | undefined
  if (!aims?.length) return undefined
  const view = viewOf(desk.view)
  const facts = factsOf(desk.pieces)
  const dice = new Map<string, number>()
  for (const { unit, target } of aims) {
    const own = unit === 'garrison' ? 1 : top?.procedure === 'land_fight' ? (view.units[sideOf(unit)][unit]?.strength ?? 0) : (facts.units.get(unit)?.dice ?? 0)
    dice.set(target, (dice.get(target) ?? 0) + own)
  }
  return dice
}

const VERB: Readonly<Record<string, string>> = {
  moves: 'move', come_back: 'dock', way_home: 'go', transports: 'return', rebuilding: 'rebuild', targeting: 'fire', pursuit: 'pursue',
  return_fire: 'reply', land_fight: 'aim',
}

/** What somebody may have meant who chose an id that is not offered. */
export function guess(desk: Desk, id: string): Action | null {
  const view = viewOf(desk.view)
  const facts = factsOf(desk.pieces)
  const procedure = procedureOf(view)
  const [unit] = (desk.draft as Draft | null)?.picked ?? []
  const target = facts.areas.has(id) || facts.places.has(id) || (isUnit(id) && sideOf(id) !== desk.decision?.side)
  if (procedure === 'repairs') return isUnit(id) && sideOf(id) === desk.decision?.side ? ['repair', id] : null
  if (procedure === 'combat') return facts.areas.has(id) ? ['fight', id] : null
  if (!unit) return isUnit(id) && sideOf(id) === desk.decision?.side ? lookedAt(procedure, id, view) : null
  if (!target) return null
  if (procedure === 'air') return facts.places.has(id) ? ['raid', unit, id] : facts.areas.has(id) ? ['deploy', unit, id] : null
  if (procedure === 'land_step') return !facts.places.has(id) ? null : [Number(topFrame(view)?.['stage'] ?? 0) > 1 ? 'defend' : 'land', unit, id]
  const verb = VERB[procedure]
  if (verb === 'move') {
    // A port or base stands for its sea area, if that is not lit.
    const open = gathering(desk)?.open
    const area = facts.areas.has(id) ? id : facts.places.get(id)?.touches.find((one) => !open?.has(one))
    return area ? ['move', unit, area] : null
  }
  const fits = ['dock', 'go', 'return', 'rebuild'].includes(verb ?? '') ? facts.places.has(id) : isUnit(id)
  return verb && fits ? [verb, unit, id] : null
}

/** An own unit that has nothing to do now: why it does nothing. */
function lookedAt(procedure: string, id: string, view: HoldView): Action | null {
  const area = String(frameOf(view, 'battle')?.['area'] ?? 'coral_sea')
  switch (procedure) {
    case 'moves':
      return ['move', id, 'japanese_islands']
    case 'come_back':
      return ['dock', id, 'yokosuka']
    case 'air':
      return ['deploy', id, area]
    default:
      return null
  }
}
