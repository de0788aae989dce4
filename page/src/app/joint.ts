import { api, ApiError, type Dice, type Sight, type Wanted, type WordsAsked } from './api'
import { keep, kept } from './kept'

/** Joint dice: this browser holds a secret for each side that plays here, and works out that side's part of a die. Over a network at
 * home a browser has no cryptography of its own, so SHA-256 stands here; `docs/dice.md` tells the bytes. */

const word = (n: number): number => n | 0
const primes = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => n % d))
const fraction = (root: number): number => word((root % 1) * 2 ** 32)
const K = primes.slice(0, 64).map((n) => fraction(Math.cbrt(n)))
const START = primes.slice(0, 8).map((n) => fraction(Math.sqrt(n)))
const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n))

/** SHA-256 of some bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const filled = new Uint8Array(((bytes.length + 72) >> 6) << 6)
  filled.set(bytes)
  filled[bytes.length] = 128
  const view = new DataView(filled.buffer)
  view.setUint32(filled.length - 4, bytes.length * 8)
  const sum = START.slice()
  const w = new Int32Array(64)
  for (let at = 0; at < filled.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = view.getInt32(at + 4 * i)
      else {
        const a = w[i - 15]!, b = w[i - 2]!
        w[i] = w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))
      }
    }
    let [a, b, c, d, e, f, g, h] = sum as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one = word(h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!)
      const two = word((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c)))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, word(d + one), c, b, a, word(one + two)]
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) sum[i] = word(sum[i]! + value)
  }
  const out = new DataView(new ArrayBuffer(32))
  sum.forEach((value, i) => out.setInt32(4 * i, value))
  return new Uint8Array(out.buffer)
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
const number = (value: number, width: number): Uint8Array => Uint8Array.from({ length: width }, (_, i) => Math.floor(value / 256 ** (width - 1 - i)) % 256)

/** HMAC-SHA256 under a key of at most 64 bytes. */
function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = joined(key, new Uint8Array(64 - key.length))
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), sha256(joined(padded.map((byte) => byte ^ 0x36), message))))
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** The part that a secret makes of a die. */
export function partOf(secret: string, words: readonly string[], die: number, block: number): Uint8Array {
  const salt = words.map((one) => new TextEncoder().encode(one)).flatMap((one) => [number(one.length, 4), one])
  return hmac(bytesOf(secret), joined(...salt, number(die, 8), number(block, 4)))
}

const place = (match: string, side: string): string => `joint.${match}.${side}`

/** The secret that this browser holds for a side, if it does. */
export const secretOf = (match: string, side: string): string | undefined => kept<string>(place(match, side))

/** A secret of a side's own, drawn and kept here: its hash, which is published. */
export function newSeal(match: string, side: string): string {
  const secret = secretOf(match, side) ?? hex(crypto.getRandomValues(new Uint8Array(32)))
  keep(place(match, side), secret)
  return hex(sha256(bytesOf(secret)))
}

/** Answers what a die waits for, one answer after the other, for the sides whose secrets are held here; whether it was anything.
 * What is asked no longer was answered meanwhile by another page: that is no fault. */
export async function answer(match: string, words: readonly string[], asked: Wanted): Promise<boolean> {
  let answered = false
  for (let wanted: Wanted | null | undefined = asked; wanted; ) {
    const [side, lack] = Object.entries(wanted.lacks).find(([one]) => secretOf(match, one)) ?? []
    if (!side) break
    const part = partOf(secretOf(match, side)!, words, wanted.die, wanted.block)
    try {
      const told: Sight | WordsAsked = await api.part(match, side, wanted, lack === 'promise' ? { promise: hex(sha256(part)) } : { part: hex(part) })
      answered = true
      wanted = 'order' in told ? told.wanted : told.dice?.wanted
    } catch (wrong) {
      if (wrong instanceof ApiError && wrong.field === 'die') break
      throw wrong
    }
  }
  return answered
}

/** After the end: shows the secrets that are held here, so that every die can be checked. */
export async function showSecrets(match: string, dice: Dice): Promise<void> {
  for (const side of dice.hidden ?? []) {
    const secret = secretOf(match, side)
    if (!secret) continue
    await api.secret(match, side, secret)
    keep(place(match, side), undefined)
  }
}
