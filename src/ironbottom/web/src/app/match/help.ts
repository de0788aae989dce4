import type { HelpNote } from '../game'

/** What help says of parts that every game has. */
export const COMMON_HELP: readonly HelpNote[] = [
  { at: '#decision .choices button', title: 'A choice', text: 'One of the legal choices; the digit on it is its key. A button with a dashed edge says what is still missing.' },
  { at: '#decision .clause', title: 'The clause', text: 'The rule behind this question. Press it to read the rule in plain words.' },
  { at: '#decision', title: 'The question', text: 'Who must choose what. What may be chosen stands as buttons here and is ringed or lit in gold on the board.' },
  { at: '.timeline', title: 'Timeline', text: 'Turns with their steps. Drag it, or use the arrow keys, to look back; Return to now brings you back.' },
  { at: '#log', title: 'Log', text: 'What happened, newest first. A line opens its dice and its clause, and shows its place on the board.' },
  { at: '[role=tab]', title: 'Panels', text: 'The force you looked at, all forces, odds, and the rules.' },
  { at: '.tabbar button', title: 'Parts of the page', text: 'Board, forces, odds, log and rules, one at a time.' },
  { at: '.side-chip', title: 'A side', text: 'Japan has the disc and round corners, the Allies the star and cut corners.' },
  { at: '.zoom', title: 'Zoom', text: 'Closer, farther, everything: keys plus, minus and 0. The map is moved by dragging.' },
  { at: 'header', title: 'Header', text: 'The game, where it stands, who plays which side, the rules, and help.' },
  { at: '#board', title: 'Board', text: 'The map with everything you have been shown. One stop of the Tab key; arrow keys go from place to place, N to the next legal one.' },
]
