import type { MatchStore } from '../../app/game'
import { both, NO_SHOT, raidFate, volley } from './odds'
import { pursuit, type PursuitOdds } from './odds_pursuit'
import { currentSelection } from './play_input'
import { targetText, type CurrentOdds } from './play_odds_table'
import { shotsOf } from './play_shots'
import { speedOf } from './play_speed'
import { counted, frameOf, listedShort, SIDES, topFrame, whereIs, type Facts, type VitpView } from './play_view'

/** The outcome of an action of a chase. */
const OUTCOMES = ['sunk', 'caught again', 'away'] as const
const EVEN_AIMS_NOTE = 'one action, fire spread evenly'

interface Task {
  group: readonly string[]
  place: string | null
  ships: readonly string[]
}

const list = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])
const otherSide = (side: string): 'japan' | 'allies' => (side === 'japan' ? 'allies' : 'japan')
/** The given units that are at sea in the area of the fight. */
const stillIn = (ids: readonly string[], area: string, view: VitpView): string[] => ids.filter((id) => whereIs(id, view) === area)

/** By day and by night; with task forces a chase depends on sighting first (20.8), with losses of airstrikes a day action is
 * another fight (23.3). */
function dayAndNightRows(name: string, group: readonly string[], ships: readonly string[], view: VitpView, facts: Facts): CurrentOdds['rows'] {
  if (!group.length || view.options['task_forces'] === 'on') return []
  const rows = ([[true, 'by day'], [false, 'by night']] as const).filter(([day]) => !day || view.options['airstrike_losses'] !== 'on')
  return rows.map(([day, when]) => {
    const [odds] = pursuit(day, group, ships, view, facts)
    return { id: `${name} ${when}`, name: `${name}, ${when}`, chances: inTime(outcomeChances(odds!), view) }
  })
}
const outcomeChances = ({ sunk, caught, away }: PursuitOdds): number[] => [sunk, caught, away]

/** 18.36 Off Hawaii Japan's fuel limits the number of rounds; after the last one the group escapes. */
function inTime([sunk, caught, away]: readonly number[], view: VitpView): number[] {
  const fought = topFrame(view)?.['side'] === 'allies' ? frameOf(view, 'battle') : undefined // a battle counts Japan's rounds
  const left = Number((frameOf(view, 'chase') ?? frameOf(view, 'chases') ?? frameOf(view, 'flight') ?? fought)?.['rounds'] ?? -1)
  return left === 0 ? [0, 0, 1] : left === 1 ? [sunk!, 0, caught! + away!] : [sunk!, caught!, away!]
}

/** "Group 1: Nagato and Mutsu, speed 4" */
function groupText(name: string, group: readonly string[], view: VitpView, facts: Facts): string {
  const slowest = Math.min(...group.map((id) => speedOf(id, view, facts)))
  return `${name ? `${name}: ` : ''}${listedShort(group.map((id) => facts.name(id)))}, speed ${slowest}`
}

/** 8.32, 9.1 The groups to pursue, and the harbours to raid. */
export function ofPursuit(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const selection = currentSelection(store)
  const tasks = (topFrame(view)?.['tasks'] as readonly Task[] | undefined) ?? []
  const sent = (task: Task, way: string): string[] => {
    const could = [...(selection?.choicesByUnit ?? [])].filter(([, to]) => to.has(way)).map(([id]) => id)
    return [...task.ships, ...(selection?.picked.length ? selection.picked.filter((id) => could.includes(id)) : could)]
  }
  const picked = selection?.picked ?? []
  return ofTasks(tasks, sent, `Pursued by ${picked.length ? listedShort(picked.map((id) => facts.name(id))) : 'all that are fast enough'}`, view, facts)
}

/** 8.5, 9.13 The chases and raids already chosen. */
export function ofPursuits(_: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const tasks = (topFrame(view)?.['tasks'] as readonly Task[] | undefined) ?? []
  return ofTasks(tasks, (task) => [...task.ships], 'Planned pursuit', view, facts)
}

function ofTasks(tasks: readonly Task[], sent: (task: Task, way: string) => string[], title: string, view: VitpView, facts: Facts): CurrentOdds[] {
  const rows = tasks.flatMap((task, k) => {
    const ships = task.place === null ? sent(task, `group_${k + 1}`) : []
    return ships.length ? dayAndNightRows(groupText(`Group ${k + 1}`, task.group, view, facts), task.group, ships, view, facts) : []
  })
  const raids = tasks.flatMap((task) => {
    const ships = task.place === null ? [] : sent(task, task.place)
    return ships.length ? [ofRaid(task.place!, ships, view, facts)] : []
  })
  return [{ title, note: EVEN_AIMS_NOTE, outcomes: OUTCOMES, rows }, ...raids]
}

/** 9.13 Two day rounds at the ships in a port or base, all at one target. */
function ofRaid(place: string, ships: readonly string[], view: VitpView, facts: Facts): CurrentOdds {
  const limit = Number(frameOf(view, 'flight')?.['rounds'] ?? -1)
  const rounds = limit < 0 ? 2 : Math.min(2, limit)
  const enemy = otherSide(facts.sideOf(ships[0]!) ?? 'japan')
  return {
    title: `Raid on ${facts.within(place)} by ${listedShort(ships.map((id) => facts.name(id)))}`, note: `${counted(rounds, 'round')}, all at one target`,
    outcomes: ['sunk', 'on the bottom', 'damaged', 'unharmed'],
    rows: (view.units[enemy][place] ?? []).filter((id) => facts.units.get(id)?.kind !== 'submarine').map((id) => {
      const unit = facts.units.get(id)!
      const fire = ships.reduce((all, ship) => {
        const { shots, bonus } = shotsOf(ship, true, view, facts)
        return both(all, volley(shots * rounds, bonus, unit.kind === 'lba'))
      }, NO_SHOT)
      const before = view.damage[id] ?? 0
      const ship = unit.kind !== 'lba' && unit.kind !== 'amphibious'
      const sinks = unit.kind === 'lba' ? (unit.defence ?? 0) - before : (ship ? 2 : 1) * unit.armor + 1 - before
      const found = raidFate(fire, ship ? Math.max(1, unit.armor + 1 - before) : sinks, sinks)
      return { id, name: targetText(id, view, facts), chances: [found.sunk, found.bottom, found.damaged, found.unharmed] }
    }),
  }
}

/** 8.53 The next action of a chase, with all pursuers, and without those that would stop. */
export function pursuitContinues(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const chase = frameOf(view, 'chase')
  const area = String(chase?.['area'])
  const group = stillIn(list(chase?.['group']), area, view)
  const ships = list(topFrame(view)?.['ships'])
  const picked = currentSelection(store)?.picked ?? []
  const rest = ships.filter((id) => !picked.includes(id))
  const name = group.length ? groupText('', group, view, facts) : ''
  return [
    { title: picked.length ? 'If all continue' : 'If they continue', note: EVEN_AIMS_NOTE, outcomes: OUTCOMES, rows: dayAndNightRows(name, group, ships, view, facts) },
    picked.length ? { title: `Without ${listedShort(picked.map((id) => facts.name(id)))}`, note: EVEN_AIMS_NOTE, outcomes: OUTCOMES, rows: rest.length ? dayAndNightRows(name, group, rest, view, facts) : [] } : null,
  ]
}

/** The side that may flee, and the ships that could pursue it. */
function fleeing(view: VitpView): { side: string; area: string; ships: string[] } {
  const side = String(topFrame(view)?.['side'])
  const frame = frameOf(view, 'chase') ?? frameOf(view, 'flight') ?? frameOf(view, 'battle')
  const area = String(frame?.['area'])
  const enemy = SIDES.find((one) => one !== side)!
  const all = list(frame?.['ships'] ?? frame?.['units'])
  return { side, area, ships: stillIn(all, area, view).filter((id) => view.units[enemy][area]?.includes(id)) }
}

/** 8.1 If the side retreats in one group, and all ships that keep up pursue it. */
export function ifPursued(_: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const { side, area, ships } = fleeing(view)
  const own = list(frameOf(view, 'battle')?.['units']).filter((id) => facts.sideOf(id) === side && !['lba', 'submarine'].includes(facts.units.get(id)?.kind ?? ''))
  const group = stillIn(own, area, view)
  if (!group.length) return []
  const rows = dayAndNightRows(groupText('', group, view, facts), group, ships, view, facts)
  return [{ title: 'If you retreat as one group and all that can pursue', note: EVEN_AIMS_NOTE, outcomes: OUTCOMES, rows }]
}

/** 8.2, 8.52 The formed groups, the picked units as one more, and the rest; each pursued by all ships that keep up. */
export function ofGroups(store: MatchStore, view: VitpView, facts: Facts): (CurrentOdds | null)[] {
  const top = topFrame(view)
  const { ships } = fleeing(view)
  const picked = currentSelection(store)?.picked ?? []
  const left = list(top?.['left']).filter((id) => !picked.includes(id))
  const formed = ((top?.['groups'] as string[][] | undefined) ?? []).map((group, k): [string, string[]] => [`Group ${k + 1}`, group])
  const all: [string, string[]][] = [...formed, ['Picked units', [...picked]], [formed.length || picked.length ? 'The rest' : 'All together', left]]
  const rows = all.filter(([, group]) => group.length).flatMap(([name, group]) => dayAndNightRows(groupText(name, group, view, facts), group, ships, view, facts))
  return [{ title: 'If all that can pursue', note: EVEN_AIMS_NOTE, outcomes: OUTCOMES, rows }]
}
