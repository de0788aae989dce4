import type { MatchStore } from '../../app/game'
import { currentSelection } from './play_input'
import { FATES, targetText, type CurrentOdds } from './play_odds_table'
import { fateOf, shotsOf, sinksAt } from './play_shots'
import { counted, SIDES, type Facts, type VitpView } from './play_view'

const HARBOR = 'pearl_harbor'
const RAIDED_FROM = 'hawaiian_islands'

/** The view as it will be when targets are chosen, by day or by night. */
const inLight = (way: 'day' | 'night', view: VitpView): VitpView => ({ ...view, frames: [...view.frames, { procedure: 'targeting', way }] })

const others = (side: string): 'japan' | 'allies' => (side === 'japan' ? 'allies' : 'japan')
const shotsBy = (ids: readonly string[], day: boolean, view: VitpView, facts: Facts): number => ids.reduce((n, id) => n + shotsOf(id, day, view, facts).shots, 0)

/** 4.2, 9.1 One round of the raid force so far with the picked units, or of all units that may join it, at the ships in Pearl
 * Harbor: each target under an even share of the units, and the hardest one under the fire of all. */
export function ofRaid(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const selection = currentSelection(store)
  const chosen = [...new Set([...(view.units.japan[RAIDED_FROM] ?? []), ...(selection?.picked ?? [])])]
  const force = chosen.length ? chosen : [...(selection?.choicesByUnit.keys() ?? [])]
  const firing = force.filter((id) => shotsOf(id, true, view, facts).shots)
  const targets = (view.units.allies[HARBOR] ?? []).filter((id) => facts.units.get(id)?.kind !== 'lba')
  if (!firing.length || !targets.length) return []
  const shots = shotsBy(firing, true, view, facts)
  const hardest = targets.toSorted((a, b) => sinksAt(b, view, facts) - sinksAt(a, view, facts))
  const share = shared(firing, targets.length, (id) => shotsOf(id, true, view, facts).shots)
  const kinds = [...new Map(hardest.map((id) => [sinksAt(id, view, facts), id])).values()]
  const row = (id: string, name: string, units: readonly string[], target: string): CurrentOdds['rows'][number] => {
    const found = fateOf(units, target, inLight('day', view), facts)
    return { id, name, chances: [found.sunk, found.damaged, found.unharmed] }
  }
  return [{
    title: `${chosen.length ? 'One round' : 'If all go, one round'} in Pearl Harbor: ${counted(shots, 'shot')} at ${counted(targets.length, 'ship')}`,
    note: 'in port nobody is disabled; the raid has two rounds',
    outcomes: ['sunk', 'damaged', 'unharmed'],
    rows: [
      ...kinds.map((id) => row(id, `${targetText(id, view, facts)}, under ${counted(share.length, 'unit')}`, share, id)),
      row('all', `${facts.name(hardest[0]!)}, under all`, firing, hardest[0]!),
    ],
  }]
}

/** The units on each target where all get the same number, at least one: those of average fire. */
function shared(firing: readonly string[], targets: number, shotsOfOne: (id: string) => number): readonly string[] {
  const n = Math.max(1, Math.floor(firing.length / targets))
  const from = Math.floor((firing.length - n) / 2)
  return firing.toSorted((a, b) => shotsOfOne(b) - shotsOfOne(a)).slice(from, from + n)
}

/** 7.1 In each area where the next combat may be: the other side's strongest ship under all fire of this side, and this side's
 * strongest ship under theirs, by day and by night. */
export function ofAreas(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const side = store.decision!.side as 'japan' | 'allies'
  const areas = store.choices.flatMap(([, area]) => (area && facts.areas.has(area) ? [area] : []))
  return areas.map((area) => ({
    title: facts.name(area), note: 'if all fire at one target', outcomes: FATES,
    rows: SIDES.toSorted((a, b) => Number(b === side) - Number(a === side)).flatMap((by) =>
      (['day', 'night'] as const).flatMap((way) => {
        const firing = (view.units[by][area] ?? []).filter((id) => shotsOf(id, way === 'day', view, facts).shots)
        const target = strongest(view.units[others(by)][area] ?? [], view, facts)
        if (!firing.length || !target) return []
        const found = fateOf(firing, target, inLight(way, view), facts)
        const whose = by === side ? 'Your' : 'Their'
        const name = `${whose} ${counted(shotsBy(firing, way === 'day', view, facts), 'shot')} by ${way} at ${targetText(target, view, facts)}`
        return [{ id: `${by} ${way}`, name, chances: FATES.map((one) => found[one]) }]
      }),
    ),
  }))
}

/** The ship with the strongest fire, by day or night. */
function strongest(ids: readonly string[], view: VitpView, facts: Facts): string | undefined {
  const most = (id: string): number => Math.max(shotsOf(id, true, view, facts).shots, shotsOf(id, false, view, facts).shots)
  const ships = ids.filter((id) => !['amphibious', 'lba'].includes(facts.units.get(id)?.kind ?? ''))
  return ships.toSorted((a, b) => most(b) - most(a) || sinksAt(b, view, facts) - sinksAt(a, view, facts))[0]
}
