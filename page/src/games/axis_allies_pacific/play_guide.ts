import type { MatchStore, HelpNote, TourStep } from '../../app/game'
import { SIDE_HELP } from '../sides'
import { procedureOf, viewOf } from './play_view'

const at = (store: MatchStore, ...procedures: string[]): boolean => !!store.decision && procedures.includes(procedureOf(viewOf(store.view)))

/** The guided first turn. It follows the real decisions in any order. */
export const tour: readonly TourStep[] = [
  {
    id: 'aim', when: () => true, title: 'The Pacific, December 1941', at: '.tracks', clause: '15.1',
    text: 'Japan needs 22 victory points to win, and scores one for each 10 IPC it produces at the end of its turn. The Allies win if they cut its production to 9.',
  },
  {
    id: 'split', when: (store) => at(store, 'splitting'), title: 'The convoy pool', at: '#decision', clause: '3.4',
    text: 'Convoys in the British seas bring money that India and Australia share. You choose how much goes to India; Australia gets the rest.',
  },
  {
    id: 'buy', when: (store) => at(store, 'purchase'), title: 'Buying units', at: '#decision', clause: '5.1',
    text: 'You pay for units now and place them at the end of the turn, at a complex that you have held since it began. You keep what you do not spend.',
  },
  {
    id: 'move', when: (store) => at(store, 'combat_moves'), title: 'Combat moves', at: '.space', clause: '7.1.1',
    text: 'Press a place, count the units to move, then press a highlighted place. A gold tag shows the steps; a burst means that an enemy stops them. Drag a stack to move all of it. You can take moves back until you press Done.',
  },
  {
    id: 'load', when: (store) => at(store, 'combat_moves', 'regroup'), title: 'Transports', at: '.space', clause: '7.7.2',
    text: 'Choose a zone with transports to load units from the adjacent territories. They can load, sail and land in the same turn.',
  },
  {
    id: 'fight', when: (store) => at(store, 'combat'), title: 'Battles', at: '#decision', clause: '8.1.1',
    text: 'You choose the order of the battles. Each unit hits if its die is no higher than its number; defenders fire back before casualties are removed.',
  },
  {
    id: 'losses', when: (store) => at(store, 'losses'), title: 'Losses', at: '#decision', clause: '8.1.3',
    text: 'The side that is hit chooses its casualties. One button takes the cheapest; a battleship takes two hits.',
  },
  {
    id: 'others', when: (store) => at(store, 'regroup'), title: 'Non-combat moves', at: '.space', clause: '10.1',
    text: 'Aircraft land now, and units that have not fought may move to friendly places. A carrier whose deck fighters need must sail to them.',
  },
  {
    id: 'place', when: (store) => at(store, 'placement'), title: 'Placing', at: '#decision', clause: '11.1',
    text: 'Place your new units at your complexes: as many as the territory is worth, or any number at home.',
  },
]

/** Help on the parts of this board. */
export const help: readonly HelpNote[] = [
  SIDE_HELP,
  { at: '.points', title: 'Victory points', text: 'Japan scores one for each full 10 IPC of production at the end of its turn. With 22 it wins (13.3, 15.1).' },
  { at: '.kamikazes', title: 'Kamikazes', text: 'Six for the whole game, only in marked zones near Japan (8.12).' },
  { at: '.production', title: 'Production', text: 'What each economy collects at the end of its turn if nothing changes, and the convoy pool of India and Australia (13.1, 13.2).' },
  { at: '[data-stack]', title: 'Units', text: 'Letters or the disc show the owner. Zoomed out you see a total, zoomed in a cell for each kind. Pale cells have moved; a ring is a patrol, a white corner is cargo.' },
  { at: '[data-drop]', title: 'A place', text: 'Zones have numbers. A lozenge is a convoy with its value, in its holder’s colour; a double edge is a convoy center. The rim of a territory shows who holds it.' },
  { at: '.forces', title: 'All forces', text: 'Every stack by power and place. Type a place or a kind to find it; press it to see it on the map.' },
  { at: '.income', title: 'Income', text: 'What each power collects, territory by territory and convoy by convoy, and what its treasury holds (13.1).' },
  { at: '.threats', title: 'Threats', text: 'What could reach the chosen place on each power’s next turn.' },
  { at: '.swing', title: 'The swing', text: 'What both sides have gained and lost in IPC, turn by turn.' },
  { at: '.orders', title: 'Standing orders', text: 'Your answers for the enemy’s turns, seen by nobody else: the order of losses, when to submerge, whether to intercept.' },
  { at: '.notes', title: 'Notes', text: 'Your own notes on places. They stay in this browser and nobody else sees them.' },
  { at: '.round', title: 'Order of the turn', text: 'The order of turns in the round, and the nine phases of this turn (4.1, 4.2).' },
  { at: '.after', title: 'After this battle', text: 'What winning or losing it means: who gets the territory or the convoy, incomes, Japan’s points, and where the attackers may retreat.' },
  { at: '.purchase', title: 'Purchase', text: 'Count units with plus and minus. Beside them you see what is left to spend and where units may be placed (5.0, 11.1).' },
  { at: '.planned', title: 'Battles to come', text: 'Each battle that your moves lead to, with its odds, and the aircraft still to land. Press a name to see the place on the map.' },
  { at: '.space', title: 'The place', text: 'Count the units to move with plus and minus, then press a highlighted place. Your moves are listed below; press one to take it back.' },
]
