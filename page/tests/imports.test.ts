import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** `import a, { b } from 'c'`, `import 'c'`, `import type { b } from 'c'`, `export * from 'c'`. */
const IMPORT = /^\s*(?:import|export)\s+(type\s+)?(?:[\w$\s{},*]+\sfrom\s+)?'([^']+)'/gm

type Graph = ReadonlyMap<string, readonly string[]>

/** The modules that a source imports when it runs, or for its types too; without what it loads on demand. */
function importsOf(source: string, types = false): string[] {
  return Array.from(source.matchAll(IMPORT)).flatMap(([, type, specifier]) => (type && !types ? [] : specifier!))
}

const scriptsOf = (component: string): string => Array.from(component.matchAll(/<script[^>]*>([^]*?)<\/script>/g), ([, script]) => script).join('\n')

/** By module of the page, the modules of the page that it imports. */
function graphOf(root: string, types = false): Graph {
  const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith('.d.ts'))
  const known = new Set(files.map((name) => path.join(root, name)))
  return new Map(
    Array.from(known, (file) => {
      const text = fs.readFileSync(file, 'utf8')
      const specifiers = importsOf(file.endsWith('.svelte') ? scriptsOf(text) : text, types).filter((one) => one.startsWith('.'))
      return [file, specifiers.flatMap((one) => ['', '.ts'].map((end) => path.join(path.dirname(file), one + end)).filter((name) => known.has(name)))]
    }),
  )
}

/** A circle of imports, from a module back to itself; nothing where there is none. */
function circleIn(graph: Graph): string[] | null {
  const [done, way]: [Set<string>, string[]] = [new Set(), []]
  const from = (module: string): string[] | null => {
    if (way.includes(module)) return [...way.slice(way.indexOf(module)), module]
    if (done.has(module)) return null
    way.push(module)
    for (const next of graph.get(module) ?? []) {
      const found = from(next)
      if (found) return found
    }
    way.pop()
    done.add(module)
    return null
  }
  for (const module of graph.keys()) {
    const found = from(module)
    if (found) return found
  }
  return null
}

test('no module of the page imports itself by way of others when it runs', () => {
  const graph = graphOf('src')
  expect(graph.get('src/app/open_match.ts')).toContain('src/app/match_store.svelte.ts')
  expect(graph.get('src/app/match/MatchPage.svelte')).toContain('src/app/open_match.ts')
  expect(circleIn(graph)).toBeNull()
})

/** The modules that a module imports, and those that these import. */
function reached(graph: Graph, module: string, found = new Set<string>()): ReadonlySet<string> {
  for (const next of graph.get(module) ?? []) {
    if (found.has(next)) continue
    found.add(next)
    reached(graph, next, found)
  }
  return found
}

test('nor does a module of the store, counting the types that it imports', () => {
  const graph = graphOf('src', true)
  const store = 'src/app/match_store.svelte.ts'
  expect(reached(graph, store)).toContain('src/app/game.ts')
  expect(Array.from(reached(graph, store)).filter((module) => reached(graph, module).has(module))).toEqual([])
  expect(reached(graph, store)).not.toContain(store)
})

test('a circle is found, but none of types or of lazily loaded modules', () => {
  const circle = (a: string, b: string): string[] | null => circleIn(new Map([['a', importsOf(a)], ['b', importsOf(b)]]))
  expect(circle("import { b } from 'b'", "export { a } from 'a'")).toEqual(['a', 'b', 'a'])
  expect(circle("import 'b'", "import { type A } from 'a'")).toEqual(['a', 'b', 'a'])
  expect(circle("import { b } from 'b'", "import type { A } from 'a'")).toBeNull()
  expect(importsOf("import type { A } from 'a'", true)).toEqual(['a'])
  expect(circle("import { b } from 'b'", "const a = (): Promise<unknown> => import('a')")).toBeNull()
})
