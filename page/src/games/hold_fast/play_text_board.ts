import type { Action } from '../../app/api'
import type { MatchStore, TextNode } from '../../app/game'
import { NO_HIGHLIGHTS } from '../../app/group_selection'
import { areaNodes } from '../../app/sea_text'
import type { Side } from '../sides'
import { besideMap, blocksAt, whereIs } from './play_blocks'
import { repairLeft } from './play_board'
import { leadText } from './play_prompts'
import { ADJECTIVE, counted, factsOf, KIND_NAMES, SIDES, SIDE_NAMES, viewOf, type Facts, type HoldView } from './play_view'
import { describeFigures, fullName, guessText } from './unit_text'

/** The note on the last part of a text choice: a block's place and strength, the cost of a sea area. */
export function choiceNote(choice: Action, store: MatchStore): string | undefined {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const id = choice.at(-1)!
  const unit = facts.units.get(id)
  const repair = facts.places.get(id)?.repair
  if (!unit) return repair ? `repairs ${repair}` : undefined
  const strength = view.units[unit.side][id]?.strength
  const spot = unit.side === store.decision?.side ? whereIs(id, view) : null
  return [spot ? facts.name(spot) : '', strength === undefined ? '' : `strength ${strength} of ${unit.strength}`].filter(Boolean).join(', ') || undefined
}

/** The board as text: the same information and choices as on the drawn board. */
export function textBoard(store: MatchStore): readonly TextNode[] {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const here = (spot: string): TextNode[] => standing(view, facts, spot, store.viewpoint)
  return [
    track(view),
    ...areaNodes({
      facts, standing: here, holder: (area) => view.control[area], owner: (place) => view.places[place], repair: (place) => repairLeft(place, view, facts),
      now: ({ id }) => (view.battle === id ? ', combat now' : view.fought.includes(id) ? ', already fought' : ''),
    }),
    ...besideMap(view, facts).map((where): TextNode => ({ key: where, name: facts.name(where), nodes: here(where) })),
    others(view, facts),
  ]
}

function track(view: HoldView): TextNode {
  return {
    key: 'track', name: 'Victory points', note: `${leadText(view.victory_points)}. The track ends at 30. Japan wins a tie.`,
    nodes: SIDES.map((side) => {
      const { points, spent } = view.resource_points[side]
      return { key: `rp_${side}`, name: `Resource points of ${SIDE_NAMES[side]}`, side, note: `${points - spent} of ${points} left` }
    }),
  }
}

function standing(view: HoldView, facts: Facts, where: string, viewpoint: string): TextNode[] {
  const nodes = SIDES.flatMap((side) => sideNodes(view, facts, where, side, viewpoint))
  const forces = Object.entries(view.task_forces).filter(([, force]) => force.at === where || (!force.at && force.from === where))
  return [...forces.map(([id]): TextNode => ({ key: `${where} ${id}`, id, name: facts.name(id), side: 'japan' })), ...nodes]
}

function sideNodes(view: HoldView, facts: Facts, where: string, side: Side, viewpoint: string): TextNode[] {
  const blocks = blocksAt(view, facts, where, side, viewpoint, NO_HIGHLIGHTS)
  const seen = blocks.filter((block) => block.facts)
  const backs = blocks.filter((block) => !block.facts)
  const nodes: TextNode[] = []
  if (seen.length) {
    nodes.push({
      key: `${where} ${side}`, name: `${ADJECTIVE[side]}: ${counted(seen.length, 'block')}`, side,
      note: viewpoint === side ? 'the enemy sees backs only' : undefined,
      table: {
        head: ['Block', 'Kind', 'Strength', 'Figures'],
        rows: seen.map((block) => ({
          key: block.id, id: block.id,
          cells: [
            fullName(block.facts!), KIND_NAMES[block.facts!.kind][0],
            `${block.strength} of ${block.facts!.strength}${block.disabled ? ', disabled' : ''}${block.up ? ', face up' : ''}`, describeFigures(block.facts!),
          ],
        })),
      },
    })
  }
  if (backs.length) {
    const guesses = [...new Set(backs.map(guessText))].map((words) => {
      const n = backs.filter((block) => guessText(block) === words).length
      return words === 'unknown' ? counted(n, 'block') : `${n} ${n === 1 ? words : `each ${words}`}`
    })
    nodes.push({ key: `${where} ${side} backs`, name: `${ADJECTIVE[side]}: ${counted(backs.length, 'block')} with their backs to you`, side, note: guesses.join('; ') })
  }
  return nodes
}

function others(view: HoldView, facts: Facts): TextNode {
  const named = (ids: readonly string[]): string => ids.map((id) => facts.name(id)).join(', ') || 'none'
  return {
    key: 'others', name: 'Order of appearance and losses',
    nodes: [
      ...Object.entries(view.due).map(([turn, ids]): TextNode => ({ key: `due_${turn}`, name: `Due on turn ${turn}`, note: named(ids) })),
      ...Object.entries(view.lost).map(([turn, ids]): TextNode => ({
        key: `lost_${turn}`, name: `Lost on turn ${turn}`,
        nodes: ids.map((id) => ({ key: id, id, name: facts.name(id), side: facts.units.get(id)?.side })),
      })),
    ],
  }
}
