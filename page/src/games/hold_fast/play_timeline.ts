import type { LogEntry, VisibleEvent } from '../../app/api'
import { timelineOf, type DatedTimeline, type TurnStep } from '../../app/timeline'
import { WORDS } from './catalogue'
import type { Side } from '../sides'
import { frameOf, isSide, SIDES, sideOf, type Facts, type HoldView } from './play_view'

/** The steps of a turn on the timeline (4.1), each named by the first step that it covers. */
const STEPS: readonly { id: string; side?: Side }[] = [
  { id: 'reinforcements' }, { id: 'japan_moves', side: 'japan' }, { id: 'allies_move', side: 'allies' }, { id: 'air' }, { id: 'repairs' }, { id: 'combat' },
  { id: 'control_and_return' },
]

const steps = (): TurnStep[] =>
  STEPS.map(({ id, side }) => {
    const { name, short } = WORDS.step(id)
    return { name, short: short ?? name, side }
  })

const OF: Readonly<Record<string, number>> = {
  turn_opened: 0, arrived: 0, delayed: 0, returned: 0, rebuilt: 0, submerged: 3, submarine_kept: 3, air_placed: 3, raid_placed: 3, passed: 3, raided: 4, repaired: 4,
  force_opened: 5, combat_opened: 5, revealed: 5, combat_ended: 5, landing: 5, fired: 5, area_controlled: 6, place_taken: 6, points_scored: 6,
  came_back: 6, went_off_board: 6, game_ended: 6,
}

/** The step of an event; undefined where it may happen in several. */
function stepOfEvent(event: VisibleEvent, ownMoves: boolean): number | undefined {
  const side = isSide(event['side']) ? event['side'] : 'japan'
  const moving = side === 'japan' ? 1 : 2
  if (['moved', 'formed', 'joined', 'sailed'].includes(event.event)) return moving
  if (event.event === 'submerged' && ownMoves) return moving
  if (event.event === 'finished') return event['step'] === 'moves' ? moving : event['step'] === 'rebuilding' ? 0 : event['step'] === 'repairs' ? 4 : 5
  return OF[event.event]
}

/** The timeline: the turns with their steps, the arrivals of the next turn, and where the steps end in the log. */
export function timeline(log: readonly LogEntry[], view: HoldView, facts: Facts): DatedTimeline {
  const ownMoves = view.options['submarine_placement'] === 'with_own_moves'
  const due = view.due[String(view.turn + 1)] ?? []
  const notes = SIDES.map((side) => ({ side, n: due.filter((id) => sideOf(id) === side).length })).filter(({ n }) => n)
  const turns = facts.turns.map(({ turn, dates }) => ({
    turn, date: dates, notes: turn === view.turn + 1 ? notes.map(({ side, n }) => ({ side, text: `${n}` })) : undefined,
  }))
  return timelineOf(log, turns, steps(), (event) => stepOfEvent(event, ownMoves), { turn: view.turn, step: currentTick(view) })
}

const NEXT: readonly (readonly [upTo: number, step: number])[] = [[4, 0], [5, 1], [6, 2], [8, 3], [9, 4], [11, 5], [99, 6]]

/** The current step. */
export function currentTick(view: HoldView, over = false): number {
  if (over || !view.frames.length) return STEPS.length - 1
  const next = Number(frameOf(view, 'turn')?.['next'] ?? 0)
  return NEXT.find(([upTo]) => next <= upTo)![1]
}
