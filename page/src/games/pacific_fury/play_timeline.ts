import type { LogEntry, VisibleEvent, View } from '../../app/api'
import type { TurnTimeline } from '../../app/game'
import { validEntries } from '../../app/observation.svelte'
import type { Side } from '../sides'
import type { TimelineTick, TimelineTurn } from '../../frame/types'
import { opponent, unitsOf, unitSide, viewOf, type PacificView } from './play_view'

const MONTHS = ['August', 'September', 'October', 'November']
const OPERATIONS = 14
const VERBS = new Set(['sortie', 'move', 'land', 'bombard', 'strike', 'return_to_base', 'pass'])
const OPENS = new Set(['sortied', 'moved', 'passed'])
/** Events in the middle of a battle. */
const AMID = new Set(['hits_assigned', 'sinking_rolled', 'stayed'])
const BATTLES = new Set(['battle_opened', 'target_chosen', 'bombarded', 'round_opened'])

/** Follows a log and finds the entries that begin an operation. The verbs of the other side's choices are not shown, so this uses
 * the events, and whether the battle of the previous operation is still in progress (9.0, 10.8.c). */
export class OperationTracker {
  #acting: string | null = null
  #afloat: Set<string> | null = null
  #rounds = 0
  #begun = false
  /** a match set up in the middle of a battle, whose operation began before its log */
  #amid = false

  /** Reads an entry. Returns whether an operation begins with it. */
  begins(entry: LogEntry): boolean {
    const events = entry.events ?? []
    const [first] = events
    const starts = entry.action ? VERBS.has(entry.action[0]!) : !!first && this.#opens(first.event)
    if (starts) {
      this.#begun = true
      this.#acting = String(first?.['force'] ?? first?.['attacker'] ?? '') || null
      this.#afloat = null
      this.#rounds = 0
      if (!events.some((event) => BATTLES.has(event.event))) this.#acting = null
    }
    for (const event of events) this.#follow(event)
    return starts
  }

  #opens(event: string): boolean {
    if (OPENS.has(event)) return true
    if (event === 'went_home') return this.#begun || !this.#amid ? !this.#acting || !this.#rounds : false
    return event === 'target_chosen' && !this.#acting
  }

  #follow(event: { event: string; readonly [field: string]: unknown }): void {
    const acting = this.#acting
    if (AMID.has(event.event)) this.#amid = true
    if (!acting) return
    if (event.event === 'round_opened' || event.event === 'bombarded') this.#rounds += 1
    if (event.event === 'revealed' && event['force'] === acting) this.#afloat = new Set(event['units'] as string[])
    if (['sunk', 'damaged', 'out_of_time'].includes(event.event)) this.#afloat?.delete(String(event['unit']))
    const home = ['went_home', 'landed'].includes(event.event) && event['force'] === acting
    if (home || event.event === 'battle_declined' || this.#afloat?.size === 0) this.#acting = null
  }

  get acting(): string | null {
    return this.#acting
  }
}

/** The start of a log: the start of the campaign or, for a match set up from a position, that position's turn and operation, which
 * are computed back from the current ones. */
function beginning(log: readonly LogEntry[], view: PacificView): { turn: number; tick: number; first?: Side } {
  const opens = (entry: LogEntry): VisibleEvent | undefined => entry.events?.find((event) => event.event === 'turn_opened')
  if (!log[0] || opens(log[0])) return { turn: 1, tick: 0 }
  const watch = new OperationTracker()
  const begun: LogEntry[] = []
  for (const entry of validEntries(log)) {
    if (watch.begins(entry)) begun.push(entry)
    const opened = opens(entry)
    if (!opened) continue
    const tick = Math.max(0, OPERATIONS - begun.length)
    const side = begun[0]?.side as Side | undefined
    return { turn: Number(opened['turn']) - 1, tick, first: side && (tick % 2 ? opponent(side) : side) }
  }
  return { turn: view.turn, tick: Math.max(0, view.operations.done - begun.length), first: view.initiative }
}

/** The timeline: four turns, each with its forming of task forces and fourteen operations, and the log entries at which they end. */
export function timeline(log: readonly LogEntry[], shown: View, pieces: unknown): TurnTimeline & { when: ReadonlyMap<number, string> } {
  const view = viewOf(shown)
  const ends: number[][] = [[], [], [], []]
  const first: (Side | undefined)[] = []
  const when = new Map<number, string>()
  const stands = new Set(validEntries(log).map((entry) => entry.seq))
  const start = beginning(log, view)
  let { turn, tick } = start
  first[turn - 1] = start.first
  let watch = new OperationTracker()
  for (const entry of log) {
    if (stands.has(entry.seq) && watch.begins(entry)) tick = Math.min(OPERATIONS, tick + 1)
    when.set(entry.seq, tick ? `op ${Math.ceil(tick / 2)}` : 'setup')
    ends[turn - 1]![tick] = entry.seq
    const opened = entry.events?.find((event) => event.event === 'turn_opened')
    if (!opened || !stands.has(entry.seq)) continue
    turn = Number(opened['turn'])
    first[turn - 1] = opened['initiative'] as Side
    tick = 0
    watch = new OperationTracker()
    ends[turn - 1]![0] = entry.seq
  }
  // An operation without log entries ends with the one before it.
  for (const turnEnds of ends) for (let i = 1; i < turnEnds.length; i++) turnEnds[i] ??= turnEnds[i - 1]!
  return { turns: MONTHS.map((name, i) => month(name, i + 1, first[i], view.due, pieces)), ends, when }
}

function month(name: string, number: number, first: Side | undefined, due: Readonly<Record<string, readonly string[]>>, pieces: unknown): TimelineTurn {
  const units = unitsOf(pieces)
  const arriving = due[String(number)] ?? []
  const notes = (['japan', 'allies'] as const).flatMap((side) => {
    const own = arriving.filter((id) => unitSide(id) === side)
    if (!own.length) return []
    const text = own.length === 1 ? `${units.get(own[0]!)?.name ?? own[0]} arrives` : `${own.length} ships arrive`
    return [{ side, text }]
  })
  return { number, name, ticks: ticksOf(name, first), notes: notes.length ? notes : undefined }
}

function ticksOf(name: string, first: Side | undefined): TimelineTick[] {
  return Array.from({ length: OPERATIONS + 1 }, (_, k) => {
    if (!k) return { label: `${name}, task forces are formed` }
    const side = first && (k % 2 ? first : opponent(first))
    const whose = side ? `, ${side === 'japan' ? 'Japan' : 'Allies'}` : ''
    return { side, label: `${name}, operation ${Math.ceil(k / 2)}${whose}` }
  })
}

/** The current step: 0 while task forces are formed, then the operations. */
export function currentTick(shown: View): number {
  const { under_way, done, number } = viewOf(shown).operations
  if (!under_way) return 0
  return Math.max(1, Math.min(OPERATIONS, number === null ? done : done + 1))
}

/** The last entry of a step, or the start of the log. */
export function entryAt({ turn, tick }: { turn: number; tick: number }, { ends }: TurnTimeline): number | undefined {
  const after = [ends[turn - 1]?.slice(tick) ?? [], ...ends.slice(turn)]
  return after.flat().find((seq) => seq !== undefined)
}
