import type { Atlas } from '../atlas'
import { layoutLandNames } from './land_names'
import type { MapLayout } from '../layout'
import { layoutSectionLetters } from './section_letters'
import { occupiedBoxes } from '../weather'
import { layoutWaterNames, type WaterNameBox } from './water_names'

/** The names of the map itself, clear of everything on it: waters, then the letters of sections at small scale, islands close up. */
export function layoutNames(atlas: Atlas, scale: number, sections: readonly string[], laid: MapLayout, closed?: ReadonlySet<number>): WaterNameBox[] {
  const taken = occupiedBoxes(laid)
  const waters = layoutWaterNames(atlas, scale, sections, taken, closed)
  const all = [...taken, ...waters.map(({ box }) => box)]
  const borne = new Set(laid.places.flatMap(({ name }) => name.split(/ \(|\)/)))
  return [...waters, ...layoutSectionLetters(scale, sections, all, closed), ...layoutLandNames(atlas, scale, sections, all, borne, closed)]
}
