import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../src/app/api'
import { requestsSettled } from '../src/app/open_requests'

/** A match is thrown away only when nothing more is asked about it: a page that is left may still await answers. */

afterEach(() => vi.unstubAllGlobals())

/** A server that answers when it is told to. */
function slow(): { answer: () => void; asked: string[] } {
  const waiting: (() => void)[] = []
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => new Promise((done) => {
    asked.push(path)
    waiting.push(() => done(new Response('[]')))
  }))
  return { answer: () => waiting.shift()?.(), asked }
}

test('waiting for open requests waits for the answer, and for its immediate consequences', async () => {
  const server = slow()
  let still = false
  const first = api.helpers('one', 'japan').then(() => api.odds('one', 'japan'))
  const wait = requestsSettled('one').then(() => (still = true))
  await new Promise((done) => setTimeout(done, 150))
  expect(still).toBe(false)
  server.answer()
  await new Promise((done) => setTimeout(done, 150))
  expect(server.asked).toHaveLength(2)
  expect(still).toBe(false)
  server.answer()
  await Promise.all([first, wait])
  expect(still).toBe(true)
})

test('other matches are not waited for, and none forever', async () => {
  slow()
  void api.helpers('another', 'japan')
  await requestsSettled('one')
  const began = Date.now()
  await requestsSettled('another', 200)
  expect(Date.now() - began).toBeLessThan(2000)
})
