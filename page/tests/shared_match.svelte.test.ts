// What players at several screens share: the chat, private notes, who is present, and the offer to play again.
import { flushSync } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import ChatStrip from '../src/app/match/ChatStrip.svelte'
import PlayersPanel from '../src/app/match/PlayersPanel.svelte'
import RematchStrip from '../src/app/match/RematchStrip.svelte'
import { Chat } from '../src/app/chat.svelte'
import { awaySince, durationText, waitText, whereText } from '../src/app/presence_text'
import { button, get, mountComponent, names, press, errorResponse, stubServer, flush, text, texts, type } from './component'

const MINUTE = 60_000
const AT = new Date(2026, 10, 30, 14, 30).getTime()
const TITLES: Record<string, string> = { japan: 'Japan', allies: 'the Allies' }
let number = 0

/** A store of a match of its own: the chat of a match is one object for all its parts. */
function storeOf(more: Record<string, unknown> = {}, matchView: Record<string, unknown> = {}): Record<string, any> {
  return {
    id: `m${number}`, sides: ['japan', 'allies'], persons: ['japan'], dialog: null, tab: 'force', part: 'board', drawer: false, lastMessage: 0, presence: null, title: (side: string) => TITLES[side],
    matchView: { over: false, seats: { japan: 'person', allies: 'person' }, claimed: ['japan', 'allies'], waiting: [], clocks: null, ...matchView },
    observationOf: () => ({ matchView: { decision: null } }), answerRematch: vi.fn(), ...more,
  }
}
const message = (n: number, side: string, said: string, reported = false): Record<string, unknown> => ({ number: n, side, time: AT + n * MINUTE, text: said, reported })
const chatOf = (...messages: Record<string, unknown>[]): Record<string, unknown> => ({ messages, blocked: [], last: messages.length })
const through = async (): Promise<void> => {
  for (let n = 0; n < 4; n++) await flush()
}
async function panel(store: Record<string, any>, answers: Record<string, unknown> = {}): Promise<{ target: HTMLElement; asked: { what: string; body: any }[] }> {
  const asked = stubServer({ [`GET /matches/${store['id']}/notes`]: { text: 'the Slot' }, ...answers })
  const { target } = mountComponent(PlayersPanel, { store })
  await through()
  return { target, asked }
}
beforeEach(() => {
  number += 1
  localStorage.clear()
  location.hash = '#/m/m'
})

describe('a match by file', () => {
  test('has no chat and says where to write; the notes stay', async () => {
    const { target, asked } = await panel(storeOf({}, { by_file: true, waiting: [{ side: 'allies', title: 'the Allies', player: 'person' }] }))
    expect(texts(target, '.no-chat')).toEqual(['A match by file has no chat. Write to the other player in your mail.'])
    expect([names(target, 'textarea'), target.querySelector('[role=log]'), target.querySelector('form')]).toEqual([['Your notes'], null, null])
    expect(texts(target, '.where')).toEqual(['here', 'by file, to move'])
    expect(asked.map(({ what }) => what.split('?')[0])).toEqual([expect.stringContaining('/notes')])
  })
})

describe('the presence of a player in words', () => {
  const presence = { here: ['allies'], away: { japan: AT - 28 * MINUTE }, public_act: AT - 125 * MINUTE }

  test.each([
    ['allies', true, 'here'], ['japan', true, 'offline since 14:02'], ['usa', true, 'away'], ['usa', false, 'not here yet'],
  ])('%s', (side, claimed, words) => {
    expect(whereText(side, claimed, presence, AT)).toBe(words)
  })

  test('after another day names the day', () => {
    expect(awaySince('japan', presence, AT)).toEqual({ brief: '14:02', full: 'offline since 14:02' })
    expect(awaySince('japan', { ...presence, away: { japan: AT - 40 * 60 * MINUTE } }, AT)?.brief).toBe('28 Nov')
    expect([awaySince('allies', presence, AT), awaySince('japan', null, AT)]).toEqual([undefined, undefined])
    expect(whereText('japan', true, { ...presence, away: { japan: AT - 40 * 60 * MINUTE } }, AT)).toBe('offline since 28 November')
  })

  test('says for how long the match waits', () => {
    expect([waitText(true, presence, AT), waitText(true, null, AT), waitText(false, presence, AT)]).toEqual(['to move, for 2 hours', 'to move', ''])
    expect([0.5, 1, 59, 60, 2879, 2880].map((minutes) => durationText(minutes * MINUTE))).toEqual(['', '1 minute', '59 minutes', '1 hour', '47 hours', '2 days'])
  })
})

describe('the panel of the players', () => {
  test('shows each side with its player, where that is, and its clock', async () => {
    const sides = [{ side: 'japan', left: 46 * 60 * MINUTE, since: null, running: true }, { side: 'allies', left: 48 * 60 * MINUTE, since: null, running: false }]
    const store = storeOf(
      { presence: { here: [], away: {}, public_act: null }, observationOf: () => ({ matchView: { decision: {} } }) },
      { clocks: { kind: 'days', sides, text: '', claim_from: null } },
    )
    const { target } = await panel(store)
    expect(texts(target, '.players li')).toEqual(['Japan You 1 d 22 h here, your move runs now', 'Allies Friend 2 d away stopped'])
  })

  test('does not say whether the other side has chosen while the own choice is open', async () => {
    const store = storeOf({ presence: { here: ['allies'], away: {}, public_act: AT }, observationOf: () => ({ matchView: { decision: {} } }) })
    const { target } = await panel(store)
    expect(texts(target, '.players .where')).toEqual(['here, your move', 'here'])
  })

  test('has the notes of the player, and stores them after a pause', async () => {
    const store = storeOf()
    const { target, asked } = await panel(store, { [`POST /matches/${store['id']}/notes`]: { text: 'Truk' } })
    const field = get<HTMLTextAreaElement>(target, 'textarea', 'Your notes')
    expect(field.value).toBe('the Slot')
    type(field, 'Truk')
    field.dispatchEvent(new FocusEvent('blur'))
    await through()
    expect(asked.filter(({ what }) => what.startsWith('POST')).map(({ body }) => body)).toEqual([{ side: 'japan', text: 'Truk' }])
    field.dispatchEvent(new FocusEvent('blur'))
    await through()
    expect(asked.filter(({ what }) => what.startsWith('POST')).length).toBe(1)
  })
})

describe('the chat', () => {
  test('is read and written', async () => {
    const store = storeOf({ lastMessage: 2 })
    const at = `/matches/${store['id']}/chat`
    const { target, asked } = await panel(store, {
      [`GET ${at}`]: chatOf(message(1, 'japan', 'good luck'), message(2, 'allies', '<b>back</b> after dinner')),
      [`POST ${at}`]: { messages: [message(3, 'japan', 'fine')], blocked: [], last: 3 },
    })
    expect(texts(target, '.message')).toEqual(['You 14:31 good luck', 'The Allies 14:32 <b>back</b> after dinner ⋯'])
    expect(target.querySelector('.message .text b')).toBeNull()
    type(get(target, 'input', 'Message'), 'fine')
    target.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await through()
    expect(asked.at(-1)).toEqual({ what: `POST ${at}`, body: { side: 'japan', text: 'fine', since: 2 } })
    expect(texts(target, '.message .text')).toEqual(['good luck', '<b>back</b> after dinner', 'fine'])
    expect(get<HTMLInputElement>(target, 'input', 'Message').value).toBe('')
  })

  test('keeps the text of a message that is refused, and says why', async () => {
    const store = storeOf()
    const { target } = await panel(store, { [`POST /matches/${store['id']}/chat`]: () => errorResponse('you have sent many messages') })
    type(get(target, 'input', 'Message'), 'and another')
    target.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await through()
    expect([get<HTMLInputElement>(target, 'input', 'Message').value, texts(target, '[role=alert]')]).toEqual(['and another', ['You have sent many messages.']])
  })

  test('a message of the other player is reported, and the player blocked, each after a confirmation', async () => {
    const store = storeOf({ lastMessage: 1 })
    const at = `/matches/${store['id']}/chat`
    const { target, asked } = await panel(store, {
      [`GET ${at}`]: chatOf(message(1, 'allies', 'rude')),
      [`POST ${at}/report`]: chatOf(message(1, 'allies', 'rude', true)),
      [`POST ${at}/block`]: ({ blocked }: { blocked: boolean }) => (blocked ? { messages: [], blocked: ['allies'], last: 1 } : chatOf(message(1, 'allies', 'rude', true))),
    })
    const confirmed = async (name: string): Promise<void> => {
      press(target, name)
      await new Promise((done) => setTimeout(done, 500)) // the guard against a double press
      press(target, name.split(' ')[0]!)
      await through()
    }
    press(target, 'More about this message')
    await confirmed('Report')
    expect(texts(target, '.message .small')).toEqual(['You reported this message.'])
    await confirmed('Block the Allies')
    expect([texts(target, '.message'), texts(target, '.blocked')]).toEqual([[], ['The Allies: blocked. Unblock']])
    press(target, 'Unblock')
    await through()
    expect(asked.filter(({ what }) => what.startsWith('POST')).map(({ body }) => body)).toEqual([
      { side: 'japan', number: 1 }, { side: 'japan', against: 'allies', blocked: true }, { side: 'japan', against: 'allies', blocked: false },
    ])
    expect(texts(target, '.message .text')).toEqual(['rude'])
  })

  test('counts unread messages, on this device even after a reload', async () => {
    stubServer({ 'GET /matches/m/chat': chatOf(message(1, 'allies', 'a'), message(2, 'japan', 'b'), message(3, 'allies', 'c')) })
    const chat = new Chat('m', 'japan')
    await chat.fetch(3)
    expect(chat.unread.map((one) => one.number)).toEqual([1, 3])
    chat.seen()
    expect(chat.unread).toEqual([])
    const later = new Chat('m', 'japan')
    await later.fetch(3)
    expect(later.unread).toEqual([])
  })
})

describe('a new message', () => {
  const strip = async (more: Record<string, unknown> = {}): Promise<{ target: HTMLElement; store: Record<string, any> }> => {
    const store = storeOf({ lastMessage: 2, ...more })
    stubServer({ [`GET /matches/${store['id']}/chat`]: chatOf(message(1, 'allies', 'hello'), message(2, 'allies', 'back after dinner')) })
    const { target } = mountComponent(ChatStrip, { store })
    await through()
    return { target, store }
  }

  test('is shown with the number of new ones', async () => {
    const { target } = await strip()
    expect([texts(target, '.notice p'), names(target)]).toEqual([['The Allies: back after dinner (2 new)'], ['Chat', 'Close']])
    press(target, 'Close')
    expect(texts(target, '.notice')).toEqual([])
  })

  test('opens the panel with the chat', async () => {
    const { target, store } = await strip()
    press(target, 'Chat')
    expect([store['tab'], store['part'], store['drawer'], store['dialog']]).toEqual(['players', 'players', true, null])
  })

  test('is not shown while the chat is open', async () => {
    expect(texts((await strip({ dialog: 'players' })).target, '.notice')).toEqual([])
  })
})

describe('a rematch', () => {
  const none = { accepted: [], to_answer: [], declined: '', next: '' }
  const strip = (rematch: Record<string, unknown>, more: Record<string, unknown> = {}): ReturnType<typeof mountComponent> & { store: Record<string, any> } => {
    const store = storeOf(more)
    return { ...mountComponent(RematchStrip, { store, rematch: { ...none, ...rematch } }), store }
  }

  test('that the other player offers is accepted or declined', () => {
    const { target, store } = strip({ accepted: ['allies'], to_answer: ['japan'] })
    expect(texts(target, '.notice p')).toEqual(['The Allies offer a rematch with sides swapped.'])
    press(target, 'Accept')
    press(target, 'Decline')
    expect(store['answerRematch'].mock.calls).toEqual([['japan', 'accept'], ['japan', 'decline']])
  })

  test('that was offered here can be cancelled', () => {
    const { target, store } = strip({ accepted: ['japan'], to_answer: ['allies'] })
    expect(texts(target, '.notice p')).toEqual(['You offered a rematch. The Allies must agree.'])
    press(target, 'Cancel')
    expect(store['answerRematch'].mock.calls).toEqual([['japan', 'cancel']])
  })

  test('that was declined says so to the player who offered it only', () => {
    expect(texts(strip({ declined: 'allies' }).target, '.notice p')).toEqual(['The Allies declined the rematch.'])
    expect(texts(strip({ declined: 'allies' }, { persons: ['allies'] }).target, '.notice p')).toEqual([])
  })

  test('takes the pages along that saw it begin, and is a link on others', () => {
    const { target, change } = strip({ accepted: ['japan'], to_answer: ['allies'] })
    change({ rematch: { ...none, next: 'n' } })
    flushSync()
    expect(location.hash).toBe('#/m/n')
    location.hash = '#/m/m'
    const later = strip({ next: 'n' })
    flushSync()
    expect(location.hash).toBe('#/m/m')
    expect(text(button(later.target, 'Open the rematch'))).toBe('Open the rematch')
    press(later.target, 'Open the rematch')
    expect(location.hash).toBe('#/m/n')
    expect(target).toBeTruthy()
  })
})
