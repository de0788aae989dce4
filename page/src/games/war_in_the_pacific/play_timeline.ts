import type { LogEntry, VisibleEvent } from '../../app/api'
import type { DatedTimeline } from '../../app/timeline'
import { validEntries } from '../../app/observation.svelte'
import type { TimelineTurn } from '../../frame/types'
import { isBurma } from './burma'
import { currentStep, stepsOf, type TurnStep } from './play_prompts'
import { turnName } from './play_view'
import type { PacificView } from './types'

/** The timeline: Game-Turns with their ten steps; only the current turn is detailed. */

/** The events that open an Air Phase: Japan's kamikazes for it (39.41), then the weather of each section (8.6). */
const OPENS_AIR = new Set(['kamikazes_allotted', 'weather'])
/** After these events the weather belongs to the current phase: a scenario that begins with a Naval Phase rolls in it (8.61). */
const ROLLS_ON = new Set([...OPENS_AIR, 'phase_opened'])
const LATE: Readonly<Record<string, string>> = {
  supplied: 'supply', supply_paid: 'supply', staff_paid: 'supply', attrition: 'supply', worn: 'end', worn_out: 'end', repaired: 'end', objective_shown: 'end', game_ended: 'end',
  ground: 'ground', supply: 'supply', submarines: 'end', plans: 'end', arrivals: 'end', pool: 'end', cargo: 'end', pipelines: 'end', supply_linked: 'supply',
}
const ATTACKERS = 2

type Steps = readonly TurnStep[]
const placeOf = (step: string, steps: Steps): number => steps.findIndex(({ id }) => id === step)

/** The Air Phase that opens: in Burma the next (44.13), else the one before the next Naval Phase in the log, or the current one. */
function airOpened(now: number, after: readonly VisibleEvent[], view: PacificView): number {
  if (isBurma(view)) return Math.min(now + 1, placeOf('air_3', stepsOf(view)))
  const next = after.find(({ event }) => event === 'phase_opened')
  return next ? 2 * Number(next['phase']) - 1 : currentStep(view)
}

/** The start of a log: its first Game-Turn or, for a match set up from a position, the step of that position, found from the next
 * event that opens a step. */
function begun(events: readonly VisibleEvent[], view: PacificView): readonly [turn: number, step: number] {
  const ground = placeOf('ground', stepsOf(view))
  const opened = events.findIndex(({ event }) => event === 'turn_opened')
  const before = opened < 0 ? events : events.slice(0, opened)
  const opens = ({ event }: VisibleEvent, k: number): boolean => OPENS_AIR.has(event) && !ROLLS_ON.has(before[k - 1]?.event ?? '')
  const late = ({ event, step }: VisibleEvent): string | undefined => (event === 'step_opened' ? (step === 'ground' ? 'ground' : undefined) : LATE[event])
  const next = before.findIndex((one, k) => one.event === 'phase_opened' || one.event === 'attacks_over' || opens(one, k) || late(one))
  const opener = before[next]
  if (!opener) return opened < 0 ? [view.turn, currentStep(view)] : [Number(events[opened]!['turn']), 0]
  const inAir = (): number => {
    if (!isBurma(view)) return airOpened(0, before.slice(next), view)
    const last = opened < 0 && !before.some(late) ? currentStep(view) : ground - 1
    return last + 1 - before.filter(opens).length
  }
  const step = opener.event === 'phase_opened' ? 2 * Number(opener['phase']) - 1 : opens(opener, next) ? inAir() - 1 : opener.event === 'step_opened' ? ground - 1 : Math.max(ground, placeOf(late(opener) ?? '', stepsOf(view)))
  return [opened < 0 ? view.turn : Number(events[opened]!['turn']) - 1, step]
}

/** The Game-Turn and step of each event. */
function placed(events: readonly VisibleEvent[], first: number, begins: number, view: PacificView): Map<VisibleEvent, readonly [turn: number, step: number]> {
  const steps = stepsOf(view)
  const [ground, supply] = [placeOf('ground', steps), placeOf('supply', steps)]
  const all = new Map<VisibleEvent, readonly [number, number]>()
  let [turn, step, attacked, before] = [first, begins, 0, '']
  events.forEach((event, k) => {
    const kind = event.event
    if (kind === 'turn_opened') [turn, step, attacked] = [Math.max(turn, Number(event['turn'])), 0, 0]
    else if (kind === 'phase_opened') step = 2 * Number(event['phase'])
    else if (OPENS_AIR.has(kind) && !ROLLS_ON.has(before)) step = airOpened(step, events.slice(k), view)
    // 44.5: in the first turn of Burma the Ground Phase has its own First Player.
    else if (kind === 'first_found' && before !== 'turn_opened') step = ground
    else if (attacked === ATTACKERS && kind !== 'unguarded') step = Math.max(step, supply)
    const late = LATE[kind === 'step_opened' ? String(event['step']) : kind]
    if (late && (step >= ground || late === 'ground')) step = Math.max(step, placeOf(late, steps))
    if (kind === 'attacks_over') attacked++
    before = kind
    all.set(event, [turn, step])
  })
  return all
}

/** The Game-Turns so far, the log entries at which their steps end, and the step of each entry and of each event. */
export function timeline(log: readonly LogEntry[], view: PacificView): DatedTimeline {
  const events = validEntries(log).flatMap((entry) => entry.events ?? [])
  const steps = stepsOf(view)
  const [first, begins] = begun(events, view)
  const stood = placed(events, first, begins, view)
  const ends: number[][] = [[]]
  const when = new Map<number, string>()
  const ofEvent = new Map<VisibleEvent, string>()
  let now: readonly [turn: number, step: number] = [first, begins]
  const words = (): string => `${turnName(now[0])} ${steps[now[1]]!.short}`
  const end = (seq: number): void => void ((ends[now[0] - first] ??= [])[now[1]] = seq)
  for (const entry of log) {
    for (const event of entry.events ?? []) {
      now = stood.get(event) ?? now
      end(entry.seq)
      ofEvent.set(event, words())
    }
    end(entry.seq)
    when.set(entry.seq, ofEvent.get(entry.events?.[0] as VisibleEvent) ?? words())
  }
  let last = 0
  const all = Array.from(ends, (own) => steps.map((_, k) => (last = Math.max(last, own?.[k] ?? last))))
  return { turns: all.map((_, k) => turnOf(k, first + k, steps)), ends: all, when, ofEvent }
}

function turnOf(place: number, turn: number, steps: Steps): TimelineTurn {
  return { number: place + 1, name: `Game-Turn ${turnName(turn)}`, ticks: steps.map(({ name, short }) => ({ label: `${turnName(turn)}: ${name}`, short })) }
}

/** The current turn, counted from the first in the log, and its step. */
export function currentTurn(log: readonly LogEntry[], view: PacificView): number {
  return view.turn - begun(validEntries(log).flatMap((entry) => entry.events ?? []), view)[0] + 1
}
export const currentTick = (view: PacificView, over = false): number => (over || !view.frames.length ? stepsOf(view).length - 1 : Math.max(0, currentStep(view)))
