// The menu of a match and its dialogs: what it offers when, what each dialog requests, and the settings for all matches.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { preferences } from '../src/app/preferences.svelte'
import Dialogs from '../src/app/match/Dialogs.svelte'
import Menu from '../src/app/match/Menu.svelte'
import { button, choose, get, mountComponent, names, nameOf, press, stubServer, flush, text, texts, type Mounted } from './component'

const SIDES = [{ id: 'japan', title: 'Japan', team: 0 }, { id: 'allies', title: 'the Allies', team: 1 }]
const TITLES: Record<string, string> = { japan: 'Japan', allies: 'the Allies' }
function storeOf(more: Record<string, unknown> = {}, matchView: Record<string, unknown> = {}): Record<string, any> {
  const own = { name: 'Watchtower', over: false, dice: null, draw_offer: null, resigned: [], asked: [], undo: undefined, seats: { japan: 'person', allies: 'ensign' }, view: {}, ...matchView }
  return {
    id: 'm', sides: ['japan', 'allies'], persons: ['japan'], seating: 'alone', seats: { host: true, holdsAll: false, invitable: [] }, mine: 'japan', actor: 'japan', info: { id: 'hold_fast', sides: SIDES, bots: [] }, game: {}, dialog: null, helpMode: false,
    title: (side: string) => TITLES[side], observationOf: () => ({ matchView: own }), matchView: own, home: { viewpoint: 'japan', lastSeq: 7 }, playback: { pastSeq: null, waiting: [], beside: () => 4, lookTo: vi.fn() },
    lookAs: vi.fn(), undo: vi.fn(), resign: vi.fn(), draw: vi.fn(), notices: { failed: vi.fn() }, ...more,
  }
}
const menu = (store = storeOf()): Mounted => mountComponent(Menu, { store, open: true })
const offered = (target: HTMLElement): string[] => texts(target, '.menu > *')

beforeEach(() => {
  localStorage.clear()
  Object.assign(preferences, { pace: 'whole', dice: 'wait', text: 'off', tour: 'done' })
  location.hash = '#/m/m'
})

describe('the menu', () => {
  test('has the name of the match and offers a single player only what there is', () => {
    const { target } = menu()
    expect(names(target, 'dialog')).toEqual(['Watchtower'])
    expect(offered(target)).toEqual(['All games', 'Settings', 'Player aid', 'Keys', 'What is this?', 'Guided first turn', 'Look back', 'Export', 'Story so far', 'Seats', 'Move match', 'Offer a draw', 'Resign'])
    expect(get<HTMLAnchorElement>(target, 'a', 'Export').getAttribute('href')).toBe('/api/matches/m/export')
  })

  test('of a match in which time is kept says what each side has left, and gives an opponent time', async () => {
    await import('../src/app/match/MatchClocks.svelte')
    const sides = [{ side: 'japan', left: 3_600_000, since: null, running: false }, { side: 'allies', left: 7_200_000 + 60_000, since: null, running: true }]
    const store = storeOf({ giveTime: vi.fn() }, { clocks: { kind: 'live', text: '120 minutes for each side.', claim_from: null, sides } })
    const { target } = menu(store)
    for (let n = 0; n < 4; n++) await flush()
    expect(texts(target, 'section > p, section li > span:not(.side-chip)')).toEqual(['120 minutes for each side.', '1 hour left, not running', '2 hours and 1 minute left'])
    press(target, 'Give 5 minutes')
    expect(store['giveTime'].mock.calls).toEqual([['japan', 'allies']])
  })

  test('of all seats at one screen offers to give one to a friend and to write the position', () => {
    const store = storeOf({ seating: 'shared', persons: ['japan', 'allies'], seats: { host: true, holdsAll: true, invitable: [{ side: 'japan' }, { side: 'allies' }] } })
    const { target } = menu(store)
    const more = ['Copy the position as text', 'Edit this position', 'Invite a friend', 'Seats']
    expect(offered(target).filter((one) => more.includes(one))).toEqual(more)
    expect(offered(target)).not.toContain('Guided first turn')
    press(target, 'Invite a friend')
    expect(store['dialog']).toBe('invite')
    press(target, 'Seats')
    expect(store['dialog']).toBe('seats')
  })

  test('between people at several screens leads to the chat and the notes', () => {
    const store = storeOf({}, { seats: { japan: 'person', allies: 'person' } })
    const { target } = menu(store)
    press(target, 'Chat and notes')
    expect(store['dialog']).toBe('players')
    expect(offered(menu(storeOf({ persons: [] }, { seats: { japan: 'person', allies: 'person' } })).target)).not.toContain('Chat and notes')
    const byFile = offered(menu(storeOf({}, { seats: { japan: 'person', allies: 'person' }, by_file: true })).target)
    expect(byFile.filter((one) => one.endsWith('otes'))).toEqual(['Notes'])
  })

  test.each([
    [[], 'Allow hints', 'allow'], [['allies'], 'Allow hints', 'allow'], [['japan'], 'Cancel hints', 'decline'], [['japan', 'allies'], 'Turn hints off', 'decline'],
  ])('between two people has the consent to hints: agreed by %o it offers "%s"', (agreed, label, word) => {
    const answerHints = vi.fn()
    const { target } = menu(storeOf({ answerHints }, { seats: { japan: 'person', allies: 'person' }, hints: { agreed, allowed: agreed.length > 1 } }))
    press(target, label)
    expect(answerHints.mock.calls).toEqual([['japan', word]])
  })

  test('of a spectator of a running match offers neither its file nor its position', () => {
    const { target } = menu(storeOf({ seating: 'watching', persons: [], mine: null, seats: { host: false, holdsAll: false, invitable: [] } }))
    expect(offered(target)).toEqual(['All games', 'Settings', 'Player aid', 'Keys', 'What is this?', 'Look back', 'Story so far', 'Seats'])
  })

  test('of a match that is over lets one look as each side, and neither resign nor draw', () => {
    const store = storeOf({}, { over: true })
    const { target } = menu(store)
    expect(offered(target).filter((one) => ['Copy link to this moment', 'Offer a draw', 'Resign', 'Guided first turn'].includes(one))).toEqual(['Copy link to this moment'])
    const [viewpoint] = [...target.querySelectorAll('fieldset')]
    expect(names(viewpoint!, 'input')).toEqual(['Japan', 'The Allies', 'Everything'])
    expect([...viewpoint!.querySelectorAll('input')].map((one) => one.checked)).toEqual([true, false, false])
    choose(get(viewpoint!, 'input', 'Everything'))
    expect(store['lookAs'].mock.calls).toEqual([['open']])
  })

  test('shows the previous entry, or says that there is none', () => {
    const store = storeOf()
    press(menu(store).target, 'Look back')
    expect(store['playback'].lookTo.mock.calls).toEqual([[4]])
    const none = menu(storeOf({ playback: { beside: () => null } })).target
    expect(button(none, 'Look back: nothing has happened yet').disabled).toBe(true)
  })

  test('offers no second draw while one is on offer', () => {
    expect(button(menu(storeOf({}, { draw_offer: 'japan' })).target, 'Offer a draw').disabled).toBe(true)
  })

  test('starts help and the guide, and is closed by it', () => {
    const store = storeOf()
    const { target, props } = menu(store)
    press(target, 'Guided first turn')
    expect([preferences.tour, props['open']]).toEqual(['on', false])
    press(menu(store).target, 'What is this?')
    expect(store['helpMode']).toBe(true)
  })

  test('how matches are shown is set here for all of them', () => {
    const { target } = menu()
    expect(names(target, 'fieldset')).toEqual(['Text board', "The other side's moves", 'Dice'])
    expect([...target.querySelectorAll<HTMLInputElement>('input:checked')].map((one) => one.value)).toEqual(['off', 'whole', 'wait'])
    for (const [group, value] of [['Text board', 'In place of the board'], ["The other side's moves", 'One by one'], ['Dice', 'Instant']] as const) choose(get(get(target, 'fieldset', group), 'input', value))
    expect(JSON.parse(localStorage.getItem('ironbottom.comforts')!)).toEqual({ pace: 'step', dice: 'once', text: 'alone', tour: 'done' })
    expect({ ...preferences }).toEqual({ pace: 'step', dice: 'once', text: 'alone', tour: 'done' })
  })

  test.each([['as it stands', { text: 'turn = 1' }, 'turn = 1'], ['or why it cannot be had', undefined, 'The server cannot be reached.']])('the position is written %s', async (_, answer, words) => {
    stubServer({ 'GET /matches/m/position': answer })
    const { target } = menu(storeOf({ seats: { host: true, holdsAll: true, invitable: [] } }))
    press(target, 'Copy the position as text')
    await flush()
    await flush()
    expect(get<HTMLTextAreaElement>(target, 'textarea', 'Position').value).toBe(words)
  })
})

describe('a dialog of a match', () => {
  const dialogs = (what: string, more: Record<string, unknown> = {}, matchView: Record<string, unknown> = {}): { target: HTMLElement; store: Record<string, any> } => {
    const store = storeOf({ dialog: what, ...more }, matchView)
    return { target: mountComponent(Dialogs, { store }).target, store }
  }
  const shown = (target: HTMLElement): string[] => [...target.querySelectorAll('dialog')].map((one) => `${nameOf(one)}: ${text(one.querySelector('p')!)}`)

  test('shows the result of resigning, and resigns', () => {
    const { target, store } = dialogs('resign')
    expect(shown(target)).toEqual(['Resign: The game ends, and the Allies win. This cannot be taken back.'])
    press(target, 'Resign')
    expect([store['resign'].mock.calls, store['dialog']]).toEqual([[['japan']], null])
  })

  test('changes nothing if the player continues', () => {
    const { target, store } = dialogs('resign')
    press(target, 'Play on')
    expect([store['resign'].mock.calls, store['dialog']]).toEqual([[], null])
  })

  test('offers a draw to those who must answer', () => {
    const { target, store } = dialogs('draw', {}, { asked: ['allies'] })
    expect(shown(target)).toEqual(['Offer a draw: The Allies may accept or decline. The offer ends with the next choice.'])
    press(target, 'Offer a draw')
    expect(store['draw'].mock.calls).toEqual([['japan', 'offer']])
  })

  test.each([
    ['the computer agrees', { allies: 'ensign' }, 'The computer will agree'],
    ['a person must agree', { allies: 'person' }, 'The Allies must agree'],
  ])('says that %s before dice are undone', (_, seats, words) => {
    const { target, store } = dialogs('ask', {}, { asked: ['allies'], undo: { why: 'a die has been rolled since' }, seats: { japan: 'person', ...seats } })
    expect(shown(target)).toEqual([`Ask to take back: A die has been rolled since. ${words}, but you keep what you have seen.`])
    press(target, 'Cancel')
    expect([store['undo'].mock.calls, store['dialog']]).toEqual([[], null])
  })

  test('asks to undo for the side that chose', () => {
    const { target, store } = dialogs('ask', {}, { asked: ['allies'], undo: { why: 'dice fell' } })
    press(target, 'Take back')
    expect([store['undo'].mock.calls.map(([side]: [string]) => side), store['dialog']]).toEqual([['japan'], null])
  })

  test('copies a link to the moment, or shows it where it cannot be copied', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { target } = dialogs('share')
    await flush()
    expect(shown(target)).toEqual(['Link to this moment: Link copied.'])
    expect((writeText.mock.calls as unknown as string[][])[0]![0]).toMatch(/#\/m\/m\/7\?side=japan$/)
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } })
    const again = dialogs('share', { playback: { pastSeq: 3, beside: () => null } }).target
    await flush()
    expect(shown(again)[0]).toMatch(/^Link to this moment: \S+#\/m\/m\/3\?side=japan$/)
  })

  test('lists the keys of the game among all others', () => {
    const { target } = dialogs('keys', { game: { keys: [['G', 'go to a zone']] } })
    expect(texts(target, 'dt').slice(-4)).toEqual(['G', '[ and ]', 'N, Y, S', 'V'])
  })
})
