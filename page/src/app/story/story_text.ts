import { sideDoes, sideName, theSide } from '../../board/sides'
import type { Side, Silhouette } from '../../board/types'
import { counted, listed, listedShort } from '../../lib/text'
import type { Result } from '../api'
import { shortDate } from '../timeline'
import type { components } from '../schema'

/** The story of a match, as computed by the server from the record: `/api/matches/{id}/story`. */

export type Story = components['schemas']['Story']
export type TurnSummary = Story['turns'][number]
export type LossSummary = Story['losses'][number]
export type BattleSummary = Story['battles'][number]
export type LuckSummary = Story['luck'][number]
export type RollSummary = components['schemas']['RollSummary']

/** The story up to an entry: a battle that goes on later has only its losses until then. */
export function soFar(story: Story, seq: number): Story {
  const losses = story.losses.filter((loss) => loss.seq <= seq)
  const battles = story.battles.filter((battle) => battle.seq <= seq).map((battle) => {
    if (battle.until <= seq) return battle
    const lost = losses.filter((loss) => loss.seq >= battle.seq)
    return { ...battle, lost: Object.fromEntries(Object.entries(battle.lost).map(([side, units]) => [side, units.filter((unit) => lost.some((loss) => loss.side === side && loss.unit === unit))])) }
  })
  return { ...story, losses, battles }
}

/** A game's description of its units, and the dates of its turns; a game may have neither. */
export interface Pieces {
  units?: readonly { id: string; side?: Side; kind?: string }[]
  turns?: readonly { turn: number; date?: string; dates?: string }[]
  /** more units are listed than take part in one match: totals are omitted from losses */
  more_units?: boolean
  /** turns are named only by date, never by number */
  by_date?: boolean
  /** the unit of the lead, if only a part of the score is open to both sides: "Victory Points" */
  lead_in?: string
  /** "round", if turns are called rounds */
  turn_name?: string
}

/** "Dec 41" if the turns have dates, else "Turn 3". */
export function turnText(turn: number, pieces: Pieces): string {
  const found = pieces.turns?.find((one) => one.turn === turn)
  const date = found?.date ?? found?.dates
  // A game with dated turns is set up before the first of them.
  if (!date && pieces.by_date) return 'Set-up'
  return date ? shortDate(date) : `${(pieces.turn_name ?? 'turn').replace(/^./, (c) => c.toUpperCase())} ${turn}`
}

/** The kind of a unit that is only a count: "japan fighter" is one of Japan's fighters. */
const countedKind = (unit: string): string | undefined => unit.split(' ')[1]

/** "+7" with the leading side before it; "even" without one. */
export const leadText = (lead: number, sides: readonly Side[]): string => (lead ? `${sideName(sides[lead > 0 ? 0 : 1]!)} +${Math.abs(lead)}` : 'even')

/** The winners, in a sentence. */
export function resultText(result: Result | null): string {
  const [first, ...more] = result?.winners ?? []
  if (!result) return 'Not over yet.'
  if (!first) return 'A draw.'
  return more.length ? `${listed(result.winners.map(sideName))} win.` : `${sideDoes(first, 'wins', 'win')}.`
}

/**
 * How long each side led: "Japan led after turns 1 to 5 and the Allies led after turn 6." Every side that led is
 * named.
 */
export function courseText(turns: readonly TurnSummary[], sides: readonly Side[], named?: (turn: number) => string | undefined): string {
  // If several sides play against one, only that one scores.
  if (sides.length > 2) return `${sideDoes(sides[0]!, 'has', 'have')} ${counted(turns.at(-1)?.lead ?? 0, 'point')}.`
  const runs: { side: Side | null; from: number; to: number; many: number }[] = []
  for (const { turn, lead } of turns) {
    const side = lead ? sides[lead > 0 ? 0 : 1]! : null
    const last = runs.at(-1)
    if (last && last.side === side) Object.assign(last, { to: turn, many: last.many + 1 })
    else runs.push({ side, from: turn, to: turn, many: 1 })
  }
  const led = runs.filter((run): run is (typeof runs)[number] & { side: Side } => run.side !== null)
  if (!led.length) return 'Neither side led.'
  const capital = (text: string): string => text.replace(/^./, (c) => c.toUpperCase())
  if (led.length > 3) {
    const long = sides.flatMap((side) => {
      const many = led.filter((run) => run.side === side).reduce((sum, run) => sum + run.many, 0)
      return many ? [`${theSide(side)} led after ${counted(many, 'turn')}`] : []
    })
    const changes = led.filter((run, k) => k && run.side !== led[k - 1]!.side).length
    return capital(`${listed(long)}${changes ? `; the lead changed hands ${counted(changes, 'time')}` : ''}.`)
  }
  const [dated] = turns.flatMap(({ turn }) => named?.(turn) ?? [])
  const when = ({ from, to }: { from: number; to: number }): string => dated ? (from === to ? `after ${named!(from) ?? from}` : `from ${named!(from) ?? from} to ${named!(to) ?? to}`) : (from === to ? `after turn ${from}` : `after turns ${from} to ${to}`)
  const groups: { side: Side; whens: string[] }[] = []
  for (const run of led) {
    if (groups.at(-1)?.side === run.side) groups.at(-1)!.whens.push(when(run))
    else groups.push({ side: run.side, whens: [when(run)] })
  }
  return capital(`${listed(groups.map(({ side, whens }) => `${theSide(side)} led ${listed(whens)}`))}.`)
}

/** Units by name; counted ones as a number of a kind. */
function unitNamesText(units: readonly string[], names: Story['names']): string[] {
  const counts = new Map<string, number>()
  for (const unit of units) counts.set(countedKind(unit) ?? unit, (counts.get(countedKind(unit) ?? unit) ?? 0) + 1)
  return [...counts].map(([id, n]) => {
    const words = names[id] === undefined && KINDS[id]
    return words ? counted(n, words[1], words[2]) : (names[id] ?? id)
  })
}

/** The losses of a battle, side by side: "Japan lost Akagi and Kaga, the Allies nothing." */
export function costText(battle: BattleSummary, sides: readonly Side[], names: Story['names']): string {
  const parts = sides.flatMap((side) => {
    const lost = battle.lost[side] ?? []
    return lost.length ? [`${theSide(side)} lost ${listedShort(unitNamesText(lost, names), 4)}`] : []
  })
  const all = parts.join('; ').replace(/^./, (c) => c.toUpperCase())
  return all ? `${all}${all.endsWith('.') ? '' : '.'}` : 'No losses.'
}

/** The place of a turning point: that of a battle, or else its subject. */
export const pointTitle = ({ kind, place }: BattleSummary, names: Story['names']): string =>
  kind === 'battle' ? (names[place] ?? place) : kind === 'losses' ? 'Outside battles' : 'Score'

/** The events of a turning point: its losses, or the reason why the score changed. */
export const pointText = (point: BattleSummary, sides: readonly Side[], names: Story['names']): string =>
  point.kind === 'score' ? point.told : costText(point, sides, names)

/** The change of the lead: at a turning point of the score, else in the turn of a battle. */
export function leadOver(point: BattleSummary, turns: readonly TurnSummary[], sides: readonly Side[]): string {
  const at = turns.findIndex((one) => one.turn === point.turn)
  const [before, after] = point.kind === 'score' ? [point.before, point.after] : [turns[at - 1]?.lead ?? 0, turns[at]?.lead ?? 0]
  return before === after ? `the lead stayed at ${leadText(after, sides)}`.replace('at even', 'even') : `lead ${leadText(before, sides)} to ${leadText(after, sides)}`
}

const KINDS: Readonly<Record<string, readonly [icon: Silhouette | undefined, one: string, many: string]>> = {
  carrier: ['carrier', 'carrier', 'carriers'], light_carrier: ['light_carrier', 'light carrier', 'light carriers'],
  battleship: ['battleship', 'battleship', 'battleships'], cruiser: ['cruiser', 'cruiser', 'cruisers'], lba: ['bomber', 'air unit', 'air units'],
  land_based_air: ['bomber', 'air unit', 'air units'], amphibious: ['amphibious', 'amphibious unit', 'amphibious units'],
  submarine: ['submarine', 'submarine', 'submarines'], transport: ['transport', 'transport', 'transports'],
  tokyo_express: ['tokyo_express', 'Tokyo Express', 'Tokyo Express'],
  destroyer: ['destroyer', 'destroyer', 'destroyers'], fighter: [undefined, 'fighter', 'fighters'], bomber: ['bomber', 'bomber', 'bombers'],
  infantry: [undefined, 'infantry', 'infantry'], marine: [undefined, 'marine', 'marines'], artillery: [undefined, 'artillery', 'artillery'],
  tank: [undefined, 'tank', 'tanks'], aa_gun: [undefined, 'AA gun', 'AA guns'],
}

/** The losses of a side of one kind. */
export interface KindLost {
  kind: string
  icon?: Silhouette
  words: readonly [one: string, many: string]
  losses: readonly LossSummary[]
  /** the side's total of the kind; undefined if some were lost more than once */
  of?: number
}

/** A side's losses kind by kind, in the order of the table of kinds. */
export function lossesOf(side: Side, losses: readonly LossSummary[], pieces: Pieces): KindLost[] {
  const units = new Map((pieces.units ?? []).map((unit) => [unit.id, unit]))
  const kindOf = (unit: string): string => units.get(unit)?.kind ?? countedKind(unit) ?? ''
  const own = losses.filter((loss) => loss.side === side)
  const order = Object.keys(KINDS)
  return [...new Set(own.map((loss) => kindOf(loss.unit)))].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)).map((kind) => {
    const [icon, one, many] = KINDS[kind] ?? [undefined, 'unit', 'units']
    const of = [...units.values()].filter((unit) => unit.side === side && unit.kind === kind).length
    const lost = own.filter((loss) => kindOf(loss.unit) === kind)
    const once = new Set(lost.map((loss) => loss.unit)).size === lost.length
    return { kind, icon, words: [one, many], losses: lost, of: once && of && !pieces.more_units ? of : undefined }
  })
}

/** Links to the moments of the given losses: each unit by its name; counted ones turn by turn. */
export function momentsOf(losses: readonly LossSummary[], names: Story['names'], pieces: Pieces): { seq: number; text: string }[] {
  const turns = new Map<number, { seq: number; n: number }>()
  const named: { seq: number; text: string }[] = []
  for (const { unit, turn, seq } of losses) {
    if (countedKind(unit)) turns.set(turn, { seq: turns.get(turn)?.seq ?? seq, n: (turns.get(turn)?.n ?? 0) + 1 })
    else named.push({ seq, text: names[unit] ?? unit })
  }
  return [...named, ...[...turns].map(([turn, { seq, n }]) => ({ seq, text: `${turnText(turn, pieces)}: ${n}` }))]
}

/** The probability as text: "1 in 81 chance", "45 % chance". */
export const frequencyText = (share: number): string => (share > 0 && share < 0.1 ? `1 in ${Math.round(1 / share)} chance` : `${Math.round(share * 100)} % chance`)

/** The most unusual rolls of all sides. */
export function unusualRolls(luck: readonly LuckSummary[]): { best?: RollSummary; worst?: RollSummary } {
  const rolls = (which: 'best' | 'worst'): RollSummary[] => luck.flatMap((side) => side[which] ?? [])
  return {
    best: rolls('best').toSorted((a, b) => a.share - b.share)[0],
    worst: rolls('worst').toSorted((a, b) => a.badly - b.badly)[0],
  }
}

/** Round figures for a scale that includes a lead: 0 and one or two above. */
export function axisMarks(most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => most / size <= 3) ?? most
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step)
}

/**
 * The distribution of the expected hits, as a path of a drawing of this size; the figures beside it give the same
 * data.
 */
export function normalCurve(width: number, height: number, spread = 3.2): string {
  const points = Array.from({ length: 41 }, (_, n) => {
    const z = ((n / 40) * 2 - 1) * spread
    return `${((n / 40) * width).toFixed(1)} ${(height * (1 - Math.exp((-z * z) / 2))).toFixed(1)}`
  })
  return `M0 ${height}L${points.join('L')}L${width} ${height}Z`
}

/** The position of a number of hits in that drawing, limited to its size. */
export function curvePosition({ hits, expected, deviation }: LuckSummary, width: number, spread = 3.2): number {
  const z = deviation ? (hits - expected) / deviation : 0
  return ((Math.max(-spread, Math.min(spread, z)) + spread) / (2 * spread)) * width
}
