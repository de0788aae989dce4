// Joint dice on one screen: the page sends one response at a time, and a late one is not reported as a refusal.
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import JointDice from '../src/app/match/JointDice.svelte'
import { writeStored } from '../src/app/storage'
import { Notices } from '../src/app/notices.svelte'
import { mountComponent, errorResponse, stubServer, flush } from './component'

const SECRET = '00'.repeat(32)
const wanted = (lacks: Record<string, string>): object => ({ die: 1, block: 0, lacks })
const storeOf = (lacks: Record<string, string>): Record<string, any> => ({
  id: 'm', busy: false, notices: new Notices(), matchView: { over: false, dice: { kind: 'joint', commitments: {}, words: ['a', 'b'], wanted: wanted(lacks) } }, title: (side: string) => side, refresh: vi.fn(async () => undefined),
})
const through = async (): Promise<void> => {
  for (let n = 0; n < 6; n++) await flush()
}

test('a late refusal of a part is not an error, and the view of the match is fetched again', async () => {
  writeStored('joint.m.japan', SECRET)
  const asked = stubServer({ 'POST /matches/m/part': errorResponse("no share of die 1 is expected from 'japan' now", { field: 'die' }) })
  const store = storeOf({ japan: 'give' })
  mountComponent(JointDice, { store })
  await through()
  expect([asked.length, store['notices'].refusal, store['refresh'].mock.calls.length]).toEqual([1, null, 1])
})

test('while an answer is under way no other one begins', async () => {
  writeStored('joint.m.japan', SECRET)
  let end: (told: unknown) => void = () => undefined
  const asked = stubServer({ 'POST /matches/m/part': () => new Promise((done) => (end = done)) })
  const { change } = mountComponent(JointDice, { store: storeOf({ japan: 'promise', allies: 'promise' }) })
  await flush()
  change({ store: storeOf({ japan: 'give' }) })
  await flush()
  expect(asked.length).toBe(1)
  end({ dice: { wanted: null } })
  await through()
  flushSync()
  expect(asked.map(({ body }) => Object.keys(body as object).at(-1))).toEqual(['promise', 'part'])
})

test('an act that is under way answers for its own dice', async () => {
  writeStored('joint.m.japan', SECRET)
  const asked = stubServer({ 'POST /matches/m/part': { dice: { wanted: null } } })
  mountComponent(JointDice, { store: { ...storeOf({ japan: 'promise' }), busy: true } })
  await through()
  expect(asked).toEqual([])
})
