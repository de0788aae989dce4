// A force by the number of ships of each kind, its Speed and fuel, and templates with a name.
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import '../src/games/sides'
import type { MatchStore } from '../src/app/game'
import { readStored } from '../src/app/storage'
import ForceComposer from '../src/games/war_in_the_pacific/ForceComposer.svelte'
import ForcesPanel from '../src/games/war_in_the_pacific/ForcesPanel.svelte'
import { dropTemplate, templates } from '../src/games/war_in_the_pacific/force_composer.svelte'
import { Facts, knownPosition } from '../src/games/war_in_the_pacific/play_view'
import type { PacificView } from '../src/games/war_in_the_pacific/types'
import { get, mountComponent, press, texts } from './component'
import told from './witp'

const facts = new Facts(told.pieces)
const CARRIERS = ['jp_cv1', 'jp_cv2']
const view = { ...told.scored.views.japan, side: 'japan', frames: [{ procedure: 'gathering', side: 'japan', force: 'japan_17' }] } as unknown as PacificView
const submit = vi.fn()
const store = (): MatchStore => ({ pieces: told.pieces, view, busy: false, decision: { side: 'japan', prompt: '' }, choices: [...CARRIERS, 'jp_sf1'].map((ship) => ['assign', ship]), submit }) as unknown as MatchStore
const show = () => mountComponent(ForceComposer, { store: store(), position: knownPosition(view, facts), force: 'japan_17' }).target
beforeEach(() => {
  submit.mockClear()
  for (const name of Object.keys(templates.all)) dropTemplate(name)
})

test('plus and minus count the ships of a kind; the form names Speed and fuel of all', () => {
  const target = show()
  expect(texts(target, 'output')).toEqual(['0 of 2', '0 of 1'])
  expect(texts(target, 'h2')[0]).toContain('No ships yet')
  press(target, 'One CV more')
  press(target, 'One CV more')
  expect(texts(target, 'output')).toEqual(['2 of 2', '0 of 1'])
  expect(texts(target, 'h2')[0]).toContain('2 ships, Speed 3')
  press(target, 'One SF more')
  expect(texts(target, 'h2')[0]).toContain('3 ships, Speed 2')
  press(target, 'One SF less')
  press(target, 'Form with 2')
  expect(submit).toHaveBeenCalledWith([['assign', 'jp_cv1'], ['assign', 'jp_cv2'], ['done']])
})

test('a template keeps the numbers under a name, and takes as many as are in port', () => {
  const target = show()
  press(target, 'One CV more')
  const name = get(target, 'input', 'Template') as HTMLInputElement
  name.value = 'Kido Butai 1'
  name.dispatchEvent(new Event('input', { bubbles: true }))
  flushSync()
  press(target, 'Save')
  expect(readStored('ironbottom.pacific.forces')).toEqual({ 'Kido Butai 1': { CV: 1 } })
  press(target, 'One SF more')
  press(target, 'Kido Butai 1 1 CV')
  expect(texts(target, 'output')).toEqual(['1 of 2', '0 of 1'])
  press(target, 'Delete Kido Butai 1')
  expect(readStored('ironbottom.pacific.forces')).toBe(undefined)
})

test('9.2 the list of forces also shows one that has no ship yet', () => {
  const forming = { ...view, force_box: { japan_17: 'inland_sea' } } as unknown as PacificView
  const { target } = mountComponent(ForcesPanel, { position: knownPosition(forming, facts), here: null, onlocate: vi.fn() })
  expect(texts(target, 'li').some((row) => row.startsWith('TF 17'))).toBe(true)
})
