// Before a game: who plays, under which rules, from which position, and words for the dice. A refusal is shown at its field.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import NewGame from '../src/app/home/NewGame.svelte'
import OptionField from '../src/app/home/OptionField.svelte'
import DiceSeedPage from '../src/app/match/DiceSeedPage.svelte'
import { preferences } from '../src/app/preferences.svelte'
import { button, choose, get, mountComponent, names, press, errorResponse, stubServer, flush, text, texts, type, type Mounted } from './component'

const OPTION = { name: 'last_turn', title: 'The last turn', text: 'How long it is played.', values: ['8', '10'], words: ['eight turns', 'ten turns'], default: '10', clause: '3.1' }
const GAME = {
  id: 'hold_fast', short: 'hf', title: 'Hold Fast', sides: [{ id: 'japan', title: 'Japan', team: 0 }, { id: 'allies', title: 'the Allies', team: 1 }], scenarios: [{ id: 'war', text: 'The war' }], options: [OPTION],
  bots: [{ id: 'ensign', text: 'By rules of thumb.', level: 'new player', seconds: 1 }, { id: 'captain', text: 'Compares plans.', level: 'club', seconds: 3 }, { id: 'random', text: 'At random.', level: 'practice', seconds: 1 }], about: null, picture: [],
}
const ROUTES = { 'GET /games': [GAME], 'GET /games/hold_fast/clauses': [], 'GET /matches': [], 'GET /statistics': [] }
beforeEach(() => {
  localStorage.clear()
  location.hash = '#/new'
  Object.assign(preferences, { tour: 'new' })
})
const through = async (): Promise<void> => {
  for (let n = 0; n < 4; n++) await flush()
}
async function page(answers: Record<string, unknown> = {}): Promise<{ target: HTMLElement; asked: { what: string; body: any }[] }> {
  const asked = stubServer({ ...ROUTES, 'POST /matches': { id: 'm9' }, ...answers })
  const { target } = mountComponent(NewGame)
  await through()
  return { target, asked }
}
const begin = async (target: HTMLElement): Promise<void> => {
  target.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await through()
}
const sent = (asked: { what: string; body: any }[]): any => asked.filter(({ what }) => what === 'POST /matches').at(-1)?.body

describe('a new game', () => {
  test('is begun as somebody new plays it: the last side, against the better computer player, with the guide', async () => {
    const { target, asked } = await page()
    expect(texts(target, '.plan, .footnote')).toEqual(['Hold Fast: you are the Allies, against Ensign', 'standard rules, with the guide'])
    await begin(target)
    expect(sent(asked)).toEqual({ game: 'hold_fast', seats: { japan: 'ensign', allies: 'person' }, scenario: 'war' })
    expect([location.hash, preferences.tour]).toEqual(['#/m/m9', 'on'])
  })

  test('is begun as it was chosen', async () => {
    const { target, asked } = await page()
    choose(get(target, 'input', 'Japan'))
    choose(get(target, 'input', 'Random for practice, decides at once At random.'))
    choose(get(target, 'input', 'Guide me through the first turn'), false)
    type(get(target, 'input', 'Name'), ' Watchtower ')
    expect(texts(target, '.plan, .footnote')).toEqual(['Hold Fast: you are Japan, against Random', 'standard rules'])
    await begin(target)
    expect(sent(asked)).toEqual({ game: 'hold_fast', seats: { japan: 'person', allies: 'random' }, name: 'Watchtower', scenario: 'war' })
    expect(preferences.tour).toBe('done')
  })

  test('says how strong each computer player is, its longest time, and one\'s own results against it', async () => {
    const opponents = [{ bot: 'ensign', played: 4, won: 3, drawn: 0 }, { bot: 'captain', played: 12, won: 1, drawn: 1 }]
    const { target } = await page({ 'GET /statistics': [{ game: 'hold_fast', title: 'Hold Fast', played: 16, drawn: 1, won: {}, solo: [], opponents }] })
    const rows = texts(target, 'fieldset:has(input[name=bot]) label')
    expect(rows).toEqual([
      'Ensign for new players, decides at once By rules of thumb. You won 3 of 4.',
      'Captain for club players, up to 3 seconds a decision Compares plans. You won 1 of 12, and drew 1.',
      'Random for practice, decides at once At random.',
    ])
    expect(target.querySelectorAll('.marks i').length).toBe(4)
    expect(target.querySelectorAll('.marks i.won').length).toBe(3)
    expect(texts(target, 'fieldset:has(input[name=bot]) .note')).toEqual(['You win most matches against Ensign: try Captain.'])
    choose(get(target, 'input', 'The computer against itself'))
    await through()
    expect(texts(target, 'fieldset:has(input[name=bot]) .results, fieldset:has(input[name=bot]) .note')).toEqual([])
  })

  test('of two people asks for the dice, not for an opponent', async () => {
    const { target, asked } = await page()
    choose(get(target, 'input', 'Two people on one screen'))
    expect(names(target, 'fieldset')).toEqual(['Game', 'Who plays', 'Dice'])
    choose([...target.querySelectorAll<HTMLInputElement>('[name=dice]')][1]!)
    await begin(target)
    expect(sent(asked)).toEqual({ game: 'hold_fast', seats: { japan: 'person', allies: 'person' }, scenario: 'war', dice: 'joint' })
  })

  test('with a friend by link asks for the side and the dice, leaves the other seat to the friend, and makes the link', async () => {
    const link = { token: 'abc', path: '/#/join/m9/abc', expires: '2030-01-02T10:00:00+00:00' }
    const { target, asked } = await page({ 'POST /matches/m9/invitations': link, 'GET /matches/m9/seats': { seats: [], take: null } })
    choose(get(target, 'input', 'You and a friend, by link'))
    expect(names(target, 'fieldset')).toEqual(['Game', 'Who plays', 'Your side', 'Dice'])
    choose(get(target, 'input', 'Japan'))
    expect(texts(target, '.plan, .footnote')).toEqual(['Hold Fast: you are Japan, against a friend', 'standard rules, your friend gets a link'])
    expect(names(target, '.primary')).toEqual(['Make a link'])
    await begin(target)
    expect(sent(asked)).toEqual({ game: 'hold_fast', seats: { japan: 'person', allies: 'person' }, scenario: 'war', friends: ['allies'], pace: { kind: 'none' } })
    expect(asked.filter(({ what }) => what.endsWith('/invitations')).map(({ body }) => body)).toEqual([{ side: 'allies' }])
    expect(JSON.parse(localStorage.getItem('ironbottom.links.m9')!)).toEqual({ allies: link })
    expect(location.hash).toBe('#/m/m9')
  })

  test('with a friend by file has no pace, and saves the invitation with the words for the dice', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { target, asked } = await page({ 'POST /matches/m9/words': {}, 'POST /matches/m9/turn_file': { kind: 'invitation', name: 'a.turn', text: 'x', code: '' } })
    choose(get(target, 'input', 'You and a friend, by file'))
    await through()
    expect(names(target, 'fieldset')).toEqual(['Game', 'Who plays', 'Your side'])
    expect(texts(target, '.plan, .footnote')).toEqual(['Hold Fast: you are the Allies, against a friend', 'standard rules, the invitation is saved as a file'])
    type(get(target, 'input', 'Your words for the dice'), ' calm sea ')
    expect(names(target, '.primary')).toEqual(['Save invitation'])
    await begin(target)
    await vi.waitFor(() => expect(location.hash).toBe('#/m/m9'))
    expect(sent(asked)).toEqual({ game: 'hold_fast', seats: { japan: 'person', allies: 'person' }, scenario: 'war', friends: ['japan'] })
    expect(asked.slice(-2).map(({ what, body }) => [what, body])).toEqual([
      ['POST /matches/m9/words', { side: 'allies', words: 'calm sea', wait: 0 }], ['POST /matches/m9/turn_file', {}],
    ])
    expect(saved).toHaveBeenCalledOnce()
    expect(localStorage.getItem('ironbottom.by_file.m9')).toBe('"saved"')
  })

  test('with a friend may have the sides drawn by lot, then with sealed dice', async () => {
    const { target, asked } = await page()
    choose(get(target, 'input', 'You and a friend, by link'))
    await through()
    choose(get(target, 'input', 'By lot'))
    expect([texts(target, '.plan'), names(target, 'fieldset').includes('Dice')]).toEqual([['Hold Fast: sides by lot, against a friend'], false])
    await begin(target)
    expect(sent(asked)).toEqual({ game: 'hold_fast', seats: { japan: 'person', allies: 'person' }, scenario: 'war', friends: ['allies'], pace: { kind: 'none' }, lot: true })
    choose(get(target, 'input', 'You against the computer'))
    expect(texts(target, '.plan')).toEqual(['Hold Fast: you are the Allies, against Ensign'])
  })

  test('with a friend is played live, at days for each move, or without a clock', async () => {
    const { target, asked } = await page()
    expect(target.querySelector('[name=pace]')).toBe(null)
    await import('../src/app/home/PaceField.svelte')
    choose(get(target, 'input', 'You and a friend, by link'))
    await through()
    const kind = (value: string): HTMLInputElement => target.querySelector<HTMLInputElement>(`[name=pace][value=${value}]`)!
    expect([...target.querySelectorAll<HTMLInputElement>('[name=pace]')].map(({ value, checked }) => [value, checked])).toEqual([['live', false], ['days', false], ['none', true]])
    choose(kind('live'))
    const minutes = get(target, 'select', 'Time for each side') as HTMLSelectElement
    expect(minutes.value).toBe('120')
    choose(minutes, '60')
    await begin(target)
    expect(sent(asked).pace).toEqual({ kind: 'live', minutes: 60, increment: 30 })
    choose(kind('days'))
    expect(texts(target, '.footnote')).toEqual(['standard rules, your friend gets a link, 2 days for each move'])
    await begin(target)
    expect(sent(asked).pace).toEqual({ kind: 'days', days: 2, reserve: 3 })
  })

  test('with friends goes to the match even if no link could be made', async () => {
    location.hash = '#/new?seats=friend'
    const SIDES = [{ id: 'japan', title: 'Japan', team: 0 }, { id: 'uk', title: 'the United Kingdom', team: 1 }, { id: 'usa', title: 'the United States', team: 1 }]
    const { target, asked } = await page({ 'GET /games': [{ ...GAME, sides: SIDES }] })
    expect(texts(target, '.plan, .footnote')).toEqual(['Hold Fast: you are the United States, friends play the others', 'standard rules, friends get links'])
    await begin(target)
    expect(sent(asked).friends).toEqual(['japan', 'uk'])
    expect(location.hash).toBe('#/m/m9')
  })

  test('lists the changed rules, and plays under them', async () => {
    const { target, asked } = await page()
    expect(texts(target, '.rules p')).toEqual(['As usual.'])
    press(target, 'Options of the rules')
    expect(names(document.body, 'dialog[open]')).toEqual(['Options of the rules'])
    choose(get(get(target, 'dialog', 'Options of the rules'), 'input', 'eight turns'))
    press(get(target, 'dialog', 'Options of the rules'), 'Close')
    expect(texts(target, '.rules p, .footnote')).toEqual(['The last turn: eight turns.', 'one rule changed, with the guide'])
    await begin(target)
    expect(sent(asked).options).toEqual({ last_turn: '8' })
  })

  test('that cannot be begun gives the reason and can be tried again', async () => {
    const { target } = await page({ 'POST /matches': errorResponse('the disk is full', { status: 500 }) })
    await begin(target)
    expect(texts(target, 'footer [role=alert]')).toEqual(['The disk is full.'])
    expect(button(target, 'Begin').disabled).toBe(false)
    expect(location.hash).toBe('#/new')
  })

  test('says so without a connection', async () => {
    const { target } = await page({ 'POST /matches': undefined })
    await begin(target)
    expect(texts(target, 'footer [role=alert]')).toEqual(['Not connected. Start the server again and try once more.'])
  })

  test('a wrong name is reported at the name', async () => {
    const { target } = await page({ 'POST /matches': errorResponse('the name is taken', { field: 'name' }) })
    await begin(target)
    const field = get(target, 'input', 'Name')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-describedby')!.split(' ').map((id) => text(document.getElementById(id)!))).toEqual(['If left empty, the game is named after its players.', 'The name is taken.'])
  })

  test('a wrong position is refused at its field, and begun once it is right', async () => {
    const answer = vi.fn(({ position }: { position: string }) => (position.includes('99') ? errorResponse('must be 9 at most', { field: 'points_of_control' }) : { id: 'm9' }))
    const { target, asked } = await page({ 'POST /matches': answer })
    const details = [...target.querySelectorAll('details')].at(-1)!
    details.open = true
    details.dispatchEvent(new Event('toggle'))
    await through()
    const field = get<HTMLTextAreaElement>(target, 'textarea', 'Position')
    type(field, 'points_of_control = 99')
    await begin(target)
    expect(texts(target, '.position [role=alert]')).toEqual(['Points_of_control: must be 9 at most.'])
    expect([field.getAttribute('aria-invalid'), field.value]).toEqual(['true', 'points_of_control = 99'])
    type(field, 'points_of_control = 9')
    expect(texts(target, '.footnote')).toEqual([])
    await begin(target)
    expect(sent(asked)).toEqual({ game: 'hold_fast', seats: { japan: 'ensign', allies: 'person' }, position: 'points_of_control = 9' })
    expect(location.hash).toBe('#/m/m9')
  })

  test('an incomplete rulebook is mentioned only before the first game', async () => {
    const known = { 'our reconstruction': 237, 'from the booklet': 60, 'a guess': 12 }
    const notes = (target: HTMLElement): string[] => texts(target, '[aria-label="How the rules of Hold Fast are known"]')
    const { target } = await page({ 'GET /games': [{ ...GAME, known }] })
    expect(notes(target)).toEqual(['Before the first game. Hold Fast: the rulebook is incomplete. 237 clauses are our reconstruction; 60 from the booklet; 12 known in other ways. Each rule and each refusal says where it comes from.'])
    await begin(target)
    expect(notes((await page({ 'GET /games': [{ ...GAME, known }] })).target)).toEqual([])
    expect(notes((await page()).target)).toEqual([])
  })

  test('the address names game, side and seats', async () => {
    location.hash = '#/new?game=hold_fast&side=japan'
    expect(texts((await page()).target, '.plan')).toEqual(['Hold Fast: you are Japan, against Ensign'])
    location.hash = '#/new?seats=both'
    expect(texts((await page()).target, '.plan')).toEqual(['Hold Fast: two people on one screen'])
  })
})

describe('an option', () => {
  const option = (more: object = {}, props: object = {}): Mounted => mountComponent(OptionField, { option: { ...OPTION, ...more }, value: '10', clause: undefined, error: undefined, announcedFor: undefined, onvalue: vi.fn(), ...props })

  test('of few values is a group of radio buttons that marks the usual one', () => {
    const { target, props } = option()
    const group = target.querySelector('fieldset')!
    expect([names(target, 'fieldset'), text(document.getElementById(group.getAttribute('aria-describedby')!)!)]).toEqual([['The last turn'], 'How long it is played.'])
    expect(names(group, 'input')).toEqual(['eight turns', 'ten turns (usual)'])
    choose(get(group, 'input', 'eight turns'))
    expect(props['onvalue'].mock.calls).toEqual([['8']])
  })

  test('of many values is a list', () => {
    const values = ['1', '2', '3', '4', '10']
    const { target, props } = option({ values, words: values })
    const list = get<HTMLSelectElement>(target, 'select', 'The last turn')
    expect([texts(list, 'option'), list.value]).toEqual([['1', '2', '3', '4', '10 (usual)'], '10'])
    choose(list, '2')
    expect(props['onvalue'].mock.calls).toEqual([['2']])
  })

  test('shows its rule, and what is wrong with it', () => {
    const { target } = option({}, { clause: { id: '3.1', title: 'Turns', paraphrase: 'Ten turns.', reading: 'Or eight.' }, error: 'Not with this scenario.' })
    expect(texts(target, 'summary, details p, [role=alert]')).toEqual(['Clause 3.1, Turns', 'Ten turns.', 'Or eight.', 'Not with this scenario.'])
  })
})

describe('words for the dice', () => {
  const ASKED = { id: 'm1', name: 'Watchtower', kind: 'sealed', sides: GAME.sides, commitments: { referee: 'abc123' }, order: ['japan', 'allies'], given: {} as Record<string, string>, asked: 'japan' as string | null, host: 'nobody' as string | null, begun: false, claimed: ['japan', 'allies'] }
  /** The seats, of which these sides are held here; `free` ones are held by nobody. */
  const seats = (yours: readonly string[], { free = [], host = true, take = null }: { free?: readonly string[]; host?: boolean; take?: string | null } = {}): object => ({
    id: 'm1', name: 'Watchtower', game: 'hold_fast', begun: false, over: false, host, take, link: null, offered: [], lot: false, agreed: [], picture: [], secure: true, here_only: false, addresses: [],
    seats: GAME.sides.map(({ id, title }) => ({ side: id, title, player: 'person', claimed: !free.includes(id), yours: yours.includes(id), invitation: null })),
  })
  const BOTH = { 'GET /matches/m1/seats': seats(['japan', 'allies']) }
  async function words(asked: object = ASKED, answers: Record<string, unknown> = {}): Promise<Mounted & { asked: { what: string; body: any }[] }> {
    const sent = stubServer({ ...BOTH, ...answers })
    const made = mountComponent(DiceSeedPage, { asked, onbegun: vi.fn() })
    await through()
    return { ...made, asked: sent }
  }
  const posted = (asked: { what: string; body: any }[]): any[] => asked.filter(({ what }) => what.startsWith('POST')).map(({ body }) => body)
  const give = async (target: HTMLElement, typed: string): Promise<void> => {
    const field = target.querySelector('input')!
    type(field, typed)
    field.form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await through()
  }
  beforeEach(() => localStorage.setItem('ironbottom.phrases.m1', 'true'))
  afterEach(() => flushSync())

  test('are random and given at once unless the players asked to type them; no hash is shown', async () => {
    localStorage.removeItem('ironbottom.phrases.m1')
    const answers = {
      'POST /matches/m1/host': ASKED,
      'POST /matches/m1/words': ({ side }: { side: string }) => ({ ...ASKED, asked: side === 'japan' ? 'allies' : null, begun: side === 'allies' }),
    }
    const { target, props, asked } = await words({ ...ASKED, asked: null, host: null }, answers)
    await through()
    expect(posted(asked).map(({ side }) => side)).toEqual(['nobody', 'japan', 'allies'])
    expect(posted(asked)[1].words).toMatch(/^[0-9a-f]{32}$/)
    expect(props['onbegun']).toHaveBeenCalledTimes(1)
    expect(target.querySelector('details')!.open).toBe(false)
    expect([...target.querySelectorAll('code')].every((one) => one.closest('details'))).toBe(true)
  })

  test('of the side at the server come first', async () => {
    localStorage.removeItem('ironbottom.phrases.m1')
    const { asked } = await words({ ...ASKED, asked: null, host: null }, { 'GET /matches/m1/seats': seats(['allies']), 'POST /matches/m1/host': { ...ASKED, asked: 'japan' } })
    expect([location.hostname, posted(asked)]).toEqual(['localhost', [{ side: 'allies' }]])
  })

  test('that could not be sent are retried by a press', async () => {
    localStorage.removeItem('ironbottom.phrases.m1')
    const { target, asked } = await words(ASKED, { 'POST /matches/m1/words': errorResponse('the disk is full', { status: 500 }) })
    expect([texts(target, '[role=alert]'), posted(asked).length]).toEqual([['The disk is full.'], 1])
    press(target, 'Try again')
    await through()
    expect(posted(asked).length).toBe(2)
  })

  test('the hash is shown before anyone gives words', async () => {
    const { target } = await words()
    expect(texts(target, 'code')).toEqual(['abc123'])
    expect(names(target, 'input')).toEqual(['Words of Japan'])
    expect(names(target)).toEqual(['Add these words', 'Use random words', 'All games'])
  })

  test('are given by one side after the other, then the match begins', async () => {
    const { target, props, asked } = await words(ASKED, { 'POST /matches/m1/words': ({ side, words: given }: { side: string; words: string }) => ({ ...ASKED, given: { japan: 'tea', [side]: given }, asked: side === 'japan' ? 'allies' : null, begun: side === 'allies' }) })
    await give(target, 'tea')
    expect(texts(target, 'li')).toEqual(['Japan gave: tea'])
    expect(names(target, 'input')).toEqual(['Words of the Allies'])
    expect([target.querySelector('input')!.value, document.activeElement === target.querySelector('input')]).toEqual(['', true])
    expect(props['onbegun']).not.toHaveBeenCalled()
    press(target, 'Use random words')
    await through()
    expect(posted(asked).map(({ side }) => side)).toEqual(['japan', 'allies'])
    expect(posted(asked)[1].words).toMatch(/^[0-9a-f]{32}$/)
    expect(props['onbegun']).toHaveBeenCalledTimes(1)
  })

  test('empty ones are not sent', async () => {
    const { target, asked } = await words()
    await give(target, '  ')
    expect([texts(target, '[role=alert]'), posted(asked)]).toEqual([['Type some words or use random ones.'], []])
  })

  test('that are refused stay in the field', async () => {
    const { target } = await words(ASKED, { 'POST /matches/m1/words': errorResponse('too long') })
    await give(target, 'tea')
    expect([texts(target, '[role=alert]'), target.querySelector('input')!.value]).toEqual([['Too long.'], 'tea'])
  })

  test('ask the person who runs the server first', async () => {
    const { target, asked } = await words({ ...ASKED, asked: null, host: null }, { 'POST /matches/m1/host': ASKED })
    expect(names(target, '[role=group]')).toEqual(['Which side runs the server? It adds its words first, because the server knows the secret.'])
    expect(names(target)).toEqual(['Japan', 'The Allies', 'Someone else'])
    press(target, 'Someone else')
    await through()
    expect(posted(asked)).toEqual([{ side: 'nobody' }])
    expect(names(target, 'input')).toEqual(['Words of Japan'])
  })

  test.each<[string, object, object, string]>([
    ['a friend has yet to give words', ASKED, seats(['allies']), 'Waiting for the words of Japan.'],
    ['a friend has yet to join', { ...ASKED, claimed: ['allies'] }, seats(['allies'], { free: ['japan'], host: false }), 'Waiting for Japan: nobody has joined yet.'],
    ['the host has yet to say who runs the server', { ...ASKED, asked: null, host: null }, seats(['allies'], { host: false }), 'The host must first say who runs the server.'],
    ['one only watches', ASKED, seats([], { host: false }), 'Waiting for the words of Japan.'],
  ])('nothing is asked here while %s', async (_, asked, info, waits) => {
    const { target } = await words(asked, { 'GET /matches/m1/seats': info })
    expect(texts(target, '[role=status]')).toEqual([waits])
    expect([names(target, 'input'), names(target)]).toEqual([[], ['All games']])
  })

  test('the host is shown the invitation while a friend has not joined, and gives words meanwhile', async () => {
    const { target } = await words({ ...ASKED, claimed: ['japan'] }, { 'GET /matches/m1/seats': seats(['japan'], { free: ['allies'] }) })
    expect(texts(target, 'section h2')).toEqual(['Waiting for the Allies'])
    expect(names(target)).toEqual(['Make a link', 'Invite by file', 'Add these words', 'Use random words', 'All games'])
  })

  test('continue automatically once the friend has joined', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let joined = false
      stubServer({
        'GET /matches/m1/seats': () => seats(['japan'], { free: joined ? [] : ['allies'] }),
        'GET /matches/m1': () => new Response(JSON.stringify({ error: { message: 'words first' }, words: { ...ASKED, asked: 'allies', given: { japan: 'tea' }, claimed: joined ? ['japan', 'allies'] : ['japan'] } }), { status: 409 }),
      })
      const { target } = mountComponent(DiceSeedPage, { asked: { ...ASKED, asked: 'allies', given: { japan: 'tea' }, claimed: ['japan'] }, onbegun: vi.fn() })
      await vi.advanceTimersByTimeAsync(1)
      flushSync()
      expect([texts(target, 'h2').length, texts(target, '.pending')]).toEqual([1, ['Waiting for the Allies: nobody has joined yet.']])
      joined = true
      await vi.advanceTimersByTimeAsync(2000)
      flushSync()
      expect([texts(target, 'h2').length, texts(target, '.pending')]).toEqual([0, ['Waiting for the words of the Allies.']])
      // The place of the invitation stays, so that nothing moves.
      expect([texts(target, 'section'), target.querySelector('main')!.classList.contains('inviting')]).toEqual([['The Allies have joined.'], true])
    } finally {
      vi.useRealTimers()
    }
  })

  test('are taken over from another browser of this machine on request', async () => {
    const { target, asked } = await words(ASKED, { 'GET /matches/m1/seats': seats([], { host: false, take: 'this_machine' }), 'POST /matches/m1/claim': seats(['japan', 'allies']) })
    expect(texts(target, '.notice p')).toEqual(['Another browser holds the seats of this game.'])
    expect(posted(asked)).toEqual([])
    press(target, 'Play here')
    await through()
    expect([posted(asked), texts(target, '.notice'), names(target, 'input')]).toEqual([[{}], [], ['Words of Japan']])
  })
})
