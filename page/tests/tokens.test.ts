import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../src/theme/tokens.css', import.meta.url), 'utf8')
const blocks = [...css.matchAll(/\{([^{}]*)\}/g)].map((m) => Object.fromEntries([...m[1]!.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((d) => [d[1]!, d[2]!])))
const [light, darkBySystem, darkByChoice] = blocks as [Palette, Palette, Palette]
type Palette = Record<string, string>

const linear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((i) => linear(parseInt(hex.slice(i, i + 2), 16) / 255)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** Text needs 4.5, signs and outlines 3; dark side fills on dark land have the white key line at their edge. */
const MIN_CONTRAST: [string, string, number][] = [
  ['ink', 'paper', 7], ['ink', 'panel', 7], ['ink', 'sea', 7], ['ink', 'land', 7], ['ink', 'legal-fill', 7], ['ink-2', 'panel', 4.5],
  ['ink-2', 'paper', 4.5], ['ink-2', 'sea', 4.5], ['water', 'sea', 4.5], ['water', 'legal-fill', 4.5], ['water', 'land', 4.5], ['disc-text', 'panel', 4.5],
  ['disc-text', 'disc-wash', 4.5], ['disc-text', 'sea', 4.5], ['star-text', 'panel', 4.5], ['star-text', 'star-wash', 4.5], ['star-text', 'sea', 4.5],
  ['on-side', 'disc-color', 4.5], ['on-side', 'star-color', 4.5], ['on-primary', 'primary', 4.5], ['alert', 'panel', 4.5], ['alert', 'alert-wash', 4.5],
  ['tag-ink', 'tag', 7], ['disc-color', 'sea', 3], ['star-color', 'sea', 3], ['disc-color', 'land', 2.7], ['star-color', 'land', 2.7], ['border', 'sea', 3],
  ['coast', 'sea', 3], ['edge', 'panel', 3], ['gold', 'gold-outline', 3],
]

test('both ways into the dark are the same palette', () => expect(darkBySystem).toEqual(darkByChoice))

test('light and dark name the same colours', () => expect(Object.keys(darkByChoice)).toEqual(Object.keys(light)))

test.each(MIN_CONTRAST)('%s on %s reaches %f in light and dark', (a, b, least) => {
  for (const palette of [light, darkByChoice]) expect(contrast(palette[a]!, palette[b]!)).toBeGreaterThanOrEqual(least)
})
