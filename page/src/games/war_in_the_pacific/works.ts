import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { counted } from '../../lib/words'
import { workWords } from './burma_words'
import { hexOf, isHex } from './grid'
import { roadsAndSites } from './roads'
import { factsOf, nowOf, viewOf, type Now } from './play_view'

/** The works that engineers may begin (26.1): by name, with their cost. */

const THICK = new Set(['jungle', 'jungle mountain', 'swamp'])

/** 26.1 The row of the table for a project in a hex. */
export function rowOfWork(at: string, work: string, now: Now): string {
  if (work.startsWith('mend_')) return 'repair'
  if (work === 'port') return now.facts.places.get(hexOf(at))?.port === 'anchorage' && !roadsAndSites(now.view).built.some((one) => one.at === at && one.work === 'port') ? 'minor_port' : 'minor_port_point'
  if (work !== 'airbase') return work
  const built = (now.view.new_base_at ?? []).indexOf(at)
  if (Number(now.value('level', built < 0 ? at : `new_base_${built + 1}`) ?? 0)) return 'airbase_level'
  return THICK.has(now.facts.atlas.terrain[hexOf(at)] ?? '') ? 'airbase_jungle' : 'airbase'
}

/** "5 Supply Points, 3 engineer-turns". */
export function workCost(at: string, work: string, now: Now): string {
  const [points, turns] = now.facts.works[rowOfWork(at, work, now)] ?? []
  return points === undefined ? '' : `${counted(points, 'Supply Point')}, ${counted(turns!, 'engineer-turn')}`
}

const worksOf = (hex: string, choices: readonly Action[]): string[] => choices.flatMap(([verb, at, work]) => (verb === 'begin_work' && at === hex && work !== undefined ? [work] : []))

/** 26.1 The possible works in a hex: a single one by name and cost, which a press begins; else their number. */
export function worksAt(hex: string, choices: readonly Action[], now: Now): string {
  const [work, ...more] = worksOf(hex, choices)
  return more.length || !work ? counted(more.length + Number(!!work), 'work') : [workWords(work).toLowerCase(), workCost(hex, work, now)].filter(Boolean).join(', ')
}

/** The cost of a work at the named hex, or at the only one left. */
export function costNote(work: string, store: MatchStore): string | undefined {
  const hexes = new Set(store.choices.flatMap(([verb, at, one]) => (verb === 'begin_work' && one === work && at ? [at] : [])))
  const at = [...store.picked].find((id) => isHex(id) && hexes.has(id)) ?? (hexes.size === 1 ? [...hexes][0] : undefined)
  return (at && workCost(at, work, nowOf(viewOf(store.view), factsOf(store.pieces)))) || undefined
}

const SIGNS: Readonly<Record<string, string>> = { airbase: 'airfield', mend_airbase: 'airfield', port: 'anchor', mend_port: 'anchor', entrenchment: 'shield', fortify: 'shield', guns: 'shell', mend_guns: 'shell' }
/** The symbol of a single possible work in a hex, if it has one. */
export function workSign(hex: string, choices: readonly Action[]): string {
  const works = worksOf(hex, choices)
  return (works.length === 1 && SIGNS[works[0]!]) || 'disc'
}
