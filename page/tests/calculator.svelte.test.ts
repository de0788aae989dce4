// The battle calculator: a request is sent once typing pauses, the answer is the server's, and a refusal is shown at
// its column.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Calculator from '../src/games/axis_allies_pacific/Calculator.svelte'
import { button, choose, get, mountComponent, names, press, errorResponse, stubServer, text, texts, type, type Mounted } from './component'

const ASK = 'POST /games/axis_allies_pacific/odds'
const ODDS = {
  kind: 'land', won: 0.734, emptied: 0, standing: 0, lost: 0.266, lands: null, attacker_losses: -4.25, defender_losses: -9, swing: 4.75, points: 0, swings: [], seas: [],
  attacker_no_loss: 0.25, defender_no_loss: 0.1, attacker_left: { infantry: 1.3 }, defender_left: {}, attacker_remains: [[{ infantry: 2 }, 0.6], [{}, 0.4]], defender_remains: [[{}, 1]], addition: null, enough: null,
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const calculator = (asked = ''): Mounted => mountComponent(Calculator, { game: 'axis_allies_pacific', query: asked, onquery: vi.fn() })
const answer = (target: HTMLElement): HTMLElement => get(target, 'section', 'Result')
const count = (target: HTMLElement, name: string): HTMLInputElement => get<HTMLInputElement>(target, 'input', name)
const pause = async (wait = 150): Promise<void> => {
  await vi.advanceTimersByTimeAsync(wait)
  flushSync()
}

test('without units on both sides nothing is requested', async () => {
  const asked = stubServer({ [ASK]: ODDS })
  const { target, props } = calculator()
  type(count(target, 'Infantry: Attacker'), '2')
  await pause()
  expect(texts(answer(target), 'p')).toEqual(['Enter units for both sides.'])
  expect(asked).toEqual([])
  expect(props['onquery'].mock.lastCall).toEqual(['kind=land&attack=2+infantry'])
})

test('input is requested once, when the typing pauses', async () => {
  const asked = stubServer({ [ASK]: ODDS })
  const { target, props } = calculator('kind=land&attack=2+infantry')
  type(count(target, 'Infantry: Defender'), '1')
  await pause(149)
  type(count(target, 'Infantry: Defender'), '3')
  await pause(149)
  expect(answer(target).getAttribute('aria-busy')).toBe('true')
  expect(asked).toEqual([])
  await pause(1)
  expect(asked).toEqual([{ what: ASK, body: { battle: { kind: 'land', attack: '2 infantry', defend: '3 infantry' } } }])
  expect(answer(target).getAttribute('aria-busy')).toBe('false')
  expect(props['onquery'].mock.lastCall).toEqual(['kind=land&attack=2+infantry&defend=3+infantry'])
})

test('the answer is shown in words and figures', async () => {
  stubServer({ [ASK]: ODDS })
  const { target } = calculator('attack=2+infantry&defend=3+infantry')
  await pause()
  const facts = [...answer(target).querySelectorAll('dt')].map((one) => [text(one), text(one.nextElementSibling!)])
  expect(facts).toEqual([['Taken', '73 %'], ['Lost', '27 %'], ['Costs the attacker', '−4.3 IPC'], ['Costs the defender', '−9 IPC'], ['Swing', '+4.8 IPC']])
  expect(texts(answer(target), 'p')).toEqual(['Chance of losing no unit: attacker 25 %, defender 10 %.', 'Attacker’s survivors on average: 1.3 infantry.Defender’s survivors: nothing.', 'Exact.'])
})

test('an answer to an older question is not shown', async () => {
  const open: ((odds: object) => void)[] = []
  stubServer({ [ASK]: () => new Promise((done) => open.push(done)) })
  const { target } = calculator('attack=2+infantry&defend=3+infantry')
  await pause()
  type(count(target, 'Infantry: Attacker'), '5')
  await pause()
  open[1]!({ ...ODDS, won: 0.9 })
  await pause()
  open[0]!({ ...ODDS, won: 0.1 })
  await pause()
  expect(text(answer(target).querySelector('dd')!)).toBe('90 %')
})

test('a refusal is shown at its column, with its rule', async () => {
  stubServer({ [ASK]: errorResponse('the ships cannot carry that much', { field: 'ashore', clause: '7.7.1' }) })
  const { target } = calculator('kind=landing&fleet=1+transport&ashore=3+infantry&defend=1+infantry')
  await pause()
  expect(texts(answer(target), 'p')).toEqual(['Not computed (Aboard). The ships cannot carry that much. 7.7.1'])
  expect(texts(target, 'th.error')).toEqual(['Aboard'])
})

test('a number is whole, and from 0 to 200', () => {
  stubServer({})
  const { target, props } = calculator('attack=2+infantry')
  for (const [typed, asked] of [['999', '200+infantry'], ['2.6', '3+infantry']] as const) {
    type(count(target, 'Infantry: Attacker'), typed)
    expect(props['onquery'].mock.lastCall).toEqual([`kind=land&attack=${asked}`])
  }
  for (const typed of ['-4', '']) {
    type(count(target, 'Infantry: Attacker'), typed)
    expect(props['onquery'].mock.lastCall).toEqual(['kind=land'])
  }
})

test('each kind of battle has its own columns; units that fit stay counted', () => {
  stubServer({})
  const { target, props } = calculator('kind=land&attack=2+infantry,+1+fighter&defend=1+fighter')
  expect(names(target, 'input[type=number]').filter((name) => name.startsWith('Fighters'))).toEqual(['Fighters: Attacker', 'Fighters: Defender'])
  press(target, 'At sea')
  expect([button(target, 'On land'), button(target, 'At sea')].map((one) => one.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  expect(props['onquery'].mock.lastCall).toEqual(['kind=sea&attack=1+fighter&defend=1+fighter'])
  expect(names(target, 'input[type=number]').some((name) => name.startsWith('Infantry'))).toBe(false)
  press(target, 'Landing')
  expect(texts(target, '.units thead th')).toEqual(['At sea', 'Fleet', 'Against it', 'On land', 'Aboard', 'By land, air', 'Defender'])
  expect(names(target).includes('Change sides')).toBe(false)
})

test('sides change places, and everything is cleared', () => {
  stubServer({})
  const { target } = calculator('kind=land&attack=2+infantry&defend=3+tank')
  press(target, 'Change sides')
  expect([count(target, 'Infantry: Defender').value, count(target, 'Tanks: Attacker').value, count(target, 'Infantry: Attacker').value]).toEqual(['2', '3', ''])
  press(target, 'Clear')
  expect([...target.querySelectorAll<HTMLInputElement>('.units input')].every((one) => one.value === '')).toBe(true)
})

test('the kind of battle is requested too, and is part of the address', async () => {
  const asked = stubServer({ [ASK]: ODDS })
  const { target, props } = calculator('kind=landing&fleet=2+transport&ashore=2+infantry&defend=1+infantry')
  const loads = get<HTMLSelectElement>(target, 'select', 'Loaded ships lost first')
  expect(loads.value).toBe('')
  choose(loads, 'dearest')
  choose(get(target, 'select', 'Low luck'), 'true')
  await pause()
  expect(asked.at(-1)!.body.battle).toMatchObject({ loads: 'dearest', low_luck: true })
  expect(props['onquery'].mock.lastCall[0]).toContain('loads=dearest&low_luck=true')
  expect(texts(answer(target), 'p').at(-1)).toBe('Exact, with low luck.')
})

test.each<[string, object, string]>([
  ['what to add', { addition: { units: { infantry: 1, tank: 2 }, cost: 13, won: 0.91 } }, 'Add 1 infantry and 2 tanks for 13 IPC: 91 %.'],
  ['that nothing need be added', { addition: { units: {}, cost: 0, won: 0.95 } }, 'No reinforcements needed: 95 %.'],
  ['that the treasury is too small', { enough: false }, 'None of these reaches that win chance within the budget.'],
])('with a budget it shows %s', async (_, told, words) => {
  const asked = stubServer({ [ASK]: { ...ODDS, ...told } })
  const { target, props } = calculator('attack=2+infantry&defend=3+infantry')
  type(get(target, 'input', 'Budget'), '30')
  choose(get(target, 'input', 'infantry'))
  choose(get(target, 'input', 'tanks'))
  await pause()
  expect(asked.at(-1)!.body.battle).toMatchObject({ purse: 30, add: 'infantry,tank' })
  expect(props['onquery'].mock.lastCall[0]).toContain('add=infantry%2Ctank')
  expect(texts(answer(target), '.added')).toEqual([words])
  choose(get(target, 'input', 'infantry'), false)
  await pause()
  expect(asked.at(-1)!.body.battle).toMatchObject({ add: 'tank' })
})

test('the form shows what the address asks', () => {
  stubServer({})
  const { target } = calculator('kind=sea&attack=1+battleship,+2+zeppelin&defend=1+submarine&aa=true&low_luck=true')
  expect(button(target, 'At sea').getAttribute('aria-pressed')).toBe('true')
  expect([count(target, 'Battleships: Attacker').value, count(target, 'Submarines: Defender').value]).toEqual(['1', '1'])
  expect(get<HTMLSelectElement>(target, 'select', 'Low luck').value).toBe('true')
})
