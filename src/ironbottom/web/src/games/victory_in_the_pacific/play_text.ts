import type { Desk } from '../../app/desk.svelte'
import type { TextNode } from '../../app/game'
import { NO_MARKS } from '../../app/gathering'
import { ownerWords, worthWords } from '../../board/pacific/words'
import type { Side } from '../../board/types'
import { besideMap, repairLeft } from './play_board'
import { countersAt } from './play_units'
import { ADJECTIVE, counted, factsOf, KIND_NAMES, listed, SIDES, SIDE_NAMES, viewOf, type Facts, type VitpView } from './play_view'
import { forecastWords, leadWords } from './play_words'
import { factorsInWords } from './words'

/** The board in words: what a drawn board shows, and the same choices. */
export function textBoard(desk: Desk): readonly TextNode[] {
  const view = viewOf(desk.view)
  const facts = factsOf(desk.pieces)
  const { scored, lead, ...worth } = view.forecast
  return [
    {
      key: 'track', name: 'Points of control', note: `${leadWords(view.points_of_control)}${scored ? '' : `; ${leadWords(lead).replace(/^T/, 't')} if the turn ended now`}. The track ends at 29.`,
      nodes: SIDES.map((side) => ({ key: `worth_${side}`, name: `${SIDE_NAMES[side]}, ${scored ? 'scored this turn' : 'if the turn ended now'}`, side, note: `${worth[side]}` })),
    },
    ...[...facts.areas.values()].map((area): TextNode => {
      const fought = view.battle === area.id ? ', combat now' : view.fought.includes(area.id) ? ', fought over' : ''
      return {
        key: area.id, id: area.id, name: area.name, side: view.flags[area.id] ?? undefined,
        note: `sea area, ${ownerWords(view.flags[area.id]).toLowerCase()}, ${worthWords(area)}${fought}${forecastWords(area.id, view)}`,
        nodes: [...standing(view, facts, area.id), ...placesIn(view, facts, area.id)],
      }
    }),
    ...besideMap(view, facts).map((spot): TextNode => ({ key: spot, name: facts.name(spot), nodes: standing(view, facts, spot) })),
  ]
}

/** Ports and bases stand under the first sea area that they touch. */
function placesIn(view: VitpView, facts: Facts, area: string): TextNode[] {
  return [...facts.places.values()]
    .filter((place) => place.touches[0] === area)
    .map((place): TextNode => {
      const also = place.touches.slice(1).map((id) => facts.within(id))
      const repair = repairLeft(place.id, view)
      return {
        key: place.id, id: place.id, name: place.name, side: view.places[place.id] ?? undefined,
        note: `${place.kind} of ${SIDE_NAMES[view.places[place.id] ?? 'japan']}${repair === undefined ? '' : `, repairs ${repair}`}${also.length ? `, also on ${listed(also)}` : ''}`,
        nodes: standing(view, facts, place.id),
      }
    })
}

const standing = (view: VitpView, facts: Facts, spot: string): TextNode[] => SIDES.flatMap((side) => sideNodes(view, facts, spot, side))

function sideNodes(view: VitpView, facts: Facts, spot: string, side: Side): TextNode[] {
  const counters = countersAt(view, facts, spot, side, NO_MARKS)
  if (!counters.length) return []
  return [{
    key: `${spot} ${side}`, name: `${ADJECTIVE[side]}: ${counted(counters.length, 'unit')}`, side,
    table: {
      head: ['Unit', 'Kind', 'Factors', 'State'],
      rows: counters.map((one) => ({
        key: one.id, id: one.id,
        cells: [
          one.facts.name, KIND_NAMES[one.facts.kind][0], factorsInWords(one.facts),
          [one.damage ? `damage ${one.damage}` : '', one.raids ? 'raids' : '', one.marked ? 'marked' : '', one.bottomed ? 'on the bottom' : ''].filter(Boolean).join(', ') || 'whole',
        ],
      })),
    },
  }]
}
