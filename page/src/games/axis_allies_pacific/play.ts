import './glossary'
import type { GamePage } from '../../app/game'
import { presentLog, presentView } from '../../app/present'
import { moves } from './play_board'
import { panelDraftPrompt } from './panel_prompts'
import { timeline } from './play_timeline'
import { confirmation, panel } from './play_confirmations'
import { draftPrompt, inferChoice, highlightsOf } from './play_input'
import { byRows } from './play_rows'
import { KEYS } from './play_keys.svelte'
import { headline, storyLines, isWorthShowing } from './play_log'
import { battles, rolls } from './play_rolls'
import { summaries } from './play_summary'
import { textBoard } from './play_text_board'
import { factsOf, procedureOf, viewOf } from './play_view'
import { askNext, choiceText, buttonStyle, shortQuestion, subline, choiceNote, valueText, verbText, turnLabel } from './play_prompts'
import PlayPage from './PlayPage.svelte'

/** The secret information before the game. */
const BIDS = new Set(['bidding', 'unit_bidding'])

const page: GamePage = {
  Page: PlayPage,
  choice: choiceText,
  verb: verbText,
  value: valueText,
  askNext,
  buttonStyle,
  turnLabel,
  subline,
  shortQuestion,
  // Everything is public except the bids (16.2) and the standing orders, which no visible choice reveals.
  needsCurtain: (view) => BIDS.has(procedureOf(viewOf(view))),
  revealsSecret: () => false,
  hasNoSecrets: true,
  isBatched: byRows,
  // In text play one stack is picked up at a time: its destination is asked before the next one.
  oneAtATime: () => true,
  draftSubmission: () => null,
  draftPrompt: (store) => panelDraftPrompt(store) ?? draftPrompt(store),
  confirmation,
  panel,
  isWorthShowing,
  headline,
  battles,
  rolls: (entry, pieces) => rolls(entry, factsOf(pieces)),
  moves: (entries) => moves(entries),
  storyLines: (entries) => storyLines(entries),
  timeline: (store) => timeline(presentLog(store), viewOf(presentView(store))),
  summaries: (log, view, pieces) => summaries(log, viewOf(view), factsOf(pieces)),
  summaryFirst: true,
  inferChoice,
  textBoard,
  highlighted: (store) => {
    const { highlighted, usable } = highlightsOf(store, store.selectedPlace)
    return highlighted.size ? highlighted : usable
  },
  choiceNote,
  keys: KEYS,
  guide: () => import('./play_guide'),
}

export default page
