// Measures what a first visit loads of the built page, compressed: the list of games, then each game. `npm run build && npm run weigh`.
// Fails above a budget.
import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const BUDGET = 300_000
const HOME_BUDGET = 120_000
const HOME = 'src/app/home/Home.svelte'
const MATCH = 'src/app/match/MatchPage.svelte'
const root = new URL('../../src/ironbottom/web/static/', import.meta.url).pathname
const manifest = JSON.parse(fs.readFileSync(path.join(root, '.vite/manifest.json'), 'utf8'))

/** The files that a chunk loads by itself: its own, its styles, and those of the chunks it imports at once. */
function closure(name, found = new Set()) {
  const chunk = manifest[name]
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const file of chunk.css ?? []) found.add(file)
  for (const other of chunk.imports ?? []) closure(other, found)
  return found
}

const fonts = fs.readdirSync(path.join(root, 'assets')).filter((name) => name.endsWith('.woff2')).map((name) => `assets/${name}`)
const rare = (file) => /-latin-/.test(file) // letters fetched only where one stands on the page
const ofBoards = (file) => /condensed|caslon/.test(file) // letters of counters and seas alone

function weigh(file) {
  const bytes = fs.readFileSync(path.join(root, file))
  if (/\.(woff2|png)$/.test(file)) return [bytes.length, bytes.length]
  return [gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length]
}

function visit(files) {
  let [usual, largest, brotli] = [0, 0, 0]
  for (const file of new Set(files)) {
    const [packed, smaller] = weigh(file)
    largest += packed
    if (!rare(file)) [usual, brotli] = [usual + packed, brotli + smaller]
  }
  return { usual, largest, brotli }
}

const door = ['index.html', ...closure('index.html'), ...closure(HOME)]
const home = visit([...door, ...fonts.filter((file) => !ofBoards(file))])
console.log(`home: ${home.usual} bytes by gzip (${home.brotli} by brotli); budget ${HOME_BUDGET}`)
let heaviest = 0
for (const name of Object.keys(manifest).filter((one) => /^src\/games\/[^/]+\/play\.ts$/.test(one))) {
  const { usual, largest, brotli } = visit(['index.html', ...closure('index.html'), ...closure(MATCH), ...closure(name), ...fonts])
  const through = visit([...door, ...closure(MATCH), ...closure(name), ...fonts]).usual
  console.log(`${name.split('/')[2]}: ${usual} bytes by gzip (${brotli} by brotli) on a first visit, ${through} by way of home, ${largest} with every font; budget ${BUDGET}`)
  heaviest = Math.max(heaviest, through)
}
process.exit(heaviest > 0 && heaviest <= BUDGET && home.usual <= HOME_BUDGET ? 0 : 1)
