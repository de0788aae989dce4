import type { Area } from './map_areas'
import { distance, placeOf } from './grid'
import { ALLIED_TONE, JAPAN_TONE } from './layers.svelte'
import { linksOf, loads, type MerchantLink } from './links'
import { linkName } from './play_prompts'
import { counted } from '../../lib/text'
import type { KnownPosition } from './play_view'

/** The layer of merchant links: each path as a line, its label away from the stretches that it shares with others. */
export function linkAreas(position: KnownPosition): Area[] {
  const links = linksOf(position).filter(({ path }) => path.length > 0)
  const shared = new Map<number, number>()
  for (const { path } of links) for (const hex of path) shared.set(hex, (shared.get(hex) ?? 0) + 1)
  const taken: number[] = []
  return links.map((link): Area => ({
    id: link.id, hexes: new Set(), path: link.path, line: link.side === 'japan' ? 'solid' : 'dashed', tone: link.side === 'japan' ? JAPAN_TONE : ALLIED_TONE, label: labelOf(link), at: labelHex(link.path, shared, taken, position),
  }))
}

/** Labels are at least this many hexes apart, if their paths allow. */
const APART = 3
/** The columns and rows around a place within which a label would cover its name. */
const NAME_WIDTH = 6, NAME_HEIGHT = 1.5
/** The hex of a path for its label: away from other labels and names, and shared by the fewest links; of those, the one nearest to the middle. */
function labelHex(path: readonly number[], shared: ReadonlyMap<number, number>, taken: number[], { facts }: KnownPosition): number {
  const middle = (path.length - 1) / 2
  const named = [...facts.places.keys()].map(placeOf)
  const covers = (hex: number): boolean => {
    const [column, row] = placeOf(hex)
    return named.some(([x, y]) => Math.abs(x - column) < NAME_WIDTH && Math.abs(y - row) < NAME_HEIGHT)
  }
  const near = (hex: number): number => Number(taken.some((one) => distance(one, hex) < APART)) + Number(covers(hex))
  const order = [...path.keys()].toSorted((a, b) => near(path[a]!) - near(path[b]!) || (shared.get(path[a]!) ?? 0) - (shared.get(path[b]!) ?? 0) || Math.abs(a - middle) - Math.abs(b - middle))
  const hex = path[order[0] ?? 0]!
  taken.push(hex)
  return hex
}

/** "Link 1: 9 LP, 41 hexes, 2 levels lost". */
function labelOf({ id, own, length, lost }: MerchantLink): string {
  const service = own ? [`${loads(own.carries)} LP`, counted(length, 'hex', 'hexes')] : []
  return `${linkName(id)}${[...service, ...(lost ? [`${counted(lost, 'level')} lost`] : [])].map((part, n) => `${n ? ', ' : ': '}${part}`).join('')}`
}
