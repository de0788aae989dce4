import { api, type Action, type WhyNot } from '../../app/api'
import type { MatchStore, DraftPrompt } from '../../app/game'
import type { Highlights } from '../../app/group_selection'
import { draggedIds } from '../../board/drag.svelte'
import { OTHER_ROW } from '../../frame/slots'
import { listed } from '../../lib/text'
import type { Costs } from './play_board'
import { lookaheadOf } from '../../app/lookahead.svelte'
import { movingUnits, doneText, buttonStyle, verbText } from './play_prompts'
import { landings, nextPlacement, placeAll } from './play_bulk'
import { byRows, rowsOf, stepsTo, requestDestinations, type Row, type Destination } from './play_rows'
import { waypointRows, waypointsOf, requestRoutes } from './play_waypoints'
import { AIR, landingsFrom, landingText, leftAt, type Flight } from './landing_places'
import { askedSide, factsOf, frameOf, POWERS, sum, teamOf, viewOf } from './play_view'
import { capital, pieceOf, pieceText, someText } from './unit_text'

/** The current count, as the page stores it: the place, and the number of each of its rows. */
export interface Draft {
  place: string
  counts: Readonly<Record<string, number>>
  /** the destination, while the task there is asked for */
  to?: string
  /** the waypoint of a rerouted path */
  via?: string
}

const draftOf = (store: MatchStore): Draft | null => store.draft as Draft | null

/** The counted units, and where they may go. */
export interface UnitCounts {
  place: string
  rows: readonly Row[]
  counts: ReadonlyMap<string, number>
  total: number
  /** by destination, the choices that all counted units have there, by task */
  destinations: ReadonlyMap<string, readonly { task: string; choices: readonly Action[] }[]>
  /** true while something is still loading */
  isLoading: boolean
  /** possible waypoints, and the chosen one */
  waypoints: readonly string[]
  via?: string
}

/** The units counted in the selected place. */
export function unitCountsOf(store: MatchStore, shownPlace: string | null): UnitCounts | null {
  const draft = draftOf(store)
  const place = draft?.place ?? shownPlace
  if (!store.decision || store.picks.length || !place) return null
  const rows = rowsOf(store).get(place)
  if (!rows) return null
  const counts = new Map(rows.map((row) => [row.key, Math.min(row.maximum, draft?.place === place ? (draft.counts[row.key] ?? 0) : 0)]))
  const taken = rows.filter((row) => counts.get(row.key))
  const total = taken.reduce((n, row) => n + counts.get(row.key)!, 0)
  const picked = taken.map((row) => ({ row, n: counts.get(row.key)! }))
  const vias = waypointsOf(store, picked)
  const via = vias.find((id) => id === draft?.via)
  const going = via ? waypointRows(store, picked, via) : taken
  return { place, rows, counts, total, destinations: endsOf(going, counts), isLoading: going.some((row) => !row.destinations), waypoints: vias, via }
}

/** Routes the counted units through a place, or by the shortest path again. */
export function setWaypoint(store: MatchStore, shownPlace: string | null, via: string | undefined): void {
  const counts = unitCountsOf(store, shownPlace)
  const draft = draftOf(store)
  if (!counts?.total || !draft) return
  store.notices.clear()
  store.draft = { place: draft.place, counts: draft.counts, ...(via ? { via } : {}) }
  requestWaypoint(store, shownPlace)
}

/** Requests where the counted units may go by way of a place. */
export function requestWaypoint(store: MatchStore, shownPlace: string | null): void {
  const counts = unitCountsOf(store, shownPlace)
  if (!counts?.via) return
  requestRoutes(store, counts.rows.filter((row) => counts.counts.get(row.key)).map((row) => ({ row, n: counts.counts.get(row.key)! })), counts.via)
}

const LATE: readonly string[] = ['transport', 'carrier']
const late = (row: Row): number => LATE.indexOf(pieceOf(row.piece).kind)
const taskOf = ({ task, avoidsGuns }: Destination): string => (task ? `${task}${avoidsGuns ? ' around AA guns' : ''}` : '')

/** Where all counted units may go: aircraft are sent first, carriers last, so that each is sent while its carrier is known. */
function endsOf(rows: readonly Row[], counts: ReadonlyMap<string, number>): UnitCounts['destinations'] {
  const [first, ...more] = rows.toSorted((a, b) => late(a) - late(b))
  const ends = new Map<string, { task: string; choices: readonly Action[] }[]>()
  const ways = (row: Row, to: string): Destination[] => (row.destinations ?? []).filter((way) => way.to === to && way.maximum >= counts.get(row.key)!)
  for (const way of first?.destinations ?? []) {
    if (way.maximum < counts.get(first!.key)!) continue
    const others = more.map((row) => ways(row, way.to).find((one) => !one.task || !way.task || one.task === way.task) ?? ways(row, way.to)[0])
    if (others.some((one) => !one)) continue
    const choices = [way.act(counts.get(first!.key)!), ...others.map((one, k) => one!.act(counts.get(more[k]!.key)!))].flat()
    ends.set(way.to, [...(ends.get(way.to) ?? []), { task: taskOf(way), choices }])
  }
  return ends
}

/** Sets the count in a row; counting in another place starts at one. */
export function count(store: MatchStore, row: Row, n: number): void {
  const draft = draftOf(store)
  const counts = { ...(draft?.place === row.place ? draft.counts : {}), [row.key]: Math.max(0, Math.min(row.maximum, n)) }
  store.notices.clear()
  const via = draft?.place === row.place && draft.via ? { via: draft.via } : {}
  store.draft = Object.values(counts).some(Boolean) ? { place: row.place, counts, ...via } : null
}

/** Selects a place: the destinations of its units are requested at once. */
export function lookAt(store: MatchStore, place: string | null): void {
  const rows = place ? rowsOf(store).get(place) : undefined
  if (rows) requestDestinations(store, rows)
}

/** The highlighted places: where the counted units may go, else those of the current choices. */
export function highlightsOf(store: MatchStore, shownPlace: string | null): Highlights & { costs: Costs; usable: ReadonlySet<string> } {
  const reached = reachedByDragged(store)
  if (reached) return { highlighted: reached, picked: new Set(), costs: new Map(), usable: new Set() }
  const counts = unitCountsOf(store, shownPlace)
  if (counts?.total) return { highlighted: new Set(counts.destinations.keys()), picked: new Set(), costs: costsOf(store, counts), usable: new Set() }
  const usable = new Set(store.picks.length ? [] : rowsOf(store).keys())
  const own = store.picks.length ? [] : store.choices.filter((choice) => !byRows(choice[0]!) && choice.length > 1)
  const bound = movingUnits(viewOf(store.view))
  const highlighted = store.picks.length || bound || !usable.size ? store.highlighted : new Set(ashore(own, shownPlace).map((choice) => choice[3]!))
  for (const choice of own) if (choice[1] !== undefined) usable.add(choice[1])
  return { highlighted, picked: store.picked, costs: bound ? boundCosts(store, bound.place, bound.piece) : new Map(), usable }
}

const LANDINGS = new Set(['assault', 'unload', 'storm', 'disembark'])
/** Landings from the selected zone: the lands where its ships may land units. */
const ashore = (choices: readonly Action[], shownPlace: string | null): Action[] => choices.filter((choice) => LANDINGS.has(choice[0]!) && choice[1] === shownPlace)

function costsOf(store: MatchStore, counts: UnitCounts): Costs {
  const flying = counts.rows.some((row) => counts.counts.get(row.key) && AIR.has(pieceOf(row.piece).kind))
  const ends = new Set(counts.destinations.keys())
  if (!counts.via) return costsFrom(store, counts.place, ends, flying)
  return new Map([...costsFrom(store, counts.via, ends, false)].map(([end, cost]) => [end, { ...cost, steps: cost.steps === undefined ? undefined : cost.steps + 1 }]))
}

/** 7.4.2 Where counted aircraft can still land after the move; empty where none fly into battle. */
function landsAfter(store: MatchStore, counts: UnitCounts, to: string): string {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  if (!frameOf(view, 'combat_moves')) return ''
  const rows = counts.rows.filter((row) => counts.counts.get(row.key) && AIR.has(pieceOf(row.piece).kind))
  return [...new Set(rows.map(({ key, piece, place, power }) => {
    const kind = piece as Flight['piece']
    const flight = { power, place: to, piece: kind, left: leftAt(place, to, kind, view, facts) }
    return landingText(landingsFrom(flight, view, facts, { place, n: counts.counts.get(key)! }), facts)
  }))].join('; ')
}

const boundCosts = (store: MatchStore, place: string, piece: string): Costs =>
  costsFrom(store, place, new Set(store.choices.map((choice) => choice[1]!)), AIR.has(pieceOf(piece).kind))

function costsFrom(store: MatchStore, place: string, ends: ReadonlySet<string>, flying: boolean): Costs {
  const view = viewOf(store.view)
  const steps = stepsTo(place, ends, store, flying)
  const team = teamOf(askedSide(store))
  const enemies = (at: string): number => POWERS.filter((power) => teamOf(power) !== team).reduce((n, power) => n + sum(view.units[power][at] ?? {}), 0)
  return new Map([...ends].map((end) => [end, { steps: steps.get(end), enemy: enemies(end) || undefined }]))
}

/** Handles a press on a place. Returns whether it was a choice. */
export function press(store: MatchStore, id: string, shownPlace: string | null): boolean {
  if (!store.decision || store.busy) return false
  const bound = movingUnits(viewOf(store.view))
  const counts = bound ? null : unitCountsOf(store, shownPlace)
  if (counts?.total) return send(store, counts, id)
  if (!store.picks.length && !bound) {
    const landing = ashore(store.choices, shownPlace).filter((choice) => choice[3] === id)
    if (landing.length) return store.chooseIfUnambiguous(landing)
    if (rowsOf(store).size || !store.highlighted.has(id)) return false
  }
  return store.press(id)
}

/** The units of a stack that may move. */
const rowsOfStack = (store: MatchStore, stack: string): readonly Row[] => {
  const [place, power] = stack.split(' ')
  return (rowsOf(store).get(place!) ?? []).filter((row) => row.power === power)
}

/** Requests where the units of the stack that is being dragged may go. */
export function lookAtDragged(store: MatchStore): void {
  const [stack] = draggedIds.ids
  if (stack !== undefined) requestDestinations(store, rowsOfStack(store, stack))
}

/** The places where any unit of the stack that is being dragged may go; null while nothing is dragged. */
function reachedByDragged(store: MatchStore): Set<string> | null {
  const [stack] = draggedIds.ids
  if (stack === undefined) return null
  return new Set(rowsOfStack(store, stack).flatMap((row) => (row.destinations ?? []).filter((way) => way.maximum).map((way) => way.to)))
}

/** Handles a stack dragged onto a place: all units that may go there go; where none may, the server gives the reason. */
export async function drop(store: MatchStore, stack: string, to: string): Promise<void> {
  const [place] = stack.split(' ')
  const lying = (): readonly Row[] => rowsOfStack(store, stack)
  if (to === place || !store.decision || store.busy || !lying().length) return
  requestDestinations(store, lying())
  await lookaheadOf(store).settled()
  const rows = lying()
  if (!rows.length) return
  const able = rows.flatMap((row) => (row.destinations ?? []).filter((way) => way.to === to && way.maximum).slice(0, 1).map((way) => [row.key, Math.min(row.maximum, way.maximum)] as const))
  store.notices.clear()
  store.draft = { place, counts: Object.fromEntries(able.length ? able : rows.map((row) => [row.key, row.maximum])) }
  const counts = unitCountsOf(store, place!)
  if (counts) send(store, counts, to)
  if (!able.length) store.draft = null
}

/** The stacks with units that can move, by place and power. */
export const draggableUnits = (store: MatchStore): ReadonlySet<string> =>
  new Set(store.picks.length || movingUnits(viewOf(store.view)) ? [] : [...rowsOf(store).values()].flat().map((row) => `${row.place} ${row.power}`))

/** Sends the counted units to a place; where they may not go, the server gives the reason. */
function send(store: MatchStore, counts: UnitCounts, id: string): boolean {
  const [only, ...more] = counts.destinations.get(id) ?? []
  if (!only && id === counts.place) return false
  if (only && !more.length) {
    void store.submit(only.choices)
    return true
  }
  if (only) {
    store.draft = { ...draftOf(store)!, to: id }
    return true
  }
  void whyNot(store, counts, id)
  return true
}

/** Why the counted units may not go to a place: asks the server with the units picked up, which are then put down again. */
async function whyNot(store: MatchStore, counts: UnitCounts, id: string): Promise<void> {
  const rows = counts.rows.filter((row) => counts.counts.get(row.key))
  if (counts.via) return store.notices.refuse(`They cannot reach ${factsOf(store.pieces).within(id)} by way of ${factsOf(store.pieces).within(counts.via)}.`, '7.1.1')
  const stuck = rows.find((row) => !(row.destinations ?? []).some((way) => way.to === id && way.maximum >= counts.counts.get(row.key)!))
  const facts = factsOf(store.pieces)
  if (!stuck) return store.notices.refuse(`They cannot go to ${facts.within(id)} together.`, '7.1.1')
  const few = (stuck.destinations ?? []).find((way) => way.to === id)
  const who = capital(pieceText(stuck.piece, counts.counts.get(stuck.key)))
  if (few) return store.notices.refuse(`Only ${few.maximum} of the ${pieceText(stuck.piece, 2)} can go to ${facts.within(id)}.`, clauseOf(stuck))
  const verb = pieceVerb(stuck)
  const answer = ['go', 'fly'].includes(verb) ? await askedWhy(store, stuck, [verb, id, ...(verb === 'fly' ? ['attack'] : []), '1']) : null
  store.notices.refuse(answer?.message ?? `${who} cannot go to ${facts.within(id)}.`, answer?.clause ?? clauseOf(stuck))
}

async function askedWhy(store: MatchStore, row: Row, action: Action): Promise<WhyNot | null> {
  try {
    return await api.whyNot(store.id, askedSide(store), action, [row.start])
  } catch {
    return null // no connection: the page shows the reason it can give
  }
}

const isAir = (row: Row): boolean => AIR.has(pieceOf(row.piece).kind)
const pieceVerb = (row: Row): string => row.destinations?.[0]?.act(1).at(-1)?.[0] ?? 'go'
const clauseOf = (row: Row): string => (isAir(row) ? '7.4.2' : row.verb === 'place' ? '11.1' : '7.1.1')

const TASKS: Readonly<Record<string, string>> = { attack: 'Attack', raid: 'Bomb its industry', escort: 'Escort the raid' }
const taskText = (task: string): string => task.replace(/^\w+/, (word) => TASKS[word] ?? capital(word))

/** The counted units as a sentence: "Battleship, destroyer and 2 transports". */
const countedText = ({ rows, counts }: UnitCounts): string =>
  capital(listed(rows.filter((row) => counts.get(row.key)).map((row) => (counts.get(row.key) === 1 ? pieceText(row.piece) : someText(row.piece, counts.get(row.key)!)))))

/** The maximum length of a question that fits in its line. */
const LINE = 56

/** The counted units and the rest of a question, in one line: where the kinds do not fit, their number. */
function inOneLine(counts: UnitCounts, rest: string): string {
  const words = countedText(counts)
  return words.length + rest.length <= LINE ? words + rest : someUnits(counts.total) + rest
}

const someUnits = (n: number): string => `${n} ${n === 1 ? 'unit' : 'units'}`

/** The question while units are counted, with each choice of the decision as a row or a button. */
export function draftPrompt(store: MatchStore, shownPlace: string | null = store.selectedPlace): DraftPrompt | null {
  if (!store.decision || store.covered || store.picks.length) return null
  const all = rowsOf(store)
  if (!all.size) return null
  const facts = factsOf(store.pieces)
  const view = viewOf(store.view)
  const counts = unitCountsOf(store, shownPlace)
  const to = draftOf(store)?.to
  if (counts?.total && to && counts.destinations.has(to)) {
    return {
      sentence: inOneLine(counts, `: what ${counts.total === 1 ? 'does it' : 'do they'} do at ${facts.within(to)}?`), hasSelection: true,
      buttons: counts.destinations.get(to)!.map(({ task, choices }) => ({ id: `task ${task}`, label: taskText(task), act: () => void store.submit(choices) })),
    }
  }
  if (counts?.total) {
    const costs = costsOf(store, counts)
    const ends = [...counts.destinations.keys()].toSorted((a, b) => (costs.get(a)?.steps ?? 9) - (costs.get(b)?.steps ?? 9))
    if (ends.length === 1 && ends[0] === counts.place) {
      const here = { id: 'here', label: `Place ${counts.total} here`, key: 'D', weight: 'primary' as const, act: () => void send(store, counts, counts.place) }
      return { sentence: inOneLine(counts, `: place ${counts.total === 1 ? 'it' : 'them'} at ${facts.within(counts.place)}.`), hasSelection: true, buttons: [here] }
    }
    return {
      sentence: inOneLine(counts, `: ${counts.isLoading ? 'finding where they can go' : ends.length ? 'choose a destination' : 'no common destination'}.`), hasSelection: true,
      buttons: ends.map((id) => {
        const cost = costs.get(id)
        const by = counts.via ? ` by ${facts.within(counts.via)}` : ''
        const note = [cost?.steps === undefined ? '' : `${cost.steps} ${cost.steps === 1 ? 'step' : 'steps'}${by}`, cost?.enemy ? `enemy: ${cost.enemy}` : '', landsAfter(store, counts, id)].filter(Boolean).join(', ')
        return { id: `to ${id}`, row: 'Where to', label: facts.name(id), note, act: () => void send(store, counts, id) }
      }),
    }
  }
  const rows = [...all.values()].flat().map((row) => ({
    id: row.key, row: facts.name(row.place), spot: row.place, label: capital(pieceText(row.piece, row.maximum)), note: `${verbText(row.verb)}, ${row.maximum}`,
    act: () => {
      store.selectedPlace = row.place
      store.tab = 'force'
      count(store, row, row.maximum === 1 ? 1 : row.maximum)
      lookAt(store, row.place)
    },
  }))
  const down = landings(store)
  return { sentence: store.decision.prompt, buttons: [...rest(store, view, shownPlace), ...down, ...rows], hasSelection: false }
}

/** The choices other than moving: being done, loading, landing. */
function rest(store: MatchStore, view: ReturnType<typeof viewOf>, shownPlace: string | null): DraftPrompt['buttons'] {
  const others = store.choices.filter(([verb]) => !byRows(verb!))
  const all = nextPlacement(store.choices, view, askedSide(store), shownPlace) ? [{ id: 'place_all', label: 'Place all', key: 'D', weight: 'primary' as const, act: () => void placeAll(store, shownPlace) }] : []
  const plainly = (verb: string): ReturnType<typeof buttonStyle> => (all.length && (verb === 'done' || verb === 'finish') ? {} : buttonStyle(verb))
  return [...all, ...[...new Set(others.map(([verb]) => verb!))].map((verb) => {
    const own = others.filter((choice) => choice[0] === verb)
    const plain = own.length === 1 && own[0]!.length === 1
    return {
      id: verb, label: plain && (verb === 'done' || verb === 'finish') ? doneText(view) : verbText(verb), ...(plain ? plainly(verb) : { row: OTHER_ROW }),
      act: plain ? () => void store.submit([own[0]!]) : () => store.pick({ verb }, false),
    }
  })]
}

/** The likely intention of a player who chose a place that is not offered. */
export function inferChoice(store: MatchStore, id: string): Action | null {
  const view = viewOf(store.view)
  if (!factsOf(store.pieces).isPlace(id) || !movingUnits(view)) return null
  return store.choices[0]?.[0] === 'fly' ? ['fly', id, 'attack', '1'] : ['go', id, '1']
}
