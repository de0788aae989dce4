import type { Desk, HelpNote, TourStep } from '../../app/game'
import type { Draft } from '../../app/gathering'
import { procedureOf, viewOf } from './play_view'

const at = (desk: Desk, procedure: string): boolean => !!desk.decision && procedureOf(viewOf(desk.view)) === procedure
const picked = (desk: Desk): number => (desk.draft as Draft | null)?.picked.length ?? 0

/** The guided first turn. It follows the real decisions, in whatever order they come. */
export const TOUR: readonly TourStep[] = [
  {
    id: 'aim', when: () => true, title: 'The Pacific, December 1941', at: '.tracks', clause: '2.5',
    text: 'The side that holds a sea area when a turn ends scores its points of control; the difference moves one marker. The leader after the last turn wins.',
  },
  {
    id: 'raid', when: (desk) => at(desk, 'raid_force'), title: 'The raid on Pearl Harbor', at: '.place', clause: '4.2',
    text: 'Press ships in the panel, or a whole kind with All, and send them with the button. Done when the force stands.',
  },
  {
    id: 'patrol', when: (desk) => at(desk, 'patrols') && !picked(desk), title: 'Patrols', at: '.place', clause: '6.11',
    text: 'Only patrollers and air units hold a sea area. Press as many ships as you like: they go together. Or drag a whole stack of the map to where it goes.',
  },
  {
    id: 'send', when: (desk) => at(desk, 'patrols') && picked(desk) > 0, title: 'Sending a fleet', at: '#decision', clause: '6.22',
    text: 'Press a lit sea area, or its button. Next to the port all arrive; one area farther each ship rolls under its speed. Marked ships raid later, after everything else has moved.',
  },
  {
    id: 'air', when: (desk) => at(desk, 'air'), title: 'Air units', at: '#decision', clause: '12.1',
    text: 'One unit each in turns, in a sea area that a port or base of yours touches. They hold it as patrollers do, and cannot be attacked at night.',
  },
  {
    id: 'naming', when: (desk) => at(desk, 'naming'), title: 'Day or night', at: '#decision', clause: '7.3',
    text: 'By day airstrikes fire, by night guns. Both sides say what they want at once; if you differ, dice decide.',
  },
  {
    id: 'fire', when: (desk) => at(desk, 'targeting'), title: 'Targets', at: '.battle', clause: '7.43',
    text: 'Press a unit that fires, or several, then the target. All targets are named before any dice are rolled.',
  },
  {
    id: 'stay', when: (desk) => at(desk, 'stay_or_retreat'), title: 'Stay or retreat', at: '#decision', clause: '8.1',
    text: 'After each round the Allies, then Japan, may retreat, in groups of their own choice. Faster ships may pursue.',
  },
  {
    id: 'home', when: (desk) => at(desk, 'way_home'), title: 'Going home', at: '.place', clause: '10.1',
    text: 'At the end of the turn all units go to a port or base. Damaged ships want a port with repair points.',
  },
]

/** Help on the parts of this board. */
export const HELP: readonly HelpNote[] = [
  { at: '.vp', title: 'Points of control', text: 'One marker for both sides. It moves at the end of each turn by the difference of what both hold (2.5).' },
  { at: '.tracks .now', title: 'If the turn ended now', text: 'What each side would score with the patrollers and air units that stand on the map now (15.1).' },
  { at: '.sign[data-drop]', title: 'A port or base', text: 'A port has an anchor and the number of points that it can still repair this turn; a base has a dot. Round is Japan’s, cut corners are the Allies’ (2.1, 11.2).' },
  { at: '[data-drop]', title: 'A sea area', text: 'Two numbers tell what it is worth to Japan and to the Allies; the flag and the edge tell who holds it (2.2).' },
  { at: '.beside-map', title: 'Beside the map', text: 'Submarines and air units wait here between turns, and units that are to come back.' },
  { at: '.appearance', title: 'Order of appearance', text: 'Which units come on which turn, which go, and what is back; the number behind a side counts its units (4.1).' },
  { at: '.place .all', title: 'All of a kind', text: 'Picks every unit of this kind that may be chosen, or lets go of them.' },
  { at: '.place', title: 'A place', text: 'Everything that stands there. Press units to pick them; those picked go together. A stack dragged on the map goes as one.' },
  { at: '.battle .odds', title: 'Odds', text: 'What the shots of the units picked do to each target, with those aimed at it so far.' },
  { at: '.battle', title: 'The battle', text: 'Its steps, the fire of the round with every die, and both sides with what is aimed at whom.' },
  { at: '.counter', title: 'A unit', text: 'Gunnery, armor and speed; with a plane its airstrike; of an air unit airstrike and defence. What stands in a ring or a white lozenge fires with the attack bonus. A toothed badge counts damage.' },
]
