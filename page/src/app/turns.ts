import { inOrder, sideDoes, type Side } from '../board/sides'
import type { SummaryLine, SummaryPart } from '../frame/summary'
import { listed } from '../lib/text'
import type { LogEntry, VisibleEvent } from './api'
import { validEntries } from './observation.svelte'

/** The events of a turn, from the log. */
export interface TurnEvents {
  turn: number
  events: readonly VisibleEvent[]
  /** the last entry that belongs to it */
  seq: number
}

/** The events of each turn in the log, without those taken back. `now`: the current turn, for a match that was set up in the
 * middle of one. */
export function turnEvents(log: readonly LogEntry[], now: number): TurnEvents[] {
  const stands = validEntries(log)
  const opened = stands.flatMap((entry) => entry.events ?? []).find((event) => event.event === 'turn_opened')
  const turns: { turn: number; events: VisibleEvent[]; seq: number }[] = []
  let at: (typeof turns)[number] = { turn: opened ? Math.max(1, Number(opened['turn']) - 1) : now, events: [], seq: 0 }
  for (const entry of stands) {
    for (const event of entry.events ?? []) {
      if (event.event === 'turn_opened' && Number(event['turn']) !== at.turn) {
        turns.push(at)
        at = { turn: Number(event['turn']), events: [], seq: entry.seq }
      }
      at.events.push(event)
      at.seq = entry.seq
    }
  }
  return [...turns, at].filter((one) => one.events.length)
}

/** A game's data about its units: names and sides. */
export interface UnitNames {
  name(id: string): string
  sideOf(id: string): Side | undefined
}

/** One line per side: its units with their notes: "Akagi, Kaga (back on turn 5) and Soryu." */
export function bySide(units: ReadonlyMap<string, string>, { name, sideOf }: UnitNames): SummaryLine[] {
  return inOrder([...units.keys()].flatMap((id) => sideOf(id) ?? [])).map((side) => {
    const own = [...units].filter(([id]) => sideOf(id) === side)
    return { id: side, side, text: `${listed(own.map(([id, note]) => `${name(id)}${note}`))}.` }
  })
}

/** The ports and bases that changed hands, by present owner; one that returned to its owner is left out. `taken`: the captures in order. */
export function ownerChanges(taken: readonly (readonly [place: string, side: string])[], within: (place: string) => string): SummaryLine[] {
  const [first, last] = [new Map<string, string>([...taken].reverse()), new Map<string, string>(taken)]
  return inOrder(last.values()).flatMap((side) => {
    const own = [...last].filter(([place, owner]) => owner === side && first.get(place) === side).map(([place]) => within(place))
    return own.length ? [{ id: side, side, text: `${sideDoes(side, 'takes', 'take')} ${listed(own)}.` }] : []
  })
}

/** The summary, without parts in which nothing happened. */
export const nonEmptyParts = (parts: readonly SummaryPart[]): SummaryPart[] => parts.filter((part) => part.table ?? part.lines?.length)
