import type { MatchStore } from '../../app/game'
import { currentSelection } from './play_input'
import { islandChance } from './odds_island'
import type { CurrentOdds } from './play_odds_table'
import { counted, listedShort, procedureOf, topFrame, type Facts, type VitpView } from './play_view'

/** The probability that units take an enemy base: 22 by island combat, else 13.4 each defender takes an invader with it. */
export function captureChance(units: readonly string[], place: string, view: VitpView, facts: Facts): number {
  const side = facts.sideOf(units[0] ?? '')
  if (!side) return 0
  const holding = defenders(place, side, view, facts)
  if (view.options['island_combat'] !== 'on') return Number(units.length > holding.length)
  const left = (ids: readonly string[]): number[] => ids.map((id) => Math.max(0, (facts.units.get(id)?.armor ?? 0) - (view.damage[id] ?? 0)))
  return islandChance(left(units), left(holding), side === 'japan')
}

function defenders(place: string, invader: string, view: VitpView, facts: Facts): string[] {
  const there = view.units[invader === 'japan' ? 'allies' : 'japan'][place] ?? []
  return there.filter((id) => facts.units.get(id)?.kind === 'amphibious')
}

/** The units already chosen for a base (22.1). */
const ashore = (place: string, view: VitpView): string[] =>
  ((topFrame(view)?.['ashore'] as readonly { unit: string; place: string }[] | undefined) ?? []).filter((one) => one.place === place).map(({ unit }) => unit)

/** 13.3, 22.1 The enemy bases where units may land, with the units that would take them. */
export function ofLanding(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const selection = currentSelection(store)
  if (!selection) return []
  const side = store.decision!.side
  const bases = new Set([...selection.choicesByUnit.values()].flatMap((ways) => [...ways.keys()]).filter((place) => facts.places.get(place)?.kind === 'base' && view.places[place] !== side))
  const rows = [...bases].flatMap((place) => {
    const could = [...selection.choicesByUnit].filter(([, ways]) => ways.has(place)).map(([id]) => id)
    const named = ashore(place, view)
    const tried = selection.picked.length ? [selection.picked.filter((id) => could.includes(id))] : [could.slice(0, 1), ...(could.length > 1 ? [could] : [])]
    return tried.filter((ids) => ids.length).map((ids) => {
      const units = [...named, ...ids]
      const chance = captureChance(units, place, view, facts)
      const held = defenders(place, side, view, facts)
      const against = held.length ? `against ${listedShort(held.map((id) => facts.name(id)))}` : 'against the garrison'
      return { id: `${place} ${ids.length}`, name: `${facts.name(place)}, ${against}: ${listedShort(units.map((id) => facts.name(id)))}`, chances: [chance, 1 - chance] }
    })
  })
  const note = view.options['island_combat'] === 'on' ? 'both sides choose their best targets' : 'no dice: each defender takes an invader with it'
  return [{ title: 'Taking a base', note, outcomes: ['taken', 'held'], rows }]
}

/** The text on the button of a base: "3 units take it", "taken 68 %". */
export function landingNote(units: readonly string[], place: string, view: VitpView, facts: Facts): string | undefined {
  const side = facts.sideOf(units[0] ?? '')
  if (procedureOf(view) !== 'landing' || !side || facts.places.get(place)?.kind !== 'base' || view.places[place] === side) return undefined
  const chance = captureChance([...ashore(place, view), ...units], place, view, facts)
  const held = defenders(place, side, view, facts).length
  if (view.options['island_combat'] !== 'on') return chance ? 'taken' : `${counted(held, 'defender')}: not taken`
  return `taken ${chance > 0.995 && chance < 1 ? '> 99' : Math.round(chance * 100)} %`
}
