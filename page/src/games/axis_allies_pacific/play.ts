import './terms'
import type { GamePage } from '../../app/game'
import { moves } from './play_board'
import { fillingOfPanels } from './panel_filling'
import { course } from './play_course'
import { confirmation, panel } from './play_confirmations'
import { filling, guess, marksOf } from './play_input'
import { byRows } from './play_rows'
import { KEYS } from './play_keys.svelte'
import { headline, tell, worth } from './play_log'
import { battles, rolls } from './play_rolls'
import { summaries } from './play_summary'
import { textBoard } from './play_text'
import { factsOf, procedureOf, viewOf } from './play_view'
import { askWords, choiceWords, buttonStyle, shortPrompt, subline, choiceNote, valueWords, verbWords, where } from './play_words'
import PlayPage from './PlayPage.svelte'

/** The secret information before the game. */
const BIDS = new Set(['bidding', 'unit_bidding'])

const page: GamePage = {
  Page: PlayPage,
  choice: choiceWords,
  verb: verbWords,
  value: valueWords,
  ask: askWords,
  buttonStyle,
  where,
  subline,
  short: shortPrompt,
  // Everything is public except the bids (16.2) and the standing orders, which no visible choice reveals.
  curtain: (view) => BIDS.has(procedureOf(viewOf(view))),
  telling: () => false,
  open: true,
  long: byRows,
  // In text play one stack is picked up at a time: its destination is asked before the next one.
  single: () => true,
  order: () => null,
  filling: (store) => fillingOfPanels(store) ?? filling(store),
  confirmation,
  panel,
  worth,
  headline,
  battles,
  rolls: (entry, pieces) => rolls(entry, factsOf(pieces)),
  moves: (entries) => moves(entries),
  tell: (entries) => tell(entries),
  course: (store) => course(store.wholeLog, viewOf(store.matchView.view)),
  summaries: (log, view, pieces) => summaries(log, viewOf(view), factsOf(pieces)),
  summaryFirst: true,
  guess,
  textBoard,
  lit: (store) => {
    const { lit, usable } = marksOf(store, store.looked)
    return lit.size ? lit : usable
  },
  choiceNote,
  keys: KEYS,
  guide: () => import('./play_guide'),
}

export default page
