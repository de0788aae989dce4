import type { MatchStore, TextNode } from '../../app/game'
import { convoyHolder, ECONOMIES, ECONOMY_NAMES, factsOf, sideOf, spotOf, unitsIn, viewOf, type Facts, type WarView } from './play_view'
import { spotNotes } from './play_board'
import { powerStackText } from './unit_text'
import { sideName } from '../../board/sides'

/** The board as text: the treasuries, then territories and zones as two tables. */
export function textBoard(store: MatchStore): readonly TextNode[] {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const lands = [...facts.lands.values()].filter((land) => !land.impassable).map(({ id }) => id)
  const zones = [...facts.zones.keys()]
  return [
    standing(view),
    { key: 'lands', name: 'Territories', note: `${lands.length}`, table: { rowNames: ['territory', 'territories'], head: ['Territory', 'Held by', 'Value and bases', 'Units'], rows: lands.map((id) => landRow(id, view, facts)) } },
    { key: 'zones', name: 'Sea zones', note: `${zones.length}`, table: { rowNames: ['sea zone', 'sea zones'], head: ['Sea zone', 'Convoy', 'Borders', 'Units'], rows: zones.map((id) => zoneRow(id, view, facts)) } },
  ]
}

function standing(view: WarView): TextNode {
  return {
    key: 'standing', name: 'Victory points of Japan', note: `${view.victory_points} of ${view.options['vp_target'] ?? '22'}; ${view.kamikazes} kamikaze${view.kamikazes === 1 ? '' : 's'} left; convoy pool ${view.pool} IPC`,
    nodes: ECONOMIES.map((economy) => ({ key: economy, name: ECONOMY_NAMES[economy], side: sideOf(economy), note: `${view.ipc[economy]} IPC, production ${view.production[economy]}` })),
  }
}

const unitsAt = (id: string, view: WarView, facts: Facts): string =>
  spotOf(view, facts, id).powerStacks.map((powerStack) => `${sideName(powerStack.power)} ${unitsIn(powerStack)}: ${powerStackText(powerStack)}`).join('; ') || 'none'

interface Row {
  key: string
  id: string
  cells: readonly string[]
}

function landRow(id: string, view: WarView, facts: Facts): Row {
  const holder = view.control[id]
  const [first = ''] = spotNotes(id, view, facts)
  return { key: id, id, cells: [facts.name(id), holder ? ECONOMY_NAMES[holder] : 'nobody', first.split(', ').slice(1).join(', ').replace(/\.$/, ''), unitsAt(id, view, facts)] }
}

function zoneRow(id: string, view: WarView, facts: Facts): Row {
  const zone = facts.zones.get(id)!
  const convoy = zone.convoy === 'none' ? '' : `${zone.convoy === 'center' ? 'center' : facts.name(zone.convoy_land)}, ${zone.convoy_value}, ${convoyHolder(view, id) === 'japan' ? 'Japan' : 'the Allies'}`
  const borders = spotNotes(id, view, facts).at(-1)!.replace(/^Borders zones /, '').replace(/\.$/, '')
  return { key: id, id, cells: [facts.name(id), convoy || 'none', borders, unitsAt(id, view, facts)] }
}
