// A screen reader speaks when nodes are inserted into a live region: a sentence that comes twice is inserted twice.
import { flushSync, mount, unmount, type Component } from 'svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Editor } from '../src/app/editor/editor.svelte'
import type { Editing } from '../src/app/editor/editing'
import { Announcer } from '../src/app/announcer'
import Field from '../src/app/home/Field.svelte'
import { Notices } from '../src/app/notices.svelte'
import Live from '../src/frame/Live.svelte'
import Notice from '../src/frame/Notice.svelte'
import PromptBar from '../src/frame/PromptBar.svelte'
import Toast from '../src/frame/Toast.svelte'

const shown: (() => void)[] = []
afterEach(() => shown.splice(0).forEach((close) => close()))

/** Mounts a component; returns a function that changes its properties and lists what was inserted into its live region. */
function heard(component: Component<any>, props: Record<string, unknown>): (change: Record<string, unknown>) => Promise<string[]> {
  const target = document.body.appendChild(document.createElement('div'))
  let given = $state.raw(props)
  const read = Object.fromEntries(Object.keys(props).map((name) => [name, { enumerable: true, get: () => given[name] }]))
  const made = mount(component, { target, props: Object.defineProperties({}, read) })
  flushSync()
  const region = target.querySelector('[role=status], [role=alert]')!
  const said: string[] = []
  const watch = new MutationObserver((all) => {
    if (all.some(({ type, addedNodes }) => type === 'characterData' || addedNodes.length)) said.push(region.textContent.trim())
  })
  watch.observe(region, { childList: true, characterData: true, subtree: true })
  shown.push(() => {
    watch.disconnect()
    void unmount(made)
    target.remove()
  })
  return async (change) => {
    given = { ...given, ...change }
    flushSync()
    await new Promise((done) => setTimeout(done))
    return said
  }
}

const nothing = (): void => undefined

describe('the region of results', () => {
  test('two equal sentences are spoken twice', async () => {
    const say = heard(Live, { announcement: { text: '' } })
    await say({ announcement: { text: 'Taken back.' } })
    expect(await say({ announcement: { text: 'Taken back.' } })).toEqual(['Taken back.', 'Taken back.'])
  })

  test('an announcement that has not changed is not spoken again', async () => {
    const say = heard(Live, { announcement: { text: 'Taken back.' } })
    const same = { text: 'Sunk.' }
    await say({ announcement: same })
    expect(await say({ announcement: same })).toEqual(['Sunk.'])
  })

  test('two equal purchases, and taking both back, are two announcements each', async () => {
    const store = { home: { viewpoint: 'japan', log: [] as { seq: number; act: string }[] }, playback: null, pieces: {}, game: { headline: ({ act }: { act: string }) => (act === 'undo' ? 'Taken back.' : 'One infantry is bought.') } }
    const [hearing, say] = [new Announcer(), heard(Live, { announcement: { text: '' } })]
    hearing.next(store as never)
    let said: string[] = []
    for (const [seq, act] of ['choice', 'choice', 'undo', 'undo'].entries()) {
      store.home.log = [...store.home.log, { seq: seq + 1, act }]
      said = await say({ announcement: hearing.next(store as never)! })
      expect(hearing.next(store as never)).toBeUndefined()
    }
    expect(said).toEqual(['One infantry is bought.', 'One infantry is bought.', 'Taken back.', 'Taken back.'])
  })

  test('the editor announces two equal moves twice, and taking both back twice', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
    const editor = new Editor({ first: '', move: (draft: object) => ({ ...draft }), nameOf: (id: string) => id } as unknown as Editing, 'duel')
    const say = heard(Live, { announcement: editor.announcement })
    let said: string[] = []
    for (const act of [() => editor.move(['wasp'], 'truk'), () => editor.move(['wasp'], 'truk'), () => editor.undo(), () => editor.undo()]) {
      act()
      said = await say({ announcement: editor.announcement })
    }
    expect(said).toEqual(['wasp moved to truk.', 'wasp moved to truk.', 'Taken back.', 'Taken back.'])
    vi.unstubAllGlobals()
  })
})

describe('other regions', () => {
  test('the prompt speaks again when the same question is asked after an act', async () => {
    const say = heard(PromptBar, { sentence: 'Buy units, or finish.', asked: 'japan 4', subline: '20 IPC are left.', slots: {}, onchoose: nothing })
    expect(await say({ asked: 'japan 5' })).toEqual(['Buy units, or finish.'])
    expect(await say({ subline: '17 IPC are left.' })).toEqual(['Buy units, or finish.'])
    expect(await say({ asked: 'japan 6' })).toEqual(['Buy units, or finish.', 'Buy units, or finish.'])
  })

  test('the same refusal is spoken twice', async () => {
    const notices = new Notices()
    notices.refuse('no fuel', '7.1')
    const say = heard(Toast, { text: notices.refusal!.text, announcedFor: notices.refusal, onclose: nothing })
    notices.refuse('no fuel', '7.1')
    expect(await say({ text: notices.refusal!.text, announcedFor: notices.refusal })).toEqual(['No fuel.'])
  })

  test.each([[Notice, { kind: 'fault', text: 'The disk is full.' }, 'The disk is full.'], [Field, { label: 'Name', error: 'Too long.', field: nothing }, 'Too long.']])('%o announces the same twice', async (component, props, words) => {
    const say = heard(component as Component, { ...props, announcedFor: {} })
    expect(await say({ announcedFor: {} })).toEqual([words])
  })

  test('an element in a region keeps the focus', async () => {
    const say = heard(Notice, { kind: 'fault', text: 'No.', announcedFor: 1, actions: [{ id: 'again', label: 'Try again' }] })
    const button = document.querySelector('button')!
    button.focus()
    await say({ announcedFor: 2 })
    expect(document.activeElement).toBe(button)
  })
})
