// The menu of a game on the list: a double press deletes nothing, and the focus is never lost.
import { flushSync } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import MatchRow from '../src/app/home/MatchRow.svelte'
import { settings } from '../src/lib/settings.svelte'
import { button, focused, get, key, mountComponent, names, press, stubServer, flush, type, type Mounted } from './component'

const SIDES = [{ id: 'japan', title: 'Japan', team: 0 }, { id: 'allies', title: 'the Allies', team: 1 }]
const MATCH = {
  id: 'm1', name: 'Watchtower', game: 'hold_fast', game_title: 'Hold Fast', sides: SIDES, seats: { japan: 'person', allies: 'ensign' }, created: '', played: new Date().toISOString(),
  turn_line: 'Turn 2 of 10', waiting: ['japan'], over: false, result: null, picture: [], claimed: ['japan'], yours: ['japan'], host: true, take: null,
}
const row = (more: Record<string, unknown> = {}): Mounted =>
  mountComponent(MatchRow, { match: { ...MATCH, ...more }, first: true, tried: (act: () => Promise<unknown>) => act().catch(() => undefined), onchanged: vi.fn() })
const later = async (milliseconds: number): Promise<void> => {
  await new Promise((done) => setTimeout(done, milliseconds))
  flushSync()
}
beforeEach(() => void (settings.guard = 'on'))

describe('deleting a game', () => {
  test.each([30, 100, 300])('a second press %i ms after the first deletes nothing, wherever it is', async (between) => {
    const asked = stubServer({ 'DELETE /matches/m1': {} })
    const { target } = row()
    press(target, 'More actions for Watchtower')
    press(target, 'Delete Watchtower')
    await later(between)
    expect(focused()).toBe('Keep it')
    ;(document.activeElement as HTMLElement).click()
    press(target, 'Delete for good')
    await flush()
    expect(asked).toEqual([])
  })

  test('at the pressed place is the button that keeps the game, and in the row below the one that deletes it', async () => {
    const { target } = row()
    press(target, 'More actions for Watchtower')
    const at = names(target, '.menu > *').indexOf('Delete Watchtower')
    press(target, 'Delete Watchtower')
    await flush()
    expect(names(target, '.menu > *').slice(at)).toEqual(['Keep it', 'Delete for good'])
  })

  test('once the moment is over a press deletes, and the focus moves to the next game', async () => {
    const asked = stubServer({ 'DELETE /matches/m1': {} })
    const { target } = row()
    const other = row({ id: 'm2', name: 'Shoestring' })
    press(target, 'More actions for Watchtower')
    press(target, 'Delete Watchtower')
    await later(400)
    press(target, 'Delete for good')
    await flush()
    await flush()
    expect([asked.map(({ what }) => what), focused()]).toEqual([['DELETE /matches/m1'], 'Continue Shoestring'])
    expect(other.target.contains(document.activeElement)).toBe(true)
  })

  test('that the server refuses keeps the focus at the menu', async () => {
    stubServer({})
    const { target, props } = row()
    settings.guard = 'off'
    press(target, 'More actions for Watchtower')
    press(target, 'Delete Watchtower')
    press(target, 'Delete for good')
    await flush()
    await flush()
    expect([focused(), props['onchanged'].mock.calls]).toEqual(['More actions for Watchtower', []])
  })
})

test('Escape closes the menu and gives the focus back', () => {
  const { target } = row()
  press(target, 'More actions for Watchtower')
  key('Escape')
  expect([button(target, 'More actions for Watchtower').getAttribute('aria-expanded'), focused()]).toEqual(['false', 'More actions for Watchtower'])
})

test.each(['kept', 'left', 'given up with Escape'])('after a new name was %s the focus is at the menu', async (how) => {
  stubServer({ 'PATCH /matches/m1': {} })
  const { target } = row()
  press(target, 'More actions for Watchtower')
  press(target, 'Rename Watchtower')
  const field = get<HTMLInputElement>(target, 'input', 'Name of the game')
  type(field, 'Shoestring')
  if (how === 'kept') field.form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  else if (how === 'left') press(target, 'Cancel')
  else key('Escape', field)
  await flush()
  await flush()
  expect([names(target, 'input'), focused()]).toEqual([[], 'More actions for Watchtower'])
})
