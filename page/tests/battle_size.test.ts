import { describe, expect, test } from 'vitest'
import { unitSize, type FleetShown, type Fighter } from '../src/frame/battle'

const fleet = (...stations: readonly number[]): FleetShown<Fighter> => ({
  side: 'japan', sideName: 'Japan', note: '',
  stations: stations.map((n, k) => ({ name: `station ${k}`, units: Array.from({ length: n }, (_, i) => ({ id: `${k} ${i}` })) })),
})
const COMPACT = { width: 936, height: 337, phone: false, words: {}, helpers: false }

describe('Counters of a battle are the largest that show both fleets whole', () => {
  test('a few are drawn large', () => expect(unitSize([fleet(4), fleet(3)], COMPACT)).toBe(76))
  test('stations that stand one beneath the other count with all their rows', () => {
    expect(unitSize([fleet(6, 1), fleet(6, 1)], COMPACT)).toBe(56)
    expect(unitSize([fleet(3, 1), fleet(3, 1)], COMPACT)).toBe(76)
  })
  test('words beneath them take room', () => {
    const words = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`0 ${i}`, 'at Truk']))
    expect(unitSize([fleet(8), fleet(1)], COMPACT)).toBe(76)
    expect(unitSize([fleet(8, 1), fleet(1)], { ...COMPACT, words })).toBeLessThan(unitSize([fleet(8, 1), fleet(1)], COMPACT))
  })
  test('more than fit have the smallest and scroll', () => expect(unitSize([fleet(40), fleet(1)], COMPACT)).toBe(48))
  test('on a phone six stand in a row, and a row is seen whole', () => {
    const phone = { width: 348, height: 272, phone: true, words: {}, helpers: true }
    expect(unitSize([fleet(5), fleet(5)], phone)).toBe(48)
    expect(unitSize([fleet(14), fleet(5)], phone)).toBe(44)
  })
})
