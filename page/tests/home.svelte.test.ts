// The home page: current games in order, one request for the list until the user returns, and imported saved games.
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import Home from '../src/app/home/Home.svelte'
import Missing from '../src/app/home/Missing.svelte'
import OddsPage from '../src/app/odds/OddsPage.svelte'
import { button, get, mountComponent, names, press, errorResponse, stubServer, flush, texts } from './component'

const SIDES = [{ id: 'japan', title: 'Japan', team: 0 }, { id: 'allies', title: 'the Allies', team: 1 }]
const GAME = { id: 'hold_fast', short: 'hf', title: 'Hold Fast', sides: SIDES, scenarios: [], options: [], bots: [{ id: 'random', text: '' }, { id: 'ensign', text: '' }], about: null, picture: [] }
const match = (id: string, more: object = {}): object => ({
  id, name: id, game: 'hold_fast', game_title: 'Hold Fast', sides: SIDES, seats: { japan: 'person', allies: 'ensign' }, created: '', played: '', turn_line: 'Turn 1', waiting: ['japan'], over: false, result: null, picture: [], claimed: ['japan'], yours: ['japan'], host: true, take: null, ...more,
})
const MATCHES = [match('Over', { over: true }), match('Theirs', { waiting: ['allies'] }), match('Mine')]
const through = async (): Promise<void> => {
  await import('../src/app/home/MatchRow.svelte') // fetched with the first match
  for (let n = 0; n < 5; n++) await flush()
}
beforeEach(() => {
  localStorage.clear()
  location.hash = '#/'
})
async function home(answers: Record<string, unknown> = {}): Promise<{ target: HTMLElement; asked: { what: string; body: any }[] }> {
  const asked = stubServer({ 'GET /games': [GAME], 'GET /matches': MATCHES, 'GET /statistics': [], 'GET /challenges': [], ...answers })
  const { target } = mountComponent(Home)
  await through()
  return { target, asked }
}
const listed = (asked: { what: string }[]): number => asked.filter(({ what }) => what.startsWith('GET /matches')).length

test('games that wait for the person come first, and the first of them is the main way on', async () => {
  const { target } = await home()
  expect(texts(target, '.matches h2')).toEqual(['Waiting for you', 'Waiting for others', 'Ended'])
  expect(names(target, '.continue')).toEqual(['Continue Mine', 'Continue Theirs', 'Review Over'])
  expect(names(target, '.continue.primary')).toEqual(['Continue Mine'])
})

test('games of others come after one’s own, without the main button', async () => {
  const theirs = { yours: [], host: false }
  const { target } = await home({ 'GET /matches': [match('Watched', { ...theirs, waiting: ['japan'] }), match('Mine', { waiting: ['allies'] }), match('Ended', { over: true })] })
  expect(texts(target, '.matches h2')).toEqual(['Waiting for others', 'Other people’s games', 'Ended'])
  expect(names(target, '.continue')).toEqual(['Continue Mine', 'Watch Watched', 'Review Ended'])
  const { target: only } = await home({ 'GET /matches': [match('Watched', theirs)] })
  expect(names(only, '.continue.primary')).toEqual([])
})

test('a lesson that was left and a copy do not wait for the player, and are not the main link', async () => {
  const { target } = await home({ 'GET /matches': [match('Lesson: The raid'), match('Kept', { copied: true }), match('Ended', { over: true, name: 'Lesson: The raid' })] })
  expect(texts(target, '.matches h2')).toEqual(['Copies and lessons', 'Ended'])
  expect(names(target, '.continue.primary')).toEqual([])
})

test('every card has its controls in one order, and special ones come last', async () => {
  const games = ['pacific_fury', 'axis_allies_pacific', 'war_in_the_pacific'].map((id) => ({ ...GAME, id }))
  const { target } = await home({ 'GET /matches': [], 'GET /games': games })
  const controls = [...target.querySelectorAll('.games li')].map((card) => texts(card, 'button, a'))
  const usual = ['Play now', 'Learn by playing', 'Choose side and rules']
  expect(controls).toEqual([[...usual, 'Battle calculator'], [...usual, 'Battle calculator'], [...usual, 'Learn Leyte', 'Learn Burma']])
})

test('the other links are one press away where the cards are longer than the window', async () => {
  const { target } = await home({ 'GET /matches': [] })
  const shown = vi.spyOn(target.querySelector<HTMLElement>('.ways')!, 'scrollIntoView').mockReturnValue()
  press(target, 'More ways to play')
  expect(shown).toHaveBeenCalledTimes(1)
})

test('the list is fetched once, and again when the page becomes visible', async () => {
  const { asked } = await home()
  expect(listed(asked)).toBe(1)
  window.dispatchEvent(new Event('focus'))
  await through()
  expect(listed(asked)).toBe(2)
})

test('a new user gets an introduction, and plays with one press', async () => {
  const { target, asked } = await home({ 'GET /matches': [], 'POST /matches': { id: 'm1' } })
  expect(texts(target, 'h1')).toEqual(['Board wargames of the Pacific War'])
  press(target, 'Play now: Hold Fast, the Allies against Ensign')
  expect(button(target, 'Play now: Hold Fast, the Allies against Ensign').disabled).toBe(true)
  await through()
  expect(asked.at(-1)).toEqual({ what: 'POST /matches', body: { game: 'hold_fast', seats: { japan: 'ensign', allies: 'person' } } })
  expect(location.hash).toBe('#/m/m1')
})

test('before the first game with an incomplete rulebook an explanation is shown, and no game is begun', async () => {
  const { target, asked } = await home({ 'GET /games': [{ ...GAME, known: { 'our reconstruction': 237 } }] })
  press(target, 'Play now: Hold Fast, the Allies against Ensign')
  await through()
  expect(location.hash).toBe('#/new?game=hold_fast')
  expect(asked.some(({ what }) => what.startsWith('POST'))).toBe(false)
})

test('a chart shows the number of counters of each side, and one without counters does not', async () => {
  const picture = [[140, 35, 'japan', 3], [150, 10, 'japan', 1], [-158, 21, 'allies', 2]]
  const charts = async (dots: unknown[]): Promise<string[]> => names((await home({ 'GET /matches': [], 'GET /games': [{ ...GAME, picture: dots }] })).target, '.games [role=img]')
  expect(await charts(picture)).toEqual(['As it begins: 4 of Japan and 2 of Allies'])
  expect(await charts([])).toEqual(['As it begins'])
})

async function bring(target: HTMLElement): Promise<void> {
  const field = get<HTMLInputElement>(target, 'input', 'Import a saved game')
  Object.defineProperty(field, 'files', { value: [new File(['{}'], 'saved.jsonl')] })
  field.dispatchEvent(new Event('change', { bubbles: true }))
  flushSync()
  expect(texts(target, '.file')).toEqual(['Importing the game'])
  await through()
}

test('a saved game is uploaded and continued', async () => {
  const { target, asked } = await home({ 'POST /matches/import': { id: 'm7', over: false } })
  await bring(target)
  expect(asked.at(-1)!.what).toBe('POST /matches/import')
  expect(location.hash).toBe('#/m/m7')
})

test('a finished game that is uploaded opens as its story', async () => {
  const { target } = await home({ 'POST /matches/import': { id: 'm7', over: true } })
  await bring(target)
  expect(location.hash).toBe('#/story/m7')
})

test('a turn file that is dropped goes to its page', async () => {
  const { asked } = await home()
  const before = asked.length
  const event = new Event('drop', { cancelable: true })
  Object.assign(event, { dataTransfer: { files: [new File(['x'], 'a.turn')] } })
  window.dispatchEvent(event)
  await vi.waitFor(() => expect(location.hash).toBe('#/file'))
  expect([event.defaultPrevented, asked.length]).toEqual([true, before])
})

test('a damaged one is refused, and nothing else changes', async () => {
  const { target } = await home({ 'POST /matches/import': errorResponse('line 3 is damaged') })
  await bring(target)
  expect(texts(target, '[role=alert] p')).toEqual(['Line 3 is damaged.'])
  expect(texts(target, '.file')).toEqual(['Import a saved game'])
  expect(location.hash).toBe('#/')
})

test('without a connection a message is shown with a retry button', async () => {
  const { target } = await home({ 'GET /matches': undefined })
  expect(texts(target, '[role=alert] p')).toEqual(['Not connected. The games are safe; start the server again to continue.'])
  stubServer({ 'GET /games': [GAME], 'GET /matches': MATCHES, 'GET /statistics': [], 'GET /challenges': [] })
  press(target, 'Try again')
  await through()
  expect([texts(target, '[role=alert]'), names(target, '.continue').length]).toEqual([[], 3])
})

test('a game without a calculator has none to show', () => {
  expect(texts(mountComponent(OddsPage, { game: 'war_in_the_pacific' }).target, 'h1')).toEqual(['There is no page at this address.'])
})

test.each([
  ['page', undefined, ['There is no page at this address.', 'The link may be old or incomplete.', 'All games']],
  ['game', 'It is not on this server.', ['There is no such game here.', 'It was deleted, or belongs to another computer. If you saved it as a file, you can import it from the list of games.', 'It is not on this server.', 'All games']],
])('a missing %s says so and links home', (what, why, words) => {
  const { target } = mountComponent(Missing, { what, why })
  expect(texts(target, 'main h1, main p')).toEqual(words)
  expect(get<HTMLAnchorElement>(target, 'main a', 'All games').getAttribute('href')).toBe('#/')
})
