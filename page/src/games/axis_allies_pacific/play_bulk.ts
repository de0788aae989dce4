import type { Action } from '../../app/api'
import type { MatchStore, DraftPrompt } from '../../app/game'
import { rowsOf, type Row, type Destination } from './play_rows'
import { factsOf, viewOf, type Facts, type WarView } from './play_view'
import { capital, pieceText } from './unit_text'

/** Actions for many units with one press: landing aircraft, and placing bought units. */

/** 10.1 The default landing places: on land before carriers, and where the most own units are. */
export function landingPlace({ destinations = [], power }: Pick<Row, 'destinations' | 'power'>, view: WarView, facts: Facts): Destination | undefined {
  const units = ({ to }: Destination): number => Object.values(view.units[power]?.[to] ?? {}).reduce((a, b) => a + b, 0)
  const worth = (way: Destination): number => way.maximum * 10_000 + Number(!facts.isZone(way.to)) * 1000 + units(way)
  return [...destinations].sort((a, b) => worth(b) - worth(a))[0]
}

/** The aircraft that must land, each as a row: a press lands all of a kind at the named place. */
export function landings(store: MatchStore): DraftPrompt['buttons'] {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  return [...rowsOf(store).values()].flat().flatMap((row) => {
    const way = row.verb === 'land' ? landingPlace(row, view, facts) : undefined
    if (!way) return []
    const n = Math.min(row.maximum, way.maximum)
    const others = (row.destinations?.length ?? 1) - 1
    return [{
      id: `down ${row.key}`, row: 'Aircraft to land', spot: row.place, label: `${n === 1 ? capital(pieceText(row.piece)) : `${n} ${pieceText(row.piece, n)}`} to ${facts.within(way.to)}`,
      note: `from ${facts.within(row.place)}${others ? `; ${others} other ${others === 1 ? 'place' : 'places'}` : ''}`, act: () => void store.submit(way.act(n)),
    }]
  })
}

/** 11.1 The default units to place next: as many as possible, at the selected place, else where the most own units are. A complex
 * is placed only if it has one possible place. */
export function nextPlacement(choices: readonly Action[], view: WarView, power: string, shownPlace: string | null): Action | null {
  const placing = choices.filter((choice) => choice[0] === 'place')
  const complexes = placing.filter((choice) => choice[2] === 'industrial_complex')
  const usual = placing.filter((choice) => choice[2] !== 'industrial_complex')
  const open = usual.length ? usual : complexes.length === 1 ? complexes : []
  const units = (place: string): number => Object.values(view.units[power as 'japan']?.[place] ?? {}).reduce((a, b) => a + b, 0)
  const worth = ([, , , land, place, n]: Action): number => Number(land === shownPlace || place === shownPlace) * 100_000 + Number(n) * 1000 + units(place!)
  return [...open].sort((a, b) => worth(b) - worth(a))[0] ?? null
}

const MAX_STEPS = 60 // enough choices to place everything that can have been bought

/** Places everything, kind by kind, while something can be placed. */
export async function placeAll(store: MatchStore, shownPlace: string | null): Promise<void> {
  for (let count = 0; count < MAX_STEPS; count++) {
    const side = store.decision?.side
    const next = side ? nextPlacement(store.choices, viewOf(store.view), side, shownPlace) : null
    if (!next || !(await store.submit([next]))) return
  }
}
