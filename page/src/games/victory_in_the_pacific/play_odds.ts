import type { MatchStore } from '../../app/game'
import { dayOrNight, howMany, speedRollChance } from './odds'
import { ofAreas, ofRaid } from './play_odds_area'
import { pursuitContinues, ifPursued, ofPursuits, ofGroups, ofPursuit } from './play_odds_pursuit'
import { ofKamikazes, ofTorpedo } from './play_odds_fire'
import { ofLanding } from './play_odds_landing'
import { ofForming, ofTasking } from './play_odds_sighting'
import { FATES, targetRow, TARGETS, type CurrentOdds } from './play_odds_table'
import { currentSelection } from './play_input'
import { currentAims, fateOf, isDay, shotsOf } from './play_shots'
import { speedOf } from './play_speed'
import { counted, factsOf, frameOf, listedShort, procedureOf, topFrame, viewOf, type Facts, type VitpView } from './play_view'

/** The subject of a decision's odds. */
export type OddsFunction = (store: MatchStore, view: VitpView, facts: Facts) => readonly (CurrentOdds | null)[]

const ODDS_FUNCTIONS: Readonly<Record<string, OddsFunction>> = {
  raid_force: ofRaid,
  combat: ofAreas,
  targeting: (store, view, facts) => [ofFire(store, view, facts)],
  naming: (store, view) => [ofLight(store.decision!.side, view)],
  name_action: (store, view) => [ofLight(store.decision!.side, view)],
  patrols: ofSpeed,
  raiders: ofSpeed,
  strike: ofTorpedo,
  kamikaze_naming: ofKamikazes,
  stay_or_retreat: ifPursued,
  stay_or_part: ifPursued,
  grouping: ofGroups,
  pursuit: ofPursuit,
  chases: ofPursuits,
  stopping: pursuitContinues,
  landing: ofLanding,
  forming: ofForming,
  tasking: ofTasking,
}

/** The odds of the current decision, table by table. */
export function currentOdds(store: MatchStore): CurrentOdds[] {
  if (!store.decision || store.covered) return []
  const view = viewOf(store.view)
  const tables = ODDS_FUNCTIONS[procedureOf(view)]?.(store, view, factsOf(store.pieces)) ?? []
  return tables.filter((one) => one !== null && one.rows.length > 0) as CurrentOdds[]
}

function ofFire(store: MatchStore, view: VitpView, facts: Facts): CurrentOdds | null {
  const selection = currentSelection(store)
  if (!selection) return null
  const day = isDay(view)
  const strongest = [...selection.choicesByUnit.keys()].toSorted((a, b) => shotsOf(b, day, view, facts).shots - shotsOf(a, day, view, facts).shots)[0]!
  const firing = selection.picked.length ? selection.picked : selection.filled.length ? [] : [strongest]
  const aims = currentAims(view, selection.filled)
  const open = selection.filled.length ? new Set(aims.map((aim) => aim.target)) : selection.picked.length ? selection.open : new Set(selection.choicesByUnit.get(strongest)!.keys())
  const shots = firing.reduce((n, id) => n + shotsOf(id, day, view, facts).shots, 0)
  const title = selection.filled.length ? 'Targets chosen' : `${listedShort(firing.map((id) => facts.name(id)))}, ${counted(shots, 'shot')}: chance by target`
  return {
    title, ...TARGETS, note: firing.length && aims.length ? 'added to the shots aimed' : undefined,
    rows: [...open].flatMap((id) => {
      if (!facts.units.has(id)) return []
      const already = aims.filter((aim) => aim.target === id).map((aim) => aim.unit)
      const aimed = already.reduce((all, one) => all + shotsOf(one, day, view, facts).shots, 0)
      const found = fateOf([...already, ...firing], id, view, facts)
      return [{ ...targetRow(id, view, facts), aimed, chances: FATES.map((one) => found[one]) }]
    }),
  }
}

/** 7.32 Where both sides want the same there is no roll. */
function ofLight(side: string, view: VitpView): CurrentOdds {
  const area = String(frameOf(view, 'round')?.['area'] ?? view.battle ?? '')
  const flag = view.flags[area]
  const ahead = 1 + (flag === side ? 1 : flag ? -1 : 0) // the modifier if this side is the one that wants day
  const mine = dayOrNight(ahead)
  const theirs = dayOrNight(1 - (flag === side ? 1 : flag ? -1 : 0))
  return {
    title: 'If you differ', outcomes: ['day', 'day, then night', 'night'],
    rows: [
      { id: 'day', name: 'You want day, they night', chances: [mine.day, mine.both, mine.night] },
      { id: 'night', name: 'You want night, they day', chances: [theirs.day, theirs.both, theirs.night] },
    ],
  }
}

/**
 * 6.4 The result of a speed roll for the picked units, or for each speed; and for units at sea that must still
 * roll.
 */
function ofSpeed(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const selection = currentSelection(store)
  if (!selection) return [rollsToCome(view, facts)]
  const ids = selection.picked.length ? selection.picked : [...selection.choicesByUnit.keys()].filter((id) => facts.units.get(id)?.speed)
  const speeds = [...new Set(ids.map((id) => speedOf(id, view, facts)))].toSorted((a, b) => b - a)
  const rows = speeds.map((speed) => {
    const names = ids.filter((id) => speedOf(id, view, facts) === speed).map((id) => facts.name(id))
    return { id: `${speed}`, name: `Speed ${speed}: ${listedShort(names)}`, chances: [1 - speedRollChance(speed), speedRollChance(speed)] }
  })
  const all = selection.picked.length > 1 ? together(selection.picked, view, facts) : []
  return [{ title: 'Where a speed roll is needed', outcomes: ['fails', 'arrives'], rows: [...rows, ...all] }, rollsToCome(view, facts)]
}

const EACH = 5 // up to this number of ships, each count has its own row

/** How many of several ships arrive: all, each count between, at least one. */
function together(ids: readonly string[], view: VitpView, facts: Facts): CurrentOdds['rows'] {
  const number = howMany(ids.map((id) => speedRollChance(speedOf(id, view, facts))))
  const least = (k: number): number => number.slice(k).reduce((sum, p) => sum + p, 0)
  const between = Array.from({ length: ids.length }, (_, k) => ids.length - k).filter((k) => k > 1 && k < ids.length && (ids.length <= EACH || k === Math.ceil(ids.length / 2)))
  const row = (id: string, name: string, p: number): CurrentOdds['rows'][number] => ({ id, name, chances: [1 - p, p] })
  return [
    row('all', `All ${ids.length} of them`, number.at(-1)!),
    ...between.map((k) => row(`${k}`, `At least ${k} of ${ids.length}`, least(k))),
    row('any', 'At least one of them', least(1)),
  ]
}

/** 6.43 The ships that moved far and roll once all have moved, by destination. */
function rollsToCome(view: VitpView, facts: Facts): CurrentOdds | null {
  const top = topFrame(view)
  const tried = (top?.['tries'] as readonly { unit: string }[] | undefined)?.map(({ unit }) => unit)
  const rolling = tried ?? (top?.['rolling'] as readonly string[] | undefined) ?? []
  const where = new Map<string, string[]>()
  for (const [spot, ids] of Object.values(view.units).flatMap((own) => Object.entries(own))) {
    const here = ids.filter((id) => rolling.includes(id))
    if (here.length) where.set(spot, [...(where.get(spot) ?? []), ...here])
  }
  return {
    title: 'Speed rolls to come', outcomes: ['fails', 'arrives'],
    rows: [...where].flatMap(([spot, ids]) => {
      const name = `${facts.name(spot)}: ${listedShort(ids.map((id) => facts.name(id)))}`
      const [only] = ids
      if (ids.length === 1) return [{ id: spot, name, chances: [1 - speedRollChance(speedOf(only!, view, facts)), speedRollChance(speedOf(only!, view, facts))] }]
      const [all, ...less] = together(ids, view, facts)
      return [{ ...all!, id: `${spot} all`, name: `${name}, all` }, ...less.map((one) => ({ ...one, id: `${spot} ${one.id}`, name: `${name}: ${one.name.replace(/^At least/, 'at least')}` }))]
    }),
  }
}
