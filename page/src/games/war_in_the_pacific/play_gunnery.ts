import type { Action } from '../../app/api'
import { lookaheadOf } from '../../app/lookahead.svelte'
import type { MatchStore, DraftPrompt } from '../../app/game'
import { procedureOf, viewOf } from './play_view'
import { doneText, buttonStyle, valueText, verbText } from './play_prompts'
import { fitting } from './fitting_text'

/** The fire of a round (11.3): the selected ship, its possible targets, and the weapons. Ship and target are submitted together. */

interface SelectedTarget {
  ship?: string
  /** an enemy that it may fire at in several ways */
  target?: string
}
const selectedTarget = (store: MatchStore): SelectedTarget => (store.draft as SelectedTarget | null) ?? {}

/** The ships that may still fire. */
const gunners = (store: MatchStore): ReadonlySet<string> => new Set(store.choices.flatMap(([verb, ship]) => (verb === 'fire' && ship !== undefined ? [ship] : [])))
const firing = (ship: string): Action => ['fire', ship]

/** The selected ship; undefined if there is none, or if it has its target. */
export function selectedShip(store: MatchStore): string | null {
  const { ship } = selectedTarget(store)
  return ship && !store.picks.length && gunners(store).has(ship) ? ship : null
}

/** The selected ship's fire options, from the referee; undefined until known. */
const ways = (store: MatchStore, ship: string): readonly Action[] => lookaheadOf(store).of(firing(ship)) ?? []

/** The ships that may be pressed: those that may fire, and the targets of the selected one. Empty if no fire is being assigned. */
export function gunneryHighlights(store: MatchStore): ReadonlySet<string> | null {
  const own = gunners(store)
  const ship = selectedShip(store)
  return own.size ? new Set([...own, ...(ship ? ways(store, ship).map(([, target]) => target!) : [])]) : null
}

/** Selects a ship; one without a choice of target and weapon fires at once. */
export async function selectShip(store: MatchStore, ship: string): Promise<void> {
  store.notices.clear()
  store.picks = []
  store.draft = { ship }
  await lookaheadOf(store).request([firing(ship)])
  await lookaheadOf(store).settled()
  if (selectedShip(store) === ship && lookaheadOf(store).of(firing(ship))?.length === 0) await store.submit([firing(ship)])
}

/** Aims the selected ship at an enemy; the weapon is asked for if there is a choice. Returns whether it may fire. */
function aimAt(store: MatchStore, ship: string, target: string): boolean {
  const found = ways(store, ship).filter(([, at]) => at === target)
  if (found.length === 1) void store.submit([firing(ship), found[0]!])
  else if (found.length) store.draft = { ship, target }
  return found.length > 0
}

/** A ship was pressed in the battle. Returns whether that meant fire. */
export function pressGun(store: MatchStore, id: string): boolean {
  if (!store.decision || store.busy || store.picks.length) return false
  const ship = selectedShip(store)
  if (ship === id) return !(store.draft = null)
  if (ship && aimAt(store, ship, id)) return true
  if (!gunners(store).has(id)) return false
  void selectShip(store, id)
  return true
}

/** A ship was dragged onto an enemy. Returns whether that meant fire. */
export function dropGun(store: MatchStore, id: string, target: string): boolean {
  if (!store.decision || store.busy || !gunners(store).has(id)) return false
  void selectShip(store, id).then(() => {
    if (selectedShip(store) === id && !aimAt(store, id, target)) void store.whyNot(['fire_at', target, ways(store, id)[0]?.[2] ?? 'guns'], [firing(id)])
  })
  return true
}

/** The question while fire is assigned: the ship, then the target, then the weapon. */
export function gunneryPrompt(store: MatchStore): DraftPrompt | null {
  if (procedureOf(viewOf(store.view), store.decision?.side) !== 'gunlaying') return null
  const ship = selectedShip(store)
  return ship ? targetChoices(store, ship) : whoFires(store)
}

function whoFires(store: MatchStore): DraftPrompt {
  const rows = [...gunners(store)].map((ship) => ({ id: `fire ${ship}`, row: verbText('fire'), ...valueText(ship, 'fire', 0, store), act: () => void selectShip(store, ship) }))
  const ends = store.choices.filter(([verb]) => verb !== 'fire').map((choice) => {
    const verb = choice[0]!
    return { id: verb, label: verb === 'done' ? doneText(viewOf(store.view)) : verbText(verb), ...buttonStyle(verb), act: () => void store.submit([choice]) }
  })
  return { sentence: store.decision!.prompt, hasSelection: false, buttons: [...ends.toReversed(), ...rows] }
}

function targetChoices(store: MatchStore, ship: string): DraftPrompt {
  const name = valueText(ship, 'fire', 0, store).label
  const { target } = selectedTarget(store)
  const known = ways(store, ship)
  const leading = target ? known.filter(([, at]) => at === target) : []
  if (leading.length) {
    const there = valueText(target!, 'fire_at', 0, store).label
    const how = leading.map((way) => ({ id: way.join(' '), label: valueText(way[2]!, 'fire_at', 1, store).label, act: () => void store.submit([firing(ship), way]) }))
    return { sentence: fitting(`${name} at ${there}: choose the weapons.`, `${name}: choose the weapons.`), hasSelection: true, buttons: how }
  }
  const targets = [...new Set(known.map(([, at]) => at!))]
  const rows = targets.map((at) => ({ id: `at ${at}`, row: 'Targets', ...valueText(at, 'fire_at', 0, store), act: () => void aimAt(store, ship, at) }))
  // If the targets are unknown, only the ship is named; its target is asked for next.
  const alone = { id: 'fire', label: verbText('fire'), key: 'D', weight: 'primary' as const, act: () => void store.submit([firing(ship)]) }
  return { sentence: `${name}: choose its target.`, hasSelection: true, buttons: rows.length ? rows : [alone] }
}
