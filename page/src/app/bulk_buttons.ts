import type { Action } from './api'
import type { MatchStore, DraftPrompt } from './game'
import { fillIn, type GroupSelection } from './group_selection'
import { counted } from '../lib/text'

/** Choices that one press makes for many units: all units to one port, the full repair of a ship, or the targets of the last round
 * again. */

type Button = DraftPrompt['buttons'][number]

/** The heading of buttons that make or fill in many choices at once. */
export const BULK_HEADING = 'All at once'
const MAX_BUTTONS = 3

/** The data of the map needed to measure distances. */
interface Chart {
  areas: ReadonlyMap<string, { adjacent: readonly string[] }>
  places: ReadonlyMap<string, { touches: readonly string[] }>
  name: (id: string) => string
}

/** The number of sea areas between a place and a port, over the whole map. */
function steps(from: string | null, port: string, { areas, places }: Chart): number {
  const goal = places.get(port)?.touches ?? []
  const seen = new Set(areas.has(from ?? '') ? [from!] : (places.get(from ?? '')?.touches ?? []))
  let n = 0
  for (let edge = [...seen]; edge.length && !edge.some((area) => goal.includes(area)); n++) {
    edge = edge.flatMap((area) => areas.get(area)?.adjacent ?? []).filter((area) => !seen.has(area) && seen.add(area))
  }
  return n
}

/** A button for each of the ports that can take most of the units, the fullest first, then the nearest.
 * @param where the place of a unit
 * @param verbs  the verbs by which a unit goes to a port */
export function allToOnePort(store: MatchStore, selection: GroupSelection, map: Chart, where: (unit: string) => string | null, verbs: readonly string[]): Button[] {
  const to = new Map<string, Action[]>()
  for (const ways of selection.choicesByUnit.values()) {
    for (const [way, choice] of ways) if (verbs.includes(choice[0]!)) to.set(way, [...(to.get(way) ?? []), choice])
  }
  const all = selection.choicesByUnit.size
  const far = ([port, choices]: [string, Action[]]): number => choices.reduce((sum, [, unit]) => sum + steps(where(unit!), port, map), 0)
  const ports = [...to].filter(([, choices]) => choices.length > 1).toSorted((a, b) => b[1].length - a[1].length || far(a) - far(b))
  return ports.slice(0, MAX_BUTTONS).map(([port, choices], k) => ({
    id: `all to ${port}`, row: k ? BULK_HEADING : undefined, label: k ? `All to ${map.name(port)}` : short(`All to ${map.name(port)}`), note: choices.length === all ? counted(all, 'unit') : `${choices.length} of ${counted(all, 'unit')}`,
    key: k ? undefined : 'O', act: () => void store.submit(choices),
  }))
}

/** Prompt labels are short: "All to Yokosuka" for the navy yard there. */
const short = (label: string): string => (label.length > 20 ? label.split(' ').slice(0, 3).join(' ') : label)

/** A button that repairs a ship as far as its port can. */
export function repairFully(store: MatchStore, unit: string, name: string, points: number): Button[] {
  if (points < 2) return []
  return [{ id: `fully ${unit}`, label: 'Repair fully', note: `${name}, ${counted(points, 'point')}`, act: () => void store.submit(Array.from({ length: points }, () => ['repair', unit])) }]
}

/** A button that aims each unit at its last target, if it may fire at it again.
 * @param hand receives these choices; by default they are filled in, to be checked */
export function repeatTargets(store: MatchStore, selection: GroupSelection, hand: (choices: readonly Action[]) => void = (choices) => fillIn(store, choices)): Button[] {
  if (![...selection.choicesByUnit.values()].some((ways) => [...ways.values()].some(([verb]) => verb === 'fire'))) return []
  const last = new Map<string, string>()
  for (const { events = [] } of store.log) {
    for (const event of events) if (event.event === 'fired') last.set(String(event['unit']), String(event['target']))
  }
  const again = [...selection.choicesByUnit].map(([unit, ways]) => ways.get(last.get(unit) ?? '')).filter((choice) => choice !== undefined)
  return again.length ? [{ id: 'again', row: BULK_HEADING, label: 'Fire as before', note: `${again.length} of ${counted(selection.choicesByUnit.size, 'unit')}`, key: 'E', act: () => hand(again) }] : []
}
