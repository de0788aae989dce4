// The licences of all that is bundled into the page, font files included, as one text beside it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const HOME = fileURLToPath(new URL('node_modules/', import.meta.url))
/** What was drawn from once and is kept in the source: the coastlines. */
const DRAWN_FROM = ['world-atlas']
const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/?]+)/
const TEXT = /^(licen[cs]e|copying|ofl)/i

const about = (name: string): string => {
  const home = join(HOME, name)
  const { version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string; license: string }
  const files = readdirSync(home).filter((file) => TEXT.test(file))
  if (!files.length) throw new Error(`${name} says nowhere under which licence it comes`)
  const texts = files.map((file) => readFileSync(join(home, file), 'utf8').trim())
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`
}

export const licences = (): Plugin => ({
  name: 'licences',
  generateBundle(_, bundle) {
    const named = Object.values(bundle).flatMap((one) =>
      one.type === 'chunk' ? Object.keys(one.modules) : one.originalFileNames,
    )
    const found = named.flatMap((id) => PACKAGE.exec(id.replaceAll('\\', '/'))?.[1] ?? []).filter((name) => existsSync(join(HOME, name)))
    const all = [...new Set([...found, ...DRAWN_FROM])].sort()
    const head = `The page of Ironbottom contains parts of these packages, each under its own licence:\n\n${all.map((name) => `  ${name}`).join('\n')}\n`
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: [head, ...all.map(about)].join(`\n${'-'.repeat(80)}\n\n`) })
  },
})
