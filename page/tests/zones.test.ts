import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readAreas } from '../src/board/geography'
import { SOLOMONS } from '../src/games/pacific_fury/geography'
import { HENDERSON, LINKS, INSET_NAMES, ROWS, SEA_NAMES } from '../src/games/pacific_fury/places'
import type { Zone } from '../src/games/pacific_fury/types'
import { distanceTo, isInside, type LonLat } from '../src/lib/geometry'

const RULES = new URL('../../src/ironbottom/games/pacific_fury/data/zones.csv', import.meta.url)
const pair = (a: string, b: string): string => [a, b].sort().join(' - ')

/** The sea zones and links of the game's own data, with each zone's point. */
function table(): { links: Set<string>; points: Map<string, LonLat> } {
  const [head, ...rows] = readFileSync(RULES, 'utf8').trim().split('\n').filter((l) => !l.startsWith('#')).map((line) => line.split(','))
  const zones = rows.map((r) => Object.fromEntries(head!.map((k, i) => [k, r[i]!]))).filter((z) => z['kind'] === 'sea_zone')
  const links = zones.flatMap((z) => z['adjacent']!.split('|').filter(Boolean).map((other) => pair(z['id']!, other)))
  return { links: new Set(links), points: new Map(zones.map((z) => [z['id']!, [Number(z['lon']), Number(z['lat'])]])) }
}

/** Pairs of drawn areas that share an edge, found in the rings themselves. */
function drawnBorders(): Set<string> {
  const users = new Map<string, Set<string>>()
  for (const { id, ring } of SOLOMONS.areas) {
    ring.slice(1).forEach((p, i) => {
      const edge = [ring[i]!.join(), p.join()].sort().join('|')
      users.set(edge, (users.get(edge) ?? new Set()).add(id))
    })
  }
  return new Set([...users.values()].filter((s) => s.size > 1).map((s) => pair(...([...s] as [string, string]))))
}

describe('the drawn zones and the rules agree', () => {
  test('the links are those of 9.2, 9.6 and 10.6', () => {
    const wanted = [
      pair('the_slot', 'ironbottom_sound'), pair('eastern_solomons', 'ironbottom_sound'),
      pair('south_pacific_ocean', 'ironbottom_sound'), pair('eastern_solomons', 'south_pacific_ocean'),
    ]
    expect(drawnBorders()).toEqual(new Set(wanted))
  })

  test('the table that the referee plays by has exactly the drawn borders', () => {
    expect(existsSync(RULES), `no zones table at ${RULES.pathname}`).toBe(true)
    const { links, points } = table()
    expect(drawnBorders()).toEqual(links)
    for (const [id, point] of points) expect(isInside(point, SOLOMONS.areas.find((a) => a.id === id)!.ring), id).toBe(true)
  })

  test('every border line is on both of its zones, and names no other zone', () => {
    const named = new Set(SOLOMONS.borders.map((b) => pair(...b.between)))
    expect(named).toEqual(drawnBorders())
    for (const { between, line } of SOLOMONS.borders) {
      for (const id of between) {
        const ring = SOLOMONS.areas.find((a) => a.id === id)!.ring
        for (const p of line) expect(distanceTo(p, ring)).toBeLessThan(1e-9)
      }
    }
  })

  test('no zone is inside another and none meets another in a single point', () => {
    for (const a of SOLOMONS.areas) {
      for (const b of SOLOMONS.areas) {
        if (a.id >= b.id) continue
        for (const p of b.ring) expect(isInside(p, a.ring) && distanceTo(p, a.ring) > 0.01, `${b.id} in ${a.id} at ${p}`).toBe(false)
        const touches = a.ring.some((p) => b.ring.some((q) => p[0] === q[0] && p[1] === q[1]))
        if (touches) expect(drawnBorders().has(pair(a.id, b.id)), `${a.id} and ${b.id} touch`).toBe(true)
      }
    }
  })

  test('a link mark is on each border, and on no other', () => {
    expect(new Set(LINKS.map((l) => pair(...l.between)))).toEqual(drawnBorders())
    for (const { between, at } of LINKS) {
      const lines = SOLOMONS.borders.filter((b) => pair(...b.between) === pair(...between))
      expect(Math.min(...lines.map((l) => distanceTo(at, l.line))), between.join()).toBeLessThan(0.06)
    }
  })
})

describe('manually placed points are where they belong', () => {
  const ring = (id: string): readonly LonLat[] => SOLOMONS.areas.find((a) => a.id === id)!.ring

  test('a name, or the end of its leader, is in its sea', () => {
    for (const name of [...SEA_NAMES.large, ...SEA_NAMES.small, ...INSET_NAMES]) {
      expect(isInside(name.leader?.at(-1) ?? name.at, ring(name.id)), `${name.id} at ${name.at}`).toBe(true)
    }
  })

  test('the rows of forces begin and end in their zone', () => {
    for (const [form, rows] of Object.entries(ROWS)) {
      for (const [zone, sides] of Object.entries(rows)) {
        for (const [side, ends] of Object.entries(sides!)) {
          for (const p of ends) expect(distanceTo(p, ring(zone as Zone)) < 0.2 || isInside(p, ring(zone as Zone)), `${form} ${zone} ${side} ${p}`).toBe(true)
        }
      }
    }
  })

  test('Henderson Field is on the north shore of Guadalcanal, at the edge of the Sound', () => {
    expect(distanceTo(HENDERSON, ring('ironbottom_sound'))).toBeLessThan(0.1)
  })
})

test('a file without areas is read as nothing, not guessed', () => {
  expect(readAreas('{"features": []}')).toEqual({ areas: [], borders: [] })
})
