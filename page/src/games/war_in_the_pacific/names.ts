import type { Atlas } from './atlas'
import { layLands } from './lands'
import type { Laid } from './layout'
import { layLetters } from './letters'
import { takenBy } from './sky'
import { layWaters, type WaterLaid } from './waters'

/** The names of the map itself, clear of everything on it: waters, then the letters of sections at small scale, islands close up. */
export function layNames(atlas: Atlas, scale: number, sections: readonly string[], laid: Laid, closed?: ReadonlySet<number>): WaterLaid[] {
  const taken = takenBy(laid)
  const waters = layWaters(atlas, scale, sections, taken, closed)
  const all = [...taken, ...waters.map(({ box }) => box)]
  const borne = new Set(laid.places.flatMap(({ name }) => name.split(/ \(|\)/)))
  return [...waters, ...layLetters(scale, sections, all, closed), ...layLands(atlas, scale, sections, all, borne, closed)]
}
