// Matches by file: the page that opens a file, the invitation as a file, the prompt while the match is away, and the move to another machine.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import FilePage from '../src/app/home/FilePage.svelte'
import InviteByFile from '../src/app/match/InviteByFile.svelte'
import MoveMatch from '../src/app/match/MoveMatch.svelte'
import type { MatchStore } from '../src/app/game'
import { openPickedFile } from '../src/app/picked_file'
import { promptOf } from '../src/app/prompt_builder'
import { invitedByFile } from '../src/app/turn_files'
import { button, errorResponse, flush, get, mountComponent, names, press, stubServer, text, texts, type, type Mounted } from './component'

const REPLY = { kind: 'acceptance', name: 'vitp-2-accepted.turn', text: 'accepted', code: '' }
const OFFER = { game: 'vitp', title: 'Victory in the Pacific', name: 'By mail', sides: ['The Allies'], agreed: [{ title: 'Dice', text: 'Sealed' }] }
const opened = (more: object): object => ({ kind: 'turn', match: '', over: false, invitation: null, reply: null, ...more })
const FILE = new File(['x'], 'a.turn')
let saved: string[]
beforeEach(() => {
  localStorage.clear()
  location.hash = '#/'
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
const through = async (): Promise<void> => {
  for (let n = 0; n < 4; n++) await flush()
}
async function page(file = FILE): Promise<Mounted> {
  openPickedFile(file)
  const mounted = mountComponent(FilePage)
  await through()
  return mounted
}

describe('a file that was chosen', () => {
  test('with a match opens the match, and a finished one its story', async () => {
    const asked = stubServer({ 'POST /turn_files': opened({ match: 'm1' }) })
    await page()
    expect([asked.map(({ what }) => what.replace(/\?$/, '')), asked[0]!.body, location.hash]).toEqual([['POST /turn_files'], FILE, '#/m/m1'])
    stubServer({ 'POST /turn_files': opened({ match: 'm1', over: true }) })
    await page()
    expect(location.hash).toBe('#/story/m1')
  })

  test('with an invitation shows its settings; accepting it saves the answer', async () => {
    const asked = stubServer({
      'POST /turn_files?': opened({ kind: 'invitation', invitation: OFFER }),
      'POST /turn_files?accept=true': opened({ kind: 'invitation', invitation: OFFER, reply: REPLY }),
    })
    const { target } = await page()
    expect([text(target.querySelector('h1')!), texts(target, 'dt, dd')]).toEqual(['You are invited to Victory in the Pacific by file', ['Dice', 'Sealed']])
    expect([names(target, 'main button'), saved]).toEqual([['Accept'], []])
    press(target, 'Accept')
    await through()
    expect([asked.at(-1)!.what, saved, names(target, 'main button')]).toEqual(['POST /turn_files?accept=true', [REPLY.name], ['Save again']])
    press(target, 'Save again')
    expect(saved).toEqual([REPLY.name, REPLY.name])
  })

  test('that is refused shows the refusal of the server, and another can be chosen', async () => {
    stubServer({ 'POST /turn_files': errorResponse('this file is older than the match here', { field: 'file', status: 409 }) })
    const { target } = await page()
    expect(texts(target, '[role=alert]')).toEqual(['This file is older than the match here.'])
    expect([names(target, 'main input'), location.hash]).toEqual([['Choose another'], '#/file'])
  })

  test('from another machine asks for its code', async () => {
    const asked = stubServer({
      'POST /turn_files?': errorResponse('this file comes from another machine: type the code that was shown there', { field: 'code' }),
      'POST /turn_files?code=ABCD': opened({ kind: 'move', match: 'm2' }),
    })
    const { target } = await page()
    type(get(target, 'input', 'Code'), ' ABCD ')
    target.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await through()
    expect([asked.length, location.hash]).toEqual([2, '#/m/m2'])
  })
})

describe('an invitation as a file', () => {
  const seat = { side: 'allies', title: 'the Allies', player: 'person', claimed: false, yours: false, invitation: null }

  test('is saved, and again; a link can be made instead', async () => {
    const asked = stubServer({ 'POST /matches/m/turn_file': { ...REPLY, kind: 'invitation', name: 'vitp-1-invitation.turn' } })
    const onlink = vi.fn()
    const { target } = mountComponent(InviteByFile, { match: 'm', seat, onlink })
    press(target, 'Save invitation')
    await through()
    expect([asked[0]!.body, saved, invitedByFile('m'), names(target)]).toEqual([{ side: '' }, ['vitp-1-invitation.turn'], 'saved', ['Save again', 'Open turn file', 'Use a link']])
    press(target, 'Use a link')
    expect(onlink).toHaveBeenCalledOnce()
  })

  test('to an own seat names it; a refusal is shown', async () => {
    const asked = stubServer({ 'POST /matches/m/turn_file': errorResponse('a match with a clock cannot go by file', { field: 'pace' }) })
    const { target } = mountComponent(InviteByFile, { match: 'm', seat: { ...seat, yours: true }, onlink: vi.fn() })
    press(target, 'Save invitation')
    await through()
    expect([asked[0]!.body, texts(target, '[role=alert]'), names(target)]).toEqual([{ side: 'allies' }, ['A match with a clock cannot go by file.'], ['Save invitation', 'Use a link']])
  })
})

describe('the prompt of a match by file', () => {
  beforeAll(async () => {
    promptOf(storeOf({}))
    await import('../src/app/by_file_prompt')
    await through()
  })
  const storeOf = (matchView: object): MatchStore =>
    ({
      id: 'm', persons: ['japan'], mine: 'japan', seating: 'apart', turns: { offered: null }, decision: null, title: () => 'Japan', lastActSize: () => 0, observationOf: () => undefined, refresh: vi.fn(), notices: { failed: vi.fn() },
      matchView: { over: false, waiting: [{ side: 'allies', title: 'the Allies' }], by_file: true, away: '', ...matchView },
    }) as unknown as MatchStore
  const shown = (matchView: object): unknown => {
    const { sentence, choices } = promptOf(storeOf(matchView)).prompt
    return [sentence, choices?.map(({ label, weight }) => (weight ? `${label}, ${weight}` : label))]
  }

  test('asks to save the file once only the other player can choose', () => {
    expect(shown({})).toEqual(['The Allies choose.', ['Save turn file, primary']])
    expect(shown({ by_file: false })).toEqual(['The Allies choose.', undefined])
  })
  test('says where the match is while it is away', () => {
    expect(shown({ away: 'friend' })).toEqual(['The match is with the other player.', ['Save again', 'Open turn file, primary']])
    expect(shown({ away: 'machine' })).toEqual(['The match is on another machine.', ['Save again', 'Open turn file, primary']])
  })
  test('saves the file, and shows a refusal', async () => {
    stubServer({ 'POST /matches/m/turn_file': { ...REPLY, name: 'vitp-3.turn' } })
    const store = storeOf({})
    promptOf(store).acts['save_file']!()
    await vi.waitFor(() => expect(store.refresh).toHaveBeenCalledOnce())
    expect(saved).toEqual(['vitp-3.turn'])
    stubServer({ 'POST /matches/m/turn_file': errorResponse('first choose for Japan') })
    promptOf(store).acts['save_file']!()
    await vi.waitFor(() => expect(store.notices.failed).toHaveBeenCalledOnce())
  })
})

test('a match that moves shows its code, which is needed on the other machine', async () => {
  const asked = stubServer({ 'POST /matches/m/turn_file': { kind: 'move', name: 'vitp-4.turn', text: 'x', code: 'ABCD-EFGH' } })
  const store = { id: 'm', matchView: { away: '' }, refresh: vi.fn() }
  const { target } = mountComponent(MoveMatch, { store })
  expect(target.querySelector('code')).toBeNull()
  button(target, 'Save file').click()
  await through()
  expect([asked[0]!.body, saved, texts(target, 'code'), names(target)]).toEqual([{ machine: true }, ['vitp-4.turn'], ['ABCD-EFGH'], ['Save again']])
})
