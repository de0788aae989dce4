import type { MatchStore, HelpNote, TourStep } from '../../app/game'
import { SIDE_HELP } from '../sides'
import { factsOf, procedureOf, viewOf } from './play_view'
import { SCENARIO_GUIDES, scenarioSteps } from './scenario_guide'

const at = (store: MatchStore, ...procedures: string[]): boolean => !!store.decision && procedures.includes(procedureOf(viewOf(store.view), store.decision.side))

const DEPLOYMENTS = SCENARIO_GUIDES.map(({ deployment }) => deployment.procedure)

/**
 * The guided first turn: the five steps of the scenario, then each kind of decision. It follows the real decisions
 * in any order.
 */
export const tour: readonly TourStep[] = [
  ...scenarioSteps,
  {
    id: 'made', when: (store) => at(store, ...DEPLOYMENTS), title: 'What this game is', at: '#board',
    text: 'Only the scenario booklet of the 1978 game survives. Rules 1 to 39, charts and ratings are made from history; every clause and figure says how it is known.',
  },
  {
    id: 'links', when: (store) => at(store, 'guadalcanal_deployment', 'pipeline_orders'), title: 'Links', at: 'section.links', clause: '15.1',
    text: 'A link carries supply and cargo from port to port. The panel starts with what each place uses, and offers the links that would help.',
  },
  {
    id: 'thruput', when: (store) => at(store, 'guadalcanal_deployment', 'pipeline_orders'), title: 'Thruput', at: '.layers', clause: '15.3',
    text: 'The longer a link, the less each merchant unit carries. The Links layer shows their paths; an enemy airbase nearby closes hexes to them.',
  },
  {
    id: 'cargo', when: (store) => at(store, 'cargo_orders'), title: 'Cargo', at: '#decision', clause: '15.6',
    text: 'Send stores, ground units and crated air points over links. They arrive at once and take up room; supply uses what is left.',
  },
  {
    id: 'airfield', when: (store) => viewOf(store.view).scenario === 'guadalcanal' && at(store, 'orders'), title: 'The airfield', at: '#board', clause: '43.42',
    text: 'The airfield on Guadalcanal decides this scenario: the side with a ground unit in control of its hex at the end scores 200 points.',
  },
  {
    id: 'ranked', when: (store) => viewOf(store.view).scenario.startsWith('midway_advanced') && at(store, 'orders'), title: 'Objectives', at: '#board', clause: '42.43',
    text: 'The Primary objective scores up to 200 points for the side whose ground unit holds it at the end, the Secondary 50 for Japan. Without a pipeline from Australia, Japan shortens the war.',
  },
  {
    id: 'dummies', when: (store) => at(store, 'decoys'), title: 'Dummies', at: '#decision', clause: '9.4',
    text: 'A dummy sails like a fleet. The enemy sees the same back for both and learns more only by search.',
  },
  {
    id: 'orders', when: (store) => at(store, 'orders'), title: 'Task Forces', at: '.needs', clause: '10.1',
    text: 'Form forces of ships in port, then give each its Mission. The list above the panel shows which still need one.',
  },
  {
    id: 'course', when: (store) => at(store, 'course'), title: 'The course', at: '#board', clause: '10.3',
    text: 'Press a hex within the gold line, or drag the force there. The route shows where each impulse ends; the panel says what it costs and what fuel is left.',
  },
  {
    id: 'search', when: (store) => at(store, 'search_orders'), title: 'Search', at: '#decision', clause: '8.1',
    text: 'Air points that search may find enemy forces within their range. Their reports may be wrong.',
  },
  {
    id: 'declare', when: (store) => at(store, 'declaring'), title: 'Patrols and Strikes', at: '#decision', clause: '6.2',
    text: 'Fighters patrol over a base or a force. Strikes attack contacts and bases, in one or more waves.',
  },
  {
    id: 'fire', when: (store) => at(store, 'gunlaying'), title: 'Gunnery', at: '.odds', clause: '11.3',
    text: 'Name a target for each ship. The odds show what all ships without a target would do to each target.',
  },
  {
    id: 'march', when: (store) => at(store, 'marching', 'burma_marching'), title: 'Marches', at: '#board', clause: '22.1',
    text: 'Press a stack, then a highlighted hex, or drag it there; the cost appears beside it. Each unit moves once.',
  },
  {
    id: 'attack', when: (store) => at(store, 'attacking', 'burma_attacking'), title: 'Attacks', at: '#decision', clause: '24.1',
    text: 'Press a highlighted hex to attack it. The odds are shown before any die is rolled.',
  },
]

/**
 * The guide covers the first Game-Turn, at Midway the first whole one: that scenario begins in the middle of a
 * Game-Turn (42.53).
 */
export const tourContinues = (store: MatchStore): boolean => (factsOf(store.pieces).turnOf(viewOf(store.view)) ?? 1) <= (viewOf(store.view).scenario.startsWith('midway') ? 2 : 1)

/** Help on the parts of this board. */
export const help: readonly HelpNote[] = [
  SIDE_HELP,
  { at: '[data-stack]', title: 'A Task Force', text: 'Your forces show their chief ship and the number of ships. A closed eye marks a dummy of yours. An enemy back is a report: its text is below it, and may be wrong (8.3).' },
  { at: '[data-tiles]', title: 'The map', text: 'Palms are jungle, peaks mountain, arcs rough ground, tufts swamp. A ticked line is a railway, a plain one a road; a double bar on a hexside is a strait, a thick one is closed to ships.' },
  { at: '.needs', title: 'Needs you', text: 'What must be decided, what may be, and what may stay as it is; many of a kind share one row. N goes to the next row of the first group. A row can be put off for a week or kept quiet.' },
  { at: '.at-once', title: 'All at once', text: 'What one press fills in: choices that you could make one by one, and may take back. The others: forces under way sail on, the rest stay.' },
  { at: '[data-standing]', title: 'Standing orders', text: 'Answers given for you until you cancel them, even while you are away. Nobody else sees them; if you take an answer back, you are asked again.' },
  { at: '.composer', title: 'Ships by kind', text: 'How many ships of each kind sail, with the Speed and fuel of the whole force. A template keeps the numbers under a name; it takes as many as are in port.' },
  { at: '.orders .missions', title: 'Mission', text: 'What the force is to do. Dashed ones are not allowed: press one to see why.' },
  { at: '.orders', title: 'Orders', text: 'The chosen force or hex: what is there and what it can do. When a hex is needed, you can type a hex or a place.' },
  { at: '.forces', title: 'Forces', text: 'All your Task Forces, forces off the map, and bases with what is there. Press one to see it on the map.' },
  { at: '.fuel', title: 'What fuel allows', text: 'For each speed: the fuel burnt in a phase, how many phases the ship with the least fuel lasts, and how far that is.' },
  { at: '.rings', title: 'Air points', text: 'Press a stack to draw its Range, Extended Range and transfer around its base; press it again to take them away.' },
  { at: '.score-table', title: 'Victory Points', text: 'What each side has scored, case by case, with the total so far. Damage of enemy ships is secret until they sink (1.3).' },
  { at: '.battle-order', title: 'Order of battle', text: 'Your ships by type and by where they are, enemy ships that are known to be sunk, and what is carried.' },
  { at: '.battles', title: 'Combat', text: 'Every battle so far, by Game-Turn, with its chance, result and luck. Press one to open its report and a replay. Choose here which battles are shown on the board.' },
  { at: '.lists', title: 'Lists', text: 'Your ships, aircraft, bases and ground units. Press a heading to sort, or a name to show it on the map.' },
  { at: '.since', title: 'Since you were last here', text: 'What has been added to the log since this browser last showed the match, and the voyages still under way.' },
  { at: '.notes', title: 'Notes', text: 'Private notes on the chosen hex, stored only in this browser. A sheet marks it on the map.' },
  { at: '.reports', title: 'Reports', text: 'What search has found of the enemy, newest first, and which of your forces were found. A report may be wrong, depending on its chit (8.3).' },
  { at: 'section.burma', title: 'Front', text: 'Problems, arrivals at Kunming, and the places of Supply Blocks, headquarters and construction. Press one to see it on the map.' },
  { at: 'section.links', title: 'Links', text: 'What each place uses, and what your links carry, with what is free. The buttons lay links, assign ships or send cargo while that is asked.' },
  { at: '.minimap', title: 'The whole map', text: 'Your forces are dots, reports are squares; the gold frame is the part that the board shows. Press or drag to move it.' },
  { at: '.layers', title: 'Layers', text: 'Map layers: press V to open the list, then the layer’s number. Each layer has a legend below it. Rings show the range of the air points selected in the panel.' },
  { at: '.tracks', title: 'Losses and ships', text: 'The value of lost ground units, air points and submarines (47.1), and the ships sunk.' },
]
