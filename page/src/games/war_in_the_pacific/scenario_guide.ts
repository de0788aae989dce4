import type { MatchStore, TourStep } from '../../app/game'
import type { Side } from '../../board/types'
import { procedureOf, viewOf } from './play_view'

/** The guide of each scenario in five steps: the task, how to win, the deployment, the first order, the week. */

interface ScenarioGuide {
  /** the scenario, with or without its free deployment */
  scenario: string
  /** "at Midway" */
  place: string
  task: Readonly<Record<Side, string>>
  victory: { text: string; clause: string }
  deployment: { procedure: string; text: string; clause: string }
  first: { procedure: string; text: Readonly<Record<Side, string>>; clause: string }
  week: { procedures: readonly string[]; text: string; clause: string }
}

const WEEK_AT_SEA = {
  procedures: ['search_orders', 'ready_orders', 'declaring'], clause: '4.1',
  text: 'A week has three Air Phases and three Naval Phases, then one on land. Search first; strike what was found in the Air Phase; sail, land and bombard in the Naval Phase.',
}
const BREAKOFF = 'A lead of 200 points for lost units ends the game at once.'

export const SCENARIO_GUIDES: readonly ScenarioGuide[] = [
  {
    scenario: 'midway', place: 'at Midway',
    task: {
      japan: 'You have eight weeks to take Midway or the Aleutians. Your carriers and battleships wait in the Inland Sea, the troops at Saipan, Hakodate and Paramushiro.',
      allies: 'You hold Midway against a larger fleet for eight weeks. Find Japan’s carriers with the flying boats, then strike them from Midway and from your own carriers.',
    },
    victory: { clause: '42.42', text: `A ground unit in control of Midway at the end scores 200 points, one of Japan in the Aleutians 50. Ships, aircraft and troops that the enemy loses score the rest. ${BREAKOFF}` },
    deployment: { procedure: 'deployment', clause: '42.51', text: 'Submarines go on station, and Japan announces where it will land. Everything else starts where the booklet puts it.' },
    first: {
      procedure: 'orders', clause: '10.1',
      text: {
        japan: 'The first week begins in Naval Phase 3. Form a carrier force in the Inland Sea, give it the Mission Air strike, and send it toward Midway; ships with troops follow with Assault.',
        allies: 'The first week begins in Naval Phase 3. Form a carrier force, give it the Mission Air strike, and keep it out of sight within range of Midway.',
      },
    },
    week: WEEK_AT_SEA,
  },
  {
    scenario: 'midway_advanced', place: 'in advanced Midway',
    task: {
      japan: 'You have eight weeks, four sections of the map and two secret objectives of your choice. Take them; cutting the links from Australia shortens the war.',
      allies: 'You do not know where Japan will land, but you read half of its cards. Guard what it may want, and keep the links to Australia open.',
    },
    victory: { clause: '42.43', text: `A ground unit that holds the Primary objective at the end scores 200 points, for Japan one on the Secondary 50. Losses score the rest. ${BREAKOFF}` },
    deployment: { procedure: 'midway_advanced_deployment', clause: '42.61', text: 'Everything is in place. Japan writes down two objectives and its assaults; the Allies then read half of its cards.' },
    first: {
      procedure: 'orders', clause: '10.1',
      text: {
        japan: 'Form a carrier force and a landing force first: Air strike for the carriers, Assault for the ships with troops. The rest may stay in port.',
        allies: 'Form a carrier force first, and give it the Mission Air strike near the place that the cards you read point to. The rest may stay in port.',
      },
    },
    week: WEEK_AT_SEA,
  },
  {
    scenario: 'leyte', place: 'at Leyte',
    task: {
      japan: 'The Allies will land on an Objective that you do not know. You have aircraft ashore, kamikazes, and a fleet that is short of fuel: use them once it is clear where.',
      allies: 'Choose an Objective in secret, land there within eight weeks, and still hold it at the end.',
    },
    victory: { clause: '45.42', text: `A ground unit that controls the Objective at the end scores 500 points at Leyte, 1,000 on Luzon, Formosa or Okinawa. Losses score the rest. ${BREAKOFF}` },
    deployment: { procedure: 'leyte_deployment', clause: '45.51', text: 'Everything is in place; move what your cases allow. The Allies choose their Objective first, in secret.' },
    first: {
      procedure: 'orders', clause: '10.1',
      text: {
        japan: 'Keep the fleet in port until you know where the Allies land. End the orders; search and the aircraft ashore come first.',
        allies: 'Form a landing force of the ships with troops, and give it the Mission Assault at the Objective. A carrier force with Air strike sails with it.',
      },
    },
    week: WEEK_AT_SEA,
  },
  {
    scenario: 'guadalcanal', place: 'at Guadalcanal',
    task: {
      japan: 'You hold the airfield on Guadalcanal, with few troops. Keep it, or take it back, within 21 weeks; what it needs comes over links and by fast ships.',
      allies: 'Take the airfield on Guadalcanal, and hold it for 21 weeks. What it needs arrives over links of merchant shipping.',
    },
    victory: { clause: '43.42', text: `The side with a ground unit in control of the airfield’s hex at the end scores 200 points. Losses score the rest. ${BREAKOFF}` },
    deployment: { procedure: 'guadalcanal_deployment', clause: '43.51', text: 'Everything is in place. Lay links, assign merchant shipping to them, and write your plans of assault.' },
    first: {
      procedure: 'orders', clause: '43.42',
      text: {
        japan: 'Form a force of cruisers and destroyers at Rabaul. Bombardment closes the airfield for a time; Transport brings troops to Guadalcanal.',
        allies: 'Form a landing force of the ships with troops, and give it the Mission Assault at Guadalcanal. A carrier force with Air strike covers it.',
      },
    },
    week: WEEK_AT_SEA,
  },
  {
    scenario: 'burma', place: 'in Burma',
    task: {
      japan: 'Break into India via Imphal, and keep the Allies out of Burma for 26 weeks.',
      allies: 'Fly supplies to Kunming, hold Imphal, and march back to Mandalay and Rangoon within 26 weeks.',
    },
    victory: { clause: '44.43', text: 'Allies: 10 points for each Supply Block at Kunming, 500 each for Rangoon and Mandalay, 200 for Moulmein. Japan: 500 if no supplied Allied unit is in Burma at the end, 50 for each strength point in India. A lead to 200 is a draw.' },
    deployment: { procedure: 'burma_deployment', clause: '44.5', text: 'Everything is where the booklet puts it. Headquarters, air points and Supply Blocks may start elsewhere.' },
    first: {
      procedure: 'burma_marching', clause: '22.1',
      text: {
        japan: 'Move toward Imphal: press a stack, then a highlighted hex. March to the line, under All at once, moves the others.',
        allies: 'Press a stack, then a highlighted hex. March to the line, under All at once, moves everyone to the front.',
      },
    },
    week: { procedures: ['search_orders', 'declaring', 'air_lift'], clause: '4.1', text: 'A week has three Air Phases, then marches and attacks, then supply. Transports fly stores to Kunming in the Air Phases; the layer Supply shows who is cut off.' },
  },
]

/** The guide of the scenario that is played. */
const isPlayed = (store: MatchStore, { scenario }: ScenarioGuide): boolean => viewOf(store.view).scenario.replace(/_freely$/, '') === scenario
const isOpen = (store: MatchStore, ...procedures: string[]): boolean => !!store.decision && procedures.includes(procedureOf(viewOf(store.view), store.decision.side))

/** The steps of one scenario; those for one side are shown to that side only. */
function stepsOf(guide: ScenarioGuide): TourStep[] {
  const { scenario, place, task, victory, deployment, first, week } = guide
  const at = (...procedures: string[]) => (store: MatchStore): boolean => isPlayed(store, guide) && isOpen(store, ...procedures)
  const forSide = (side: Side, ...procedures: string[]) => (store: MatchStore): boolean => store.decision?.side === side && at(...procedures)(store)
  const sides: readonly Side[] = ['japan', 'allies']
  return [
    ...sides.map((side): TourStep => ({ id: `task_${scenario}_${side}`, when: forSide(side, deployment.procedure), title: `Your task ${place}`, text: task[side]!, at: '#board' })),
    { id: `victory_${scenario}`, when: at(deployment.procedure), title: 'How to win', text: victory.text, clause: victory.clause, at: '#decision' },
    { id: `deploy_${scenario}`, when: at(deployment.procedure), title: 'Deployment', text: deployment.text, clause: deployment.clause, at: '#decision' },
    ...sides.map((side): TourStep => ({ id: `first_${scenario}_${side}`, when: forSide(side, first.procedure), title: 'The first order', text: first.text[side]!, clause: first.clause, at: '.needs' })),
    { id: `week_${scenario}`, when: at(...week.procedures), title: 'The week', text: week.text, clause: week.clause, at: '#decision' },
  ]
}

export const scenarioSteps: readonly TourStep[] = SCENARIO_GUIDES.flatMap(stepsOf)
