// Renames exports, members and variables of the page by their meaning, in TypeScript and in Svelte components:
//
//     npm install --no-save --prefix /tmp/rename svelte2tsx
//     NODE_PATH=/tmp/rename/node_modules node scripts/rename_page_symbols.mjs scripts/page_symbols.txt
//
// A line of the table is a file below `page`, a name, or `Type.member`, and the new name. A name that the file does not
// declare was renamed before. Comments and texts stay as they are.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(`${process.env.NODE_PATH}/`)
const ts = require('typescript')
const { svelte2tsx } = require('svelte2tsx')
const { TraceMap, originalPositionFor } = require('@jridgewell/trace-mapping')

const PAGE = path.resolve('page')
const texts = new Map()
const versions = new Map()
const converted = new Map()
const isComponent = (name) => name.endsWith('.svelte.tsx')
const source = (name) => name.slice(0, -'.tsx'.length)
const read = (name) => {
  if (!texts.has(name)) texts.set(name, fs.readFileSync(name, 'utf8'))
  return texts.get(name)
}

/** A component as TypeScript, with the map back to it. */
function component(name) {
  const version = versions.get(source(name)) ?? 0
  const known = converted.get(name)
  if (known?.version === version) return known
  const { code, map } = svelte2tsx(read(source(name)), { filename: source(name), isTsFile: true, mode: 'ts', version: '5.0.0', emitOnTemplateError: true })
  const found = { version, code, map: new TraceMap(map) }
  converted.set(name, found)
  return found
}

const walk = (folder) =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const name = path.join(folder, one.name)
    if (one.isDirectory()) return walk(name)
    return /\.(ts|svelte)$/.test(one.name) ? [name] : []
  })

const files = ['src', 'tests'].flatMap((folder) => walk(path.join(PAGE, folder))).map((name) => (name.endsWith('.svelte') ? `${name}.tsx` : name))
const options = {
  ...ts.convertCompilerOptionsFromJson(JSON.parse(fs.readFileSync(path.join(PAGE, 'tsconfig.json'), 'utf8')).compilerOptions, PAGE).options,
  jsx: ts.JsxEmit.Preserve, allowNonTsExtensions: true, noEmit: true,
}
const shims = ['svelte-shims-v4.d.ts', 'svelte-jsx-v4.d.ts'].map((name) => path.join(path.dirname(require.resolve('svelte2tsx')), name)).filter((name) => fs.existsSync(name))
const text = (name) => (isComponent(name) ? component(name).code : read(name))
const exists = (name) => (isComponent(name) ? fs.existsSync(source(name)) : fs.existsSync(name))
const host = {
  getScriptFileNames: () => [...files, ...shims],
  getScriptVersion: (name) => String(versions.get(isComponent(name) ? source(name) : name) ?? 0),
  getScriptSnapshot: (name) => (exists(name) ? ts.ScriptSnapshot.fromString(text(name)) : undefined),
  getScriptKind: (name) => (isComponent(name) ? ts.ScriptKind.TSX : name.endsWith('.json') ? ts.ScriptKind.JSON : ts.ScriptKind.TS),
  getCurrentDirectory: () => PAGE,
  getCompilationSettings: () => options,
  getDefaultLibFileName: (own) => ts.getDefaultLibFilePath(own),
  fileExists: exists,
  readFile: (name) => (exists(name) ? text(name) : undefined),
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  resolveModuleNameLiterals: (literals, containing, redirected, own) =>
    literals.map(({ text: wanted }) => {
      const file = path.resolve(path.dirname(containing), wanted)
      if (wanted.startsWith('.') && wanted.endsWith('.svelte') && fs.existsSync(file)) {
        return { resolvedModule: { resolvedFileName: `${file}.tsx`, extension: ts.Extension.Tsx, isExternalLibraryImport: false } }
      }
      return ts.resolveModuleName(wanted, containing, own, { ...ts.sys, fileExists: (name) => exists(name), readFile: (name) => (exists(name) ? text(name) : undefined) })
    }),
}
const service = ts.createLanguageService(host, ts.createDocumentRegistry())

/** Where a name, or a member of a type or class, is declared in a file. */
function declared(name, wanted) {
  const [owner, member] = wanted.includes('.') ? wanted.split('.') : [null, wanted]
  const file = service.getProgram().getSourceFile(name)
  let found
  const nameOf = (node) => (node.name && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)) ? node.name.text : undefined)
  const visit = (node, within) => {
    if (found !== undefined) return
    if (nameOf(node) === member && (!owner || within === owner) && !ts.isImportSpecifier(node) && !ts.isPropertyAssignment(node)) {
      found = node.name.getStart()
      return
    }
    const own = ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)
    const inside = own ? nameOf(node) ?? within : within
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  visit(file, undefined)
  return found
}

/** The offset in a component of an offset in its TypeScript, where the same name stands. */
function original(name, start, old) {
  const { code, map } = component(name)
  const own = read(source(name))
  const before = code.slice(0, start).split('\n')
  const at = originalPositionFor(map, { line: before.length, column: before.at(-1).length })
  if (at.line === null) return undefined
  const lines = own.split('\n')
  const offset = lines.slice(0, at.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + at.column
  return own.startsWith(old, offset) ? offset : undefined
}

/** The places of a name in the files of the page, with what stands before and after each. */
function find([below, wanted, fresh]) {
  const row = `${below} ${wanted}`
  let file = path.join(PAGE, below)
  if (!fs.existsSync(file)) return console.log(`no file: ${row}`)
  if (file.endsWith('.svelte')) file = `${file}.tsx`
  const start = declared(file, wanted)
  if (start === undefined) return console.log(`not declared: ${row}`)
  const old = wanted.split('.').at(-1)
  const found = service.findRenameLocations(file, start, false, false, { providePrefixAndSuffixTextForRename: true })
  if (!found) return console.log(`cannot be renamed: ${row}`)
  let count = 0
  for (const { fileName, textSpan, prefixText = '', suffixText = '' } of found) {
    const real = isComponent(fileName) ? source(fileName) : fileName
    const offset = isComponent(fileName) ? original(fileName, textSpan.start, old) : textSpan.start
    if (offset === undefined) continue
    const own = edits.get(real) ?? new Map()
    edits.set(real, own)
    const rows = own.get(offset) ?? []
    if (!rows.some((one) => one.fresh === fresh && one.prefixText === prefixText && one.suffixText === suffixText)) own.set(offset, [...rows, { old, fresh, prefixText, suffixText }])
    count += 1
  }
  console.log(`${row} -> ${fresh}: ${count}`)
}

/** What stands at a place afterwards. A shorthand property whose key and variable are both renamed has two rows. */
function result(rows) {
  const key = rows.find(({ suffixText }) => suffixText)
  const value = rows.find(({ prefixText }) => prefixText)
  if (key && value) return key.fresh === value.fresh ? key.fresh : `${key.fresh}: ${value.fresh}`
  const [{ fresh, prefixText, suffixText }] = rows
  return `${prefixText}${fresh}${suffixText}`
}

const edits = new Map()
for (const line of fs.readFileSync(process.argv[2], 'utf8').split('\n')) {
  const row = line.replace(/^#.*/, '').trim().split(/\s+/)
  if (row.length === 3) find(row)
}
for (const [name, places] of edits) {
  let now = read(name)
  for (const [offset, rows] of [...places].sort((a, b) => b[0] - a[0])) {
    const [{ old, fresh, prefixText, suffixText }] = rows
    let [from, to, put] = [offset, offset + old.length, result(rows)]
    const isShorthand = name.endsWith('.svelte') && offset > now.lastIndexOf('</script>') && now[from - 1] === '{' && now[to] === '}' && (prefixText || suffixText)
    if (isShorthand) [from, to, put] = [from - 1, to + 1, prefixText ? `${old}={${fresh}}` : `${fresh}={${old}}`]
    now = now.slice(0, from) + put + now.slice(to)
  }
  fs.writeFileSync(name, now)
}
