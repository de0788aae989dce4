// Rules: the index is searched, a rule opens in plain words and leads to the next.
import { expect, test, vi } from 'vitest'
import RulesPanel from '../src/app/match/RulesPanel.svelte'
import RulePanel from '../src/frame/RulePanel.svelte'
import RulesBrowser from '../src/frame/RulesBrowser.svelte'
import { get, mountComponent, names, press, flush, text, texts, type, type Mounted } from './component'

const ENTRIES = [
  { clause: '7.0.1', text: 'Moving. Ships move three areas.' },
  { clause: '7.7.1', text: 'Transports carry land units.', now: true },
  { clause: '8.7.2', text: 'Submarines go off board with carriers.' },
]
const browser = (): Mounted => mountComponent(RulesBrowser, { entries: ENTRIES, onclause: vi.fn() })
const search = (target: HTMLElement): HTMLElement => get(target, 'input', 'Search the rules')

test('every rule is in the index with its words, and the current one is marked', () => {
  const { target, props } = browser()
  expect(texts(target, 'li')).toEqual(['7.0.1 Moving. Ships move three areas.', '7.7.1 Transports carry land units.', '8.7.2 Submarines go off board with carriers.'])
  expect(texts(target, '[aria-current]')).toEqual(['7.7.1 Transports carry land units.'])
  press(target, 'Rule 7.7.1')
  expect(props['onclause'].mock.calls).toEqual([['7.7.1']])
})

test.each([
  ['7', ['7.0.1', '7.7.1']],
  ['7.7', ['7.7.1']],
  ['.1', []],
  ['CARRIERS  submarine', ['8.7.2']],
  ['carr', ['7.7.1', '8.7.2']],
  ['carr 8', ['8.7.2']],
])('typing "%s" keeps the rules whose number begins so or whose words contain it', (words, found) => {
  const { target } = browser()
  type(search(target), words)
  expect(names(target)).toEqual(found.map((one) => `Rule ${one}`))
})

test('words that no rule has are answered', () => {
  const { target } = browser()
  type(search(target), 'zeppelin')
  expect(texts(target, 'li')).toEqual(['No rule matches.'])
})

const RULE = { clause: '8.8.1', title: 'Transports', paraphrase: 'They carry two units.', here: undefined as string | undefined, related: [] as string[], known: undefined as string | undefined }

test('a rule is named by its number and shows its source and reading', () => {
  const { target, change } = mountComponent(RulePanel, { ...RULE })
  expect(names(target, 'article')).toEqual(['Rule 8.8.1'])
  expect(texts(target, 'h3, p')).toEqual(['8.8.1 Transports', 'They carry two units.'])
  change({ known: 'our reconstruction', here: 'One of them is a tank.' })
  expect(texts(target, 'p')).toEqual(['They carry two units.', 'How it is known: our reconstruction.', 'One of them is a tank.'])
})

test('it links to related rules and closes', () => {
  const { target, props } = mountComponent(RulePanel, { ...RULE, related: ['7.7.1', '8.8.2'], onclause: vi.fn(), onclose: vi.fn() })
  expect(names(target)).toEqual(['Close', 'Rule 7.7.1', 'Rule 8.8.2'])
  press(target, 'Rule 8.8.2')
  press(target, 'Close')
  expect([props['onclause'].mock.calls, props['onclose'].mock.calls.length]).toEqual([[['8.8.2']], 1])
})

test('the panel shows the rule that is open above the index, and marks the one of the question', async () => {
  const clauses = [
    { id: '9.0', title: '', paraphrase: 'One operation each.', related: [], reading: '', reason: 'The booklet is silent.' },
    { id: '9.2', title: 'Moving', paraphrase: 'Two areas.', related: ['9.0'], reading: 'Three by night.', reason: 'not shown' },
  ]
  const store = { clauses, clause: '9.2' as string | null, decision: { clause: '9.0' } as object | undefined, matchView: { clause_now: '9.2' }, openClause: vi.fn(), loadClauses: vi.fn() }
  const { target, change } = mountComponent(RulesPanel, { store })
  expect(store.loadClauses).toHaveBeenCalled()
  expect(texts(target, 'article p')).toEqual(['Two areas.', 'Three by night.', 'See 9.0'])
  expect(texts(target, 'li')).toEqual(['9.0 One operation each.', '9.2 Moving. Two areas.'])
  expect(text(target.querySelector('[aria-current]')!)).toBe('9.0 One operation each.')
  press(target.querySelector('article')!, 'Rule 9.0')
  press(target, 'Close')
  expect(store.openClause.mock.calls).toEqual([['9.0'], [null]])
  change({ store: { ...store, clause: '9.0', decision: undefined } })
  await flush()
  expect(texts(target, 'article p')).toEqual(['One operation each.', 'The booklet is silent.'])
  expect(text(target.querySelector('[aria-current]')!)).toBe('9.2 Moving. Two areas.')
})
