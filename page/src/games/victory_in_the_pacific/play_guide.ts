import type { MatchStore, HelpNote, TourStep } from '../../app/game'
import { SIDE_HELP } from '../sides'
import type { SelectionDraft } from '../../app/group_selection'
import { procedureOf, viewOf } from './play_view'

const at = (store: MatchStore, procedure: string): boolean => !!store.decision && procedureOf(viewOf(store.view)) === procedure
const picked = (store: MatchStore): number => (store.draft as SelectionDraft | null)?.picked.length ?? 0

/** The guided first turn. It follows the real decisions in any order. */
export const tour: readonly TourStep[] = [
  {
    id: 'aim', when: () => true, title: 'The Pacific, December 1941', at: '.tracks', clause: '2.5',
    text: 'The side that holds a sea area at the end of a turn scores its points of control. The difference moves one marker. The leader after the last turn wins.',
  },
  {
    id: 'raid', when: (store) => at(store, 'raid_force'), title: 'The raid on Pearl Harbor', at: '.place', clause: '4.2',
    text: 'Pick ships in the panel, or a whole kind with All, and send them with the button. Press Done when the force is complete.',
  },
  {
    id: 'patrol', when: (store) => at(store, 'patrols') && !picked(store), title: 'Patrols', at: '.place', clause: '6.11',
    text: 'Only patrolling ships and air units hold a sea area. Pick as many ships as you like; they move together. Or drag a whole stack on the map.',
  },
  {
    id: 'send', when: (store) => at(store, 'patrols') && picked(store) > 0, title: 'Sending a fleet', at: '#decision', clause: '6.22',
    text: 'Press a highlighted sea area, or its button. One area is free. For two, each ship rolls below its speed. Marked ships raid later, after everything else has moved.',
  },
  {
    id: 'air', when: (store) => at(store, 'air'), title: 'Air units', at: '#decision', clause: '12.1',
    text: 'The sides take turns placing one unit, in a sea area beside one of your bases. It holds the area like a patrol, and cannot be attacked at night.',
  },
  {
    id: 'naming', when: (store) => at(store, 'naming'), title: 'Day or night', at: '#decision', clause: '7.3',
    text: 'By day airstrikes fire, by night guns. Both sides choose in secret. If you differ, dice decide.',
  },
  {
    id: 'fire', when: (store) => at(store, 'targeting'), title: 'Targets', at: '.battle', clause: '7.43',
    text: 'Pick one or more units, then their target. All targets are chosen before any dice are rolled.',
  },
  {
    id: 'stay', when: (store) => at(store, 'stay_or_retreat'), title: 'Stay or retreat', at: '#decision', clause: '8.1',
    text: 'After each round the Allies, then Japan, may retreat in groups. Fast enough ships may pursue.',
  },
  {
    id: 'home', when: (store) => at(store, 'way_home'), title: 'Going home', at: '.place', clause: '10.1',
    text: 'At the end of the turn all units go to a port or base. Damaged ships need a port with repair points.',
  },
]

/** Help on the parts of this board. */
export const help: readonly HelpNote[] = [
  SIDE_HELP,
  { at: '.vp', title: 'Points of control', text: 'One marker for both sides. At the end of each turn it moves by the difference between the scores (2.5).' },
  { at: '.tracks .current', title: 'If the turn ended now', text: 'What each side would score with the patrols and air units now on the map (15.1).' },
  { at: '.sign[data-drop]', title: 'A port or base', text: 'A port has an anchor and the number of points that it can still repair this turn; a base has a dot. Round is Japan’s, cut corners are the Allies’ (2.1, 11.2).' },
  { at: '[data-drop]', title: 'A sea area', text: 'Two numbers show what it is worth to Japan and to the Allies. The flag and the edge show who holds it (2.2).' },
  { at: '.beside-map', title: 'Beside the map', text: 'Submarines, air units and units that will return wait here between turns.' },
  { at: '.appearance', title: 'Order of appearance', text: 'Which units arrive, leave and return on each turn. The number beside a side counts its units (4.1).' },
  { at: '.place .all', title: 'All of a kind', text: 'Picks every unit of this kind that can be chosen, or drops them again.' },
  { at: '.place', title: 'A place', text: 'Everything at this place. Press units to pick them; they move together. Drag a stack on the map to move all of it.' },
  { at: '.battle .odds', title: 'Odds', text: 'What the picked units would do to each target, with the shots already aimed at it.' },
  { at: '.battle', title: 'The battle', text: 'Its steps, the fire of the round with every die, and both sides with their targets.' },
  { at: '.counter', title: 'A unit', text: 'Gunnery, armor and speed; beside a plane, its airstrike; for an air unit, airstrike and defence. A figure in a ring or a white lozenge fires with the attack bonus. A toothed badge counts damage.' },
]
