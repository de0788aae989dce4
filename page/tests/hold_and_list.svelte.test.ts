// Parts with keys of their own: a list is one Tab stop, own counters are visible only while a key is held, terms have explanations.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { list } from '../src/board/arrow_keys'
import TermText from '../src/board/TermText.svelte'
import TipLayer from '../src/board/TipLayer.svelte'
import { shownTip } from '../src/board/tip.svelte'
import PeekButton from '../src/app/match/PeekButton.svelte'
import HoldToReveal from '../src/frame/HoldToReveal.svelte'
import { addTerms } from '../src/lib/glossary'
import { button, focused, key, mountComponent, names, press, text, texts, type Mounted } from './component'

describe('a list', () => {
  const seen = vi.spyOn(Element.prototype, 'getClientRects')
  beforeEach(() => {
    // No layout here: everything is seen but what is hidden.
    seen.mockImplementation(function (this: Element) {
      return (this.closest('[hidden]') ? [] : [{}]) as unknown as DOMRectList
    })
  })
  afterEach(() => seen.mockReset())
  function lines(html = ['Akagi', 'Kaga', 'Nagato', 'Mutsu'].map((name) => `<li><button>${name}</button></li>`).join('')): HTMLElement {
    const { target } = mountComponent(TermText, { text: '' })
    target.innerHTML = `<ul>${html}</ul>`
    leave.push(list(target.firstElementChild as HTMLElement) as () => void)
    return target
  }
  const leave: (() => void)[] = []
  afterEach(() => leave.splice(0).forEach((one) => one()))
  const stops = (target: HTMLElement): string[] => names(target, '[tabindex="0"]')

  test('is one stop, and arrow keys, Home and End go along it', () => {
    const target = lines()
    expect(stops(target)).toEqual(['Akagi'])
    button(target, 'Akagi').focus()
    const went = ['ArrowDown', 'ArrowRight', 'ArrowUp', 'End', 'ArrowDown', 'Home'].map((name) => [key(name), focused()])
    expect(went).toEqual([[true, 'Kaga'], [true, 'Nagato'], [true, 'Kaga'], [true, 'Mutsu'], [true, 'Mutsu'], [true, 'Akagi']])
  })

  test('has its stop where the focus was last', () => {
    const target = lines()
    button(target, 'Nagato').focus()
    expect(stops(target)).toEqual(['Nagato'])
  })

  test('N moves to the next legal line and wraps around, and is passed to the page where there is none', () => {
    const target = lines()
    button(target, 'Akagi').focus()
    expect(key('n')).toBe(false)
    for (const name of ['Kaga', 'Mutsu']) button(target, name).dataset['legal'] = ''
    const went = [key('n') && focused(), key('n') && focused(), key('n') && focused(), key('N', undefined, { shiftKey: true }) && focused()]
    expect(went).toEqual(['Kaga', 'Mutsu', 'Kaga', 'Mutsu'])
  })

  test('skips hidden and disabled lines, and passes on other keys and those with a modifier', () => {
    const target = lines('<li><button>Akagi</button></li><li hidden><button>Kaga</button></li><li><button disabled>Soryu</button></li><li><button>Nagato</button></li>')
    button(target, 'Akagi').focus()
    expect([key('ArrowDown', undefined, { ctrlKey: true }), key('d'), focused()]).toEqual([false, false, 'Akagi'])
    key('ArrowDown')
    expect(focused()).toBe('Nagato')
  })
})

describe('holding to look', () => {
  const hold = (): Mounted & { held: () => string | null } => {
    const made = mountComponent(HoldToReveal, { side: 'japan', text: 'Hold to look', onreveal: vi.fn() })
    return { ...made, held: () => button(made.target, 'Hold to look').getAttribute('aria-pressed') }
  }
  const up = (on: Element, name: string): void => flushSync(() => void on.dispatchEvent(new KeyboardEvent('keyup', { key: name, bubbles: true, cancelable: true })))

  test.each([' ', 'Enter'])('the key "%s" shows them while it is held, once however often it repeats', (name) => {
    const { target, props, held } = hold()
    const made = button(target, 'Hold to look')
    expect(key(name, made)).toBe(true)
    key(name, made, { repeat: true })
    expect([props['onreveal'].mock.calls, held()]).toEqual([[[true]], 'true'])
    up(made, name)
    expect([props['onreveal'].mock.calls, held()]).toEqual([[[true], [false]], 'false'])
  })

  test('other keys show nothing', () => {
    const { target, props } = hold()
    expect(key('v', button(target, 'Hold to look'))).toBe(false)
    expect(props['onreveal']).not.toHaveBeenCalled()
  })

  test.each([['the page loses the focus', window], ['the button loses it', null]])('they are covered when %s', (_, on) => {
    const { target, props } = hold()
    const made = button(target, 'Hold to look')
    key(' ', made)
    ;(on ?? made).dispatchEvent(new Event('blur'))
    expect(props['onreveal'].mock.calls).toEqual([[true], [false]])
  })

  test.each([['Japan', 'Hold to look at Japan’s blocks'], ['the Allies', 'Hold to look at the Allies’ blocks']])('two people at one screen are offered to look for %s', (title, words) => {
    const store = { seating: 'shared', actor: 'japan', title: () => title, uncoveredSide: false, showsPast: false, showsOwnCounters: false }
    const { target, change } = mountComponent(PeekButton, { store, what: 'blocks' })
    expect(names(target)).toEqual([words])
    key(' ', button(target, words))
    expect(store.showsOwnCounters).toBe(true)
    for (const more of [{ seating: 'alone' }, { actor: null }, { uncoveredSide: true }, { showsPast: true }]) {
      change({ store: { ...store, ...more } })
      expect(names(target)).toEqual([])
    }
  })
})

test('a term in a text is a button that explains itself when pressed', () => {
  document.documentElement.dataset['motion'] = 'reduced' // an animation that the end of the test stops would be an error
  addTerms([[/attack bonus/, 'each shot hits on 5 or 6'], [/bonus/, 'more']])
  const { target } = mountComponent(TermText, { text: 'Two shots with the attack bonus, no more' })
  const layer = mountComponent(TipLayer)
  expect(text(target)).toBe('Two shots with the attack bonus, no more')
  expect(names(target)).toEqual(['attack bonus: each shot hits on 5 or 6'])
  press(target, 'attack bonus: each shot hits on 5 or 6')
  expect(texts(layer.target, '[role=tooltip]')).toEqual(['each shot hits on 5 or 6'])
  shownTip.text = null
  addTerms([])
  expect(texts(mountComponent(TermText, { text: 'the attack bonus' }).target, 'button')).toEqual([])
})
