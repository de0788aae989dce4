import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { counted } from '../../lib/text'
import { constructionText } from './burma_text'
import { hexOf, isHex } from './grid'
import { roadsAndSites } from './roads'
import { factsOf, knownPosition, viewOf, type KnownPosition } from './play_view'

/** The works that engineers may begin (26.1): by name, with their cost. */

const STROKE_WIDTH = new Set(['jungle', 'jungle mountain', 'swamp'])

/** 26.1 The row of the table for a project in a hex. */
export function constructionRow(at: string, work: string, position: KnownPosition): string {
  if (work.startsWith('mend_')) return 'repair'
  if (work === 'port') return position.facts.places.get(hexOf(at))?.port === 'anchorage' && !roadsAndSites(position.view).built.some((one) => one.at === at && one.work === 'port') ? 'minor_port' : 'minor_port_point'
  if (work !== 'airbase') return work
  const built = (position.view.new_base_at ?? []).indexOf(at)
  if (Number(position.value('level', built < 0 ? at : `new_base_${built + 1}`) ?? 0)) return 'airbase_level'
  return STROKE_WIDTH.has(position.facts.atlas.terrain[hexOf(at)] ?? '') ? 'airbase_jungle' : 'airbase'
}

/** "5 Supply Points, 3 engineer-turns". */
export function constructionCost(at: string, work: string, position: KnownPosition): string {
  const [points, turns] = position.facts.works[constructionRow(at, work, position)] ?? []
  return points === undefined ? '' : `${counted(points, 'Supply Point')}, ${counted(turns!, 'engineer-turn')}`
}

const projectsOfHex = (hex: string, choices: readonly Action[]): string[] => choices.flatMap(([verb, at, work]) => (verb === 'begin_work' && at === hex && work !== undefined ? [work] : []))

/** 26.1 The possible works in a hex: a single one by name and cost, which a press begins; else their number. */
export function projectsAt(hex: string, choices: readonly Action[], position: KnownPosition): string {
  const [work, ...more] = projectsOfHex(hex, choices)
  return more.length || !work ? counted(more.length + Number(!!work), 'work') : [constructionText(work).toLowerCase(), constructionCost(hex, work, position)].filter(Boolean).join(', ')
}

/** The cost of a work at the named hex, or at the only one left. */
export function costNote(work: string, store: MatchStore): string | undefined {
  const hexes = new Set(store.choices.flatMap(([verb, at, one]) => (verb === 'begin_work' && one === work && at ? [at] : [])))
  const at = [...store.picked].find((id) => isHex(id) && hexes.has(id)) ?? (hexes.size === 1 ? [...hexes][0] : undefined)
  return (at && constructionCost(at, work, knownPosition(viewOf(store.view), factsOf(store.pieces)))) || undefined
}

const SIGNS: Readonly<Record<string, string>> = { airbase: 'airfield', mend_airbase: 'airfield', port: 'anchor', mend_port: 'anchor', entrenchment: 'shield', fortify: 'shield', guns: 'shell', mend_guns: 'shell' }
/** The symbol of a single possible work in a hex, if it has one. */
export function constructionSign(hex: string, choices: readonly Action[]): string {
  const works = projectsOfHex(hex, choices)
  return (works.length === 1 && SIGNS[works[0]!]) || 'disc'
}
