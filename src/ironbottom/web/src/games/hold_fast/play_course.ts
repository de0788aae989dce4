import type { LogEntry, ToldEvent } from '../../app/api'
import { beginning } from '../../app/beginning'
import type { Course } from '../../app/game'
import { standing } from '../../app/looks.svelte'
import type { TimelineTick, TimelineTurn } from '../../frame/types'
import { frameOf, isSide, SIDES, sideOf, type Facts, type HoldView } from './play_view'

/** The steps of a turn on the timeline (4.1). */
export const STEPS = ['Reinforcements', 'Japan moves', 'The Allies move', 'Submarines and air', 'Repairs', 'Combat', 'Control and return'] as const
const SHORT = ['arrivals', 'Japan moves', 'Allies move', 'air', 'repairs', 'combat', 'return'] as const
const TURNS = 8

const OF: Readonly<Record<string, number>> = {
  turn_opened: 0, arrived: 0, delayed: 0, returned: 0, rebuilt: 0, submerged: 3, air_placed: 3, raid_placed: 3, passed: 3, raided: 4, repaired: 4,
  force_opened: 5, combat_opened: 5, revealed: 5, combat_ended: 5, landing: 5, fired: 5, area_controlled: 6, place_taken: 6, points_scored: 6,
  came_back: 6, went_off_board: 6, game_ended: 6,
}

/** The step that an event belongs to; nothing where it may happen in several. */
function stepOfEvent(event: ToldEvent, ownMoves: boolean): number | undefined {
  const side = isSide(event['side']) ? event['side'] : 'japan'
  const moving = side === 'japan' ? 1 : 2
  if (['moved', 'formed', 'joined', 'sailed'].includes(event.event)) return moving
  if (event.event === 'submerged' && ownMoves) return moving
  if (event.event === 'finished') return event['step'] === 'moves' ? moving : event['step'] === 'rebuilding' ? 0 : event['step'] === 'repairs' ? 4 : 5
  return OF[event.event]
}

/** The timeline: eight turns of seven steps, what is due on each, and where the steps end in the log. */
export function course(log: readonly LogEntry[], view: HoldView, facts: Facts): Course & { when: ReadonlyMap<number, string> } {
  const ends: number[][] = Array.from({ length: TURNS }, () => [])
  const when = new Map<number, string>()
  const stands = new Set(standing(log).map((entry) => entry.seq))
  const ownMoves = view.options['submarine_placement'] === 'with_own_moves'
  let { turn, step } = beginning(log, (event) => stepOfEvent(event, ownMoves), { turn: view.turn, step: tickNow(view) })
  for (const entry of log) {
    let first: number | null = null
    for (const event of stands.has(entry.seq) ? (entry.events ?? []) : []) {
      if (event.event === 'turn_opened') {
        turn = Number(event['turn'])
        step = 0
      }
      step = Math.max(step, stepOfEvent(event, ownMoves) ?? step)
      first ??= step
      ends[turn - 1]![step] = entry.seq
    }
    ends[turn - 1]![step] = entry.seq
    when.set(entry.seq, `T${turn} ${SHORT[first ?? step]}`)
  }
  // A step of which nothing is left in the log ends where the one before did.
  let last = 0
  for (const turnEnds of ends) {
    for (let k = 0; k < turnEnds.length; k++) turnEnds[k] = Math.max(last, turnEnds[k] ?? last)
    last = turnEnds.at(-1) ?? last
  }
  return { turns: facts.turns.map((row) => turnOf(row.turn, row.dates, view)), ends, when }
}

/** "Dec 1941 - May 1942" as a chart's head says it: "Dec 41". */
export const shortDates = (dates: string): string => dates.split(' - ')[0]!.replace(/ \d\d(\d\d)$/, ' $1')

function turnOf(number: number, dates: string, view: HoldView): TimelineTurn {
  const due = number === view.turn + 1 ? (view.due[String(number)] ?? []) : []
  const notes = SIDES.flatMap((side) => {
    const n = due.filter((id) => sideOf(id) === side).length
    return n ? [{ side, text: `${n}` }] : []
  })
  const ticks: TimelineTick[] = STEPS.map((name, k) => ({
    label: `Turn ${number}, ${dates}: ${name}`, side: k === 1 ? 'japan' : k === 2 ? 'allies' : undefined,
  }))
  return { number, name: shortDates(dates), ticks, notes: notes.length ? notes : undefined }
}

const NEXT: readonly (readonly [upTo: number, step: number])[] = [[4, 0], [5, 1], [6, 2], [8, 3], [9, 4], [11, 5], [99, 6]]

/** The step in hand. */
export function tickNow(view: HoldView, over = false): number {
  if (over || !view.frames.length) return STEPS.length - 1
  const next = Number(frameOf(view, 'turn')?.['next'] ?? 0)
  return NEXT.find(([upTo]) => next <= upTo)![1]
}

/** The turn and step in which an entry stands. */
export function stepOf(seq: number, { ends }: Course): { turn: number; tick: number } {
  for (let t = 0; t < ends.length; t++) {
    const tick = ends[t]!.findIndex((end) => end >= seq)
    if (tick >= 0) return { turn: t + 1, tick }
  }
  return { turn: 1, tick: 0 }
}
