import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { lookaheadOf } from '../../app/lookahead.svelte'
import { factsOf, frameOf, powerStackAt, viewOf, type WarView } from './play_view'
import type { Power } from './types'
import { inKindOrder, pieceOf } from './unit_text'

/** The units of a place that may move, kind by kind: each is counted by a stepper, and all counted units move together. */

/** Where units of a kind may go, and the maximum number of them; `act` returns the choices that send a number. */
export interface Destination {
  to: string
  task?: string
  /** a flight past fewer AA guns */
  avoidsGuns?: boolean
  maximum: number
  act: (n: number) => readonly Action[]
}

export interface Row {
  key: string
  verb: string
  power: Power
  /** their place and kind */
  place: string
  piece: string
  maximum: number
  /** steps left of moving units or aircraft in the air */
  left?: number
  /** undefined until it is loaded */
  destinations?: readonly Destination[]
  start: Action
}

const PICKED_UP = new Set(['move', 'move_chinese', 'go_on'])

interface AfloatAircraft {
  place: string
  piece: string
  left: number
  many: number
}

const afloat = (view: WarView): readonly AfloatAircraft[] => ((frameOf(view, 'combat_moves') ?? frameOf(view, 'regroup'))?.['afloat'] as AfloatAircraft[] | undefined) ?? []

/** The destinations of the picked up units, from what would complete the choice. */
export function destinationsAhead(start: Action, after: readonly Action[]): Destination[] {
  const ways = new Map<string, Destination>()
  for (const [verb, to, ...rest] of after) {
    const n = Number(rest.at(-1))
    const task = verb === 'go' ? undefined : rest[0]
    const key = `${verb} ${to} ${task ?? ''}`
    const most = Math.max(n, ways.get(key)?.maximum ?? 0)
    ways.set(key, { to: to!, task, avoidsGuns: verb === 'fly_around' || undefined, maximum: most, act: (count) => [start, [verb!, to!, ...(task ? [task] : []), String(count)]] })
  }
  return [...ways.values()]
}

/** The destinations given by complete choices: by place and number, for the same units. */
function destinationsOfChoices(choices: readonly Action[], toAt: number): Destination[] {
  const ways = new Map<string, Destination>()
  for (const choice of choices) {
    const to = choice[toAt]!
    const n = Number(choice.at(-1))
    const before = ways.get(to)
    ways.set(to, { to, maximum: Math.max(n, before?.maximum ?? 0), act: (count) => [[...choice.slice(0, -1), String(count)]] })
  }
  return [...ways.values()]
}

/** Complete choices that send units of one kind from one place, by verb: the positions of the place, the kind and the destination
 * in them. */
const WHOLE: Readonly<Record<string, { place: number; piece: number | string; to: number }>> = {
  land: { place: 1, piece: 2, to: 3 },
  patrol: { place: 1, piece: 'fighter', to: 2 },
  embark: { place: 1, piece: 'fighter', to: 2 },
  place: { place: 4, piece: 2, to: 4 },
}

/** Whether the page counts choices of this verb by rows. */
export const byRows = (verb: string): boolean => PICKED_UP.has(verb) || verb in WHOLE

/** The rows of all places, by place. */
export function rowsOf(store: MatchStore): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  if (!store.decision || store.covered) return found
  const view = viewOf(store.view)
  const ahead = lookaheadOf(store)
  const add = (row: Row): void => void found.set(row.place, [...(found.get(row.place) ?? []), row])
  const whole = new Map<string, Action[]>()
  for (const choice of store.choices) {
    const [verb, place, piece] = choice as [string, string, string]
    if (PICKED_UP.has(verb)) add(picked(choice, view, store.decision.side as Power, ahead.of(choice), { verb, place, piece }))
    const shape = WHOLE[verb]
    if (!shape) continue
    const key = [verb, choice[shape.place], typeof shape.piece === 'number' ? choice[shape.piece] : shape.piece, verb === 'place' ? choice[1] : ''].join(' ')
    whole.set(key, [...(whole.get(key) ?? []), choice])
  }
  for (const [key, choices] of whole) {
    const [verb, place, piece] = key.split(' ') as [string, string, string]
    const ways = destinationsOfChoices(choices, WHOLE[verb]!.to)
    const power = (verb === 'land' && !view.flying.own[place]?.[piece] ? 'china' : store.decision.side) as Power
    add({ key, verb, power, place, piece, maximum: Math.max(...ways.map((way) => way.maximum)), left: pieceOf(piece).left, destinations: ways, start: choices[0]! })
  }
  for (const rows of found.values()) rows.sort((a, b) => order(a, rows) - order(b, rows))
  return found
}

const order = (row: Row, rows: readonly Row[]): number => inKindOrder(rows.map((one) => one.piece)).indexOf(row.piece) * 4 + (row.verb === 'go_on' ? 1 : row.verb === 'move_chinese' ? 2 : 0)

function picked(start: Action, view: WarView, side: Power, after: readonly Action[] | undefined, { verb, place, piece }: { verb: string; place: string; piece: string }): Row {
  const power: Power = verb === 'move_chinese' ? 'china' : side
  const rows = afloat(view).filter((row) => row.place === place && row.piece === piece)
  const ways = after && destinationsAhead(start, after)
  const there = verb === 'go_on' ? rows.reduce((n, row) => n + row.many, 0) : (powerStackAt(view, power, place).fresh[piece] ?? 0)
  const reach = ways?.length ? Math.max(...ways.map((way) => way.maximum)) : there
  const left = verb === 'go_on' ? Math.min(...rows.map((row) => row.left)) : undefined
  return { key: start.join(' '), verb, power, place, piece, maximum: Math.min(there || reach, reach), left, destinations: ways, start }
}

/** Requests where the units of a place may go, so that it is highlighted as soon as they are counted. */
export const requestDestinations = (store: MatchStore, rows: readonly Row[]): void => void lookaheadOf(store).request(rows.filter((row) => PICKED_UP.has(row.verb)).map((row) => row.start))

/** The number of steps between a place and those it can reach, through these and friendly places only. */
export function stepsTo(from: string, ends: ReadonlySet<string>, store: MatchStore, flying: boolean): Map<string, number> {
  const facts = factsOf(store.pieces)
  const steps = new Map<string, number>([[from, 0]])
  const atSea = facts.isZone(from)
  let edge = [from]
  while (edge.length && steps.size < 120) {
    const next: string[] = []
    for (const here of edge) {
      for (const to of facts.beside.get(here) ?? []) {
        if (steps.has(to) || (!flying && (facts.isZone(to) !== atSea || !ends.has(to)))) continue
        if (facts.lands.get(to)?.impassable) continue
        steps.set(to, steps.get(here)! + 1)
        next.push(to)
      }
    }
    edge = next
  }
  return new Map([...steps].filter(([to]) => ends.has(to)))
}
