import { sideDoes, theSide } from '../board/sides'
import type { Side } from '../board/types'
import { counted, listed } from '../lib/text'
import type { LogEntry, VisibleEvent } from './api'

/** One die in the tray. */
export interface RolledDie {
  value: number
  role?: 'plain' | 'hit' | 'disables' | 'miss'
  label?: string
  /** rolled because of another die: the damage of a hit, or a tie rolled again; hidden before that */
  followUp?: boolean
}

/** The dice of one unit, or of the table: owner, target, number needed and result. */
export interface RollRow {
  id: string
  attacker: string
  target?: string
  /** shown instead of a target: "no target yet" */
  noTargetText?: string
  /** the ids of the firing unit and of its target, if they have one */
  unit?: string
  targetId?: string
  /** "hits on 6, disables on 5" */
  needs?: string
  dice: readonly RolledDie[]
  result: string
  /** the result in a few letters, for a phone: "2 D" */
  brief?: string
}

/** The dice of a side, or of the table. */
export interface SideRolls {
  side?: Side
  sideName: string
  /** "fired 14 shots: 3 hits" */
  title: string
  /** the name of the roller, if it is not the side's units */
  roller?: string
  rows: readonly RollRow[]
  /** the same dice added up by target, for a tray without room for a row for each firer */
  byTarget?: readonly RollRow[]
  /** the room reserved in each row for this many dice that hits may add */
  reservedDice?: number
}

/** All dice of an entry, and their results in sentences. */
export interface Rolls {
  /** the thing rolled: "14 shots", "2 dice" */
  what: string
  /** the text before they are rolled: "Japan fires: 22 dice." */
  announcement?: string
  sides: readonly SideRolls[]
  effects: readonly string[]
  /** the result, in one sentence short enough for the prompt */
  outcome?: string
}

/** The firers with their targets and dice, before and after the roll. */
export interface Aim {
  unit: string
  target: string
  dice: number
}

/** The aims of the given dice, including the last, which came with the roll. */
export const aimsOf = (by: readonly SideRolls[]): Aim[] =>
  by.flatMap(({ rows }) => rows.flatMap(({ unit, targetId, dice }) => (unit && targetId ? [{ unit, target: targetId, dice: dice.filter((die) => !die.followUp).length }] : [])))

/** Rows added up by target, those without a target together; `result` describes all fire at a target. */
export function byTarget(rows: readonly RollRow[], result: (own: readonly RollRow[]) => string): RollRow[] {
  const targets = [...new Set(rows.map(({ targetId }) => targetId))]
  return targets.map((targetId) => {
    const own = rows.filter((row) => row.targetId === targetId)
    const [first] = own
    const firers = own.length > 1 ? `${own.length} units` : first!.attacker
    const dice = own.flatMap((row) => row.dice)
    return { ...first!, id: `all ${targetId ?? ''}`, unit: undefined, attacker: firers, dice, result: result(own) }
  })
}

/** The number of dice rolled, without those added by others. */
export const diceIn = (rolls: Rolls | null | undefined): number =>
  (rolls?.sides ?? []).reduce((n, { rows }) => n + rows.reduce((m, { dice }) => m + dice.filter((die) => !die.followUp).length, 0), 0)

/** The dice of each roller: "Japan rolls 22 dice, the Allies 18."; for dice without an owner, their purpose. */
export function rollAnnouncement({ what, sides }: Rolls): string {
  const [first, ...more] = sides
  if (!first?.side || sides.some(({ side, roller }) => !side || roller)) {
    const names = sides.flatMap(({ side, sideName, title, rows, roller }) => (roller ? [roller] : side || title ? [sideName] : rows.map((row) => row.attacker)))
    return `${listed([...new Set(names)]).replace(/^./, (c) => c.toUpperCase())}: ${what}.`
  }
  const dice = (one: SideRolls): number => diceIn({ what, sides: [one], effects: [] })
  return `${sideDoes(first.side, 'rolls', 'roll')} ${counted(dice(first), 'die', 'dice')}${more.map((one) => `, ${theSide(one.side!)} ${dice(one)}`).join('')}.`
}

/** One sentence per row: the roller, the target and the result. */
export function rollsText({ sides, effects }: Rolls): string {
  const rows = sides.flatMap((one) => one.rows.map(({ attacker, target, dice, result }) => `${attacker}${target ? ` at ${target}` : ''}: ${dice.map((die) => die.value).join(', ')}: ${result.replace(/\.$/, '')}.`))
  return [...rows, ...effects].join(' ')
}

/** The results of dice: the events of these kinds, in the referee's text. */
export const effectsOf = (entry: LogEntry, kinds: ReadonlySet<string>): string[] => (entry.events ?? []).filter((event) => kinds.has(event.event)).map((event) => event.text)

/** Dice rolled by no unit, described by the referee's own sentence. */
export function tableRoll(event: VisibleEvent, who: string, values: readonly (readonly [value: number, label: string])[], followUp = false): RollRow {
  const dice = values.map(([value, label]): RolledDie => ({ value, role: 'plain', label: label && `${label}: ${value}`, followUp: followUp || undefined }))
  return { id: `${event.event} ${who} ${values.map(([value]) => value).join()}`, attacker: who, dice, result: event.text }
}
