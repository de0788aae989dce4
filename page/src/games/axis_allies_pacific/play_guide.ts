import type { Desk, HelpNote, TourStep } from '../../app/game'
import { procedureOf, viewOf } from './play_view'

const at = (desk: Desk, ...procedures: string[]): boolean => !!desk.decision && procedures.includes(procedureOf(viewOf(desk.view)))

/** The guided first turn. It follows the real decisions, in whatever order they come. */
export const TOUR: readonly TourStep[] = [
  {
    id: 'aim', when: () => true, title: 'The Pacific, December 1941', at: '.tracks', clause: '15.1',
    text: 'Japan wins with 22 victory points, one for each 10 IPC it produces at the end of its turn. The Allies hold it back, or bring its production down to 9.',
  },
  {
    id: 'split', when: (desk) => at(desk, 'splitting'), title: 'The convoy pool', at: '#decision', clause: '3.4',
    text: 'Convoys in the British seas bring money that India and Australia share. You say how much goes to India; Australia has the rest.',
  },
  {
    id: 'buy', when: (desk) => at(desk, 'purchase'), title: 'Buying units', at: '#decision', clause: '5.1',
    text: 'Units are paid for now and come at the end of the turn, at a complex that you hold since it began. What is not spent is kept.',
  },
  {
    id: 'move', when: (desk) => at(desk, 'combat_moves'), title: 'Combat moves', at: '.space', clause: '7.1.1',
    text: 'Press a place, count the units that go, and press a lit place: a gold tag says the steps, a burst that an enemy stops them. A stack that is dragged goes whole. Each move can be taken back until you are done.',
  },
  {
    id: 'load', when: (desk) => at(desk, 'combat_moves', 'regroup'), title: 'Transports', at: '.space', clause: '7.7.2',
    text: 'Choose a zone with transports: the lands beside it offer their units. Loading, sailing and landing are all part of the same turn.',
  },
  {
    id: 'fight', when: (desk) => at(desk, 'combat'), title: 'Battles', at: '#decision', clause: '8.1.1',
    text: 'You choose which battle comes next. Each unit hits with a die up to its number; defenders fire back before losses leave.',
  },
  {
    id: 'losses', when: (desk) => at(desk, 'losses'), title: 'Losses', at: '#decision', clause: '8.1.3',
    text: 'The side that is hit chooses what is lost. Cheapest first takes one press; a battleship takes two hits.',
  },
  {
    id: 'others', when: (desk) => at(desk, 'regroup'), title: 'Other moves', at: '.space', clause: '10.1',
    text: 'Aircraft land now, and what has not fought may move to friendly places. A carrier that fighters wait for must come to them.',
  },
  {
    id: 'place', when: (desk) => at(desk, 'placement'), title: 'Placing', at: '#decision', clause: '11.1',
    text: 'What you bought comes to your complexes: so many units as the land is worth, or any number at home.',
  },
]

/** Help on the parts of this board. */
export const HELP: readonly HelpNote[] = [
  { at: '.points', title: 'Victory points', text: 'Japan scores one for each full 10 IPC of production at the end of its turn. With 22 it wins (13.3, 15.1).' },
  { at: '.kamikazes', title: 'Kamikazes', text: 'Six for the whole game, only in marked zones near Japan (8.12).' },
  { at: '.production', title: 'Production', text: 'What each economy collects at the end of its turn if nothing changes, and the convoy pool of India and Australia (13.1, 13.2).' },
  { at: '[data-stack]', title: 'Units', text: 'Letters or the disc say whose they are. Far out, their number; near by, a cell a kind. Washed cells have moved; a ring is a patrol, a white corner cargo.' },
  { at: '[data-drop]', title: 'A place', text: 'Zones have numbers; a lozenge is a convoy with its value in its holder’s colour, with a double edge a center. The rim of a land tells who holds it.' },
  { at: '.forces', title: 'All forces', text: 'Every stack by power and place. Type a place or a kind to find it; a press shows it on the map.' },
  { at: '.income', title: 'Income', text: 'What each power collects, land by land and convoy by convoy, and what its purse holds (13.1).' },
  { at: '.threats', title: 'Threats', text: 'What could reach the place that is looked at, on the next turn of each power.' },
  { at: '.swing', title: 'The swing', text: 'What both sides have won and lost in IPC, turn by turn.' },
  { at: '.orders', title: 'Standing orders', text: 'Answers given beforehand, seen by nobody else: the order of losses, when to submerge, whether to intercept.' },
  { at: '.notes', title: 'Notes', text: 'Your own notes on places. They stay in this browser and nobody else sees them.' },
  { at: '.round', title: 'Order of the turn', text: 'Whose turn comes when in the round, and the nine phases of the turn in hand (4.1, 4.2).' },
  { at: '.after', title: 'After this battle', text: 'What follows from winning or losing it: who gets the land or the convoy, incomes, Japan’s points, and where the attackers may go back to.' },
  { at: '.purchase', title: 'Purchase', text: 'Count what is bought with plus and minus; beside it stands what is left and where it may be placed (5.0, 11.1).' },
  { at: '.planned', title: 'Battles to come', text: 'Each battle that the moves ordered lead to, with its odds, and the aircraft still to land. A name shows its place on the map.' },
  { at: '.space', title: 'The place', text: 'Count the units that go with plus and minus, then press a lit place. Moves ordered stand below, and come back by a press.' },
]
