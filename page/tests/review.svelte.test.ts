// The review of a match, as a user sees it: progress, the curve, steps, mistakes.
import { expect, test, vi } from 'vitest'
import '../src/games/sides'
import { api } from '../src/app/api'
import ReviewPage from '../src/app/review/Review.svelte'
import { curve, effectsFor, headline, mistakesFor, percent, signed, stepsFor, type Review } from '../src/app/review/review_text'
import { mountComponent, texts } from './component'

const mistake = (number: number, side: string, cost: number) => ({ number, turn: 1, side, question: 'What?', chosen: `Bad ${number}`, better: `Good ${number}`, cost, interval: 0.02, why: `Because ${number}.`, instead: [['good', String(number)]] })
const REVIEW: Review = {
  game: 'pacific_fury', sides: ['japan', 'allies'], winners: ['allies'], why: 'x', seed: 1, most_states: 100, choices: 40, covered: 12, examined: 3, left: 0,
  start: 0.5, end: 0, by_side: { japan: { change: -0.2, interval: 0.05 }, allies: { change: 0.1, interval: 0.04 } }, luck: { change: -0.4, interval: 0.06 },
  points: [
    { number: 5, turn: 1, side: 'japan', before: 0.5, after: 0.3 },
    { number: 9, turn: 1, side: 'allies', before: 0.4, after: 0.5 },
    { number: 20, turn: 2, side: 'japan', before: 0.2, after: 0.2 },
  ],
  turning_points: [{ number: 9, turn: 1, side: 'allies', before: 0.4, after: 0.2, choice: 0.1 }],
  mistakes: [mistake(5, 'japan', 0.2), mistake(9, 'allies', 0.1)], findings: [],
}
const SIDES = ['japan', 'allies'].map((id, team) => ({ id, title: id, team }))
const INFO = { id: 'pacific_fury', sides: SIDES, bots: [{ id: 'ensign', text: '', level: 'new player', seconds: 1 }, { id: 'captain', text: '', level: 'club', seconds: 2 }, { id: 'random', text: '', level: 'practice', seconds: 1 }] } as any
const props = (more = {}) => ({ id: 'x', info: INFO, name: 'Duel', over: true, sides: ['japan', 'allies'], turnName: (turn: number) => `Turn ${turn}`, href: (seq: number) => `#/m/x/${seq}`, onclose: () => undefined, ...more })
const shown = async (more = {}) => {
  vi.spyOn(api, 'review').mockResolvedValue({ examined: 3, of: 3, review: REVIEW, why: '' })
  vi.spyOn(api, 'comments').mockResolvedValue([])
  const page = mountComponent(ReviewPage, props(more))
  await vi.waitFor(() => expect(page.target.querySelector('figure')).not.toBeNull())
  return page.target
}

test('chances, effects and mistakes are those of the side that looks', () => {
  expect(stepsFor(REVIEW, 'japan').map(({ before, after, next }) => [before, after, next])).toEqual([[0.5, 0.3, 0.4], [0.4, 0.5, 0.2], [0.2, 0.2, 0]])
  expect(stepsFor(REVIEW, 'allies')[2]).toMatchObject({ before: 0.8, after: 0.8, next: 1 })
  const changes = effectsFor(REVIEW, 'allies', true)
  expect(changes.map(({ name, change }) => [name, signed(change)])).toEqual([['Your choices', '−10 %'], ['Choices of Japan', '+20 %'], ['Luck', '+40 %']])
  expect(mistakesFor(REVIEW, 'allies').map(({ number }) => number)).toEqual([9, 5])
  expect(headline(REVIEW, 'allies', true)).toBe('1 mistake of yours, 1 mistake of Japan')
  expect(headline({ ...REVIEW, mistakes: [] }, 'japan', false)).toBe('No mistakes found')
})

test('the bars of choices and luck add up to the change from the start to the end', () => {
  for (const side of REVIEW.sides) {
    const steps = stepsFor(REVIEW, side)
    const sum = effectsFor(REVIEW, side, false).reduce((total, { change }) => total + change, 0)
    expect(sum).toBeCloseTo(steps.at(-1)!.next - steps[0]!.before)
  }
})

test('the curve has a solid part for each choice and a dotted one for what follows', () => {
  const { choices, luck } = curve(stepsFor(REVIEW, 'japan'), 300, 100)
  expect(choices).toBe('M0 50L50 70M100 60L150 50M200 80L250 80')
  expect(luck).toBe('M50 70L100 60M150 50L200 80M250 80L300 100')
  expect([percent(0.614), signed(-0.004)]).toEqual(['61 %', '0 %'])
})

test('steps go from decision to decision, and a mistake opens its own', async () => {
  const target = await shown({ mine: 'allies' })
  expect(target.querySelector('h2')!.textContent).toBe('1 mistake of yours, 1 mistake of Japan')
  expect(target.textContent).toContain('Decision 1 of 3, Turn 1')
  target.querySelector<HTMLButtonElement>('[aria-label="Next decision"]')!.click()
  await vi.waitFor(() => expect(target.textContent).toContain('Decision 2 of 3, Turn 1'))
  expect(texts(target, '.mistake')[0]).toContain('Good 9')
  expect(target.querySelector('.stepper a')!.getAttribute('href')).toBe('#/m/x/9')
  target.querySelectorAll<HTMLButtonElement>('.title')[1]!.click()
  await vi.waitFor(() => expect(target.textContent).toContain('Decision 1 of 3, Turn 1'))
  target.querySelector<HTMLButtonElement>('.point')!.click()
  await vi.waitFor(() => expect(target.textContent).toContain('Decision 2 of 3, Turn 1'))
})

test('a new match begins before a decision, against the strongest computer player', async () => {
  const target = await shown({ mine: 'allies' })
  target.querySelector<HTMLButtonElement>('[aria-label="Next decision"]')!.click()
  await vi.waitFor(() => expect(target.textContent).toContain('Decision 2 of 3'))
  const position = vi.spyOn(api, 'position').mockResolvedValue({ text: 'turn = 1' } as any)
  const begin = vi.spyOn(api, 'begin').mockResolvedValue({ id: 'y' } as any)
  ;[...target.querySelectorAll('button')].find((one) => one.textContent === 'Play on from here')!.click()
  await vi.waitFor(() => expect(target.querySelectorAll('select')).toHaveLength(2))
  expect(position).toHaveBeenCalledWith('x', 'open', 8)
  expect([...target.querySelectorAll('select')].map(({ value }) => value)).toEqual(['captain', 'person'])
  target.querySelector<HTMLButtonElement>('dialog button[type=submit]')!.click()
  await vi.waitFor(() => expect(begin).toHaveBeenCalled())
  expect(begin).toHaveBeenCalledWith({ game: 'pacific_fury', seats: { japan: 'captain', allies: 'person' }, position: 'turn = 1', name: 'Duel, from Turn 1' })
})

test('a comment is added to the decision shown, with the better choice as a variation', async () => {
  const target = await shown({ mine: 'japan' })
  const one = { seq: 30, on: 5, side: 'japan', text: 'Too bold.', choices: [['good', '5']], words: 'Too bold. Instead: Good 5' }
  const comment = vi.spyOn(api, 'comment').mockResolvedValue([one])
  const input = target.querySelector<HTMLInputElement>('.comments input:not([type=checkbox])')!
  input.value = 'Too bold.'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  target.querySelector<HTMLInputElement>('.comments [type=checkbox]')!.click()
  target.querySelector<HTMLButtonElement>('.comments button')!.click()
  await vi.waitFor(() => expect(texts(target, '.comments p')).toEqual(['Japan: Too bold. Instead: Good 5']))
  expect(comment).toHaveBeenCalledWith('x', 5, 'Too bold.', [['good', '5']])
  target.querySelector<HTMLButtonElement>('[aria-label="Next decision"]')!.click()
  await vi.waitFor(() => expect(texts(target, '.comments p')).toEqual([]))
})

test('before the end only the own choices are reviewed, and no new match begins', async () => {
  vi.spyOn(api, 'review').mockResolvedValue({ examined: 3, of: 3, review: { ...REVIEW, winners: null, points: REVIEW.points.filter(({ side }) => side === 'japan') }, why: '' })
  const { target } = mountComponent(ReviewPage, props({ mine: 'japan', over: false }))
  await vi.waitFor(() => expect(target.querySelector('figure')).not.toBeNull())
  expect(api.review).toHaveBeenCalledWith('x', 'japan')
  expect(target.querySelector('figcaption')!.textContent).toContain('now')
  expect(texts(target, '.effects dt')).toEqual(['Your choices', 'Luck'])
  expect(target.textContent).not.toContain('Play on from here')
})

test('progress is shown, and why there is no review', async () => {
  const answers = [{ examined: 2, of: 9, review: null, why: '' }, { examined: 0, of: 0, review: null, why: 'it cannot be reviewed' }]
  vi.useFakeTimers()
  vi.spyOn(api, 'review').mockImplementation(async () => answers.shift()!)
  const { target } = mountComponent(ReviewPage, props())
  await vi.advanceTimersByTimeAsync(10)
  expect(target.querySelector('h2')!.textContent).toBe('Examined 2 of 9 decisions.')
  await vi.advanceTimersByTimeAsync(2000)
  expect(target.querySelector('h2')!.textContent).toBe('It cannot be reviewed.')
  vi.useRealTimers()
})
