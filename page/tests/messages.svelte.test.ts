// Messages over weeks: where a player is notified, the page of a link in an email, an invitation by mail; and open challenges.
import { beforeEach, expect, test, vi } from 'vitest'
import Challenges from '../src/app/home/Challenges.svelte'
import JoinPage from '../src/app/home/JoinPage.svelte'
import MailPage from '../src/app/home/MailPage.svelte'
import MailInvitation from '../src/app/match/MailInvitation.svelte'
import Notify from '../src/app/match/Notify.svelte'
import { hashOf, placeOf } from '../src/app/router.svelte'
import { mountComponent, names, press, errorResponse, stubServer, flush, text, texts } from './component'

const TIMES = { zone: 'UTC', quiet_from: '', quiet_to: '', digest: '08:00' }
const CONTACT = { mail: true, webhooks: true, address: '', unconfirmed: '', webhook: '', mode: 'at_once', times: TIMES, problem: '' }
const SIDES = [{ id: 'japan', title: 'Japan', team: 0 }, { id: 'allies', title: 'the Allies', team: 1 }]
const through = async (): Promise<void> => {
  for (let n = 0; n < 4; n++) await flush()
}
const status = (target: Element): string => text(target.querySelector('.status')!)
const type = (target: Element, selector: string, value: string): void => {
  const field = target.querySelector<HTMLInputElement>(selector)!
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
beforeEach(() => {
  localStorage.clear()
  location.hash = '#/'
})

/** Opens the settings; the server stores what is changed. */
async function settings(contact: object = {}, match?: string): Promise<{ target: HTMLElement; asked: { what: string; body: any }[] }> {
  let now = { ...CONTACT, ...contact }
  let mode: unknown = null
  const asked = stubServer({
    'GET /contact': () => now,
    'POST /contact': ({ address, ...more }: { address?: string }) => (now = { ...now, ...more, ...(address ? { unconfirmed: address } : {}) }),
    'GET /matches/m/notify': () => ({ mode, contact: now }),
    'POST /matches/m/notify': (body: { mode: unknown }) => ({ mode: (mode = body.mode), contact: now }),
  })
  const { target } = mountComponent(Notify, match === undefined ? {} : { match })
  await through()
  return { target, asked }
}

test('a server that sends nothing says so', async () => {
  const { target } = await settings({ mail: false, webhooks: false })
  expect(texts(target, 'p')[0]).toMatch(/^This server does not send messages\./)
  expect(target.querySelector('input')).toBeNull()
})

test('an address is sent with the time zone of the browser, and has to be confirmed', async () => {
  const { target, asked } = await settings()
  type(target, '[type=email]', 'mika@example.com')
  await through()
  press(target.querySelector('form')!, 'Save')
  await through()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(asked.at(-1)).toEqual({ what: 'POST /contact', body: { address: 'mika@example.com', times: { ...TIMES, zone } } })
  expect(status(target)).toBe('Saved. To confirm the address, open the link in the email.')
  expect(texts(target, '.note')[0]).toMatch(/^Not confirmed yet\. Open the link in the email\./)
})

test('a match has its own setting, or that of the other matches', async () => {
  const { target, asked } = await settings({ address: 'mika@example.com' }, 'm')
  expect(texts(target, 'legend')).toEqual(['This game', 'Other games'])
  const choice = (group: number, name: string): HTMLInputElement =>
    [...target.querySelectorAll('fieldset')[group]!.querySelectorAll('label')].find((one) => text(one) === name)!.querySelector('input')!
  expect([choice(0, 'Same as other games').checked, choice(1, 'At once').checked]).toEqual([true, true])
  choice(0, 'Never').click()
  await through()
  expect(asked.at(-1)).toEqual({ what: 'POST /matches/m/notify', body: { mode: 'never' } })
  choice(1, 'Once a day').click()
  await through()
  expect(asked.at(-1)).toEqual({ what: 'POST /contact', body: { mode: 'digest' } })
  expect(choice(1, 'Once a day').checked).toBe(true)
})

test('quiet hours are switched on, set and switched off', async () => {
  const { target, asked } = await settings({ address: 'mika@example.com' })
  const quiet = target.querySelector<HTMLInputElement>('[type=checkbox]')!
  expect(target.querySelectorAll('select').length).toBe(1)
  quiet.click()
  await through()
  expect(asked.at(-1)!.body).toEqual({ times: { ...TIMES, quiet_from: '22:00', quiet_to: '08:00' } })
  expect(target.querySelectorAll('select').length).toBe(3)
  target.querySelector<HTMLInputElement>('[type=checkbox]')!.click()
  await through()
  expect(asked.at(-1)!.body).toEqual({ times: TIMES })
})

test('a refusal and a message that was not delivered are shown', async () => {
  const { target } = await settings({ problem: 'The last message was not delivered: chat.example.com answered 404.' })
  expect(texts(target, '.error')).toEqual(['The last message was not delivered: chat.example.com answered 404.'])
  stubServer({ 'POST /contact': errorResponse('this address is not public') })
  type(target, '[type=url]', 'https://127.0.0.1/x')
  await through()
  press(target.querySelectorAll('form')[1]!, 'Save')
  await through()
  expect(texts(target, '[role=alert]')).toEqual(['This address is not public.'])
})

test('the link in an email confirms nothing until the button is pressed', async () => {
  const asked = stubServer({ 'GET /mail/t': { kind: 'confirm', address: 'mika@example.com', done: false }, 'POST /mail/t': { kind: 'confirm', address: 'mika@example.com', done: true } })
  const { target } = mountComponent(MailPage, { token: 't' })
  await through()
  expect(texts(target, 'h1')).toEqual(['Confirm your address'])
  expect(asked.length).toBe(1)
  press(target, 'Confirm')
  await through()
  expect(asked.at(-1)).toEqual({ what: 'POST /mail/t', body: { word: 'confirm' } })
  expect([texts(target, 'h1'), names(target, 'main button')]).toEqual([['The address is confirmed'], []])
})

test('the link that stops mail can also allow it again', async () => {
  let done = false
  const asked = stubServer({ 'GET /mail/t': { kind: 'stop', address: 'mika@example.com', done }, 'POST /mail/t': ({ word }: { word: string }) => ({ kind: 'stop', address: 'mika@example.com', done: (done = word === 'stop') }) })
  const { target } = mountComponent(MailPage, { token: 't' })
  await through()
  press(target, 'Stop all mail')
  await through()
  expect(texts(target, 'h1')).toEqual(['No more mail'])
  press(target, 'Allow mail again')
  await through()
  expect(asked.slice(1).map(({ body }) => body.word)).toEqual(['stop', 'resume'])
})

test('a link that was used says so', async () => {
  stubServer({ 'GET /mail/t': { kind: 'void', address: '', done: false } })
  const { target } = mountComponent(MailPage, { token: 't' })
  await through()
  expect([texts(target, 'h1'), names(target, 'main button')]).toEqual([['This link does not work'], []])
})

test.each([true, false])('an invitation by mail is offered if the server sends mail: %s', async (mail) => {
  stubServer({ 'GET /contact': { ...CONTACT, mail } })
  const inviteByMail = vi.fn(async () => undefined)
  const { target } = mountComponent(MailInvitation, { links: { inviteByMail }, side: 'allies' })
  await through()
  expect(!!target.querySelector('form')).toBe(mail)
  if (!mail) return
  type(target, 'input', ' hana@example.com ')
  await through()
  press(target, 'Send')
  await through()
  expect(inviteByMail.mock.calls).toEqual([['allies', 'hana@example.com']])
  expect(status(target)).toBe('An email with a new link goes to hana@example.com.')
})

test('open challenges are listed with their terms; one’s own can be withdrawn', async () => {
  const agreed = [{ title: 'Game', text: 'the war' }, { title: 'Rules', text: 'Standard.' }, { title: 'Time', text: '2 days for each move.' }]
  const challenge = { match: 'a', game: 'hold_fast', game_title: 'Hold Fast', sides: [SIDES[1]], lot: false, agreed, made: 1, yours: false }
  const asked = stubServer({ 'DELETE /matches/b/challenge': {} })
  const tried = async <T>(act: () => Promise<T>): Promise<T> => act()
  const onchanged = vi.fn()
  const { target } = mountComponent(Challenges, { challenges: [challenge, { ...challenge, match: 'b', lot: true, yours: true }], games: [], tried, onchanged })
  expect(texts(target, 'li p')).toEqual(['Hold FastYou play the Allies. 2 days for each move.', 'Hold FastYour challenge, sides by lot. 2 days for each move.'])
  expect(target.querySelector('a')!.getAttribute('href')).toBe('#/challenge/a')
  press(target, 'Withdraw')
  await through()
  await new Promise((done) => setTimeout(done, 400))
  press(target, 'Withdraw it')
  await through()
  expect([asked.map(({ what }) => what), onchanged.mock.calls.length]).toEqual([['DELETE /matches/b/challenge'], 1])
})

test('an open challenge shows what is agreed, and a button takes the seat', async () => {
  const seat = (side: string, title: string, claimed: boolean): object => ({ side, title, player: 'person', claimed, yours: false, invitation: null })
  const seats = { id: 'm', name: '', game: 'hold_fast', begun: false, over: false, seats: [seat('japan', 'Japan', true), seat('allies', 'the Allies', false)], host: false, take: null, link: null, offered: [], lot: false, challenge: ['allies'], agreed: [{ title: 'Dice', text: 'Sealed.' }], options: {}, picture: [], secure: true, here_only: false, addresses: [] }
  const game = { id: 'hold_fast', short: 'hf', title: 'Hold Fast', sides: SIDES, scenarios: [], options: [], bots: [], about: null, picture: [] }
  const asked = stubServer({ 'GET /matches/m/seats': seats, 'GET /games': [game], 'POST /matches/m/take': seats })
  const { target } = mountComponent(JoinPage, { id: 'm' })
  await through()
  expect(texts(target, 'h1')).toEqual(['An open challenge in Hold Fast'])
  expect(text(target.querySelector('.matchup')!)).toMatch(/^You play Allies against Japan/)
  press(target, 'Accept')
  await through()
  expect(asked.at(-1)).toEqual({ what: 'POST /matches/m/take', body: { side: 'allies' } })
  expect(location.hash).toBe('#/m/m')
  stubServer({ 'GET /matches/m/seats': { ...seats, challenge: [] }, 'GET /games': [game] })
  const { target: taken } = mountComponent(JoinPage, { id: 'm' })
  await through()
  expect([texts(taken, 'h1'), names(taken, 'main button')]).toEqual([['This challenge is not open'], []])
})

test.each(['#/mail/abc', '#/challenge/m1'])('%s is an address of the page', (hash) => expect(hashOf(placeOf(hash))).toBe(hash))
