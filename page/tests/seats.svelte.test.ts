// Seats of a match: an invitation and its link, who holds what, and the page that a link opens.
import { flushSync } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SeatsInfo } from '../src/app/api'
import JoinPage from '../src/app/home/JoinPage.svelte'
import Invite from '../src/app/match/Invite.svelte'
import QrCode from '../src/app/match/QrCode.svelte'
import Seats from '../src/app/match/Seats.svelte'
import { hashOf, placeOf } from '../src/app/router.svelte'
import { addressOf, Invitations } from '../src/app/invitations.svelte'
import { MatchSeats } from '../src/app/seats.svelte'
import { settings } from '../src/lib/settings.svelte'
import { button, focused, get, mountComponent, names, press, errorResponse, stubServer, flush, text, texts, type Mounted } from './component'

const TITLES: Record<string, string> = { japan: 'Japan', allies: 'the Allies' }
const LINK = { token: 'abc', path: '/#/join/m/abc', expires: '2030-01-02T10:00:00' }
const INVITATION = { made: '2026-05-03T14:00:00', expires: LINK.expires, opened: null as string | null }
type Some = Partial<SeatsInfo['seats'][number]>
/** Japan is held here, the seat of the Allies is free: with what is said otherwise of each. */
const info = (more: Partial<SeatsInfo> = {}, japan: Some = {}, allies: Some = {}): SeatsInfo => ({
  id: 'm', name: 'Watchtower', game: 'hold_fast', begun: true, over: false, host: true, take: null, link: null, offered: [], lot: false, challenge: [], agreed: [], options: {}, picture: [], secure: true, here_only: false, addresses: ['http://192.168.1.7:1942'],
  seats: [
    { side: 'japan', title: TITLES['japan']!, player: 'person', claimed: true, yours: true, invitation: null, ...japan },
    { side: 'allies', title: TITLES['allies']!, player: 'person', claimed: false, yours: false, invitation: null, ...allies },
  ],
  ...more,
})
const through = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await flush()
}
const later = async (milliseconds: number): Promise<void> => {
  await new Promise((done) => setTimeout(done, milliseconds))
  flushSync()
}
beforeEach(() => {
  localStorage.clear()
  settings.guard = 'off'
  location.hash = '#/m/m'
})

describe('an invitation', () => {
  /** The seat of the Allies as the server has it; `known`: this browser made its link. */
  async function invited(seats: SeatsInfo, { known = true, answers = {} }: { known?: boolean; answers?: Record<string, unknown> } = {}): Promise<{ target: HTMLElement; asked: { what: string; body: any }[] }> {
    if (known) localStorage.setItem('ironbottom.links.m', JSON.stringify({ allies: LINK }))
    let now = seats
    const asked = stubServer({
      'GET /matches/m/seats': () => now,
      'POST /matches/m/invitations': () => ((now = info({}, {}, { invitation: { ...INVITATION, expires: '2031-01-01T00:00:00' } })), { token: 'new', path: '/#/join/m/new', expires: '2031-01-01T00:00:00' }),
      'DELETE /matches/m/invitations/allies': () => ((now = info()), new Response(null, { status: 204 })),
      ...answers,
    })
    const all = new MatchSeats('m')
    await all.refresh()
    const made = mountComponent(Invite, { links: new Invitations(all), side: 'allies' })
    return { target: made.target, asked }
  }
  const link = (target: HTMLElement): string => get<HTMLInputElement>(target, 'input', 'Link to the seat of the Allies').value

  test('shows its link as a text and as a QR code, whether it was opened, and until when it works', async () => {
    const { target } = await invited(info({}, {}, { invitation: INVITATION }))
    await vi.waitFor(() => expect(names(target, '[role=img]')).toEqual(['Link to the seat of the Allies, as a QR code']))
    expect(link(target)).toMatch(/\/#\/join\/m\/abc$/)
    expect(texts(target, '.state')).toEqual(['Nobody has opened it yet. It works until 2 January, 10:00.'])
    expect(names(target)).toEqual(['Copy', 'Make a new link', 'Withdraw the link'])
  })

  test('that was opened shows when', async () => {
    const { target } = await invited(info({}, {}, { invitation: { ...INVITATION, opened: '2026-05-03T14:05:00' } }))
    expect(texts(target, '.state')).toEqual(['Opened on 3 May, 14:05, not accepted yet. It works until 2 January, 10:00.'])
  })

  test('is copied, and says so', async () => {
    const writeText = vi.fn((_: string) => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { target } = await invited(info({}, {}, { invitation: INVITATION }))
    press(target, 'Copy')
    await through()
    expect([writeText.mock.calls, texts(target, '.status')]).toEqual([[[link(target)]], ['Copied']])
  })

  test('that a browser cannot copy is selected', async () => {
    vi.stubGlobal('navigator', {})
    const { target } = await invited(info({}, {}, { invitation: INVITATION }))
    press(target, 'Copy')
    await through()
    expect(texts(target, '.status')).toEqual(['Not copied. The link is selected.'])
    const field = get<HTMLInputElement>(target, 'input', 'Link to the seat of the Allies')
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  })

  test.each(['Make a new link', 'Withdraw the link'])('a double press on "%s" does nothing', async (name) => {
    settings.guard = 'on'
    const { target, asked } = await invited(info({}, {}, { invitation: INVITATION }))
    const before = asked.length
    press(target, name)
    await later(50)
    expect(['Keep this link', 'Keep the link']).toContain(focused())
    press(target, name === 'Make a new link' ? 'Replace it' : 'Withdraw it')
    ;(document.activeElement as HTMLElement).click()
    await through()
    expect(asked.length).toBe(before)
    await later(400)
    press(target, name === 'Make a new link' ? 'Keep this link' : 'Keep the link')
    await through()
    expect([names(target), asked.length, focused()]).toEqual([['Copy', 'Make a new link', 'Withdraw the link'], before, name])
  })

  test('is replaced by a new link, after a warning', async () => {
    const { target } = await invited(info({}, {}, { invitation: INVITATION }))
    press(target, 'Make a new link')
    await through()
    expect(texts(target, '.confirm [role=status]')).toEqual(['The link that you sent stops working.'])
    press(target, 'Replace it')
    await through()
    expect([link(target), focused()]).toEqual([expect.stringMatching(/\/#\/join\/m\/new$/), 'Make a new link'])
  })

  test('is withdrawn, and another one can be made', async () => {
    const { target, asked } = await invited(info({}, {}, { invitation: INVITATION }))
    press(target, 'Withdraw the link')
    await through()
    press(target, 'Withdraw it')
    await through()
    expect(asked.at(-2)!.what).toBe('DELETE /matches/m/invitations/allies')
    expect([text(target.querySelector('p')!), names(target)]).toEqual(['Nobody plays the Allies yet. Make a link and send it to your friend.', ['Make a link', 'Invite by file']])
    expect(localStorage.getItem('ironbottom.links.m')).toBeNull()
    expect(focused()).toBe('Make a link')
    press(target, 'Make a link')
    await through()
    expect([link(target), focused()]).toEqual([expect.stringMatching(/\/#\/join\/m\/new$/), 'Link to the seat of the Allies'])
  })

  test.each([['of another browser', false, INVITATION], ['that another browser has replaced', true, { ...INVITATION, expires: '2031-05-05T00:00:00' }]])('%s has no link here', async (_, known, invitation) => {
    const { target } = await invited(info({}, {}, { invitation }), { known })
    expect(text(target.querySelector('p')!)).toBe('A link to this seat was made on 3 May, 14:00. Only the browser that made it can show it.')
    expect([names(target, 'input'), names(target)]).toEqual([[], ['Make a new link', 'Withdraw the link']])
  })

  test('that the server refuses gives the reason', async () => {
    const { target } = await invited(info(), { answers: { 'POST /matches/m/invitations': errorResponse('somebody holds the seat of the Allies') } })
    press(target, 'Make a link')
    await through()
    expect(texts(target, '[role=alert]')).toEqual(['Somebody holds the seat of the Allies.'])
  })

  test.each<[string, Partial<SeatsInfo>, string[]]>([
    ['only this machine reaches the server', { here_only: true, secure: false }, ['Friends cannot reach this server yet. Stop it, then start it with ironbottom serve --lan.']],
    ['the connection is not encrypted', { secure: false }, ['The connection is not encrypted: others on the network could listen in and take the seat.']],
    ['it is encrypted', {}, []],
  ])('gives the reason where %s', async (_, more, words) => {
    const { target } = await invited(info(more, {}, { invitation: INVITATION }))
    await through()
    expect(texts(target, '.connection-warning')).toEqual(words)
    if (more.here_only) expect(names(target, '[role=img]')).toEqual([])
  })

  test('uses an address that others can reach', () => {
    vi.stubGlobal('location', { hostname: 'localhost', origin: 'http://localhost:1942' })
    expect(addressOf(info())).toBe('http://192.168.1.7:1942')
    expect(addressOf(info({ addresses: [] }))).toBe('http://localhost:1942')
    vi.stubGlobal('location', { hostname: '192.168.1.9', origin: 'http://192.168.1.9:1942' })
    expect(addressOf(info())).toBe('http://192.168.1.9:1942')
  })

  test('as a QR code has the three corners that a camera looks for', () => {
    const { target } = mountComponent(QrCode, { text: 'http://192.168.1.7:1942/#/join/m/abc', label: 'Link' })
    const size = Number(target.querySelector('svg')!.getAttribute('viewBox')!.split(' ')[2])
    const dark = new Set([...target.querySelector('path')!.getAttribute('d')!.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x} ${y}`))
    for (const [left, top] of [[3, 3], [size - 10, 3], [3, size - 10]] as const) {
      const at = (x: number, y: number): boolean => dark.has(`${left + x} ${top + y}`)
      expect([at(0, 0), at(6, 6), at(1, 1), at(5, 5), at(2, 2), at(3, 3), at(4, 4)]).toEqual([true, true, false, false, true, true, true])
    }
    expect([...dark].some((one) => one.startsWith('0 ') || one.endsWith(' 1'))).toBe(false)
  })
})

describe('the seats of a match', () => {
  async function seatsOf(first: SeatsInfo, { inviting = false, answers = {}, ...more }: { inviting?: boolean; answers?: Record<string, unknown>; here?: Set<string>; reissued?: object[] } = {}): Promise<Mounted & { asked: { what: string; body: any }[] }> {
    const asked = stubServer({ 'GET /matches/m/seats': first, ...answers })
    const seats = new MatchSeats('m')
    await seats.refresh()
    const made = mountComponent(Seats, { seats, inviting, ...more })
    await through()
    return { ...made, asked }
  }
  const held = (target: HTMLElement): string[] => texts(target, '.holder')

  test.each<[string, SeatsInfo, string[]]>([
    ['a friend who has not joined', info(), ['Japan You', 'Allies Nobody yet']],
    ['a friend who is away', info({}, {}, { claimed: true }), ['Japan You', 'Allies A friend, away']],
    ['a computer player', info({}, {}, { player: 'ensign' }), ['Japan You', 'Allies Ensign, a computer player']],
    ['others, seen by a spectator', info({ host: false }, { yours: false }, { claimed: true }), ['Japan Another player, away', 'Allies Another player, away']],
  ])('show their holders: %s', async (_, seats, words) => {
    expect(held((await seatsOf(seats)).target)).toEqual(words)
  })

  test('show who is here, and when a new link was issued', async () => {
    const { target } = await seatsOf(info({}, {}, { claimed: true }), { here: new Set(['allies']), reissued: [{ side: 'allies', time: '2026-05-03T14:02:00' }] })
    expect([held(target)[1], texts(target, '.link-date')]).toEqual(['Allies A friend, here', ['The host gave this seat a new link on 3 May, 14:02.']])
  })

  test('of a friend who lost access get a new link, after a warning', async () => {
    const reissued = info({}, {}, { invitation: INVITATION })
    let now = info({}, {}, { claimed: true })
    const { target, asked } = await seatsOf(now, { answers: { 'GET /matches/m/seats': () => now, 'POST /matches/m/reissue': () => ((now = reissued), LINK) } })
    press(target, 'Give a new link')
    await through()
    expect([focused(), texts(target, '.confirm [role=status]')]).toEqual(['Cancel', ['Your friend loses the seat. The first person to accept the new link gets it. All players see this.']])
    expect(asked.filter(({ what }) => what.startsWith('POST'))).toEqual([])
    press(target, 'Take the seat')
    await through()
    expect(asked.filter(({ what }) => what.startsWith('POST'))).toEqual([{ what: 'POST /matches/m/reissue', body: { side: 'allies' } }])
    expect(get<HTMLInputElement>(target, 'input', 'Link to the seat of the Allies').value).toMatch(/\/#\/join\/m\/abc$/)
    expect(focused()).toBe('Link to the seat of the Allies')
  })

  test('are reissued only by the host', async () => {
    expect(names((await seatsOf(info({ host: false }, {}, { claimed: true }))).target)).toEqual(['Use another device'])
  })

  test('open on another device by a private link', async () => {
    const { target, asked } = await seatsOf(info({}, {}, { player: 'ensign' }), { answers: { 'POST /matches/m/device_link': LINK } })
    press(target, 'Use another device')
    await through()
    expect(asked.at(-1)!.what).toBe('POST /matches/m/device_link')
    expect(get<HTMLInputElement>(target, 'input', 'Private link to your seats').value).toMatch(/\/#\/join\/m\/abc$/)
    expect(focused()).toBe('Private link to your seats')
    expect(texts(target, 'section p')[0]).toBe('Open this link on your other device. It works once, until 2 January, 10:00. Do not share it: it opens your seats.')
  })

  test('show one code at a time, each with the person who may scan it', async () => {
    localStorage.setItem('ironbottom.links.m', JSON.stringify({ allies: LINK }))
    const { target } = await seatsOf(info({}, {}, { invitation: INVITATION }), { answers: { 'POST /matches/m/device_link': { ...LINK, path: '/#/join/m/own' } } })
    expect(texts(target, 'figcaption')).toEqual(['For your friend, who plays the Allies.'])
    press(target, 'Use another device')
    await through()
    expect(texts(target, 'figcaption')).toEqual(['Only for you: it opens your own seats.'])
    press(target, 'Link to the seat of the Allies: show the QR code')
    expect(texts(target, 'figcaption')).toEqual(['For your friend, who plays the Allies.'])
    expect(names(target).filter((name) => name.endsWith('QR code'))).toEqual(['Private link to your seats: show the QR code'])
  })

  test('offer nothing to a spectator', async () => {
    expect(names((await seatsOf(info({ host: false }, { yours: false }, { claimed: true }))).target)).toEqual([])
  })

  test('on one screen can each be given to a friend, and stay until the friend accepts', async () => {
    const { target } = await seatsOf(info({}, {}, { claimed: true, yours: true }), { inviting: true })
    expect([held(target), names(target)]).toEqual([['Japan You', 'Allies You'], ['Make a link', 'Invite by file', 'Make a link', 'Invite by file']])
    localStorage.setItem('ironbottom.links.m', JSON.stringify({ allies: LINK }))
    const made = await seatsOf(info({}, {}, { claimed: true, yours: true, invitation: INVITATION }), { inviting: true })
    expect(texts(made.target, '.invite > p')[1]).toBe('Send this link to your friend, who then plays the Allies. The seat stays yours until it is accepted.')
  })

  test('are refreshed while they are shown', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      let now = info({}, {}, { invitation: INVITATION })
      const { target } = await seatsOf(now, { answers: { 'GET /matches/m/seats': () => now } })
      expect(held(target)[1]).toBe('Allies Nobody yet')
      now = info({}, {}, { claimed: true })
      vi.advanceTimersByTime(5000)
      await through()
      expect(held(target)[1]).toBe('Allies A friend, away')
    } finally {
      vi.useRealTimers()
    }
  })
})

test('an answer that a later one has overtaken is ignored', async () => {
  const answers: ((seats: SeatsInfo) => void)[] = []
  stubServer({ 'GET /matches/m/seats': () => new Promise((done) => answers.push(done)) })
  const seats = new MatchSeats('m')
  const both = [seats.refresh(), seats.refresh()]
  await flush()
  answers[1]!(info({}, {}, { claimed: true }))
  await flush()
  answers[0]!(info())
  await Promise.all(both)
  expect(seats.free).toEqual([])
})

describe('the page of a link', () => {
  const GAMES = [{ id: 'hold_fast', short: 'hf', title: 'Hold Fast: Pacific', sides: [{ id: 'japan', title: 'Japan', team: 0 }, { id: 'allies', title: 'the Allies', team: 1 }], about: { name: 'Hold Fast' }, scenarios: [], options: [], bots: [], picture: [] }]
  const AGREED = [{ title: 'Game', text: 'The whole war' }, { title: 'Dice', text: 'Sealed before the first move' }]
  const guest = (more: Partial<SeatsInfo> = {}, japan: Some = {}, allies: Some = {}): SeatsInfo => info({ host: false, link: 'invitation', offered: ['allies'], agreed: AGREED, ...more }, { yours: false, ...japan }, allies)
  async function joining(seats: unknown, answers: Record<string, unknown> = {}): Promise<{ target: HTMLElement; asked: { what: string; body: any }[] }> {
    const asked = stubServer({ 'GET /games': GAMES, 'GET /matches/m/seats?token=abc': seats, ...answers })
    const { target } = mountComponent(JoinPage, { id: 'm', token: 'abc' })
    await through()
    return { target, asked }
  }
  beforeEach(() => {
    location.hash = '#/join/m/abc'
  })

  test('has an address that names the match and the token', () => {
    expect(placeOf('#/join/m%201/a_b-c')).toEqual({ page: 'join', id: 'm 1', token: 'a_b-c' })
    expect(hashOf({ page: 'join', id: 'm 1', token: 'a_b-c' })).toBe('#/join/m%201/a_b-c')
    expect(placeOf('#/join/m').page).toBe('missing')
  })

  test('shows the game, the sides and the agreement, and takes nothing', async () => {
    const { target, asked } = await joining(guest())
    expect(texts(target, 'h1, .matchup')).toEqual(['You are invited to Hold Fast', 'You play Allies against Japan'])
    expect(texts(target, 'dl > div')).toEqual(['GameThe whole war', 'DiceSealed before the first move'])
    expect(names(target, 'main button')).toEqual(['Accept'])
    expect(asked.filter(({ what }) => !what.startsWith('GET'))).toEqual([])
  })

  test('shows allies and enemies apart', async () => {
    const sides = [...GAMES[0]!.sides, { id: 'usa', title: 'the United States', team: 1 }]
    const usa = { side: 'usa', title: 'the United States', player: 'person', claimed: false, yours: false, invitation: null }
    const { target } = await joining({ ...guest(), seats: [...guest().seats, usa] }, { 'GET /games': [{ ...GAMES[0], sides }] })
    expect(texts(target, '.matchup')).toEqual(['You play Allies with United States against Japan'])
  })

  test('accepts once and opens the match', async () => {
    const { target, asked } = await joining(guest(), { 'POST /matches/m/claim': info() })
    press(target, 'Accept')
    button(target, 'Accept').click()
    await through()
    expect(asked.filter(({ what }) => what.startsWith('POST'))).toEqual([{ what: 'POST /matches/m/claim', body: { token: 'abc' } }])
    expect(location.hash).toBe('#/m/m')
  })

  test('of a used link says so and offers to watch', async () => {
    const { target } = await joining(guest({ link: 'void', offered: [] }, {}, { claimed: true }))
    expect(texts(target, 'h1, .description > p:not(.actions)')).toEqual(['This link does not work', 'This link has been used, replaced or withdrawn, or has expired. Ask your friend for a new one.'])
    expect([names(target, 'main button'), get<HTMLAnchorElement>(target, 'a', 'Watch the game').getAttribute('href')]).toEqual([[], '#/m/m'])
  })

  test.each([['before', guest({ link: 'void', offered: [] }, {}, { claimed: true, yours: true })], ['still', guest({}, {}, { claimed: true, yours: true })]])('of a seat that this browser holds opens the match (%s)', async (_, seats) => {
    const { target } = await joining(seats)
    expect(texts(target, 'h1')).toEqual(['You play the Allies'])
    expect([names(target, 'main button'), get<HTMLAnchorElement>(target, 'a', 'Go to the game').getAttribute('href')]).toEqual([[], '#/m/m'])
  })

  test('opened by the host itself warns before both sides are played in one browser', async () => {
    const { target } = await joining(guest({ host: true }, { yours: true }))
    expect(texts(target, '.note')).toEqual(['You already play Japan in this browser. If you accept, you play both sides here. To play with a friend, send the link.'])
    expect(names(target, 'main button')).toEqual(['Accept'])
    expect(texts((await joining(guest())).target, '.note')).toEqual([])
  })

  test('of a private link says that it is for another device', async () => {
    const { target, asked } = await joining(guest({ link: 'device', offered: ['japan'] }, { claimed: true }, { claimed: true }), { 'POST /matches/m/claim': info() })
    expect(texts(target, 'h1, .matchup')).toEqual(['Use this device for Japan', 'You play Japan against Allies'])
    press(target, 'Use this device')
    await through()
    expect(asked.at(-1)).toEqual({ what: 'POST /matches/m/claim', body: { token: 'abc' } })
    expect(location.hash).toBe('#/m/m')
  })

  test('of a link that was used meanwhile says so after Accept', async () => {
    let now = guest()
    const { target } = await joining(() => now, { 'POST /matches/m/claim': () => ((now = guest({ link: 'void', offered: [] })), errorResponse('this link does not work', { status: 403 })) })
    press(target, 'Accept')
    await through()
    expect(texts(target, 'h1, [role=alert]')).toEqual(['This link does not work', 'This link does not work.'])
    expect([names(target, 'main button'), location.hash]).toEqual([[], '#/join/m/abc'])
  })

  test('of a missing match says so', async () => {
    expect(texts((await joining(errorResponse('no match', { status: 404 }))).target, 'h1')).toEqual(['There is no such game here.'])
  })

  test('can be tried again without a connection', async () => {
    const { target } = await joining(undefined)
    expect(text(target.querySelector('[role=alert]')!)).toBe('The server cannot be reached. Try again')
    stubServer({ 'GET /games': GAMES, 'GET /matches/m/seats?token=abc': guest() })
    press(target, 'Try again')
    await through()
    expect(texts(target, 'h1')).toEqual(['You are invited to Hold Fast'])
  })
})
