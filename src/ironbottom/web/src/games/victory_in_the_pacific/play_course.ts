import type { LogEntry, ToldEvent } from '../../app/api'
import { beginning } from '../../app/beginning'
import type { Course } from '../../app/game'
import { standing } from '../../app/looks.svelte'
import type { TimelineTick, TimelineTurn } from '../../frame/types'
import { frameOf, SIDES, type Facts, type VitpView } from './play_view'

/** The steps of a turn on the timeline (5.0). */
export const STEPS = ['Arrivals', 'Japanese patrols', 'Allied patrols', 'Air and amphibious units', 'Raiders and submarines', 'Combat', 'Control and going home'] as const
const SHORT = ['arrivals', 'patrol', 'patrol', 'air', 'raiders', 'combat', 'control'] as const

const OF: Readonly<Record<string, number>> = {
  turn_opened: 0, arrived: 0, returned: 0, withdrawn: 0, air_placed: 3, passed: 3, sailed: 3, raided: 4, submerged: 4, area_named: 5, fired: 5, action_settled: 5,
  sortied: 5, uncertain_rolled: 5, combat_ended: 5, flag_set: 6, points_scored: 6, game_ended: 6,
}

/** The timeline: the turns with their steps, and where the steps end in the log. */
export function course(log: readonly LogEntry[], view: VitpView, facts: Facts): Course & { when: ReadonlyMap<number, string> } {
  const turns = facts.turns.filter((row) => row.turn <= view.last_turn)
  const ends: number[][] = turns.map(() => [])
  const when = new Map<number, string>()
  const stands = new Set(standing(log).map((entry) => entry.seq))
  const stepOfEvent = (event: ToldEvent): number | undefined =>
    event.event === 'patrolled' || event.event === 'marked' ? (facts.sideOf(String(event['unit'])) === 'allies' ? 2 : 1) : OF[event.event]
  let { turn, step } = beginning(log, stepOfEvent, { turn: view.turn, step: tickNow(view) })
  const end = (seq: number): void => {
    const own = ends[turn - 1]
    if (own) own[step] = seq
  }
  for (const entry of log) {
    let first: number | null = null
    for (const event of stands.has(entry.seq) ? (entry.events ?? []) : []) {
      if (event.event === 'turn_opened') {
        turn = Number(event['turn'])
        step = 0
      }
      step = Math.max(step, stepOfEvent(event) ?? step)
      first ??= step
      end(entry.seq)
    }
    end(entry.seq)
    when.set(entry.seq, `T${turn} ${SHORT[first ?? step]}`)
  }
  // A step of which nothing is left in the log ends where the one before did.
  let last = 0
  for (const turnEnds of ends) {
    for (let k = 0; k < turnEnds.length; k++) turnEnds[k] = Math.max(last, turnEnds[k] ?? last)
    last = turnEnds.at(-1) ?? last
  }
  return { turns: turns.map((row) => turnOf(row.turn, row.date, view)), ends, when }
}

/** "Dec 1941" as a chart's head says it: "Dec 41". */
export const shortDate = (date: string): string => date.replace(/ \d\d(\d\d)$/, ' $1')

function turnOf(number: number, date: string, view: VitpView): TimelineTurn {
  const notes = SIDES.flatMap((side) => {
    const n = number > view.turn ? (view.units[side]?.[`due_${number}`]?.length ?? 0) : 0
    return n ? [{ side, text: `+${n}` }] : []
  })
  const ticks: TimelineTick[] = STEPS.map((name, k) => ({ label: `Turn ${number}, ${date}: ${name}`, side: k === 1 ? 'japan' : k === 2 ? 'allies' : undefined }))
  return { number, name: shortDate(date), ticks, notes: notes.length && number === view.turn + 1 ? notes : undefined }
}

const NEXT: readonly (readonly [upTo: number, step: number])[] = [[5, 0], [6, 1], [7, 2], [9, 3], [11, 4], [15, 5], [99, 6]]

/** The step in hand. */
export function tickNow(view: VitpView, over = false): number {
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
