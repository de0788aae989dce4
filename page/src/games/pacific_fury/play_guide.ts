import type { MatchStore, HelpNote, TourStep } from '../../app/game'
import { SIDE_HELP } from '../sides'
import { topFrame, viewOf } from './play_view'

const at = (store: MatchStore, procedure: string): boolean => !!store.decision && topFrame(viewOf(store.view))?.procedure === procedure
const forces = (store: MatchStore): number => Object.values(viewOf(store.view).forces).filter((force) => force.side === store.mine).length
const done = (store: MatchStore): number => viewOf(store.view).operations.done

/** The guided first turn. It follows the real decisions in any order. */
export const tour: readonly TourStep[] = [
  {
    id: 'aim', when: () => true, title: 'Guadalcanal, August 1942', at: '.track', clause: '4.0',
    text: 'The game lasts four turns. The side with the marker on its own half of the initiative track at the end wins; landings push the marker, and so does an operational airfield.',
  },
  {
    id: 'muster', when: (store) => at(store, 'form_forces') && forces(store) === 0, title: 'Task forces', at: '.form-forces', clause: '8.2.a',
    text: 'Pick ships, one by one or a whole kind with All, then a box. Forces sail in the order of their boxes. The enemy sees only backs and numbers.',
  },
  {
    id: 'types', when: (store) => at(store, 'form_forces') && forces(store) > 0, title: 'Carriers or Transports', at: '.form-forces', clause: '8.3',
    text: 'Carriers strike from a distance, battleships and cruisers fight and bombard, and Transports land. Carriers and Transports never sail together. You can take everything back until you press Done.',
  },
  {
    id: 'sortie', when: (store) => at(store, 'operations') && done(store) < 2, title: 'The first operation', at: '#decision', clause: '9.0.a',
    text: 'The sides take turns: one operation with one task force each, seven in all. A force in the lowest box may sortie: press it, then a highlighted zone.',
  },
  {
    id: 'board', when: (store) => at(store, 'operations') && done(store) >= 2, title: 'Reading the board', at: '.plan', clause: '9.2.a',
    text: 'Gold marks what you may choose. Press a force at sea to move, strike, land or go home. If you try something that is not allowed, you see the reason and its clause.',
  },
  {
    id: 'sound', when: (store) => at(store, 'operations') && done(store) >= 4, title: 'Ironbottom Sound', at: '.plan', clause: '9.3.a',
    text: 'Landings happen here, and only while Henderson Field is disrupted: by air strike, or by bombardment from the Sound.',
  },
  {
    id: 'hits', when: (store) => at(store, 'assign_hits'), title: 'Hits', at: '#decision', clause: '10.7.a',
    text: 'You choose which ships your hits go to. A ship sinks on 2 to 6 with more hits than anchors, on 4 to 6 with the same number, on 6 with fewer. Fill in all hits, then assign them together.',
  },
  {
    id: 'stay', when: (store) => at(store, 'return_or_stay'), title: 'Stay or return', at: '#decision', clause: '10.8.a',
    text: 'After a round each side may break off. Ships that return to base do nothing more this turn, but they are safe.',
  },
  {
    id: 'past', when: (store) => at(store, 'operations') && done(store) >= 6, title: 'Looking back', at: '.timeline',
    text: 'Drag the timeline to see any earlier moment again. The log shows every die: press a line to open it.',
  },
]

/** Help on the parts of this board. */
export const help: readonly HelpNote[] = [
  SIDE_HELP,
  { at: '.plan .field', title: 'Initiative track', text: 'From J5 to U5. At the end of turn 4 the side in whose half the marker is wins (4.0). At the start of a turn it gives the initiative, and it sets the strength of Henderson Field (3.6).' },
  { at: '.strip', title: 'Initiative track', text: 'From J5 to U5. At the end of turn 4 the side in whose half the marker is wins (4.0).' },
  { at: 'button.field', title: 'Henderson Field', text: 'The airfield on Guadalcanal, in its owner’s shape. Crossed out, it is disrupted until the Return Phase, and Transports can land (6.2, 9.3).' },
  { at: '[data-drop=ironbottom_sound]', title: 'Ironbottom Sound', text: 'Surface fights, bombardments and landings happen here. All forces of a side in it count as one (8.2.d).' },
  { at: '[data-drop=the_slot]', title: 'The Slot', text: 'The route of the Tokyo Express and of Japanese bombardment forces. Carriers cannot enter it (9.1.c, 9.2.b).' },
  { at: '[data-drop=eastern_solomons]', title: 'Eastern Solomons', text: 'Open sea: carriers may be here, strike the next area, and meet enemy carriers (10.5).' },
  { at: '[data-drop=south_pacific_ocean]', title: 'South Pacific Ocean', text: 'Open sea: carriers may be here, strike the next area, and meet enemy carriers (10.5).' },
  { at: '.plan', title: 'Plan of Ironbottom Sound', text: 'The Sound at a larger scale, with Henderson Field and the initiative track.' },
  { at: '.base .boxes', title: 'Operation boxes', text: 'Forces wait here in order. The force in the lowest box may sortie in the operation of its box number; the framed box is the current operation (9.1.d).' },
  { at: '.base', title: 'A base', text: 'Truk for Japan, Espiritu Santo for the Allies: the ships there, those due, and the seven operation boxes.' },
  { at: '.form-forces', title: 'Forming task forces', text: 'Pick ships, then a box. Dragging works too. Carriers and Transports never share a box (8.2.b).' },
  { at: '.hits', title: 'Assigning hits', text: 'Fewer or more hits for each ship, or a helper that fills in the rest. All hits are assigned together (10.7.a).' },
  { at: '.battle', title: 'The battle', text: 'Its steps, the fire of the round with every die, and both fleets. The number tag on a ship is the hits aimed at it.' },
  { at: '.counter', title: 'A counter', text: 'On the left the combat factor, then planes, on the right the anchors of its defence. Face down it shows its back; the closed eye means that the enemy cannot see it.' },
]
