import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Action } from '../src/app/api'
import { selectableIds, isPickable, question, matchingChoices, type Pick } from '../src/app/choices'
import type { MatchStore } from '../src/app/game'
import { targetHexes, firstChoices, dragItemOf, dragSourceOfPill, dragSourceOfStack, choiceForHex, dropOnHex, reachOf, strikeTargets, startDrag, whyNotThere, describeDrop, type DragSource } from '../src/games/war_in_the_pacific/drag'
import { hexOf } from '../src/games/war_in_the_pacific/grid'
import { dragControllerOf } from '../src/games/war_in_the_pacific/drag_input.svelte'
import type { PillBox } from '../src/games/war_in_the_pacific/layout'
import type { ForceShown } from '../src/games/war_in_the_pacific/map_marks'
import { factsOf, knownPosition, viewOf } from '../src/games/war_in_the_pacific/play_view'
import told from './witp'

/** What a hand takes up from the map, where it may be put down, and what that chooses. */

const pieces = told.pieces
interface Made extends MatchStore {
  press: ReturnType<typeof vi.fn<(id: string) => boolean>>
}
/** A stub of the store in a decision; what it picks stays picked. */
function store(procedure: string, choices: readonly Action[], more: { frame?: Record<string, unknown>; view?: Record<string, unknown>; ahead?: Record<string, readonly Action[]> } = {}): Made {
  let picks: readonly Pick[] = []
  const made = {
    id: 'm', actor: 'allies', pieces, choices, busy: false, covered: false, draft: null, selectedPlace: null, tab: '', decision: { side: 'allies', prompt: '' }, notices: { clear: vi.fn() },
    view: { ...told.by_sea.view, side: 'allies', frames: [{ procedure, side: 'allies', ...more.frame }], ...more.view },
    get picks() {
      return picks
    },
    set picks(next) {
      picks = next
    },
    get remainingChoices() {
      return matchingChoices(choices, picks)
    },
    get highlighted() {
      return selectableIds(choices, picks)
    },
    get question() {
      return question(choices, picks)
    },
    get picked() {
      return new Set(picks.flatMap((pick) => ('id' in pick ? [pick.id] : [])))
    },
    pick: (pick: Pick) => (picks = [...picks, pick]),
    press: vi.fn((id: string) => (isPickable(choices, picks, id) ? ((picks = [...picks, { id }]), true) : false)),
    observationOf: () => undefined, lookahead: { of: (first: Action) => more.ahead?.[first.join(' ')], request: vi.fn(), settled: async () => undefined },
  }
  return made as unknown as Made
}
const grip = (hex: string, ids: readonly string[], air = false): DragSource => ({ hex: hexOf(hex), ids, air })
const PATROLS: Action[] = [['patrol', 'F1234', 'f2a_trained', 'F1234', '1'], ['patrol', 'F1234', 'f2a_trained', 'F1134', '1'], ['patrol', 'F1234', 'f2a_trained', 'F1134', '2'], ['patrol', 'F3342', 'p_40_trained', 'F3542', '2'], ['raid', 'D3243', 'ships', 'high'], ['done']]

describe('what can be dragged', () => {
  test('6.2 the air points of a base may fly where they patrol, and to any possible target', () => {
    const at = store('declaring', PATROLS)
    const held = dragItemOf(at, grip('F1234', ['F1234'], true))!
    expect([held.id, held.kind]).toEqual(['F1234', 'pick'])
    expect([...targetHexes(at, 'F1234').values()]).toEqual(['F1234', 'F1134'])
    expect(reachOf(at, held)).toEqual(new Set(['F1234', 'F1134', 'D3243'].map(hexOf)))
    expect(describeDrop(at, held, hexOf('F1134'))).toBe('Patrol over a hex')
    expect(describeDrop(at, held, hexOf('D3243'))).toBe('Strike a hex')
  })
  test('6.4 a report is struck where it is; without aircraft nothing is', () => {
    const at = store('declaring', [['strike', 'japan_3'], ['done']], { view: { contact_at: { japan_3: 'F1430' } } })
    expect([...strikeTargets(at)]).toEqual([[hexOf('F1430'), 'japan_3']])
    expect(dragItemOf(at, grip('F3342', ['F3342']))).toBeNull()
    const held = dragItemOf(at, grip('F3342', ['F3342'], true))!
    expect(dropOnHex(at, held, hexOf('F1430'))).toBe(false)
    expect(at.press).toHaveBeenCalledWith('japan_3')
  })
  test('10.1 a force without a Mission may be dragged, one with a Mission may not; one of its Missions shows its range', () => {
    const at = store('orders', [['plot', 'allies_2', 'patrol'], ['plot', 'allies_2', 'transit'], ['done']])
    expect(dragItemOf(at, grip('F1834', ['allies_9', 'allies_2']))).toMatchObject({ id: 'allies_2', kind: 'first' })
    expect(dragItemOf(at, grip('F1834', ['allies_9']))).toBeNull()
    expect(firstChoices(at, 'allies_2')).toEqual([['plot', 'allies_2', 'transit']])
    const without = store('orders', [['plot', 'allies_2', 'patrol'], ['plot', 'allies_2', 'raid']])
    expect(firstChoices(without, 'allies_2')).toEqual([['plot', 'allies_2', 'patrol']])
  })
  test('10.3 while a course is asked for only its force is dragged', () => {
    const at = store('course', [['sail', 'F1234'], ['hold']], { frame: { force: 'allies_2', mission: 'transit' } })
    expect(dragItemOf(at, grip('F1834', ['allies_2', 'allies_3']))).toMatchObject({ id: 'allies_2', kind: 'asked' })
    expect(dragItemOf(at, grip('F1834', ['allies_3']))).toBeNull()
    expect(choiceForHex(at, dragItemOf(at, grip('F1834', ['allies_2']))!, hexOf('F3342'))).toEqual({ action: ['sail', 'F3342'] })
  })
  test('22.1 the first unit in a hex that may still march, or the one that was picked up', () => {
    const at = store('burma_marching', [['move', 'allies_unit_5'], ['move', 'allies_unit_6'], ['done']], { ahead: { 'move allies_unit_6': [['march', 'A2710'], ['force_march', 'A2709']] } })
    const hex = grip('A2611', ['allies_unit_4', 'allies_unit_5', 'allies_unit_6'])
    expect(dragItemOf(at, hex)).toMatchObject({ id: 'allies_unit_5', kind: 'march' })
    Object.assign(at, { draft: { unit: 'allies_unit_6' } })
    const held = dragItemOf(at, hex)!
    expect(held.id).toBe('allies_unit_6')
    expect(reachOf(at, held)).toEqual(new Set(['A2710', 'A2709'].map(hexOf)))
    expect(choiceForHex(at, held, hexOf('A3019'))).toEqual({ action: ['march', 'A3019'], after: [['move', 'allies_unit_6']] })
  })
  test('42.71 a force entering the map is asked for its hex with each Mission, as one choice', () => {
    const [transit, patrol]: Action[][] = [[['come_in', 'D0224', 'filled']], [['come_in', 'D0224', 'filled'], ['come_in', 'D0226', 'filled']]]
    const at = store('orders', [['enter', 'allies_9', 'transit'], ['enter', 'allies_9', 'patrol'], ['done']], { ahead: { 'enter allies_9 transit': transit!, 'enter allies_9 patrol': patrol! } })
    const held = dragItemOf(at, grip('F1834', ['allies_9']))!
    expect(held).toMatchObject({ id: 'allies_9', kind: 'first' })
    expect(firstChoices(at, 'allies_9')).toEqual([['enter', 'allies_9', 'transit'], ['enter', 'allies_9', 'patrol']])
    expect(reachOf(at, held)).toEqual(new Set(['D0224', 'D0226'].map(hexOf)))
    expect(describeDrop(at, held, hexOf('D0226'))).toBe('Sail onto the map')
    expect(choiceForHex(at, held, hexOf('F1234'))).toEqual({ action: ['come_in', 'F1234', 'as_they_are'], after: [['enter', 'allies_9', 'transit']] })
    const whole = store('orders', [['enter', 'allies_9', 'transit', 'D0224', 'filled'], ['enter', 'allies_9', 'patrol', 'D0224', 'filled'], ['enter', 'allies_9', 'patrol', 'D0226', 'filled']])
    expect(firstChoices(whole, 'allies_9')).toEqual([['enter', 'allies_9', 'transit'], ['enter', 'allies_9', 'patrol']])
    startDrag(whole, held)
    expect(whole.picks).toEqual([{ id: 'allies_9', at: 0 }])
    expect(dropOnHex(whole, held, hexOf('D0224'))).toBe(false)
    expect(whole.press).toHaveBeenCalledWith('D0224')
  })
  test('6.2, 5.5 of several carriers the one that can fly to the hex is asked for; of targets none', () => {
    const guard = (deck: string, hex: string): Action => ['guard', deck, 'f4f_carrier', hex, '1']
    const at = store('ready_orders', [guard('us_cv6', 'F1134'), guard('us_cv8', 'F1136'), ['done']])
    const force = grip('F1834', ['allies_2', 'us_cv6', 'us_cv8', 'us_ca1'], true)
    const held = dragItemOf(at, force)!
    expect(held).toMatchObject({ id: 'allies_2', kind: 'first', decks: ['us_cv6', 'us_cv8'] })
    expect(reachOf(at, held)).toEqual(new Set(['F1134', 'F1136'].map(hexOf)))
    expect(describeDrop(at, held, hexOf('F1136'))).toBe('Patrol over a hex')
    startDrag(at, held)
    expect([at.selectedPlace, at.picks]).toEqual(['allies_2', []])
    expect(dropOnHex(at, held, hexOf('F1136'))).toBe(true)
    expect([at.picks, at.press.mock.calls]).toEqual([[{ verb: 'guard' }], []])
    expect(dragItemOf(store('ready_orders', [guard('us_cv8', 'F1136')]), force)).toMatchObject({ id: 'us_cv8', kind: 'pick' })
    const declaring = store('declaring', [['raid', 'D3243', 'ships', 'high'], ['done']])
    expect(dragItemOf(declaring, force)).toMatchObject({ id: 'allies_2', kind: 'pick' })
  })
  test('nothing is dragged while nothing is asked, or an answer is under way', () => {
    const at = store('declaring', PATROLS)
    for (const no of [{ decision: null }, { busy: true }, { covered: true }]) expect(dragItemOf({ ...at, ...no } as unknown as MatchStore, grip('F1234', ['F1234'], true))).toBeNull()
  })
})

describe('its meaning', () => {
  const position = knownPosition(viewOf({ ...told.by_sea.view, side: 'allies' } as never), factsOf(pieces))
  const shown = (id: string): ForceShown => ({ id, hex: hexOf('F1834') }) as ForceShown
  test('in a stack the force on top comes first', () => {
    const [a, b, c] = ['allies_2', 'allies_3', 'allies_4'].map(shown) as [ForceShown, ForceShown, ForceShown]
    expect(dragSourceOfStack({ hex: hexOf('F1834'), forces: [a, b, c], top: b }, position).ids.slice(0, 3)).toEqual(['allies_3', 'allies_2', 'allies_4'])
  })
  test('in a pill the part under the pointer comes first', () => {
    const pill = { hex: hexOf('F1234'), side: 'allies' as const }
    const [weak, strong] = [...factsOf(pieces).ground.values()].toSorted((a, b) => a.strength - b.strength).slice(-2)
    const arrays = { unit_at: { allies_unit_90: 'F1234', allies_unit_91: 'F1234' }, unit_type: { allies_unit_90: weak!.id, allies_unit_91: strong!.id } }
    const here = knownPosition(viewOf({ ...told.by_sea.view, side: 'allies', arrays } as never), factsOf(pieces))
    const units = dragSourceOfPill(pill, 'infantry', here).ids
    expect([units.slice(0, 2), units.at(-1)]).toEqual([['allies_unit_91', 'allies_unit_90'], 'F1234'])
    expect(dragSourceOfPill(pill, 'plane', here).ids[0]).toBe('F1234')
    expect(dragSourceOfPill({ ...pill, side: 'japan' }, 'infantry', here).ids).toEqual(['F1234'])
  })
})

describe('what is chosen', () => {
  test('6.2 the base is picked as the base, not as the hex patrolled over; then the hex', () => {
    const at = store('declaring', [...PATROLS, ['patrol', 'F3342', 'p_40_trained', 'F1234', '2']])
    const held = dragItemOf(at, grip('F1234', ['F1234'], true))!
    startDrag(at, held)
    expect(at.picks).toEqual([{ id: 'F1234', at: 0 }])
    expect(dropOnHex(at, held, hexOf('F1134'))).toBe(false)
    expect(at.press).toHaveBeenCalledWith('F1134')
    expect(at.remainingChoices).toEqual(['1', '2'].map((many) => ['patrol', 'F1234', 'f2a_trained', 'F1134', many]))
  })
  test('5.5 points are named before their new base: the hex waits', () => {
    const first: Action = ['transfer', 'F1234', 'b_17_trained']
    const at = store('transfers', [first, ['transfer', 'F3342', 'p_40_trained'], ['done']], { ahead: { [first.join(' ')]: [['fly_to', 'F3342', '1'], ['fly_to', 'F3342', '2']] } })
    const held = dragItemOf(at, grip('F1234', ['F1234'], true))!
    expect([held.kind, reachOf(at, held)]).toEqual(['first', new Set([hexOf('F3342')])])
    startDrag(at, held)
    expect(dropOnHex(at, held, hexOf('F3342'))).toBe(true)
    expect(at.press).not.toHaveBeenCalled()
    expect(choiceForHex(at, held, hexOf('D3243'))).toEqual({ action: ['fly_to', 'D3243', '1'], after: [first] })
  })
  test('a Mission is not given by a drag: the force is looked at', () => {
    const at = store('orders', [['plot', 'allies_2', 'transit']])
    startDrag(at, dragItemOf(at, grip('F1834', ['allies_2']))!)
    expect([at.selectedPlace, at.picks]).toEqual(['allies_2', []])
    expect(at.press).not.toHaveBeenCalled()
  })
})

test('10.1 a cancelled drag selects again what was selected before', () => {
  const at = store('orders', [['plot', 'allies_1', 'transit'], ['plot', 'allies_2', 'transit'], ['done']])
  Object.assign(at, { selectedPlace: 'allies_2', tab: 'orders' })
  const held = dragControllerOf(at).take({ hex: -1, force: 'allies_1' })!
  held.begin()
  expect([at.selectedPlace, at.tab]).toEqual(['allies_1', 'force'])
  held.cancel()
  expect([at.selectedPlace, at.tab]).toEqual(['allies_2', 'orders'])
})

describe('a hex that waits', () => {
  const first: Action = ['transfer', 'F1234', 'b_17_trained']
  const ahead = { [first.join(' ')]: [['fly_to', 'F3342', '1'], ['fly_to', 'F3342', '2']] satisfies Action[] }
  const pill = { id: 'F1234 air', hex: hexOf('F1234'), side: 'allies', parts: [] } as unknown as PillBox
  const kept = async (at: Made) => {
    const dragController = dragControllerOf(at)
    const held = dragController.take({ hex: pill.hex, pill, part: 'plane' })!
    held.begin()
    held.drop(hexOf('F3342'))
    await Promise.resolve()
    return dragController
  }
  test('only its side sees it, and it ends with the unfinished choice', async () => {
    const at = store('transfers', [first, ['done']], { ahead })
    const dragController = await kept(at)
    expect(dragController.kept).toBe(hexOf('F3342'))
    const { decision } = at
    for (const other of [null, { side: 'japan', prompt: '' }]) {
      Object.assign(at, { decision: other })
      expect(dragController.kept).toBeNull()
    }
    Object.assign(at, { decision })
    dragController.follow()
    expect(dragController.kept).toBe(hexOf('F3342'))
    at.picks = []
    dragController.follow()
    expect(dragController.kept).toBeNull()
  })
  test('it is chosen as soon as it is requested, once', async () => {
    const at = store('transfers', [first, ['done']], { ahead })
    const dragController = await kept(at)
    const next = store('rebasing', [['fly_to', 'F3342', '1'], ['fly_to', 'F3342', '2']], { frame: { base: 'F1234', stack: 'b_17_trained' } })
    Object.assign(at, { choices: next.choices, view: next.view, decision: next.decision })
    Object.defineProperties(at, { left: { get: () => next.remainingChoices }, highlighted: { get: () => next.highlighted }, question: { get: () => next.question }, picked: { get: () => new Set() }, picks: { get: () => [] } })
    dragController.follow()
    dragController.follow()
    expect(at.press.mock.calls).toEqual([['F3342']])
    expect(dragController.kept).toBeNull()
  })
  test('Escape lets go of it', async () => {
    const dragController = await kept(store('transfers', [first, ['done']], { ahead }))
    expect([dragController.forget(), dragController.kept, dragController.forget()]).toEqual([true, null, false])
  })
})

describe('why not', () => {
  const fetch = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>()
  beforeEach(() => vi.stubGlobal('fetch', fetch.mockReset()))
  const answer = (told: unknown) => fetch.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(told))))
  test('the referee is asked for the hex instead of an available one', async () => {
    answer({ clause: '6.2', message: 'Wake is too far' })
    const at = store('declaring', PATROLS)
    const held = dragItemOf(at, grip('F1234', ['F1234'], true))!
    expect(await whyNotThere(at, held, hexOf('F3342'))).toEqual({ text: 'Wake is too far', clause: '6.2' })
    expect(JSON.parse(String(fetch.mock.calls[0]![1]!.body))).toMatchObject({ action: ['patrol', 'F1234', 'f2a_trained', 'F3342', '1'] })
  })
  test('a hex that has no name in such a choice is refused in plain words', async () => {
    answer({ clause: null, message: "no base is called 'F1235'" })
    const at = store('declaring', PATROLS)
    expect(await whyNotThere(at, dragItemOf(at, grip('F1234', ['F1234'], true))!, hexOf('F1235'))).toEqual({ text: 'F1235 cannot be chosen here' })
  })
})
