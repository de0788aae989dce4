// What a first visit loads of the built page, compressed: `npm run build && npm run weigh`. Fails above the budget.
import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const BUDGET = 300_000
const root = new URL('../static/', import.meta.url).pathname
const files = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((f) => f.isFile())
  .map((f) => path.join(f.parentPath ?? f.path, f.name))
// Letters of latin-ext are fetched only where one stands on the page; the largest case counts them.
let [usual, largest, br] = [0, 0, 0]
for (const file of files.sort()) {
  const bytes = fs.readFileSync(file)
  const packed = /\.(woff2|png)$/.test(file) ? bytes.length : gzipSync(bytes, { level: 9 }).length
  const brotli = /\.(woff2|png)$/.test(file) ? bytes.length : brotliCompressSync(bytes).length
  const rare = /latin-ext/.test(file)
  largest += packed
  if (!rare) [usual, br] = [usual + packed, br + brotli]
  console.log(`${String(packed).padStart(8)}  ${path.relative(root, file)}${rare ? '  (only when needed)' : ''}`)
}
console.log(`${usual} bytes by gzip (${br} by brotli) on a first visit, ${largest} with every font; budget ${BUDGET}`)
process.exit(largest > BUDGET ? 1 : 0)
