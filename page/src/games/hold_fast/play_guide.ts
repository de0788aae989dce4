import type { Desk, HelpNote, TourStep } from '../../app/game'
import type { Draft } from '../../app/gathering'
import { procedureOf, viewOf } from './play_view'

const at = (desk: Desk, procedure: string): boolean => !!desk.decision && procedureOf(viewOf(desk.view)) === procedure
const picked = (desk: Desk): number => (desk.draft as Draft | null)?.picked.length ?? 0

/** The guided first turn. It follows the real decisions, in whatever order they come. */
export const TOUR: readonly TourStep[] = [
  {
    id: 'aim', when: () => true, title: 'The Pacific, December 1941', at: '.tracks', clause: '11.0.1',
    text: 'Eight turns are played. Who holds a sea area when a turn ends scores what it is worth; the difference moves one marker. After turn 8 the leader wins, and even is Japan’s.',
  },
  {
    id: 'pick', when: (desk) => at(desk, 'moves') && !picked(desk), title: 'Picking a fleet', at: '.place', clause: '7.0.1',
    text: 'Your blocks stand with their backs to the enemy. Press blocks in the panel, or a whole kind with All; as many as you like go together. Or drag a whole stack of the map to where it goes.',
  },
  {
    id: 'send', when: (desk) => at(desk, 'moves') && picked(desk) > 0, title: 'Sending a fleet', at: '#decision', clause: '7.0.3',
    text: 'Press a lit sea area, or its button. A ship goes on from an area only if you controlled it when the turn began. Take back is free until you are done.',
  },
  {
    id: 'submarine', when: (desk) => at(desk, 'submarine'), title: 'The submarine', at: '#decision', clause: '7.0.4',
    text: 'It goes to any sea area, fires first in a battle there, and goes back off board.',
  },
  {
    id: 'air', when: (desk) => at(desk, 'air'), title: 'Land based air', at: '#decision', clause: '4.1.4',
    text: 'One block each in turns, beside a port or base of yours. Air units hold a sea area as ships do. Who passes is done for this turn.',
  },
  {
    id: 'repairs', when: (desk) => at(desk, 'repairs'), title: 'Resource points', at: '.rp', clause: '5.0.3',
    text: 'One point gives one strength point back to a ship in a port, within its repair number, or to an air unit off board. Nothing is saved for later.',
  },
  {
    id: 'combat', when: (desk) => at(desk, 'combat') || at(desk, 'name_way'), title: 'Combat', at: '#decision', clause: '8.1.1',
    text: 'Where both sides stand, all blocks are turned up. Each round is fought in the air or on the surface: agree, or roll for it.',
  },
  {
    id: 'fire', when: (desk) => at(desk, 'targeting'), title: 'Targets', at: '.battle', clause: '8.1.3',
    text: 'Press a unit that fires, then its target. A die that reaches the target’s hit number takes a strength point; a 1 sends it home disabled. Odds stand beneath.',
  },
  {
    id: 'stay', when: (desk) => at(desk, 'stay_or_withdraw'), title: 'Stay or withdraw', at: '#decision', clause: '8.7.1',
    text: 'After each round the Allies, then Japan, may withdraw. The side that stays fires once at units of like types.',
  },
  {
    id: 'home', when: (desk) => at(desk, 'come_back'), title: 'Back to port', at: '.place', clause: '12.0.1',
    text: 'All ships come back within three areas. Only ports repair; a forward base is nearer to the next fight.',
  },
]

/** Help on the parts of this board. */
export const HELP: readonly HelpNote[] = [
  { at: '.vp', title: 'Victory track', text: 'One marker for both sides, from 30 for Japan to 30 for the Allies. It moves at the end of each turn by the difference of what both score (11.0).' },
  { at: '.rp', title: 'Resource points', text: 'What each side may spend this turn: on repairs, and on lost cruiser groups and air units that come back (5.0).' },
  { at: '.sign[data-drop]', title: 'A port or base', text: 'A port has an anchor and a number, the strength points it can still repair this turn; a base has a dot. Round is Japan’s, cut corners are the Allies’ (1.1.3, 1.1.5).' },
  { at: '.beside-map', title: 'Off board', text: 'Air units and submarines wait here between turns (3.6.1, 3.7.1).' },
  { at: '[data-drop]', title: 'A sea area', text: 'Two numbers tell what it is worth to Japan and to the Allies; the flag and the edge tell who holds it. A filled number scores (9.0, 11.0).' },
  { at: '.appearance', title: 'Order of appearance', text: 'Which blocks come on which turn, and what was lost. Lost transports come back after two turns; cruiser groups and air units for a resource point (3.2.2, 3.4.3).' },
  { at: '.place .all', title: 'All of a kind', text: 'Picks every block of this kind that may be chosen, or lets go of them.' },
  { at: '.place', title: 'A place', text: 'Everything that stands there. Press blocks to pick them; those picked go together. A stack dragged on the map goes as one.' },
  { at: '.battle .odds', title: 'Odds', text: 'What the dice of the units picked do to each target, exactly, with the shots aimed at it so far (3.0.3, 8.1.4).' },
  { at: '.battle', title: 'The battle board', text: 'Its steps, the fire of the round with every die, and both sides: the battle station, carriers and transports, air units (8.0.2).' },
  { at: '.counter', title: 'A block', text: 'The number at the upper edge is its strength now; it turns with every hit. Below: dice with what they fire in, and the die that hits it. With a light upper rim it stands, with its back to the enemy; lying flat it is face up.' },
]
