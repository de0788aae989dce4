import { sideDoes, theSide } from '../board/sides'
import type { Side } from '../board/types'
import { counted, listed } from '../lib/words'
import type { LogEntry, ToldEvent } from './api'

/** One die as it lies in the tray. */
export interface RolledDie {
  value: number
  role?: 'plain' | 'hit' | 'disables' | 'miss'
  label?: string
  /** it fell because of another: how much a hit does, or a tie rolled again; it is not seen before */
  after?: boolean
}

/** What one unit, or the table, rolled: whose dice, at whom, what they needed and what they did. */
export interface Rolled {
  id: string
  attacker: string
  target?: string
  /** what stands in the place of a target: "no target yet" */
  instead?: string
  /** the ids of the unit that fires and of its target, where they have one */
  unit?: string
  at?: string
  /** "hits on 6, disables on 5" */
  needs?: string
  dice: readonly RolledDie[]
  result: string
  /** the result in a few letters, for a phone: "2 D" */
  brief?: string
}

/** The dice of a side, or of the table. */
export interface RolledBy {
  side?: Side
  sideName: string
  /** "fired 14 shots: 3 hits" */
  title: string
  /** what is said of who rolls, where it is not the side's units */
  who?: string
  rows: readonly Rolled[]
  /** the same dice added up by target, for a tray without room for a row a firer */
  byTarget?: readonly Rolled[]
  /** room kept for so many dice a row that hits bring with them */
  brings?: number
}

/** All dice of an entry, and what came of them in sentences. */
export interface Rolls {
  /** what is rolled: "14 shots", "2 dice" */
  what: string
  /** what is said before they are rolled: "Japan fires: 22 dice." */
  ask?: string
  by: readonly RolledBy[]
  effects: readonly string[]
  /** what came of it, in one sentence that the prompt has room for */
  outcome?: string
}

/** Who fires at whom with how many dice, before and after they are rolled. */
export interface Aim {
  unit: string
  target: string
  dice: number
}

/** The aims in some dice: the last one as well, with which they fell. */
export const aimsOf = (by: readonly RolledBy[]): Aim[] =>
  by.flatMap(({ rows }) => rows.flatMap(({ unit, at, dice }) => (unit && at ? [{ unit, target: at, dice: dice.filter((die) => !die.after).length }] : [])))

/** Rows added up by their target, those without one together; `result` says what all that was fired at it did. */
export function byTarget(rows: readonly Rolled[], result: (own: readonly Rolled[]) => string): Rolled[] {
  const targets = [...new Set(rows.map(({ at }) => at))]
  return targets.map((at) => {
    const own = rows.filter((row) => row.at === at)
    const [first] = own
    const firers = own.length > 1 ? `${own.length} units` : first!.attacker
    const dice = own.flatMap((row) => row.dice)
    return { ...first!, id: `all ${at ?? ''}`, unit: undefined, attacker: firers, dice, result: result(own) }
  })
}

/** How many dice are rolled, those that others bring with them not counted. */
export const diceIn = (rolls: Rolls | null | undefined): number =>
  (rolls?.by ?? []).reduce((n, { rows }) => n + rows.reduce((m, { dice }) => m + dice.filter((die) => !die.after).length, 0), 0)

/** Who rolls how many dice: "Japan rolls 22 dice, the Allies 18."; of dice that are nobody's, what they are rolled for. */
export function askedToRoll({ what, by }: Rolls): string {
  const [first, ...more] = by
  if (!first?.side || by.some(({ side, who }) => !side || who)) {
    const names = by.flatMap(({ side, sideName, title, rows, who }) => (who ? [who] : side || title ? [sideName] : rows.map((row) => row.attacker)))
    return `${listed([...new Set(names)]).replace(/^./, (c) => c.toUpperCase())}: ${what}.`
  }
  const dice = (one: RolledBy): number => diceIn({ what, by: [one], effects: [] })
  return `${sideDoes(first.side, 'rolls', 'roll')} ${counted(dice(first), 'die', 'dice')}${more.map((one) => `, ${theSide(one.side!)} ${dice(one)}`).join('')}.`
}

/** Who rolled what at whom, and what it did, in a sentence a row. */
export function inWords({ by, effects }: Rolls): string {
  const rows = by.flatMap((one) => one.rows.map(({ attacker, target, dice, result }) => `${attacker}${target ? ` at ${target}` : ''}: ${dice.map((die) => die.value).join(', ')}: ${result.replace(/\.$/, '')}.`))
  return [...rows, ...effects].join(' ')
}

/** What came of dice: the events of these kinds, as the referee says them. */
export const effectsOf = (entry: LogEntry, kinds: ReadonlySet<string>): string[] => (entry.events ?? []).filter((event) => kinds.has(event.event)).map((event) => event.text)

/** Dice thrown at the table by nobody's unit, told by the referee's own sentence. */
export function atTable(event: ToldEvent, who: string, values: readonly (readonly [value: number, label: string])[], after = false): Rolled {
  const dice = values.map(([value, label]): RolledDie => ({ value, role: 'plain', label: label && `${label}: ${value}`, after: after || undefined }))
  return { id: `${event.event} ${who} ${values.map(([value]) => value).join()}`, attacker: who, dice, result: event.text }
}
