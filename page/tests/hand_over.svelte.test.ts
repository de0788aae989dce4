// A side that is played at another screen is never shown here by one press of Enter.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import HandOverScreen from '../src/app/match/HandOverScreen.svelte'

const close: (() => void)[] = []
afterEach(() => {
  close.splice(0).forEach((one) => one())
  vi.unstubAllGlobals()
})
const store = { id: 'm', seatedSide: '', sides: ['japan', 'allies'], persons: ['japan', 'allies'], title: (side: string) => ({ japan: 'Japan', allies: 'the Allies' })[side]!, liftCurtain: vi.fn() }
beforeEach(() => {
  store.liftCurtain.mockClear()
  store.seatedSide = ''
})

/** The curtain of Japan, while other pages play these sides. */
async function curtain(taken: readonly string[]): Promise<HTMLElement> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(taken))))
  const target = document.body.appendChild(document.createElement('div'))
  const made = mount(HandOverScreen, { target, props: { store: store as never, side: 'japan' } })
  close.push(() => {
    void unmount(made)
    target.remove()
  })
  flushSync()
  expect(buttons(target)).toEqual([])
  await vi.waitFor(() => expect(target.querySelectorAll('button').length).toBeGreaterThan(1))
  return target
}
/** Presses Enter on the focused element. */
function enter(): void {
  ;(document.activeElement as HTMLElement).click()
  flushSync()
}
const buttons = (target: HTMLElement): string[] => [...target.querySelectorAll('button')].map((one) => one.textContent)
function press(target: HTMLElement, label: string): void {
  ;[...target.querySelectorAll('button')].find((one) => one.textContent === label)!.click()
  flushSync()
}

test('one Enter lifts the curtain if no other person plays the side', async () => {
  await curtain([])
  enter()
  expect(store.liftCurtain).toHaveBeenCalledWith('japan')
})

test('a page does not block itself', async () => {
  store.seatedSide = 'japan'
  await curtain(['japan'])
  enter()
  expect(store.liftCurtain).toHaveBeenCalledWith('japan')
})

test('a side that is played at another screen is not lifted by Enter', async () => {
  const target = await curtain(['japan'])
  expect(target.textContent).toContain('Japan sits at another screen. To play on two screens without a curtain, invite the other player from the menu.')
  expect(buttons(target)).toEqual(['Lift the curtain for Japan', 'All games'])
  expect(document.activeElement?.textContent).toBe('All games')
  enter()
  expect(store.liftCurtain).not.toHaveBeenCalled()
})

test('lifting it anyway needs a confirmation, and Enter does not lift it', async () => {
  const target = await curtain(['japan', 'allies'])
  press(target, 'Lift the curtain for Japan')
  expect(buttons(target)).toEqual(['Cancel', 'Show anyway'])
  enter()
  expect(store.liftCurtain).not.toHaveBeenCalled()
  press(target, 'Lift the curtain for Japan')
  press(target, 'Show anyway')
  expect(store.liftCurtain).toHaveBeenCalledWith('japan')
})
