// The cards of the story of a match, as a user sees them.
import { expect, test } from 'vitest'
import '../src/games/sides'
import Battles from '../src/app/story/Battles.svelte'
import { htmlFile } from '../src/app/story/html_file'
import Luck from '../src/app/story/Luck.svelte'
import Losses from '../src/app/story/Losses.svelte'
import type { BattleSummary, LuckSummary, Story } from '../src/app/story/story_text'
import { mountComponent, texts } from './component'

const SIDES = ['japan', 'allies']
const point = (more: Partial<BattleSummary>): BattleSummary => ({ place: '', turn: 1, seq: 4, until: 9, lost: { japan: [], allies: [] }, swing: 0, kind: 'battle', before: 0, after: 0, told: '', ...more })
const luck = (side: string, more: Partial<LuckSummary> = {}): LuckSummary => ({ side, shots: 0, dice: 0, hits: 0, expected: 0, deviation: 0, share: 1, best: null, worst: null, ...more })
const story = (swings: BattleSummary[], luck: LuckSummary[] = []): Story => ({ turns: [{ turn: 1, lead: -7, seq: 1 }], losses: [], battles: [], swings, luck, names: { pearl: 'Pearl Harbor', a: 'Akagi', n: 'Nevada' } })
const to = { href: (seq: number) => `#/m/x/${seq}` }
const card = (swings: BattleSummary[], points = true): string[] => texts(mountComponent(Battles, { battles: swings, story: story(swings), sides: SIDES, pieces: {}, to, points }).target, 'li')

test('a turning point names its battle and its cost', () => {
  const [raid] = card([point({ place: 'pearl', lost: { japan: ['a'], allies: ['n'] } })])
  expect(raid).toContain('Pearl Harbor')
  expect(raid).toContain('Japan lost Akagi; the Allies lost Nevada.')
})

test('a turning point of the score explains why and how the lead changed', () => {
  const [score] = card([point({ kind: 'score', before: 0, after: -7, told: 'Japan scores 6 VP, the Allies 13 VP.' })])
  expect(score).toContain('Score')
  expect(score).toContain('Japan scores 6 VP, the Allies 13 VP.')
  expect(score).toContain('lead even to Allies +7')
})

test('without turning points the card says that nothing was lost, a list of battles that there was none', () => {
  expect(card([])).toEqual(['No losses, and no change of the lead.'])
  expect(card([], false)).toEqual(['No battles yet.'])
})

test('luck is described in dice, not in units that fired', () => {
  const told = story([], [luck('japan', { shots: 18, dice: 66, hits: 24, expected: 22 }), luck('allies', { shots: 1, dice: 1, hits: 1, expected: 0.2 })])
  const { target } = mountComponent(Luck, { story: told, when: () => 'Turn 1', to })
  const [japan, allies] = texts(target, '.luck')
  expect(japan).toContain('24 hits, 22.0 expected with 66 dice')
  expect(allies).toContain('1 hit, 0.2 expected with 1 die')
})

test('a side that rolled no dice to hit is described so', () => {
  const { target } = mountComponent(Luck, { story: story([], [luck('japan')]), when: () => 'Turn 1', to })
  expect(texts(target, '.luck')[0]).toContain('No dice rolled to hit.')
})

test('a shared file has the words, and nothing that looks like a link', async () => {
  const lost = [{ unit: 'a', side: 'japan', turn: 1, seq: 5 }]
  const points = mountComponent(Battles, { battles: [point({ place: 'pearl', lost: { japan: ['a'], allies: [] } })], story: story([]), sides: SIDES, pieces: {}, to, points: true })
  const losses = mountComponent(Losses, { story: { ...story([]), losses: lost }, sides: SIDES, pieces: {}, to })
  expect(texts(points.target, 'a')).toEqual(['Watch'])
  expect(texts(losses.target, 'a')).toEqual(['Akagi'])
  const shared = await Promise.all([points, losses].map(({ target }) => htmlFile(target, 'Story').text()))
  const pages = shared.map((text) => new DOMParser().parseFromString(text, 'text/html').body)
  expect(pages.map((page) => page.querySelectorAll('a, button').length)).toEqual([0, 0])
  expect(pages[0]!.textContent).toContain('Japan lost Akagi.')
  expect(pages[0]!.textContent).not.toContain('Watch')
  expect(pages[1]!.textContent).toContain('Akagi')
})
