import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The page goes to static/, which the server hands out; the gallery of parts is for developers and is never shipped.
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte()],
  build:
    mode === 'gallery'
      ? { outDir: 'node_modules/.gallery', emptyOutDir: true, rolldownOptions: { input: 'gallery.html' } }
      : { outDir: 'static', emptyOutDir: true, manifest: true, assetsInlineLimit: 0, rolldownOptions: { input: 'index.html' } },
  test: { include: ['tests/**/*.test.ts'] },
}))
