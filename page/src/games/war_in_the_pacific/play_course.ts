import type { LogEntry, ToldEvent } from '../../app/api'
import type { ToldCourse } from '../../app/course'
import { standing } from '../../app/looks.svelte'
import type { TimelineTurn } from '../../frame/types'
import { isBurma } from './burma'
import type { TurnStep } from './burma_words'
import { stepNow, stepsOf } from './play_words'
import { turnName } from './play_view'
import type { PacificView } from './types'

/** The timeline: Game-Turns with their ten steps, the turn in hand alone. */

const AIR = new Set(['available', 'searches', 'patrols', 'covers', 'wave', 'strikes_seen', 'base_searched', 'transferred', 'air_combat', 'struck'])
const AIR_STEPS = new Set(['second_declaration', 'first_declaration', 'strikes', 'transfer'])
const LATE: Readonly<Record<string, string>> = {
  attack: 'Ground', marched: 'Ground', ground_battle: 'Ground', marches_over: 'Ground', attacks_over: 'Ground', supplied: 'Supply', supply_paid: 'Supply', attrition: 'Supply', worn: 'End', game_ended: 'End',
}

/** The step that an event belongs to, given that in hand. */
function stepOf(event: ToldEvent, now: number, view: PacificView): number {
  const steps = stepsOf(view)
  const called = (name: string): number => steps.findIndex(({ short }) => short === name)
  if (event.event === 'phase_opened') return 2 * Number(event['phase'])
  if (event.event === 'step_opened' && event['step'] === 'ground') return called('Ground')
  if (event.event in LATE) return Math.max(now, called(LATE[event.event]!))
  // In Burma no Naval Phase tells that an Air Phase is over: each begins with the weather (8.6).
  if (isBurma(view)) return event.event === 'weather' ? Math.min(now + 1, called('Air 3')) : now
  const air = AIR.has(event.event) || (event.event === 'step_opened' && AIR_STEPS.has(String(event['step'])))
  return air && now % 2 === 0 && now < 6 ? now + 1 : now
}

/** The Game-Turns so far, and where their steps end in the log. */
export function course(log: readonly LogEntry[], view: PacificView): ToldCourse {
  const stands = standing(log)
  const steps = stepsOf(view)
  const kept = new Set(stands.map((entry) => entry.seq))
  const opened = stands.flatMap((entry) => entry.events ?? []).filter((event) => event.event === 'turn_opened').map((event) => Number(event['turn']))
  const first = opened[0] ?? view.turn
  const ends: number[][] = [[]]
  const when = new Map<number, string>()
  let [turn, step] = [first, opened.length ? 0 : stepNow(view)]
  for (const entry of log) {
    let start: string | null = null
    for (const event of kept.has(entry.seq) ? (entry.events ?? []) : []) {
      if (event.event === 'turn_opened') {
        const next = Number(event['turn'])
        while (turn < next) {
          turn++
          ends.push([])
        }
        step = 0
      }
      step = Math.max(step, stepOf(event, step, view))
      start ??= `${turnName(turn)} ${steps[step]!.short}`
      ends.at(-1)![step] = entry.seq
    }
    ends.at(-1)![step] = entry.seq
    when.set(entry.seq, start ?? `${turnName(turn)} ${steps[step]!.short}`)
  }
  let last = 0
  const all = ends.map((own) => steps.map((_, k) => (last = Math.max(last, own[k] ?? last))))
  return { turns: all.map((_, k) => turnOf(k, first + k, steps)), ends: all, when }
}

function turnOf(place: number, turn: number, steps: readonly TurnStep[]): TimelineTurn {
  return { number: place + 1, name: `Game-Turn ${turnName(turn)}`, ticks: steps.map(({ name, short }) => ({ label: `${turnName(turn)}: ${name}`, short })) }
}

/** The turn in hand, counted from the first that the log tells, and its step. */
export function turnNow(log: readonly LogEntry[], view: PacificView): number {
  const opened = standing(log).flatMap((entry) => entry.events ?? []).find((event) => event.event === 'turn_opened')
  return view.turn - Number(opened?.['turn'] ?? view.turn) + 1
}
export const tickNow = (view: PacificView, over = false): number => (over || !view.frames.length ? stepsOf(view).length - 1 : Math.max(0, stepNow(view)))
