import { counted } from '../../lib/words'
import { isBurma } from './burma'
import { hexOf, middle, NOWHERE } from './grid'
import type { Laid } from './layout'
import type { Now } from './play_view'
import { takenBy } from './sky'

/** What a side has written down and nobody else sees: the Objective (45.42), its plans of assault (16.2, from the air 6.9), how many may dive (45.63). */

export interface Intent {
  /** the hex that it is about; nothing where it is about none */
  id: string
  name: string
  note: string
}

export function intentsOf(now: Now): Intent[] {
  const { facts, view } = now
  const found: Intent[] = []
  if (view.objective) {
    const points = (facts.objectives[view.scenario] ?? []).find(({ hexes }) => hexes.includes(view.objective!))?.points ?? 0
    found.push({ id: view.objective, name: facts.placeName(view.objective), note: `the Objective: ${counted(points, 'point')} to the side that holds it at the end` })
  }
  const plans = Object.entries(view.plan_at ?? {}).filter(([name, at]) => at && (now.own === null || name.startsWith(now.own)))
  for (const [, at] of plans) found.push({ id: at, name: facts.placeName(at), note: isBurma(view) ? 'an Air Assault is planned' : 'an assault is planned' })
  if (view.kamikazes && now.own === 'japan') found.push({ id: '', name: 'Kamikazes', note: `${counted(Number(view.kamikazes_left ?? 0), 'point')} may fly before the next Air Phase` })
  return found
}

const markOf = (note: string): string => (note.startsWith('the') ? 'The Objective' : note.includes('Air') ? 'Air Assault planned' : 'Assault planned')

/** The hexes of what is written down, each with what is said of it on the map. */
export const intentsShown = (now: Now): ReadonlyMap<number, string> =>
  new Map(intentsOf(now).flatMap(({ id, note }) => (hexOf(id) === NOWHERE ? [] : [[hexOf(id), markOf(note)] as const])))

/** What is written down about a hex. */
export const intentsAt = (now: Now, hex: number): string[] =>
  intentsOf(now).flatMap(({ id, note }) => (id && hexOf(id) === hex ? [markOf(note)] : []))

export const FLAG = { w: 15, h: 18 } as const
/** Where a flag stands to the middle of its hex: the corners beside the mark of the place first, then farther off. */
const BESIDE = [[8, -25], [-23, -25], [8, 8], [-23, 8]] as const
const STANDS: readonly (readonly [number, number])[] = [
  ...BESIDE,
  ...[34, 48, 64, 80, 100].flatMap((far) => Array.from({ length: 16 }, (_, n) => [far * Math.cos((n * Math.PI) / 8 - Math.PI / 4) - FLAG.w / 2, far * Math.sin((n * Math.PI) / 8 - Math.PI / 4) - FLAG.h / 2] as const)),
]

export interface Flag {
  hex: number
  text: string
  x: number
  y: number
  /** the middle of the hex, to which a flag farther off is tied */
  of: readonly [number, number]
}

/** The flags of what is written down, each where it covers no name, no counter and no pill; the first place where none is free. */
export function layFlags(plans: ReadonlyMap<number, string>, laid: Laid, scale: number): Flag[] {
  const taken = takenBy(laid)
  const free = (x: number, y: number): boolean => taken.every((b) => b[2] < x || b[0] > x + FLAG.w || b[3] < y || b[1] > y + FLAG.h)
  return [...plans].map(([hex, text]) => {
    const [mx, my] = [middle(hex)[0] * scale, middle(hex)[1] * scale]
    const [dx, dy] = STANDS.find(([dx, dy]) => free(mx + dx, my + dy)) ?? BESIDE[0]
    taken.push([mx + dx, my + dy, mx + dx + FLAG.w, my + dy + FLAG.h])
    return { hex, text, x: Math.round(mx + dx), y: Math.round(my + dy), of: [Math.round(mx), Math.round(my)] as const }
  })
}
