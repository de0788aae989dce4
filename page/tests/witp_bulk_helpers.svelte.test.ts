// A press on a row that has just moved does not count, and the row shows that.
import { expect, test, vi } from 'vitest'
import { flash } from '../src/games/war_in_the_pacific/bulk_helpers.svelte'

test('the button whose press was dropped flashes, from any part of it; nothing else does', () => {
  const button = document.createElement('button')
  const part = button.appendChild(document.createElement('span'))
  const animate = vi.fn()
  button.animate = animate
  flash(part)
  expect(animate).toHaveBeenCalledTimes(1)
  flash(document.createElement('p'))
  flash(null)
  expect(animate).toHaveBeenCalledTimes(1)
})
