// The tools in the corners of the map: the minimap gives way to own forces below it, until the player asks for it.
import { expect, test, vi } from 'vitest'
import { Layers } from '../src/games/war_in_the_pacific/layers.svelte'
import MapTools from '../src/games/war_in_the_pacific/MapTools.svelte'
import { mountComponent, names, press, snippet, type Mounted } from './component'

const tools = (crowded: boolean): Mounted =>
  mountComponent(MapTools, { camera: { width: 900, scale: 33, theatre: 10, closest: false, farthest: false }, layers: new Layers(), weather: [], minimap: snippet('<i data-mini></i>'), narrow: false, about: null, crowded, onfind: vi.fn() })
const shown = ({ target }: Mounted): boolean => !!target.querySelector('[data-mini]')

test('it is shown unless own forces are below it', () => {
  expect(shown(tools(false))).toBe(true)
  const crowded = tools(true)
  expect(shown(crowded)).toBe(false)
  press(crowded.target, 'Whole map')
  expect(shown(crowded)).toBe(true)
  press(crowded.target, 'Hide the map')
  expect(shown(crowded)).toBe(false)
})

test('once folded by the player it stays so', () => {
  const map = tools(false)
  press(map.target, 'Hide the map')
  map.change({ crowded: true })
  map.change({ crowded: false })
  expect(shown(map)).toBe(false)
  expect(names(map.target)).toContain('Whole map')
})
