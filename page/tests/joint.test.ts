import { expect, test } from 'vitest'
import { hex, partOf, sha256 } from '../src/app/joint'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('SHA-256 is the one of the standard, at every length of the last block', () => {
  expect(hex(sha256(bytes('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(hex(sha256(bytes('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(hex(sha256(bytes('a'.repeat(55))))).toBe('9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318')
  expect(hex(sha256(bytes('a'.repeat(64))))).toBe('ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb')
  expect(hex(sha256(bytes('a'.repeat(119))))).toBe('31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb')
})

test('the part of a side is the block that docs/dice.md works out', () => {
  const secret = hex(Uint8Array.from({ length: 32 }, (_, n) => n))
  const words = ['rain over Rabaul', 'clear sky']
  const begins = ['aefb201ccec9', '41f87a772d07', '694468342067', 'da0d39b98dab']
  for (const [place, start] of begins.entries()) expect(hex(partOf(secret, words, place + 1, 0)).slice(0, 12)).toBe(start)
})
