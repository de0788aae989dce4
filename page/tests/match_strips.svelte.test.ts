// The strips above the page: no connection, a fault, an offer, a refusal; each with the buttons that help.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import Strips from '../src/app/match/Strips.svelte'
import { Notices } from '../src/app/notices.svelte'
import { ApiError, Offline } from '../src/app/api'
import Header from '../src/frame/Header.svelte'
import Toast from '../src/frame/Toast.svelte'
import { button, mountComponent, names, press, flush, text, texts, type Mounted } from './component'

const TITLES: Record<string, string> = { japan: 'Japan', allies: 'the Allies', usa: 'the United States' }
const SIDES = [{ id: 'japan', title: 'Japan', team: 0 }, { id: 'allies', title: 'the Allies', team: 1 }, { id: 'usa', title: 'the United States', team: 1 }]
function storeOf(more: Record<string, unknown> = {}, sight: Record<string, unknown> = {}): Record<string, any> {
  return {
    id: 'm', deleted: false, notices: new Notices(), matchView: { over: false, draw_offer: null, trouble: null, dice: null, resigned: [], seats: {}, reissued: [], ...sight }, sides: ['japan', 'allies'], persons: ['allies'], seating: 'shared', seats: { host: false, free: [], info: { take: null } },
    info: { sides: SIDES, bots: [{ id: 'random' }, { id: 'ensign' }] }, home: { log: [], matchView: { seq: 1 } }, playback: null, helpMode: false, view: {}, game: { tour: [] }, title: (side: string) => TITLES[side],
    openClause: vi.fn(), refresh: vi.fn(), seat: vi.fn(), draw: vi.fn(), ...more,
  }
}
const strips = (store: Record<string, any>): HTMLElement => mountComponent(Strips, { store }).target
const told = (target: HTMLElement): string[] => [...target.querySelectorAll('.notice')].map((one) => `${one.getAttribute('role')}: ${text(one.querySelector('p')!)}`)
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

test('nothing is shown while there is nothing to report', () => {
  expect(told(strips(storeOf()))).toEqual([])
})

test('without a connection a message is shown with a retry button', () => {
  const store = storeOf()
  const target = strips(store)
  flushSync(() => store['notices'].failed(new Offline('no')))
  expect(told(target)).toEqual(['alert: Not connected. You can look and plan; choices wait until you are back.'])
  press(target, 'Try again')
  expect(store['refresh']).toHaveBeenCalledTimes(1)
})

describe('a clock', () => {
  const HOUR = 3_600_000
  const clocks = (left: number, claim: number | null, kind = 'days'): Record<string, unknown> => ({
    clocks: { kind, text: '', claim_from: claim, sides: [{ side: 'japan', left, since: Date.now() - HOUR, running: true }, { side: 'allies', left: HOUR, since: null, running: false }] },
  })
  const clockStrips = async (store: Record<string, any>): Promise<HTMLElement> => {
    await import('../src/app/match/ClockStrip.svelte')
    const target = strips(store)
    for (let n = 0; n < 4; n++) await flush()
    return target
  }
  const late = (): Record<string, any> => storeOf({ claimWin: vi.fn(), giveTime: vi.fn() }, clocks(0, Date.now() - 1))

  test('that has time left is not mentioned', async () => {
    expect(told(await clockStrips(storeOf({}, clocks(2 * HOUR, Date.now() + HOUR))))).toEqual([])
  })

  test('that has run out lets an opponent claim the win', async () => {
    const store = late()
    const target = await clockStrips(store)
    expect(told(target)).toEqual(['status: Japan has no time left. You may claim the win.'])
    press(target, 'Claim the win')
    expect(store['claimWin'].mock.calls).toEqual([['allies']])
  })

  test('that has run out lets an opponent give time', async () => {
    const store = late()
    press(await clockStrips(store), 'Give a day')
    expect(store['giveTime'].mock.calls).toEqual([['allies', 'japan']])
  })

  test('that has run out lets an opponent wait: nothing more is said', async () => {
    const target = await clockStrips(late())
    press(target, 'Wait')
    expect(told(target)).toEqual([])
  })

  test('without a clock a silent opponent is named', async () => {
    const target = await clockStrips(storeOf({}, clocks(0, Date.now() - 1, 'none')))
    expect(told(target)).toEqual(['status: Japan has not moved for 30 days. You may claim the win.'])
  })

  test('of your own that has run out says what may happen', async () => {
    const target = await clockStrips(storeOf({ persons: ['japan'] }, clocks(0, null)))
    expect(told(target)).toEqual(['status: Your time has run out. Your opponent may claim the win until you choose.'])
    const silent = await clockStrips(storeOf({ persons: ['japan'] }, clocks(0, null, 'none')))
    expect(told(silent)).toEqual(['status: You have not moved for 30 days. Your opponent may claim the win until you choose.'])
  })

  test('says nothing to a spectator', async () => {
    expect(told(await clockStrips(storeOf({ persons: [] }, clocks(0, null))))).toEqual([])
  })
})

test('a match that was deleted leads to all games', () => {
  location.hash = '#/m/m'
  const target = strips(storeOf({ deleted: true }))
  expect(told(target)).toEqual(['alert: This game was deleted.'])
  press(target, 'All games')
  expect(location.hash).toBe('#/')
})

test('a changed position is reported without an error', () => {
  const store = storeOf()
  const target = strips(store)
  flushSync(() => store['notices'].failed(new ApiError(409, 'stale')))
  expect(told(target)).toEqual(['status: The game moved on while you were choosing. This is the new position.'])
  expect(names(target)).toEqual([])
})

test('a fault of the server can be tried again and reported', async () => {
  const [again, writeText] = [vi.fn(), vi.fn((_: string) => Promise.resolve())]
  vi.stubGlobal('navigator', { clipboard: { writeText }, userAgent: 'test' })
  const store = storeOf()
  const target = strips(store)
  flushSync(() => store['notices'].failed(new ApiError(500, 'the disk is full'), again))
  expect(told(target)).toEqual(['alert: The disk is full.'])
  press(target, 'Try again')
  press(target, 'Copy report')
  expect(again).toHaveBeenCalledTimes(1)
  expect(writeText.mock.calls[0]![0]).toContain('the disk is full')
})

test('a computer player that failed plays again, or another one plays for it', () => {
  const store = storeOf({}, { trouble: { side: 'japan', player: 'ensign', message: 'Ensign gave no answer.' } })
  const target = strips(store)
  expect([told(target), names(target)]).toEqual([['alert: Ensign gave no answer.'], ['Try again', 'Let random play']])
  press(target, 'Try again')
  press(target, 'Let random play')
  expect(store['seat'].mock.calls).toEqual([['japan', 'ensign'], ['japan', 'random']])
})

test('a spectator of a match with a failed computer player is informed, and can do nothing', () => {
  const target = strips(storeOf({ persons: [] }, { trouble: { side: 'japan', player: 'ensign', message: 'Ensign gave no answer.' } }))
  expect([told(target), names(target)]).toEqual([['alert: Ensign gave no answer.'], []])
})

describe('seats', () => {
  beforeEach(() => localStorage.clear())
  /** The strips once those of the seats have been fetched. */
  async function here(store: Record<string, any>): Promise<HTMLElement> {
    const target = strips(store)
    await vi.dynamicImportSettled()
    await flush()
    return target
  }

  test('that another browser of this machine holds can be taken', async () => {
    const store = storeOf({ persons: [], seats: { host: false, free: [], info: { take: 'this_machine' } }, takeSeatsHere: vi.fn() })
    const target = await here(store)
    expect(told(target)).toEqual(['status: Another browser holds the seats of this game.'])
    expect(names(target)).toEqual(['Play here', 'Watch'])
    press(target, 'Play here')
    expect(store['takeSeatsHere']).toHaveBeenCalledTimes(1)
    press(target, 'Watch')
    expect(told(target)).toEqual([])
    expect(told(await here({ ...store, persons: ['allies'] }))).toEqual([])
  })

  test('that are free send the host to the invitation', async () => {
    const free = [{ side: 'allies', title: 'the Allies' }]
    const store = storeOf({ seats: { host: true, free, info: { take: null } } })
    const target = await here(store)
    expect(told(target)).toEqual(['status: The Allies: nobody has joined yet.'])
    press(target, 'Invite a friend')
    expect(store['dialog']).toBe('invite')
    press(target, 'Later')
    expect(told(target)).toEqual([])
    expect(told(await here(storeOf({ seats: { host: false, free, info: { take: null } } })))).toEqual([])
  })

  test('that were given a new link are announced once', async () => {
    const reissued = [{ side: 'japan', time: '2026-05-03T14:02:00' }]
    const target = await here(storeOf({}, { reissued }))
    expect(told(target)).toEqual(['status: The seat of Japan was given a new link on 3 May, 14:02.'])
    press(target, 'Got it')
    expect(told(target)).toEqual([])
    const again = await here(storeOf({}, { reissued: [...reissued, { side: 'allies', time: '2026-05-04T09:00:00' }] }))
    expect(told(again)).toEqual(['status: The seat of the Allies was given a new link on 4 May, 09:00.'])
  })

  test('say whom to ask when one was lost here', async () => {
    const target = await here(storeOf({ persons: [] }, { reissued: [{ side: 'japan', time: '2026-05-05T14:02:00' }] }))
    expect(told(target)[0]).toMatch(/If it was yours, ask the host for the link\.$/)
  })
})

describe('a request to undo', () => {
  const offer = { side: 'japan', steps: 1, to_answer: ['allies'], declined: '', yours: 0 }
  async function asked(store: Record<string, any>): Promise<HTMLElement> {
    const target = strips(store)
    await vi.dynamicImportSettled()
    await flush()
    return target
  }

  test('shows what the answering side would lose itself', async () => {
    expect(told(await asked(storeOf({ answerUndo: vi.fn() }, { undo_offer: offer })))).toEqual(['status: Japan asks to take back its last choice.'])
    expect(told(await asked(storeOf({}, { undo_offer: { ...offer, yours: 1 } })))).toEqual(['status: Japan asks to take back its last choice. Your choice since then would be taken back too.'])
    expect(told(await asked(storeOf({}, { undo_offer: { ...offer, yours: 12 } })))).toEqual(['status: Japan asks to take back its last choice. Your 12 choices since then would be taken back too.'])
  })

  test('that was declined is answered for the side that asked, until it has read it', async () => {
    const declined = { ...offer, to_answer: [], declined: 'allies' }
    const answerUndo = vi.fn()
    const target = await asked(storeOf({ persons: ['japan'], answerUndo }, { undo_offer: declined }))
    expect([told(target), names(target)]).toEqual([['status: The Allies declined. Nothing is taken back.'], ['Got it']])
    press(target, 'Got it')
    expect(answerUndo.mock.calls).toEqual([['japan', 'cancel']])
    expect(told(await asked(storeOf({ persons: ['allies'] }, { undo_offer: declined })))).toEqual([])
  })
})

describe('an offer of a draw', () => {
  const draw = (seq: number, side: string, word: string) => ({ seq, act: 'draw', side, word })
  const home = (...log: object[]) => ({ home: { log, matchView: { seq: log.length } } })
  beforeEach(() => localStorage.clear())
  async function offered(store: Record<string, any>): Promise<HTMLElement> {
    const target = strips(store)
    await vi.dynamicImportSettled()
    await flush()
    return target
  }

  test('is answered by the opponent', async () => {
    const store = storeOf(home(draw(5, 'japan', 'offer')), { draw_offer: 'japan' })
    const target = await offered(store)
    expect(told(target)).toEqual(['status: Japan offers a draw.'])
    press(target, 'Accept the draw')
    press(target, 'Decline')
    expect(store['draw'].mock.calls).toEqual([['allies', 'accept'], ['allies', 'decline']])
  })

  test('of three at one screen is answered by one after the other', async () => {
    const store = storeOf({ sides: ['japan', 'allies', 'usa'], persons: ['japan', 'allies', 'usa'], ...home(draw(5, 'japan', 'offer'), draw(6, 'allies', 'accept')) }, { draw_offer: 'japan' })
    expect(told(await offered(store))).toEqual(['status: Japan offers a draw. It is for the United States to answer.'])
  })

  test('of several agrees with its verb', async () => {
    expect(told(await offered(storeOf({ persons: ['japan'], ...home(draw(5, 'allies', 'offer')) }, { draw_offer: 'allies' })))).toEqual(['status: The Allies offer a draw.'])
  })

  test('shows the side that made it who must still agree', async () => {
    const three = { sides: ['japan', 'allies', 'usa'], persons: ['japan'] }
    expect(told(await offered(storeOf({ ...three, ...home(draw(5, 'japan', 'offer')) }, { draw_offer: 'japan' })))).toEqual(['status: You offered a draw. The Allies and the United States must agree.'])
    const target = await offered(storeOf({ ...three, ...home(draw(5, 'japan', 'offer'), draw(6, 'allies', 'accept')) }, { draw_offer: 'japan' }))
    expect([told(target), names(target)]).toEqual([['status: You offered a draw. The United States must agree.'], []])
  })

  test('that was declined says so, until it is read or the side continues', async () => {
    const log = [draw(5, 'japan', 'offer'), draw(6, 'allies', 'decline')]
    const target = await offered(storeOf({ persons: ['japan'], ...home(...log) }))
    expect(told(target)).toEqual(['status: The Allies declined the draw.'])
    press(target, 'Got it')
    expect(told(target)).toEqual([])
    expect(told(await offered(storeOf({ persons: ['japan'], ...home(...log) })))).toEqual([])
    localStorage.clear()
    expect(told(await offered(storeOf({ persons: ['japan'], ...home(...log, { seq: 7, act: 'choice', side: 'japan' }) })))).toEqual([])
    expect(told(await offered(storeOf({ persons: ['allies'], ...home(...log) })))).toEqual([])
    expect(told(await offered(storeOf({ persons: ['japan'], ...home(...log) }, { over: true })))).toEqual([])
  })

  test('that is answered keeps the keyboard focus on the question', async () => {
    const decision = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'decision', tabIndex: -1 }))
    const target = await offered(storeOf({ persons: ['japan'], ...home(draw(5, 'japan', 'offer'), draw(6, 'allies', 'decline')) }))
    button(target, 'Got it').focus()
    press(target, 'Got it')
    await vi.waitFor(() => expect(document.activeElement).toBe(decision))
    decision.remove()
  })

  test('of another side is not shown to spectators', async () => {
    expect(told(await offered(storeOf({ persons: [], ...home(draw(5, 'japan', 'offer')) }, { draw_offer: 'japan' })))).toEqual([])
  })
})

describe('hints between two people', () => {
  const seats = { japan: 'person', allies: 'person' }
  beforeEach(() => localStorage.clear())
  async function here(agreed: readonly string[], persons = ['allies']): Promise<{ target: HTMLElement; store: Record<string, any> }> {
    const store = storeOf({ persons, answerHints: vi.fn() }, { seats, hints: { agreed, allowed: agreed.length > 1 } })
    const target = strips(store)
    await vi.dynamicImportSettled()
    await flush()
    return { target, store }
  }

  test('are offered by one and answered by the other', async () => {
    const { target, store } = await here(['japan'])
    expect(told(target)).toEqual(['status: Japan offers hints for all players.'])
    press(target, 'Allow hints')
    press(target, 'Decline')
    expect(store['answerHints'].mock.calls).toEqual([['allies', 'allow'], ['allies', 'decline']])
  })
  test('can be cancelled by the side that offered them', async () => {
    const { target, store } = await here(['allies'])
    expect(told(target)).toEqual(['status: You offered hints. Japan must agree.'])
    press(target, 'Cancel')
    expect(store['answerHints'].mock.calls).toEqual([['allies', 'decline']])
  })
  test('that both allow are announced to both, once', async () => {
    const { target } = await here(['japan', 'allies'])
    expect(told(target)).toEqual(['status: Hints are on for all players.'])
    press(target, 'Got it')
    expect(told(target)).toEqual([])
    expect(told((await here(['japan', 'allies'])).target)).toEqual([])
  })
  test('need no words on one screen', async () => expect(told((await here(['japan'], ['japan', 'allies'])).target)).toEqual([]))
})

describe('a refusal next to the pressed element', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
  const toast = (): Mounted => mountComponent(Toast, { text: 'No fuel.', announcedFor: 1, clause: '7.1', onclause: vi.fn(), onclose: vi.fn() })

  test('is an alert with its rule', () => {
    const { target, props } = toast()
    expect(texts(target, '[role=alert]')).toEqual(['No fuel. 7.1'])
    press(target, 'Rule 7.1')
    expect(props['onclause'].mock.calls).toEqual([['7.1']])
  })

  test('disappears after eight seconds, counted from the last time it was given', () => {
    const { props, change } = toast()
    vi.advanceTimersByTime(7000)
    change({ announcedFor: 2 })
    vi.advanceTimersByTime(7000)
    expect(props['onclose']).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(props['onclose']).toHaveBeenCalledTimes(1)
  })
})

describe('the header', () => {
  const header = (more: Record<string, unknown> = {}): Mounted =>
    mountComponent(Header, { game: 'Hold Fast', where: 'Turn 1 of 10, December 1941', brief: 'Dec 41', players: [{ side: 'japan', name: 'You', sideName: 'Japan', present: true }, { side: 'allies', name: 'Ensign', sideName: 'Allies', present: false }], narrow: false, mine: 'japan', menuOpen: false, onhome: vi.fn(), onrules: vi.fn(), onhelp: vi.fn(), onmenu: vi.fn(), ...more })

  test('shows the game, its state, and the players', () => {
    const { target } = header()
    expect(texts(target, 'h1')).toEqual(['Hold Fast Turn 1 of 10, December 1941'])
    expect(texts(target, '.player')).toEqual(['You Japan', 'Ensign Allies'])
    expect(names(target, '[role=img]')).toEqual(['at the table', 'away'])
  })

  test('shows whether a player at another screen is here, in a fixed space', () => {
    const players = (where: string, more: object[] = []): object[] => [{ side: 'japan', name: 'You', sideName: 'Japan', present: true }, { side: 'allies', name: 'Friend', sideName: 'Allies', present: where === 'here', where }, ...more]
    const { target, change } = header({ players: players('not here yet') })
    const seen = (): unknown => [names(target, '[role=img]')[1], [...target.querySelectorAll('.current > [aria-hidden], .longest')].map((one) => one.textContent.trim())]
    expect(seen()).toEqual(['not here yet', ['Friend, not here yet', 'Friend, not here yet']])
    change({ players: players('away') })
    expect(seen()).toEqual(['away', ['Friend, away', 'Friend, not here yet']])
    change({ players: [{ ...players('away')[1], since: { brief: '14:02', full: 'offline since 14:02' } }] })
    expect([names(target, '[role=img]'), texts(target, '.current > [aria-hidden]')]).toEqual([['offline since 14:02'], ['Friend, away 14:02']])
    change({ players: players('here', [{ side: 'usa', name: 'Friend', sideName: 'United States', present: false, where: 'away' }]) })
    expect([names(target, '[role=img]'), texts(target, '.player')]).toEqual([['at the table', 'at the table', 'away'], ['You Japan', 'Friend Allies', 'Friend United States']])
  })

  test('links home, to the rules, to help and to the menu', () => {
    const { target, props, change } = header()
    for (const name of ['Ironbottom', 'Rules', 'Help', 'Menu']) press(target, name)
    expect(['onhome', 'onrules', 'onhelp', 'onmenu'].map((name) => props[name].mock.calls.length)).toEqual([1, 1, 1, 1])
    expect(button(target, 'Menu').getAttribute('aria-expanded')).toBe('false')
    change({ menuOpen: true })
    expect(button(target, 'Menu').getAttribute('aria-expanded')).toBe('true')
  })

  test('of a narrow page has the short words, one’s own side and the menu', () => {
    const { target, change } = header({ narrow: true })
    expect([texts(target, 'h1'), texts(target, '.side-chip'), names(target)]).toEqual([['Hold Fast Dec 41'], ['You'], ['Menu']])
    change({ mine: undefined, brief: undefined })
    expect([texts(target, 'h1'), texts(target, '.side-chip')]).toEqual([['Hold Fast Turn 1 of 10, December 1941'], []])
  })

  test('of a narrow page shows whether players at other screens are here', () => {
    const friend = (where: string, side = 'allies', sideName = 'Allies'): object => ({ side, name: 'Friend', sideName, present: where === 'here', where })
    const { target, change } = header({ narrow: true, players: [friend('away')] })
    const seen = (): unknown => [names(target, '.friend'), [...target.querySelectorAll('.friend')].map((one) => one.textContent.trim()), target.querySelectorAll('.friend .absent').length]
    expect(seen()).toEqual([['Allies: away'], ['away'], 1])
    change({ players: [{ ...friend('away'), since: { brief: '14:02', full: 'offline since 14:02' } }] })
    expect(seen()).toEqual([['Allies: offline since 14:02'], ['away'], 1])
    change({ players: [friend('here')] })
    expect(seen()).toEqual([['Allies: here'], ['here'], 0])
    change({ players: [friend('not here yet')] })
    expect(seen()).toEqual([['Allies: not here yet'], ['not yet'], 1])
    change({ players: [friend('here'), friend('away', 'usa', 'United States')] })
    expect(seen()).toEqual([['Allies: here', 'United States: away'], ['', ''], 1])
  })
})
