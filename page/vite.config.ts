import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { licences } from './licences.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Whole numbers as Base64 VLQ, as in source maps. */
function vlq(numbers: readonly number[]): string {
  let text = ''
  for (const n of numbers) {
    for (let left = n < 0 ? (-n << 1) | 1 : n << 1; ; left >>>= 5) {
      const more = left > 31
      text += LETTERS[(left & 31) | (more ? 32 : 0)]
      if (!more) break
    }
  }
  return text
}

/** The outlines of maps as short texts, which `lib/geometry.ts` reads: every game downloads thousands of points before its first move. */
const outlines = (): Plugin => ({
  name: 'outlines',
  enforce: 'pre',
  transform: (code, id) =>
    /\/(coast|map)\.json$/.test(id)
      ? JSON.stringify(JSON.parse(code), (key, value) => (key === 'ring' ? vlq(value as number[]) : key === 'rings' ? (value as number[][]).map(vlq) : value))
      : undefined,
})

// The page goes into the package, from which the server serves it; the gallery of parts is for developers, and never shipped.
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [licences(), outlines(), svelte({ configFile: fileURLToPath(new URL('svelte.config.js', import.meta.url)) })],
  build:
    mode === 'gallery'
      ? { outDir: 'node_modules/.gallery', emptyOutDir: true, rolldownOptions: { input: 'gallery.html' } }
      : { outDir: '../src/ironbottom/web/static', emptyOutDir: true, manifest: true, assetsInlineLimit: 0, rolldownOptions: { input: 'index.html' } },
  // Component tests, `*.svelte.test.ts`, need a document and the browser build of Svelte; all others need neither.
  // A busy machine may take long, but a test that never ends must be stopped.
  // Plain tests share what they import, which halves their time; component tests leave listeners on the document.
  test: {
    pool: 'threads',
    setupFiles: ['tests/timers.ts', 'tests/recorded_texts.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      { extends: true, test: { name: 'plain', isolate: false, include: ['tests/**/*.test.ts'], exclude: ['tests/**/*.svelte.test.ts'] } },
      { extends: true, resolve: { conditions: ['browser'] }, test: { name: 'components', environment: 'happy-dom', include: ['tests/**/*.svelte.test.ts'] } },
    ],
  },
}))
