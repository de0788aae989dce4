import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { api, ApiError, type Dice, type MatchView, type DiceSharesWanted, type DiceSeeding } from './api'
import { writeStored, readStored } from './storage'

/** Joint dice: this browser holds a secret for each side played here, and computes that side's share of each die. `docs/dice.md`
 * specifies the bytes. Without HTTPS, as on a home network, a browser has no `crypto.subtle`. */

const bigEndian = (value: number, width: number): Uint8Array => Uint8Array.from({ length: width }, (_, i) => Math.floor(value / 256 ** (width - 1 - i)) % 256)

/** A secret's share of a die. */
export function shareOf(secret: string, words: readonly string[], die: number, block: number): Uint8Array {
  const salt = words.map(utf8ToBytes).flatMap((one) => [bigEndian(one.length, 4), one])
  return hmac(sha256, hexToBytes(secret), concatBytes(...salt, bigEndian(die, 8), bigEndian(block, 4)))
}

const storageKey = (match: string, side: string): string => `joint.${match}.${side}`

/** This browser's secret for a side, if it has one. */
export const secretOf = (match: string, side: string): string | undefined => readStored<string>(storageKey(match, side))

/** Creates and stores a side's own secret; returns its hash, which is published. */
export function newSecretHash(match: string, side: string): string {
  const secret = secretOf(match, side) ?? bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  writeStored(storageKey(match, side), secret)
  return bytesToHex(sha256(hexToBytes(secret)))
}

/** Answers a die's open requests in sequence, for the sides whose secrets are stored here; returns whether there were any. A
 * request that is no longer open was answered by another page, which is not an error. */
export async function answerDiceRequests(match: string, words: readonly string[], asked: DiceSharesWanted): Promise<boolean> {
  let answered = false
  for (let wanted: DiceSharesWanted | null | undefined = asked; wanted; ) {
    const [side, lack] = Object.entries(wanted.lacks).find(([one]) => secretOf(match, one)) ?? []
    if (!side) break
    const part = shareOf(secretOf(match, side)!, words, wanted.die, wanted.block)
    try {
      const response: MatchView | DiceSeeding = await api.giveDiceShare(match, side, wanted, lack === 'promise' ? { promise: bytesToHex(sha256(part)) } : { part: bytesToHex(part) })
      answered = true
      wanted = 'order' in response ? response.wanted : response.dice?.wanted
    } catch (error) {
      if (error instanceof ApiError && error.field === 'die') break
      throw error
    }
  }
  return answered
}

/** After the end: publishes the secrets stored here, so that every die can be checked. */
export async function publishSecrets(match: string, dice: Dice): Promise<void> {
  for (const side of dice.hidden ?? []) {
    const secret = secretOf(match, side)
    if (!secret) continue
    await api.secret(match, side, secret)
    writeStored(storageKey(match, side), undefined)
  }
}
