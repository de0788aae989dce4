import type { LogEntry, VisibleEvent } from '../../app/api'
import { timelineOf, type DatedTimeline, type TurnStep } from '../../app/timeline'
import { WORDS } from './catalogue'
import type { Side } from '../sides'
import { frameOf, SIDES, type Facts, type VitpView } from './play_view'

/** The steps of a turn on the timeline (5.0). */
const STEPS: readonly { id: string; side?: Side }[] = [
  { id: 'arrivals' }, { id: 'japan_patrols', side: 'japan' }, { id: 'allied_patrols', side: 'allies' }, { id: 'air_and_amphibious' },
  { id: 'raiders_and_submarines' }, { id: 'battles' }, { id: 'score' },
]

const steps = (): TurnStep[] =>
  STEPS.map(({ id, side }) => {
    const { name, short } = WORDS.step(id)
    return { name, short: short ?? name, side }
  })

const OF: Readonly<Record<string, number>> = {
  turn_opened: 0, arrived: 0, returned: 0, withdrawn: 0, air_placed: 3, passed: 3, sailed: 3, raided: 4, submerged: 4, area_named: 5, fired: 5, action_settled: 5,
  sortied: 5, uncertain_rolled: 5, combat_ended: 5, flag_set: 6, points_scored: 6, game_ended: 6,
}

/** The timeline: the turns with their steps, the arrivals of the next turn, and where the steps end in the log. */
export function timeline(log: readonly LogEntry[], view: VitpView, facts: Facts): DatedTimeline {
  const stepOf = (event: VisibleEvent): number | undefined =>
    event.event === 'patrolled' || event.event === 'marked' ? (facts.sideOf(String(event['unit'])) === 'allies' ? 2 : 1) : OF[event.event]
  const next = view.turn + 1
  const notes = SIDES.map((side) => ({ side, n: view.units[side]?.[`due_${next}`]?.length ?? 0 })).filter(({ n }) => n)
  const turns = facts.turns
    .filter(({ turn }) => turn <= view.last_turn)
    .map(({ turn, date }) => ({ turn, date, notes: turn === next ? notes.map(({ side, n }) => ({ side, text: `+${n}` })) : undefined }))
  return timelineOf(log, turns, steps(), stepOf, { turn: view.turn, step: currentTick(view) })
}

const NEXT: readonly (readonly [upTo: number, step: number])[] = [[5, 0], [6, 1], [7, 2], [9, 3], [11, 4], [15, 5], [99, 6]]

/** The current step. */
export function currentTick(view: VitpView, over = false): number {
  if (over || !view.frames.length) return STEPS.length - 1
  const next = Number(frameOf(view, 'turn')?.['next'] ?? 0)
  return NEXT.find(([upTo]) => next <= upTo)![1]
}
