import type { MatchStore, HelpNote, TourStep } from '../../app/game'
import { SIDE_HELP } from '../sides'
import type { SelectionDraft } from '../../app/group_selection'
import { procedureOf, viewOf } from './play_view'

const at = (store: MatchStore, procedure: string): boolean => !!store.decision && procedureOf(viewOf(store.view)) === procedure
const picked = (store: MatchStore): number => (store.draft as SelectionDraft | null)?.picked.length ?? 0

/** The guided first turn. It follows the real decisions in any order. */
export const tour: readonly TourStep[] = [
  {
    id: 'aim', when: () => true, title: 'The Pacific, December 1941', at: '.tracks', clause: '11.0.1',
    text: 'The game lasts eight turns. When a turn ends, each side scores the sea areas that it controls; the difference moves one marker. The leader after turn 8 wins. Japan wins a tie.',
  },
  {
    id: 'pick', when: (store) => at(store, 'moves') && !picked(store), title: 'Picking a fleet', at: '.place', clause: '7.0.1',
    text: 'Your blocks have their backs to the enemy. Press blocks in the panel, or All for a whole kind; any number can move together. You can also drag a whole stack on the map.',
  },
  {
    id: 'send', when: (store) => at(store, 'moves') && picked(store) > 0, title: 'Sending a fleet', at: '#decision', clause: '7.0.3',
    text: 'Press a highlighted sea area, or its button. A ship passes through an area only if you controlled it when the turn began. You can take moves back until you press Done.',
  },
  {
    id: 'submarine', when: (store) => at(store, 'submarine'), title: 'The submarine', at: '#decision', clause: '7.0.4',
    text: 'Place it in any sea area. It fires first in a battle there, then goes back off board.',
  },
  {
    id: 'air', when: (store) => at(store, 'air'), title: 'Land based air', at: '#decision', clause: '4.1.4',
    text: 'The sides take turns placing one block beside a port or base. Air units hold a sea area as ships do. If you pass, you cannot place more this turn.',
  },
  {
    id: 'repairs', when: (store) => at(store, 'repairs'), title: 'Resource points', at: '.rp', clause: '5.0.3',
    text: 'One point restores one strength point of a ship in port, up to the port’s repair number, or of an air unit off board. Points cannot be saved.',
  },
  {
    id: 'combat', when: (store) => at(store, 'combat') || at(store, 'name_way'), title: 'Combat', at: '#decision', clause: '8.1.1',
    text: 'Where both sides are present, all blocks are revealed. Each round is air or surface combat: agree, or roll for it.',
  },
  {
    id: 'fire', when: (store) => at(store, 'targeting'), title: 'Targets', at: '.battle', clause: '8.1.3',
    text: 'Press a unit, then its target. Each die that reaches the target’s hit number takes a strength point; a 1 disables it and sends it home. The odds are shown below.',
  },
  {
    id: 'stay', when: (store) => at(store, 'stay_or_withdraw'), title: 'Stay or withdraw', at: '#decision', clause: '8.7.1',
    text: 'After each round the Allies, then Japan, may withdraw. The side that stays fires once at withdrawing units of like types.',
  },
  {
    id: 'home', when: (store) => at(store, 'come_back'), title: 'Back to port', at: '.place', clause: '12.0.1',
    text: 'All ships return to a port or base within three areas. Only ports repair; a forward base is nearer to the next battle.',
  },
]

/** Help on the parts of this board. */
export const help: readonly HelpNote[] = [
  SIDE_HELP,
  { at: '.vp', title: 'Victory track', text: 'One marker for both sides, from 30 for Japan to 30 for the Allies. At the end of each turn it moves by the difference between the scores (11.0).' },
  { at: '.rp', title: 'Resource points', text: 'What each side may spend this turn: on repairs, and to bring back lost cruiser groups and air units (5.0).' },
  { at: '.sign[data-drop]', title: 'A port or base', text: 'A port has an anchor and a number, the strength points it can still repair this turn; a base has a dot. A round sign is Japanese, one with cut corners is Allied (1.1.3, 1.1.5).' },
  { at: '.beside-map', title: 'Off board', text: 'Air units and submarines wait here between turns (3.6.1, 3.7.1).' },
  { at: '[data-drop]', title: 'A sea area', text: 'The two numbers are its value to Japan and to the Allies; the flag and the edge show who holds it. A filled number scores (9.0, 11.0).' },
  { at: '.appearance', title: 'Order of appearance', text: 'Which blocks arrive on which turn, and which were lost. Lost transports return after two turns; cruiser groups and air units also cost a resource point (3.2.2, 3.4.3).' },
  { at: '.place .all', title: 'All of a kind', text: 'Picks every block of this kind that may be chosen, or none.' },
  { at: '.place', title: 'A place', text: 'Every block there. Press blocks to pick them; picked blocks move together. You can also drag a whole stack on the map.' },
  { at: '.battle .odds', title: 'Odds', text: 'The exact chances of the picked units against each target, with the dice already aimed at it (3.0.3, 8.1.4).' },
  { at: '.battle', title: 'The battle board', text: 'The steps of the battle, every die of the round, and both sides: battle station, carriers, transports and air units (8.0.2).' },
  { at: '.counter', title: 'A block', text: 'The number at the upper edge is its strength now; it turns with every hit. Below are its dice, the combat in which it fires, and the die that hits it. A light upper rim means that it is hidden from the enemy; a flat block is face up.' },
]
