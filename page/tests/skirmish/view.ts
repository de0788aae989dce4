import type { LogEntry, View } from '../../src/app/api'
import type { Course, MatchStore, StoryLine, TextNode } from '../../src/app/game'
import { isWorth, logLines, type LogFormat } from '../../src/app/log_lines'

/** What the page of Skirmish shows of a view. */
export interface SkirmishView {
  round: number
  /** for each company its hex, nothing where it has fallen */
  companies: readonly (string | null)[]
  /** the ships that the viewer knows */
  ships: Readonly<Record<string, { place: string; plan: string | null; force: string | null; shown: boolean }>>
  /** the sea area of each force */
  forces: Readonly<Record<string, string>>
  /** whether the viewer is still to plan, while plans are made */
  planning: boolean | null
}

export const viewOf = (view: View): SkirmishView => view as unknown as SkirmishView
export const named = (id: string): string => id.replaceAll('_', ' ').replace(/^./, (c) => c.toUpperCase())

const WATERS = ['lagoon', 'north', 'northeast', 'southeast', 'south', 'southwest', 'northwest']
const COMPANIES = 660

/** The atoll in words: the forces by sea area, then what each side has. */
export function textBoard(store: MatchStore): TextNode[] {
  const { ships, forces = {}, companies } = viewOf(store.view)
  const sideOf = (id: string): string => id.split('_')[0]!
  const waters = WATERS.map((water): TextNode => ({
    key: water, id: water, name: named(water), note: 'sea area',
    nodes: Object.entries(forces).flatMap(([id, at]) => (at === water ? [{ key: id, id, name: named(id), side: sideOf(id), note: 'force' }] : [])),
  }))
  const sides = store.info.sides.map(({ id, title }, place): TextNode => ({
    key: id, name: named(title), side: id,
    note: `${companies.slice(COMPANIES * place, COMPANIES * (place + 1)).filter(Boolean).length} companies ashore`,
    nodes: Object.entries(ships).flatMap(([ship, { place: at }]) => (sideOf(ship) === id ? [{ key: ship, id: ship, name: named(ship), side: id, note: at }] : [])),
  }))
  return [...waters, ...sides]
}

const FORMAT: LogFormat = {
  groupKey: () => '',
  runKey: () => '',
  line: ([event]) => ({ text: `${named(event!.text)}.` }),
  side: (_, entry) => entry.side,
  places: ['force', 'ship'],
}

export const storyOf = (log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>): StoryLine[] => logLines(log, mine, when, FORMAT)

export const worth = (log: readonly LogEntry[], place: number, here: readonly string[]): boolean =>
  isWorth(log, place, here, { settled: new Set(['fought']), plain: new Set(['ordered']), small: new Set() })

export const headline = (entry: LogEntry): string =>
  entry.events?.length ? `${entry.events.map((event) => named(event.text)).join('. ')}.` : (entry.text ?? '')

/** Three rounds, each of plans and operations. */
export function course(log: readonly LogEntry[]): Course & { when: ReadonlyMap<number, string> } {
  const ROUNDS = [1, 2, 3]
  const planned = log.filter((entry) => entry.events?.some((event) => event.event === 'planned')).map((entry) => entry.seq)
  const last = log.at(-1)?.seq ?? 0
  const ends = ROUNDS.map((round) => {
    const [mine, next] = [planned[round - 1], planned[round]]
    return mine === undefined ? [last, last] : [mine, next === undefined ? last : next - 1]
  })
  const round = (seq: number): number => planned.filter((one) => one <= seq).length || 1
  const ticks = (round: number) => ['plans', 'operations'].map((step) => ({ label: `Round ${round}, ${step}` }))
  return {
    turns: ROUNDS.map((number) => ({ number, name: `Round ${number}`, ticks: ticks(number) })), ends,
    when: new Map(log.map(({ seq }) => [seq, `T${round(seq)}`])),
  }
}
