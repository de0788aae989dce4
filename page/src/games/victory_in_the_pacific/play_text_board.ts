import type { Action } from '../../app/api'
import type { MatchStore, TextNode } from '../../app/game'
import { NO_HIGHLIGHTS } from '../../app/group_selection'
import { areaNodes } from '../../app/sea_text'
import type { Side } from '../sides'
import { besideMap, repairLeft } from './play_board'
import { countersAt } from './play_units'
import { speedRoll, speedOf } from './play_speed'
import { ADJECTIVE, counted, factsOf, KIND_NAMES, SIDES, SIDE_NAMES, viewOf, whereIs, type Facts, type VitpView } from './play_view'
import { forecastText, leadText } from './play_prompts'
import { describeFactors } from './unit_text'

/** The note on the last part of a text choice: a ship's port and speed, its cost to a sea area, a target's factors. */
export function choiceNote(choice: Action, store: MatchStore): string | undefined {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const id = choice.at(-1)!
  const unit = facts.units.get(id)
  if (!unit) return choice.length > 2 ? speedRoll(choice, view, facts) : undefined
  const spot = whereIs(id, view)
  if (unit.side !== store.decision?.side || !spot) return describeFactors(unit)
  return unit.kind === 'lba' ? facts.name(spot) : `${facts.name(spot)}, speed ${speedOf(id, view, facts)}`
}

/** The board as text: the same information and choices as on the drawn board. */
export function textBoard(store: MatchStore): readonly TextNode[] {
  const view = viewOf(store.view)
  const facts = factsOf(store.pieces)
  const here = (spot: string): TextNode[] => standing(view, facts, spot)
  const { scored, lead, ...worth } = view.forecast
  return [
    {
      key: 'track', name: 'Points of control', note: `${leadText(view.points_of_control)}${scored ? '' : `; ${leadText(lead).replace(/^T/, 't')} if the turn ended now`}. The track ends at 29.`,
      nodes: SIDES.map((side) => ({ key: `worth_${side}`, name: `${SIDE_NAMES[side]}, ${scored ? 'scored this turn' : 'if the turn ended now'}`, side, note: `${worth[side]}` })),
    },
    ...areaNodes({
      facts, standing: here, holder: (area) => view.flags[area], owner: (place) => view.places[place], repair: (place) => repairLeft(place, view),
      now: ({ id }) => `${view.battle === id ? ', combat now' : view.fought.includes(id) ? ', combat is over' : ''}${forecastText(id, view)}`,
    }),
    ...besideMap(view, facts).map((spot): TextNode => ({ key: spot, name: facts.name(spot), nodes: here(spot) })),
  ]
}

const standing = (view: VitpView, facts: Facts, spot: string): TextNode[] => SIDES.flatMap((side) => sideNodes(view, facts, spot, side))

function sideNodes(view: VitpView, facts: Facts, spot: string, side: Side): TextNode[] {
  const counters = countersAt(view, facts, spot, side, NO_HIGHLIGHTS)
  if (!counters.length) return []
  return [{
    key: `${spot} ${side}`, name: `${ADJECTIVE[side]}: ${counted(counters.length, 'unit')}`, side,
    table: {
      head: ['Unit', 'Kind', 'Factors', 'State'],
      rows: counters.map((one) => ({
        key: one.id, id: one.id,
        cells: [
          one.facts.name, KIND_NAMES[one.facts.kind][0], describeFactors(one.facts, one.damage, one.airLoss),
          [one.damage ? `damage ${one.damage}` : '', one.raids ? 'raids' : '', one.marked ? 'marked' : '', one.bottomed ? 'on the bottom' : ''].filter(Boolean).join(', ') || 'whole',
        ],
      })),
    },
  }]
}
