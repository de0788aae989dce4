import type { Desk } from '../../app/desk.svelte'
import { dayOrNight, passes } from './odds'
import { gathering } from './play_hands'
import { aimsNow, fateOf, isDay, shotsOf } from './play_shots'
import { speedOf } from './play_speed'
import { counted, factsOf, frameOf, listedShort, procedureOf, viewOf, type Facts, type VitpView } from './play_view'

export interface OddsNow {
  title: string
  outcomes: readonly string[]
  rows: readonly { id: string; name: string; chances: readonly number[]; now?: boolean }[]
}

const FATES = ['sunk', 'disabled', 'damaged', 'unharmed'] as const

/** The odds of the decision at hand: of fire at each target, of day or night, of speed rolls. */
export function oddsNow(desk: Desk): OddsNow | null {
  if (!desk.decision || desk.covered) return null
  const view = viewOf(desk.view)
  const facts = factsOf(desk.pieces)
  switch (procedureOf(view)) {
    case 'targeting':
      return ofFire(desk, view, facts)
    case 'naming':
      return ofLight(desk.decision.side, view)
    case 'patrols':
    case 'raiders':
      return ofSpeed(desk, view, facts)
    default:
      return null
  }
}

function ofFire(desk: Desk, view: VitpView, facts: Facts): OddsNow | null {
  const made = gathering(desk)
  if (!made) return null
  const day = isDay(view)
  const strongest = [...made.ways.keys()].toSorted((a, b) => shotsOf(b, day, view, facts).shots - shotsOf(a, day, view, facts).shots)[0]!
  const firing = made.picked.length ? made.picked : made.filled.length ? [] : [strongest]
  const aims = aimsNow(view, made.filled)
  const open = made.filled.length ? new Set(aims.map((aim) => aim.target)) : made.picked.length ? made.open : new Set(made.ways.get(strongest)!.keys())
  const shots = firing.reduce((n, id) => n + shotsOf(id, day, view, facts).shots, 0)
  const title = made.filled.length ? 'As filled in' : `${made.picked.length ? '' : 'If it were '}${listedShort(firing.map((id) => facts.name(id)))}: ${counted(shots, 'shot')}`
  return {
    title, outcomes: FATES,
    rows: [...open].flatMap((id) => {
      const unit = facts.units.get(id)
      if (!unit) return []
      const already = aims.filter((aim) => aim.target === id).map((aim) => aim.unit)
      const n = already.reduce((all, one) => all + shotsOf(one, day, view, facts).shots, 0)
      const found = fateOf([...already, ...firing], id, view, facts)
      const what = unit.kind === 'lba' ? `defence ${unit.defence ?? 0}` : `armor ${unit.armor}`
      const damage = view.damage[id] ? `, damage ${view.damage[id]}` : ''
      return [{ id, name: `${unit.name}, ${what}${damage}${n ? `, ${counted(n, 'shot')} aimed` : ''}`, chances: FATES.map((one) => found[one]) }]
    }),
  }
}

/** 7.32 Where both want the same there is no roll. */
function ofLight(side: string, view: VitpView): OddsNow {
  const area = String(frameOf(view, 'round')?.['area'] ?? view.battle ?? '')
  const flag = view.flags[area]
  const ahead = 1 + (flag === side ? 1 : flag ? -1 : 0) // of whoever wants day, where that is this side
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

/** 6.4 What a speed roll of those picked, or of each speed there is, would give. */
function ofSpeed(desk: Desk, view: VitpView, facts: Facts): OddsNow | null {
  const made = gathering(desk)
  if (!made) return null
  const ids = made.picked.length ? made.picked : [...made.ways.keys()]
  const speeds = [...new Set(ids.map((id) => speedOf(id, view, facts)))].toSorted((a, b) => b - a)
  return {
    title: 'Where a speed roll is needed', outcomes: ['fails', 'arrives'],
    rows: speeds.map((speed) => {
      const names = ids.filter((id) => speedOf(id, view, facts) === speed).map((id) => facts.name(id))
      return { id: `${speed}`, name: `Speed ${speed}: ${listedShort(names)}`, chances: [1 - passes(speed), passes(speed)] }
    }),
  }
}
