import type { LogEntry } from '../../app/api'
import type { Facts } from './play_view'
import { sideOf } from './play_view'
import { pieceOf } from './unit_text'

/** A finished battle: each team's losses in it, in IPC. */
export interface Fought {
  seq: number
  place: string
  round: number
  /** whose turn it was */
  side: string
  japan: number
  allies: number
  /** Japan's gain over the Allies up to here */
  swing: number
}

/** The value of a unit with its load, which is lost with it (7.7.6). */
export function worthOf(piece: string, facts: Facts): number {
  const { kind, load } = pieceOf(piece)
  const cost = (id: string): number => facts.units.get(id)?.cost ?? 0
  return cost(kind) + load.reduce((sum, one) => sum + cost(one.replace('ally_', '')), 0)
}

const LOST = new Set(['lost', 'aircraft_lost', 'no_deck', 'patrol_lost', 'overflown'])

/** The battles of a game so far with their losses, and the resulting swing.
 * @param now  the current round */
export function foughtOf(log: readonly LogEntry[], facts: Facts, now = 1): Fought[] {
  const gone = new Set(log.flatMap((entry) => entry.taken ?? []))
  const all: Fought[] = []
  const opened = log.flatMap((entry) => entry.events ?? []).find((event) => event.event === 'round_opened')
  // A match that began within a round has no round data before the next one.
  let [round, side, swing] = [opened ? Math.max(1, Number(opened['round']) - 1) : now, 'japan', 0]
  let open: Fought | null = null
  const lose = (power: string, ipc: number): void => {
    const team = sideOf(power) === 'japan' ? 'japan' : 'allies'
    swing += team === 'japan' ? -ipc : ipc
    if (!open) return
    open[team] += ipc
    open.swing = swing
  }
  for (const entry of log) {
    if (gone.has(entry.seq)) continue
    for (const event of entry.events ?? []) {
      if (event.event === 'round_opened') round = Number(event['round'])
      else if (event.event === 'turn_opened') side = String(event['side'])
      else if (event.event === 'battle_opened') {
        open = { seq: entry.seq, place: String(event['place']), round, side, japan: 0, allies: 0, swing }
        all.push(open)
      } else if (LOST.has(event.event)) {
        const piece = event.event === 'no_deck' || event.event === 'patrol_lost' ? 'fighter' : String(event['piece'])
        lose(String(event['power']), Number(event.event === 'overflown' ? event['lost'] : event['number']) * worthOf(piece, facts))
      } else if (event.event === 'bombed' && event['economy']) lose(String(event['economy']), Number(event['paid']))
    }
  }
  return all
}

/** A bar of the chart: a swing, or a range of swings, with its probability. */
export interface SwingBar {
  from: number
  to: number
  chance: number
}

const MAX_BARS = 21

/** The probabilities of the swings in a limited number of bars of equal width, from the worst to the best. */
export function barsOf(swings: readonly (readonly [number, number])[], most = MAX_BARS): SwingBar[] {
  if (!swings.length) return []
  const [low, high] = [Math.min(...swings.map(([swing]) => swing)), Math.max(...swings.map(([swing]) => swing))]
  const width = Math.max(1, Math.ceil((high - low + 1) / most))
  const first = Math.floor(low / width) * width
  const bars = Array.from({ length: Math.floor((high - first) / width) + 1 }, (_, n): SwingBar => ({ from: first + n * width, to: first + (n + 1) * width - 1, chance: 0 }))
  for (const [swing, chance] of swings) bars[Math.floor((swing - first) / width)]!.chance += chance
  return bars
}
