import type { Atlas } from './atlas'
import { layoutLands } from './lands'
import type { MapLayout } from './layout'
import { layoutLetters } from './letters'
import { occupiedBoxes } from './weather'
import { layoutWaters, type WaterNameBox } from './waters'

/** The names of the map itself, clear of everything on it: waters, then the letters of sections at small scale, islands close up. */
export function layoutNames(atlas: Atlas, scale: number, sections: readonly string[], laid: MapLayout, closed?: ReadonlySet<number>): WaterNameBox[] {
  const taken = occupiedBoxes(laid)
  const waters = layoutWaters(atlas, scale, sections, taken, closed)
  const all = [...taken, ...waters.map(({ box }) => box)]
  const borne = new Set(laid.places.flatMap(({ name }) => name.split(/ \(|\)/)))
  return [...waters, ...layoutLetters(scale, sections, all, closed), ...layoutLands(atlas, scale, sections, all, borne, closed)]
}
