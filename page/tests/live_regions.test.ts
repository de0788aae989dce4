// Every live region of the page can speak the same sentence twice: all use the same mechanism.
import { readdirSync, readFileSync } from 'node:fs'
import { parse, type AST } from 'svelte/compiler'
import { expect, test } from 'vitest'

type Plain = Record<string, unknown>

/** Parts of the tree that hold no elements of the page. */
const SCRIPT = new Set(['parent', 'attributes', 'expression', 'test', 'context', 'metadata', 'name_loc'])

/** All elements in a part of a component's syntax tree. */
function elements(node: unknown): AST.RegularElement[] {
  if (Array.isArray(node)) return node.flatMap(elements)
  if (!node || typeof node !== 'object') return []
  const own = (node as Plain)['type'] === 'RegularElement' ? [node as AST.RegularElement] : []
  return [...own, ...Object.entries(node).flatMap(([name, value]) => (SCRIPT.has(name) ? [] : elements(value)))]
}
function live(source: string): { region: string; again: boolean }[] {
  if (!/role=\S*.*\b(status|alert|log)\b|aria-live=/.test(source)) return []
  return elements(parse(source, { modern: true }).fragment).flatMap((element) => {
    const texts = element.attributes.map(({ start, end }) => source.slice(start, end))
    const isLive = texts.some((text) => /^role=.*\b(status|alert|log)\b/.test(text) || /^aria-live=(?!"off")/.test(text))
    const again = texts.some((text) => /^\{@attach spoken\(/.test(text))
    return isLive ? [{ region: source.slice(element.start, element.start + 60), again }] : []
  })
}

test('every live region of the page can speak the same sentence twice', () => {
  const root = new URL('../src/', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf-8' }).filter((name) => name.endsWith('.svelte'))
  const found = files.flatMap((name) => live(readFileSync(new URL(name, root), 'utf-8')).map((one) => ({ name, ...one })))
  expect(found.length).toBeGreaterThan(30)
  expect(found.filter(({ again }) => !again)).toEqual([])
  expect(live('<p role="status">a</p><output aria-live="off">b</output>')).toEqual([{ region: '<p role="status">a</p><output aria-live="off">b</output>', again: false }])
})
