// Rows of the list of games, and of those that are over: their text, and the request that each of their buttons sends.
import { flushSync } from 'svelte'
import { describe, expect, test, vi } from 'vitest'
import DiceCheck from '../src/app/match/DiceCheck.svelte'
import MatchRow from '../src/app/home/MatchRow.svelte'
import Records from '../src/app/home/Records.svelte'
import { settings } from '../src/lib/settings.svelte'
import { button, focused, get, key, mountComponent, names, press, errorResponse, stubServer, flush, text, texts, type, type Mounted } from './component'

const SIDES = [{ id: 'japan', title: 'Japan', team: 0 }, { id: 'allies', title: 'the Allies', team: 1 }]
const MATCH = {
  id: 'm1', name: 'Watchtower', game: 'hold_fast', game_title: 'Hold Fast', sides: SIDES, seats: { japan: 'person', allies: 'ensign' }, created: '', played: new Date(Date.now() - 5 * 60_000).toISOString(),
  turn_line: 'Turn 2 of 10', waiting: ['japan'], over: false, result: null as { winners: string[] } | null, picture: [], claimed: ['japan'], yours: ['japan'], host: true, take: null,
}
const SHARED = { seats: { japan: 'person', allies: 'person' }, claimed: ['japan', 'allies'], yours: ['japan', 'allies'] }
const row = (more: Record<string, unknown> = {}): Mounted =>
  mountComponent(MatchRow, { match: { ...MATCH, ...more }, game: undefined, first: true, tried: vi.fn((act: () => Promise<unknown>) => act().catch(() => undefined)), onchanged: vi.fn() })

describe('a match', () => {
  test('shows its game, its turn, its players and its age', () => {
    const { target } = row()
    expect(texts(target, 'h3, .game, .where, .players > span')).toEqual(['Hold Fast', 'Watchtower', 'Turn 2 of 10', 'Japan: you', 'Allies: Ensign', 'Waiting for you.', '5 minutes ago'])
    expect(get<HTMLAnchorElement>(target, 'a', 'Continue Watchtower').getAttribute('href')).toBe('#/m/m1')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a computer player', { waiting: ['allies'] }, 'Waiting for the Allies.'],
    ['nobody', { waiting: [] }, 'Waiting for nobody.'],
    ['one of two on one screen', { ...SHARED, waiting: ['allies'] }, 'The Allies to choose.'],
    ['both of two on one screen', { ...SHARED, waiting: ['japan', 'allies'] }, 'Japan and the Allies to choose.'],
    ['neither of two on one screen', { ...SHARED, waiting: [] }, 'Waiting for nobody.'],
    ['a friend', { ...SHARED, yours: ['japan'], waiting: ['allies'] }, 'Waiting for the Allies.'],
    ['the person here and a friend', { ...SHARED, yours: ['japan'], waiting: ['japan', 'allies'] }, 'Waiting for you.'],
    ['a player whom one watches', { ...SHARED, yours: [], host: false, waiting: ['japan'] }, 'Waiting for Japan.'],
    ['the first browser to open it', { ...SHARED, yours: [], claimed: [], host: false, take: 'unclaimed', seats: { japan: 'person', allies: 'ensign' } }, 'Waiting for you.'],
    ['its end, lost by the person here', { over: true, result: { winners: ['allies'], why: 'Japan resigned' } }, 'You lost: Japan resigned.'],
    ['its end, won by the person here', { over: true, result: { winners: ['japan'], why: 'the marker stands at U2' } }, 'You won: the marker stands at U2.'],
    ['its end, on one screen', { ...SHARED, over: true, result: { winners: ['allies'], why: 'Japan resigned' } }, 'The Allies won: Japan resigned.'],
    ['its end, watched', { yours: [], over: true, result: { winners: ['allies'], why: 'Japan resigned' } }, 'The Allies won: Japan resigned.'],
    ['its end, with none', { over: true, result: { winners: [], why: '' } }, 'A draw.'],
    ['nobody, being a copy', { copied: true }, 'A copy of another game.'],
    ['nobody, being left of a lesson', { name: 'Lesson: The night battle' }, 'An unfinished lesson.'],
  ])('that waits for %s says so', (_, more, words) => {
    expect(texts(row(more).target, '.players > span:not(.side-chip)')[0]).toBe(words)
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['a friend who has joined', { yours: ['japan'] }, ['Japan: you', 'Allies: a friend']],
    ['a friend who has not joined', { yours: ['japan'], claimed: ['japan'] }, ['Japan: you', 'Allies: not joined yet']],
    ['others', { yours: [], host: false }, ['Japan: another player', 'Allies: another player']],
    ['both on one screen', {}, ['Japan: you', 'Allies: you']],
  ])('shows for %s who plays which side', (_, more, chips) => {
    expect(texts(row({ ...SHARED, ...more }).target, '.side-chip')).toEqual(chips)
  })

  test.each<[string, Record<string, unknown>, string, string[]]>([
    ['the host', {}, 'Continue Watchtower', ['Rename Watchtower', 'Export Watchtower', 'Delete Watchtower']],
    ['a friend', { host: false }, 'Continue Watchtower', ['Rename Watchtower', 'Export Watchtower']],
    ['the host of computer players', { seats: { japan: 'ensign', allies: 'ensign' }, yours: [], claimed: [] }, 'Watch Watchtower', ['Rename Watchtower', 'Export Watchtower', 'Delete Watchtower']],
    ['a spectator', { yours: [], host: false }, 'Watch Watchtower', []],
    ['another browser of this machine', { yours: [], host: false, take: 'this_machine' }, 'Play Watchtower', []],
    ['anybody once it is over', { yours: [], host: false, over: true }, 'Review Watchtower', ['Export Watchtower']],
  ])('offers %s only what is allowed', (_, more, way, menu) => {
    const { target } = row(more)
    expect(names(target, '.continue')).toEqual([way])
    if (menu.length) press(target, 'More actions for Watchtower')
    expect([names(target, '.more').length, names(target, '.menu > *')]).toEqual([menu.length ? 1 : 0, menu])
    if (menu.length) expect(focused()).toBe(menu[0])
  })

  test('that is over opens as its story', () => {
    const { target } = row({ over: true })
    expect(texts(target, '.continue')).toEqual(['Review'])
    expect(names(target, '.continue')).toEqual(['Review Watchtower'])
    const links = (one: HTMLElement): (string | null)[] => [...one.querySelectorAll('.chart, h3 a, .continue')].map((link) => link.getAttribute('href'))
    expect(new Set(links(target)).size).toBe(1)
    expect(links(target)[0]).toMatch(/^#\/story\//)
    expect(links(row().target)[0]).toMatch(/^#\/m\//)
  })

  test('has a menu that closes when the focus or a press goes elsewhere', () => {
    const { target } = row()
    const open = (): string | null => button(target, 'More actions for Watchtower').getAttribute('aria-expanded')
    press(target, 'More actions for Watchtower')
    expect([open(), focused()]).toEqual(['true', 'Rename Watchtower'])
    expect(get<HTMLAnchorElement>(target, 'a', 'Export Watchtower').getAttribute('href')).toBe('/api/matches/m1/export')
    flushSync(() => get(target, 'a', 'Watchtower').focus())
    expect(open()).toBe('false')
    press(target, 'More actions for Watchtower')
    flushSync(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
    expect(open()).toBe('false')
  })

  test('is renamed', async () => {
    const asked = stubServer({ 'PATCH /matches/m1': {} })
    const { target, props } = row()
    press(target, 'More actions for Watchtower')
    press(target, 'Rename Watchtower')
    const field = get<HTMLInputElement>(target, 'input', 'Name of the game')
    expect([field.value, document.activeElement === field]).toEqual(['Watchtower', true])
    type(field, 'Shoestring')
    field.form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await flush()
    await flush()
    expect(asked).toEqual([{ what: 'PATCH /matches/m1', body: { name: 'Shoestring' } }])
    expect(props['onchanged']).toHaveBeenCalledTimes(1)
    expect(names(target, 'input')).toEqual([])
  })

  test('keeps the field open while the new name is refused, and its name if the field loses focus', async () => {
    const asked = stubServer({ 'PATCH /matches/m1': errorResponse('too long') })
    const { target, props } = row()
    press(target, 'More actions for Watchtower')
    press(target, 'Rename Watchtower')
    get<HTMLInputElement>(target, 'input', 'Name of the game').form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await flush()
    await flush()
    expect(names(target, 'input')).toEqual(['Name of the game'])
    key('Escape', get(target, 'input', 'Name of the game'))
    expect(texts(target, 'h3')).toEqual(['Watchtower'])
    expect([asked.length, props['onchanged'].mock.calls.length]).toEqual([1, 0])
  })

  test('is deleted only by a second button', async () => {
    settings.guard = 'off'
    const asked = stubServer({ 'DELETE /matches/m1': {} })
    const { target, props } = row()
    press(target, 'More actions for Watchtower')
    press(target, 'Delete Watchtower')
    expect(names(target, '.menu button')).toEqual(expect.arrayContaining(['Delete for good', 'Keep it']))
    press(target, 'Keep it')
    expect([names(target, '.menu button').includes('Delete Watchtower'), asked]).toEqual([true, []])
    press(target, 'Delete Watchtower')
    press(target, 'Delete for good')
    await flush()
    await flush()
    expect(asked.map(({ what }) => what)).toEqual(['DELETE /matches/m1'])
    expect(props['onchanged']).toHaveBeenCalledTimes(1)
    settings.guard = 'on'
  })
})

describe('games that are over', () => {
  const STATISTICS = [
    { game: 'hold_fast', title: 'Hold Fast', played: 3, drawn: 1, won: { japan: 1, allies: 1 }, solo: [{ side: 'japan', title: 'Japan', played: 2, won: 1, drawn: 1 }] },
    { game: 'other', title: 'Other', played: 1, drawn: 0, won: { red: 1 }, solo: [] },
  ]
  const GAMES = [{ id: 'hold_fast', title: 'Hold Fast', sides: SIDES, about: null }]
  const past = (id: number, result = 'won'): object => ({ id: `p${id}`, name: `Game ${id}`, game: 'hold_fast', title: 'Hold Fast', result, sides: ['Japan'], against: ['Ensign'], played: new Date().toISOString(), why: 'by points' })
  const records = (): HTMLElement => mountComponent(Records, { statistics: STATISTICS, games: GAMES }).target
  const open = async (target: HTMLElement): Promise<void> => {
    const details = target.querySelector('details')!
    details.open = false
    details.open = true
    await flush()
    await flush()
  }

  test('are counted by game, with winners and results of the person', () => {
    const rows = [...records().querySelectorAll('tbody tr')].map((one) => texts(one, 'th, td'))
    expect(rows).toEqual([['Hold Fast', '3', 'Japan 1, Allies 1, drawn 1', 'Japan: 1 of 2 won, 1 drawn'], ['Other', '1', 'Red 1', 'none']])
  })

  test('are listed one by one on request, page by page', async () => {
    const asked = stubServer({ 'GET /records?first=0&count=100': Array.from({ length: 100 }, (_, k) => past(k)), 'GET /records?first=100&count=100': [past(100, 'lost')] })
    const target = records()
    expect(asked).toEqual([])
    await open(target)
    expect(texts(target, 'li')[0]).toBe('Hold Fast: Game 0 Won as Japan against Ensign, just now: by points.')
    press(target, 'Show more')
    await flush()
    await flush()
    expect(texts(target, 'li').at(-1)).toBe('Hold Fast: Game 100 Lost as Japan against Ensign, just now: by points.')
    expect(names(target)).toEqual([])
  })

  test('that cannot be fetched are reported so, and requested again', async () => {
    stubServer({ 'GET /records': errorResponse('no disk', { status: 500 }) })
    const target = records()
    await open(target)
    expect(texts(target, '[role=alert]')).toEqual(['No disk.'])
    stubServer({ 'GET /records': [past(1)] })
    await open(target)
    expect([texts(target, '[role=alert]'), texts(target, 'li').length]).toEqual([[], 1])
  })
})

describe('checking the dice', () => {
  const check = (): Mounted => mountComponent(DiceCheck, { store: { id: 'm1' }, onclose: vi.fn() })
  const wait = async (): Promise<void> => {
    await flush()
    await flush()
  }

  test('shows whether the record is valid, and what was proved, failed and left open', async () => {
    stubServer({ 'GET /matches/m1/verify': { sound: false, proved: ['every act is lawful'], failed: ['die 3 is another'], open: [] } })
    const { target } = check()
    expect(texts(target, '[role=status]')).toEqual(['Replaying the record.'])
    await wait()
    expect(texts(target, '[role=status], h3, li')).toEqual(['The record is not sound.', 'Proved', 'Every act is lawful.', 'Failed', 'Die 3 is another.'])
  })

  test('compares with the hash that was noted', async () => {
    const asked = stubServer({ 'GET /matches/m1/verify?commitment=': { sound: true }, 'GET /matches/m1/verify?commitment=abc': { sound: true, proved: ['it is the hash that you noted'] } })
    const { target } = check()
    await wait()
    expect(texts(target, '[role=status]')).toEqual(['The record is sound.'])
    const field = get<HTMLInputElement>(target, 'input', 'Seal noted at the start (optional)')
    type(field, ' abc ')
    field.form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await wait()
    expect(asked.map(({ what }) => what)).toEqual(['GET /matches/m1/verify?commitment=', 'GET /matches/m1/verify?commitment=abc'])
    expect(texts(target, 'li')).toEqual(['It is the hash that you noted.'])
  })

  test('shows what went wrong', async () => {
    stubServer({})
    const { target } = check()
    await wait()
    expect(text(target.querySelector('[role=alert]')!)).toBe('The server cannot be reached.')
  })
})
