// A dragged counter: what is carried is known while it is dragged, and a drag that leads nowhere changes nothing.
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MatchStore } from '../src/app/game'
import { highlightsOf, type SelectionRules } from '../src/app/group_selection'
import { draggable, draggedIds } from '../src/board/drag.svelte'

const BOX = { left: 100, top: 100, right: 130, bottom: 130 } as DOMRect
const pointer = (kind: string, x: number, y: number): Event => Object.assign(new Event(kind, { bubbles: true }), { button: 0, pointerId: 1, clientX: x, clientY: y })

describe('a counter that is dragged', () => {
  const drop = vi.fn()
  let node: HTMLElement
  let close: () => void

  beforeEach(() => {
    drop.mockClear()
    node = document.body.appendChild(document.createElement('div'))
    node.getBoundingClientRect = () => BOX
    node.setPointerCapture = () => undefined
    const sea = document.body.appendChild(document.createElement('div'))
    sea.dataset['drop'] = 'coral_sea'
    document.elementsFromPoint = () => [sea]
    close = draggable(() => drop, () => ['akagi', 'kaga'])(node) as () => void
  })
  afterEach(() => {
    close()
    document.body.replaceChildren()
  })

  const lift = (): void => {
    node.dispatchEvent(pointer('pointerdown', 110, 110))
    window.dispatchEvent(pointer('pointermove', 200, 150))
  }

  test('is carried from the first move until it is dropped', () => {
    node.dispatchEvent(pointer('pointerdown', 110, 110))
    expect(draggedIds.ids).toEqual([])
    window.dispatchEvent(pointer('pointermove', 200, 150))
    expect(draggedIds.ids).toEqual(['akagi', 'kaga'])
    window.dispatchEvent(pointer('pointerup', 200, 150))
    expect(draggedIds.ids).toEqual([])
    expect(drop.mock.calls).toEqual([['coral_sea']])
  })

  test('stays where it was when it is dropped there, or when Escape is pressed', () => {
    lift()
    window.dispatchEvent(pointer('pointerup', 120, 125))
    lift()
    window.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Escape' }))
    expect([draggedIds.ids, node.style.translate]).toEqual([[], ''])
    window.dispatchEvent(pointer('pointerup', 200, 150))
    expect(drop).not.toHaveBeenCalled()
  })

  test('lights the places where all that it carries may go, and none before', () => {
    const rules: SelectionRules = { unitAndTarget: ([, unit, to]) => [unit!, to!], oneAtATime: () => false, inferChoice: () => null }
    const choices = [['move', 'akagi', 'coral_sea'], ['move', 'akagi', 'solomons'], ['move', 'kaga', 'coral_sea']]
    const store = { picks: [], choices, decision: {}, covered: false, draft: null } as unknown as MatchStore
    const areas = (): string[] => [...highlightsOf(store, rules).highlighted].filter((id) => id !== 'akagi' && id !== 'kaga')
    expect(areas()).toEqual([])
    lift()
    flushSync()
    expect([areas(), [...highlightsOf(store, rules).picked]]).toEqual([['coral_sea'], ['akagi', 'kaga']])
    window.dispatchEvent(pointer('pointerup', 110, 110))
    expect(areas()).toEqual([])
  })
})
