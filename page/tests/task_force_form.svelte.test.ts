// Forming task forces: everything stays in place while ships go into boxes, and a press anywhere on a box selects it.
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import { intoBox } from '../src/games/pacific_fury/play_input'
import PlayFormForces from '../src/games/pacific_fury/PlayFormForces.svelte'
import { button, mountComponent, names, press, texts, type Mounted } from './component'

const ship = (id: string, name: string, kind: string): object => ({ id, name, side: 'japan', kind, combat: 5, planes: 0, defence: 1 })
const UNITS = [ship('akagi', 'Akagi', 'carrier'), ship('kongo', 'Kongo', 'battleship'), ship('haruna', 'Haruna', 'battleship'), ship('tone', 'Tone', 'cruiser')]
const CHOICES = UNITS.flatMap(({ id }: any) => ['1', '2'].map((box) => ['assign', id, box]))
function forming(base: readonly string[], box: readonly string[] = [], draft: readonly string[] = []): Mounted & { store: Record<string, any> } {
  const view = {
    turn: 1, frames: [], bases: { truk: { side: 'japan', counters: base.length, units: base }, espiritu_santo: { side: 'allies', counters: null, units: [] } },
    forces: box.length ? { japan_1: { side: 'japan', where: 'box_1', counters: box.length, units: box, face_up: false, cannot_hold: [] } } : {},
  }
  const store: Record<string, any> = $state({ view, pieces: { units: UNITS }, draft, choices: CHOICES, submit: vi.fn(() => Promise.resolve(true)), withdraw: vi.fn(), observationOf: () => ({ log: [] }) })
  return { ...mountComponent(PlayFormForces, { store, side: 'japan' }), store }
}
/** The places of a kind in base, an empty one as a dash. */
const placesOf = (target: HTMLElement, kind: number): string[] =>
  [...target.querySelectorAll('.kind')[kind]!.querySelectorAll('.ships > *')].map((one) => one.querySelector('button')?.textContent.trim().split(',')[0] ?? '-')

test('a ship that enters a box leaves its place in base empty, and a kind without ships its heading', () => {
  const before = forming(['akagi', 'kongo', 'haruna', 'tone']).target
  expect([texts(before, '.kind h3 span'), placesOf(before, 1)]).toEqual([['0 of 1', '0 of 2', '0 of 1'], ['Kongo', 'Haruna']])
  const after = forming(['haruna', 'tone'], ['akagi', 'kongo']).target
  expect([texts(after, '.kind h3 span'), placesOf(after, 0), placesOf(after, 1)]).toEqual([['none left', '0 of 1', '0 of 1'], ['-'], ['-', 'Haruna']])
  expect(texts(after, '.kind h3 button')).toEqual(['All', 'All'])
})

test('the main button puts the marked ships into the next free box, and names what is missing before', () => {
  const main = (draft: readonly string[], box: readonly string[] = []): unknown => {
    const { store } = forming(['kongo', 'haruna', 'tone'].filter((id) => !box.includes(id)), box, draft)
    store['view'] = { ...store['view'], frames: [{ procedure: 'form_forces', side: 'japan' }] }
    return intoBox(store as any)
  }
  expect(main([])).toEqual({ label: 'Put ships in a box', missing: 'pick ships first', choices: [] })
  expect(main(['kongo', 'haruna'])).toEqual({ label: 'Put 2 in box 1', choices: [['assign', 'kongo', '1'], ['assign', 'haruna', '1']] })
  expect(main(['kongo'], ['tone'])).toEqual({ label: 'Put 1 in box 2', choices: [['assign', 'kongo', '2']] })
})

test('every box always has its button, and those that take the marked ships are enabled', () => {
  const { target, store } = forming(['akagi', 'kongo', 'haruna', 'tone'])
  const alive = (): string[] => [...target.querySelectorAll<HTMLButtonElement>('.form button')].filter((one) => !one.disabled).map((one) => one.textContent)
  expect([texts(target, '.form button').length, alive()]).toEqual([7, []])
  flushSync(() => void (store['draft'] = ['kongo']))
  expect([texts(target, '.form button').length, alive()]).toEqual([7, ['Box 1', 'Box 2']])
})

test('with ships marked one press anywhere on a box is enough; a box that does not take them asks the referee why', () => {
  const { target, store } = forming(['kongo', 'haruna'], ['akagi'], ['kongo', 'haruna'])
  const boxes = target.querySelector('.boxes[aria-label="Operation boxes"]')!
  expect(names(boxes, 'button')).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `Put 2 counters into box ${n}`))
  press(target, 'Put 2 counters into box 1')
  press(target, 'Put 2 counters into box 5')
  expect(store['submit'].mock.calls).toEqual([[[['assign', 'kongo', '1'], ['assign', 'haruna', '1']]], [[['assign', 'kongo', '5'], ['assign', 'haruna', '5']]]])
  expect(boxes.querySelectorAll('[data-legal]').length).toBe(2)
})

test('with none marked a press returns a ship in a box', () => {
  const { target, store } = forming(['kongo'], ['akagi'])
  store['observationOf'] = () => ({ log: [{ seq: 4, act: 'choice', side: 'japan', action: ['assign', 'akagi', '1'] }] })
  press(target, 'Akagi in box 1: press to take back')
  expect(store['withdraw'].mock.calls).toEqual([['japan', 4]])
  expect(button(target, 'Box 1: 0 counters').disabled).toBe(true)
})
