import { expect, test, vi } from 'vitest'
import { Rings } from '../src/app/rings'

test('what is held already is not fetched; rings in an act wait for its end, and many are one', async () => {
  let [busy, held] = [false, 'a']
  const fetch = vi.fn(async () => undefined)
  const rings = new Rings(() => busy, () => held, fetch)
  rings.hear('a')
  await rings.late()
  expect(fetch).toHaveBeenCalledTimes(0)
  rings.hear('b')
  await Promise.resolve()
  expect(fetch).toHaveBeenCalledTimes(1)
  busy = true
  rings.hear('c')
  rings.hear('d')
  expect(fetch).toHaveBeenCalledTimes(1)
  ;[busy, held] = [false, 'd']
  await rings.late()
  expect(fetch).toHaveBeenCalledTimes(1)
  rings.hear()
  await Promise.resolve()
  expect(fetch).toHaveBeenCalledTimes(2)
})
