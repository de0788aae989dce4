import fs from 'node:fs'
import { expect, test } from 'vitest'
import { generateTypes } from '../scripts/schema.mjs'

test('the types of the messages are those of the server; otherwise run `make schema`', async () => {
  expect(fs.readFileSync('src/app/schema.d.ts', 'utf8')).toBe(await generateTypes())
})
