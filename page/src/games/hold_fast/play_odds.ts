import type { MatchStore } from '../../app/game'
import { FATE_SUMS, FATES, type OddsRow, type OddsSum } from '../../frame/odds'
import { currentSelection } from './play_input'
import { fate, takesBase, winsRoll } from './odds'
import { shortName } from './unit_text'
import { counted, factsOf, frameOf, listedShort, procedureOf, topFrame, viewOf, type Facts, type HoldView } from './play_view'

export interface CurrentOdds {
  title: string
  outcomes: readonly string[]
  rows: readonly OddsRow[]
  /** the columns of a table of targets, and the meaning of the number beside their names */
  sums?: readonly OddsSum[]
  detail?: string
}

/** The odds of the current decision: of fire at each target, of the roll for air or surface, of a landing. */
export function currentOdds(store: MatchStore): CurrentOdds | null {
  if (!store.decision || store.covered) return null
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  switch (procedureOf(view)) {
    case 'targeting':
    case 'pursuit':
    case 'return_fire':
      return ofFire(store, view, facts)
    case 'combat':
      return ofAreas(store, view, facts)
    case 'name_way':
      return ofRoll(store.decision.side, view)
    case 'land_step':
      return ofLanding(store, view, facts)
    default:
      return null
  }
}

function ofFire(store: MatchStore, view: HoldView, facts: Facts): CurrentOdds | null {
  const selection = currentSelection(store)
  if (!selection) return null
  const strongest = [...selection.choicesByUnit.keys()].toSorted((a, b) => (facts.units.get(b)?.dice ?? 0) - (facts.units.get(a)?.dice ?? 0))[0]!
  const firing = selection.picked.length ? selection.picked : [strongest]
  const open = selection.picked.length ? selection.open : new Set(selection.choicesByUnit.get(strongest)!.keys())
  const dice = firing.reduce((n, id) => n + (facts.units.get(id)?.dice ?? 0), 0)
  const aims = (topFrame(view)?.['aims'] as { unit: string; target: string }[] | undefined) ?? []
  return {
    title: `${listedShort(firing.map((id) => facts.name(id)))}, ${counted(dice, 'die', 'dice')}: chance by target`,
    outcomes: FATES, sums: FATE_SUMS, detail: 'strength, hit on',
    rows: [...open].flatMap((id) => {
      const unit = facts.units.get(id)
      if (!unit || unit.hit_on === null) return []
      const already = aims.filter((aim) => aim.target === id).reduce((n, aim) => n + (facts.units.get(aim.unit)?.dice ?? 0), 0)
      const strength = view.units[unit.side][id]?.strength ?? unit.strength
      const found = fate(dice + already, unit.hit_on, strength)
      const chances = FATES.map((one) => found[one])
      return [{ id, name: shortName(unit.name), detail: `${strength}, ${unit.hit_on}${unit.hit_on < 6 ? '+' : ''}`, aimed: already, chances }]
    }),
  }
}

const SHOOTS: Readonly<Record<string, readonly string[]>> = { air: ['carrier', 'land_based_air'], surface: ['battleship', 'cruiser'] }

/** 8.0.2 In each area where the next combat may be: all the side's dice of a type of combat at one enemy carrier or battleship at
 * full strength; the enemy's blocks there are unknown. */
function ofAreas(store: MatchStore, view: HoldView, facts: Facts): CurrentOdds {
  const side = store.decision!.side as 'japan' | 'allies'
  const areas = store.choices.flatMap(([, area]) => (area && facts.areas.has(area) ? [area] : []))
  const own = Object.entries(view.units[side])
  const rows = areas.flatMap((area) =>
    Object.entries(SHOOTS).flatMap(([way, kinds]) => {
      const firing = own.filter(([id, unit]) => unit.where === area && kinds.includes(facts.units.get(id)?.kind ?? ''))
      const dice = firing.reduce((n, [id]) => n + (facts.units.get(id)?.dice ?? 0), 0)
      if (!dice) return []
      return ['carrier', 'battleship'].flatMap((kind) => {
        const target = [...facts.units.values()].find((unit) => unit.side !== side && unit.kind === kind && unit.hit_on !== null)
        if (!target) return []
        const found = fate(dice, target.hit_on!, target.strength)
        const name = `${facts.name(area)}, ${way}: your ${counted(dice, 'die', 'dice')} at a ${kind} of strength ${target.strength}, hit on ${target.hit_on}`
        return [{ id: `${area} ${way} ${kind}`, name, chances: FATES.map((one) => found[one]) }]
      })
    }),
  )
  return { title: 'If all fire at one target', outcomes: FATES, rows }
}

/** 8.4.2 Where both sides want the same there is no roll. */
function ofRoll(side: string, view: HoldView): CurrentOdds {
  const area = view.battle ?? String(frameOf(view, 'battle')?.['area'] ?? '')
  const mine = Number(view.control[area] === side)
  const theirs = Number(!!view.control[area] && view.control[area] !== side)
  const air = winsRoll(1 + mine - theirs)
  const surface = winsRoll(mine - theirs - 1)
  return {
    title: 'If you differ', outcomes: ['your choice', 'their choice'],
    rows: [
      { id: 'air', name: 'You want air, they surface', chances: [air, 1 - air] },
      { id: 'surface', name: 'You want surface, they air', chances: [surface, 1 - surface] },
    ],
  }
}

function ofLanding(store: MatchStore, view: HoldView, facts: Facts): CurrentOdds | null {
  const selection = currentSelection(store)
  if (!selection || ![...selection.choicesByUnit.values()].some((ways) => [...ways.values()].some(([verb]) => verb === 'land'))) return null
  const own = view.units[store.decision!.side === 'japan' ? 'japan' : 'allies']
  const strengthOf = (ids: readonly string[]): number => ids.reduce((n, id) => n + (own[id]?.strength ?? 0), 0)
  const groups = selection.picked.length ? [selection.picked] : [...selection.choicesByUnit.keys()].map((id) => [id])
  return {
    title: 'Against the garrison only', outcomes: ['taken', 'held'], sums: [{ label: 'taken', of: 1 }], detail: 'dice',
    rows: groups.map((ids) => {
      const [dice, chance] = [strengthOf(ids), takesBase(strengthOf(ids))]
      return { id: ids.join(' '), name: ids.length > 1 ? counted(ids.length, 'transport') : shortName(facts.name(ids[0]!)), detail: dice, chances: [chance, 1 - chance] }
    }),
  }
}
