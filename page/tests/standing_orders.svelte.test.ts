// The panel with the standing orders of a seat.
import { describe, expect, test, vi } from 'vitest'
import StandingOrdersPanel from '../src/app/match/StandingOrdersPanel.svelte'
import { choose, flush, get, mountComponent, names, press, stubServer, text, texts } from './component'

const KNOWN = [
  { id: 'air', step: 'Before combat', label: 'Air units are placed', values: ['ask', 'needed', 'pass'], words: ['ask me', 'where each adds most', 'nowhere: I pass'] },
  { id: 'fire', step: 'Battles', label: 'My units fire', values: ['ask', 'value', 'carriers'], words: ['ask me', 'where it hurts most', 'at carriers first'] },
]

const storeOf = (more: object = {}, matchView: object = {}): object => ({
  id: 'm', actor: 'japan', mine: 'japan', curtainSide: null, covered: false, notices: { failed: vi.fn() },
  matchView: { over: false, seats: { japan: 'person', allies: 'person' }, ...matchView }, ...more,
})

async function panel(store: object, orders: Record<string, string> = {}): Promise<{ target: HTMLElement; asked: { what: string; body: any }[] }> {
  let now = orders
  const answer = (): object => ({ orders: now, plans: {}, known: KNOWN })
  const asked = stubServer({
    'GET /matches/m/standing': answer,
    'POST /matches/m/standing': (body: { orders: Record<string, string> }) => {
      now = Object.fromEntries(Object.entries({ ...now, ...body.orders }).filter(([, value]) => value !== 'ask'))
      return answer()
    },
  })
  const { target } = mountComponent(StandingOrdersPanel, { store, never: 'An order never sends ships to sea.' })
  await flush()
  await flush()
  return { target, asked }
}

describe('standing orders', () => {
  test('are listed by step of the turn until they are added', async () => {
    const { target, asked } = await panel(storeOf())
    expect(texts(target, 'h3')).toEqual(['Before combat', 'Battles'])
    expect(names(target)).toEqual(['Air units are placed where each adds most', 'My units fire where it hurts most'])
    press(target, 'My units fire where it hurts most')
    await flush()
    expect(asked.at(-1)!.body).toEqual({ side: 'japan', orders: { fire: 'value' } })
    expect(texts(target, 'h2')).toEqual(['Standing orders 1 order given'])
    expect(texts(target, 'h3')).toEqual(['Before combat'])
  })

  test('change by choosing another value', async () => {
    const { target, asked } = await panel(storeOf(), { fire: 'value' })
    choose(get(target, 'select', 'My units fire'), 'carriers')
    await flush()
    expect(asked.at(-1)!.body).toEqual({ side: 'japan', orders: { fire: 'carriers' } })
    expect(get<HTMLSelectElement>(target, 'select', 'My units fire').value).toBe('carriers')
  })

  test('are removed one by one or all at once', async () => {
    const { target, asked } = await panel(storeOf(), { air: 'pass', fire: 'value' })
    press(target, 'Remove: My units fire')
    await flush()
    expect(asked.at(-1)!.body).toEqual({ side: 'japan', orders: { fire: 'ask' } })
    press(target, 'Remove all')
    await flush()
    expect(texts(target, 'h2')).toEqual(['Standing orders none given'])
  })

  test('say what others may learn, where other people play', async () => {
    const others = 'A quick answer may tell others that you have orders.'
    expect(text((await panel(storeOf())).target)).toContain(others)
    expect(text((await panel(storeOf({}, { seats: { japan: 'person', allies: 'ensign' } }))).target)).not.toContain(others)
  })

  test.each([
    ['behind a curtain', storeOf({ curtainSide: 'japan' })], ['after the end', storeOf({}, { over: true })],
  ])('are not shown %s', async (_, store) => {
    const { target, asked } = await panel(store, { fire: 'value' })
    expect(text(target)).toBe('Only the player of a side sees its standing orders.')
    expect(asked).toEqual([])
  })
})
