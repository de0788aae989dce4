import type { LogEntry, VisibleEvent } from '../../app/api'
import type { DatedTimeline } from '../../app/timeline'
import { validEntries } from '../../app/observation.svelte'
import { sideName, type Side } from '../../board/sides'
import type { TimelineTurn } from '../../frame/types'
import { PHASES, currentPhase, phases } from './play_prompts'
import type { WarView } from './play_view'

/** The timeline of a game without a last turn: one side's turn after another, each with its nine phases. */

const SIDES: readonly Side[] = ['japan', 'uk', 'usa']
const placeOf = (round: number, side: Side): number => (round - 1) * SIDES.length + SIDES.indexOf(side)

const OF: Readonly<Record<string, number>> = {
  bought: 0, pool_split: 0, volunteers: 0, patrol_landed: 1, patrol_lost: 1, landing_planned: 2, flown: 2, overflown: 2, kamikaze_named: 3, kamikaze: 3, battle_opened: 3, combat_round: 3,
  fired: 3, bombed: 3, battle_ended: 3, captured: 4, purse_taken: 4, aircraft_landed: 5, aircraft_lost: 5, placed: 6, refunded: 6, surfaced: 7, righted: 7,
  collected: 8, pool_collected: 8, points_scored: 8, game_ended: 8,
}
const AFTER: Readonly<Record<string, number>> = { purchase: 1, combat_moves: 3, kamikaze: 3, combat: 4, regroup: 6, placement: 7 }

/** The phase of an event; undefined if it can occur in several. */
function phaseOf(event: VisibleEvent, now: number): number | undefined {
  if (event.event === 'finished') return AFTER[String(event['phase'])] === undefined ? undefined : Math.max(now, AFTER[String(event['phase'])]! - 1)
  if (event.event === 'moved' || event.event === 'picked_up' || event.event === 'loaded') return now < 3 ? 2 : 5
  return OF[event.event]
}

/** The turns of the sides with their phases, and where these end in the log. */
export function timeline(log: readonly LogEntry[], view: WarView): DatedTimeline {
  const stands = validEntries(log)
  const kept = new Set(stands.map((entry) => entry.seq))
  const happened = stands.flatMap((entry) => entry.events ?? [])
  const opened = happened.filter((event) => event.event === 'turn_opened').length
  const fromStart = happened[0]?.event === 'round_opened'
  const changes = Math.max(0, opened - Number(fromStart))
  const first = fromStart ? 0 : Math.max(0, placeOf(view.round, view.active) - changes)
  const ends: number[][] = [[]]
  const when = new Map<number, string>()
  let [turn, step, begun] = [first, fromStart ? 0 : changes ? 0 : currentPhase(view), !fromStart]
  for (const entry of log) {
    let start: number | null = null
    for (const event of kept.has(entry.seq) ? (entry.events ?? []) : []) {
      if (event.event === 'turn_opened') {
        if (begun) {
          turn++
          step = 0
          ends.push([])
        }
        begun = true
      }
      step = Math.max(step, phaseOf(event, step) ?? step)
      start ??= step
      ends.at(-1)![step] = entry.seq
    }
    ends.at(-1)![step] = entry.seq
    when.set(entry.seq, `R${Math.floor(turn / SIDES.length) + 1} ${sideName(SIDES[turn % SIDES.length]!).replace('United States', 'U.S.')}`)
  }
  let last = 0
  const all = Array.from({ length: first }, (): number[] => PHASES.map(() => 0)).concat(ends.map((own) => PHASES.map((_, k) => (last = Math.max(last, own[k] ?? last)))))
  return { turns: all.map((_, k) => turnOf(k)), ends: all, when }
}

function turnOf(place: number): TimelineTurn {
  const side = SIDES[place % SIDES.length]!
  const round = Math.floor(place / SIDES.length) + 1
  const ticks = phases().map(({ name, short = name }) => ({ label: `Round ${round}, ${sideName(side)}: ${name}`, short, side }))
  return { number: place + 1, name: `Round ${round} · ${sideName(side)}`, ticks }
}

/** The current turn, counted from 1 over all sides, and its phase. */
export const currentTurn = (view: WarView): number => placeOf(view.round, view.active) + 1
export const currentTick = (view: WarView, over = false): number => (over || !view.frames.length ? PHASES.length - 1 : Math.max(0, currentPhase(view)))
