// Reads drawn maps of sea areas, and the tables of the rules, for tests.
import { readFileSync } from 'node:fs'
import type { Geography } from '../src/board/geography'
import { distanceTo, isInside, type LonLat } from '../src/lib/geometry'

export const pair = (a: string, b: string): string => [a, b].sort().join(' - ')

/** The rows of a table in a game's data, by the names of their columns. */
export function table(game: string, name: string): Record<string, string>[] {
  const file = new URL(`../../src/ironbottom/games/${game}/data/${name}`, import.meta.url)
  const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split(','))
  return rows.map((r) => Object.fromEntries(head!.map((k, i) => [k, r[i]!])))
}

/** The point of a row; longitudes continue past 180. */
export const pointOf = (r: Record<string, string>): LonLat => [(Number(r['lon']) + 360) % 360, Number(r['lat'])]

/** Pairs of drawn areas with the length in degrees of the edges they share, found in the rings themselves; an edge of more than two areas has all their names. */
export function drawnBorders(map: Geography): Map<string, number> {
  const users = new Map<string, { of: Set<string>; length: number }>()
  for (const { id, ring } of map.areas) {
    ring.slice(1).forEach((p, i) => {
      const q = ring[i]!
      const edge = [q.join(), p.join()].sort().join('|')
      const user = users.get(edge) ?? { of: new Set<string>(), length: Math.hypot(p[0] - q[0], p[1] - q[1]) }
      user.of.add(id)
      users.set(edge, user)
    })
  }
  const found = new Map<string, number>()
  for (const { of, length } of users.values()) {
    const key = [...of].sort().join(' - ')
    if (of.size > 1) found.set(key, (found.get(key) ?? 0) + length)
  }
  return found
}

const side = (p: LonLat, q: LonLat, r: LonLat): number => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
const cross = (a: LonLat, b: LonLat, c: LonLat, d: LonLat): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0

/** Where an edge of an area crosses another, of its own ring or of another. */
export function crossings(map: Geography): string[] {
  const edges = map.areas.flatMap((a) => a.ring.slice(1).map((p, i) => ({ id: a.id, a: a.ring[i]!, b: p })))
  return edges.flatMap((e, i) => edges.slice(i + 1).filter((f) => cross(e.a, e.b, f.a, f.b)).map((f) => `${e.id} ${f.id} at ${e.a}`))
}

/** Areas that are inside one another, or that meet only in single points. */
export function meetings(map: Geography): string[] {
  const drawn = drawnBorders(map)
  const wrong: string[] = []
  for (const a of map.areas) {
    for (const b of map.areas) {
      if (a.id === b.id) continue
      for (const p of b.ring) if (isInside(p, a.ring) && distanceTo(p, a.ring) > 0.01) wrong.push(`${b.id} in ${a.id} at ${p}`)
      const touches = a.ring.some((p) => b.ring.some((q) => p[0] === q[0] && p[1] === q[1]))
      if (touches && !drawn.has(pair(a.id, b.id))) wrong.push(`${a.id} and ${b.id} touch`)
    }
  }
  return wrong
}
