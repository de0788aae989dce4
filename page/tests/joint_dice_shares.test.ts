import { bytesToHex } from '@noble/hashes/utils.js'
import { afterEach, expect, test, vi } from 'vitest'
import { answerDiceRequests, shareOf } from '../src/app/joint_dice'

afterEach(() => vi.unstubAllGlobals())

test('the part of a side is the block that docs/dice.md works out', () => {
  const secret = bytesToHex(Uint8Array.from({ length: 32 }, (_, n) => n))
  const words = ['rain over Rabaul', 'clear sky']
  const begins = ['aefb201ccec9', '41f87a772d07', '694468342067', 'da0d39b98dab']
  for (const [place, start] of begins.entries()) expect(bytesToHex(shareOf(secret, words, place + 1, 0)).slice(0, 12)).toBe(start)
})

// -- answering -------------------------------------------------------------------------------------------------

type Given = { side: string; die: number; promise?: string; part?: string }

/** A table that asks two sides for their parts of a die, and refuses what it does not ask for; returns what was given. */
function table(sides: readonly string[], here: readonly string[], refused: (given: Given) => boolean = () => false): { given: Given[]; most: () => number } {
  const [given, promised, parts]: [Given[], Set<string>, Set<string>] = [[], new Set(), new Set()]
  let [now, most] = [0, 0]
  const lacks = (): Record<string, string> => {
    const open = sides.filter((side) => !promised.has(side))
    return Object.fromEntries(open.length ? open.map((side) => [side, 'promise']) : sides.filter((side) => !parts.has(side)).map((side) => [side, 'give']))
  }
  const secrets = new Map(here.map((side) => [`joint.m.${side}`, JSON.stringify('00'.repeat(32))]))
  vi.stubGlobal('localStorage', { getItem: (key: string) => secrets.get(key) ?? null })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    most = Math.max(most, ++now)
    await new Promise((done) => setTimeout(done, 5))
    now--
    const one = JSON.parse(String(init.body)) as Given
    given.push(one)
    if (refused(one)) return new Response(JSON.stringify({ error: { message: `no share of die 1 is expected from '${one.side}' now`, field: 'die' } }), { status: 422 })
    ;(one.promise ? promised : parts).add(one.side)
    return new Response(JSON.stringify({ dice: { wanted: Object.keys(lacks()).length ? { die: 1, block: 0, lacks: lacks() } : null } }))
  })
  return { given, most: () => most }
}
const ASKED = { die: 1, block: 0, side: '', promise: '', lacks: { japan: 'promise', allies: 'promise' } } as const
const steps = (given: readonly Given[]): string[] => given.map(({ side, promise }) => `${side} ${promise ? 'promises' : 'gives'}`)

test('one browser answers for both sides, one answer at a time, until nothing is requested', async () => {
  const { given, most } = table(['japan', 'allies'], ['japan', 'allies'])
  expect(await answerDiceRequests('m', ['a', 'b'], ASKED)).toBe(true)
  expect([steps(given), most()]).toEqual([['japan promises', 'allies promises', 'japan gives', 'allies gives'], 1])
})

test('it stops at a side whose secret is elsewhere', async () => {
  const { given } = table(['japan', 'allies'], ['japan'])
  expect(await answerDiceRequests('m', ['a', 'b'], ASKED)).toBe(true)
  expect(steps(given)).toEqual(['japan promises'])
})

test('a die that is no longer requested is no error', async () => {
  const { given } = table(['japan', 'allies'], ['japan', 'allies'], ({ side }) => side === 'allies')
  expect(await answerDiceRequests('m', ['a', 'b'], ASKED)).toBe(true)
  expect(steps(given)).toEqual(['japan promises', 'allies promises'])
})
