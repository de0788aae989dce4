import { counted } from '../../lib/text'
import { isBurma } from './burma'
import { hexOf, middle, NOWHERE } from './grid'
import type { MapLayout } from './layout'
import { capital, type KnownPosition } from './play_view'
import type { Objective } from './types'
import { occupiedBoxes } from './weather'

/** A side's secret plans, and what it has read of the enemy's: objectives (42.43, 45.42), planned assaults (16.2, from the air 6.9), the number of kamikazes (45.63). */

export interface PlannedTarget {
  /** its hex; undefined if it has none */
  id: string
  name: string
  note: string
}

/** 42.43 Japan's objectives as far as the viewer knows them, each with its score by rank. */
export const rankedObjectives = ({ facts, view }: KnownPosition): readonly (Objective & { rank: string })[] =>
  Object.entries(view.arrays['ranked_objectives'] ?? {}).flatMap(([rank, id]) =>
    (facts.objectives[view.scenario] ?? []).filter((one) => one.id === id).map((one) => (rank === 'primary' ? { ...one, rank } : { ...one, rank, points: one.secondary ?? 0, sides: ['japan'] as const })))

export function plansOf(position: KnownPosition): PlannedTarget[] {
  const { facts, view } = position
  const found: PlannedTarget[] = []
  if (view.objective) {
    const points = (facts.objectives[view.scenario] ?? []).find(({ hexes }) => hexes.includes(view.objective!))?.points ?? 0
    found.push({ id: view.objective, name: facts.placeName(view.objective), note: `the Objective: ${counted(points, 'point')} to the side that holds it at the end` })
  }
  for (const { hexes, name, points, rank } of rankedObjectives(position)) found.push({ id: hexes.length === 1 ? hexes[0]! : '', name: capital(name), note: `the ${capital(rank)} objective${position.own === 'allies' ? ', on a card' : ''}: ${counted(points, 'point')} to ${rank === 'primary' ? 'the side that holds it' : 'Japan if it holds it'} at the end` })
  for (const at of Object.values(view.arrays['plan_read'] ?? {})) if (hexOf(String(at)) !== NOWHERE) found.push({ id: String(at), name: facts.placeName(String(at)), note: 'a card shows an enemy assault' })
  const plans = Object.entries(view.plan_at ?? {}).filter(([name, at]) => at && (position.own === null || name.startsWith(position.own)))
  for (const [, at] of plans) found.push({ id: at, name: facts.placeName(at), note: isBurma(view) ? 'an Air Assault is planned' : 'an assault is planned' })
  if (view.kamikazes && position.own === 'japan') found.push({ id: '', name: 'Kamikazes', note: `${counted(Number(view.kamikazes_left ?? 0), 'point')} may fly before the next Air Phase` })
  return found
}

/** 42.51 Japan's announced landings, which both sides know. */
export const announcedLandings = ({ facts, view }: KnownPosition): PlannedTarget[] =>
  [...new Set(view.announced ?? [])].flatMap((at) => (at ? [{ id: at, name: facts.placeName(at), note: 'an Amphibious Assault is announced' }] : []))

const plansAndLandings = (position: KnownPosition): PlannedTarget[] => [...announcedLandings(position), ...plansOf(position)]
const labelOf = (note: string): string => (note.startsWith('the') ? capital(note.split(':')[0]!) : note.startsWith('a card') ? 'Enemy assault on a card' : note.includes('announced') ? 'Assault announced' : note.includes('Air') ? 'Air Assault planned' : 'Assault planned')

/** The hexes of the plans and of announced landings, each with its label on the map. */
export const planLabels = (position: KnownPosition): ReadonlyMap<number, string> =>
  new Map(plansAndLandings(position).flatMap(({ id, note }) => (hexOf(id) === NOWHERE ? [] : [[hexOf(id), labelOf(note)] as const])))

/** The plans for a hex. */
export const planLabelsAt = (position: KnownPosition, hex: number): string[] =>
  plansAndLandings(position).flatMap(({ id, note }) => (id && hexOf(id) === hex ? [labelOf(note)] : []))

export const FLAG = { w: 15, h: 18 } as const
/** The positions of a flag relative to its hex: the corners beside the place mark first, then farther away. */
const NEAR_OFFSETS = [[8, -25], [-23, -25], [8, 8], [-23, 8]] as const
const FLAG_OFFSETS: readonly (readonly [number, number])[] = [
  ...NEAR_OFFSETS,
  ...[34, 48, 64, 80, 100].flatMap((far) => Array.from({ length: 16 }, (_, n) => [far * Math.cos((n * Math.PI) / 8 - Math.PI / 4) - FLAG.w / 2, far * Math.sin((n * Math.PI) / 8 - Math.PI / 4) - FLAG.h / 2] as const)),
]

export interface Flag {
  hex: number
  text: string
  x: number
  y: number
  /** the middle of the hex, to which a distant flag is connected */
  of: readonly [number, number]
}

/** The flags of the plans, each where it covers no name, counter or pill; the first position if none is free. */
export function layoutFlags(plans: ReadonlyMap<number, string>, laid: MapLayout, scale: number): Flag[] {
  const taken = occupiedBoxes(laid)
  const free = (x: number, y: number): boolean => taken.every((b) => b[2] < x || b[0] > x + FLAG.w || b[3] < y || b[1] > y + FLAG.h)
  return [...plans].map(([hex, text]) => {
    const [mx, my] = [middle(hex)[0] * scale, middle(hex)[1] * scale]
    const [dx, dy] = FLAG_OFFSETS.find(([dx, dy]) => free(mx + dx, my + dy)) ?? NEAR_OFFSETS[0]
    taken.push([mx + dx, my + dy, mx + dx + FLAG.w, my + dy + FLAG.h])
    return { hex, text, x: Math.round(mx + dx), y: Math.round(my + dy), of: [Math.round(mx), Math.round(my)] as const }
  })
}
