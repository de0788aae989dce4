import './glossary'
import type { GamePage } from '../../app/game'
import { presentLog, presentView } from '../../app/present'
import { timeline } from './play_timeline'
import { draftPrompt } from './play_draft_prompt'
import { isGroupVerb, inferChoice, oneAtATime } from './play_input'
import { confirmation, panel } from './play_confirmations'
import { headline, storyLines, isWorthShowing } from './play_log'
import { rolls } from './play_rolls'
import { summaries } from './play_summary'
import { textBoard, choiceNote } from './play_text_board'
import { factsOf, procedureOf, viewOf } from './play_view'
import { askNext, choiceText, buttonStyle, shortQuestion, subline, valueText, verbText, turnLabel } from './play_prompts'
import { moves } from './play_move_arrows'
import PlayPage from './PlayPage.svelte'

const page: GamePage = {
  Page: PlayPage,
  choice: choiceText,
  verb: verbText,
  value: valueText,
  askNext,
  buttonStyle,
  turnLabel,
  shortQuestion,
  subline,
  // Everything is public except both sides' choice of day or night.
  needsCurtain: (view) => procedureOf(viewOf(view)) === 'naming' && viewOf(view).options['day_night'] === 'secret',
  revealsSecret: () => false,
  hasNoSecrets: true,
  isBatched: isGroupVerb,
  oneAtATime,
  draftSubmission: () => null,
  draftPrompt,
  confirmation,
  panel,
  isWorthShowing,
  headline,
  rolls: (entry, pieces) => rolls(entry, factsOf(pieces)),
  moves: (entries, before, pieces) => moves(entries, viewOf(before), factsOf(pieces)),
  storyLines: (entries, pieces) => storyLines(entries, factsOf(pieces)),
  timeline: (store) => timeline(presentLog(store), viewOf(presentView(store)), factsOf(store.pieces)),
  summaries: (log, view, pieces) => summaries(log, viewOf(view), factsOf(pieces)),
  inferChoice,
  textBoard,
  choiceNote,
  guide: () => import('./play_guide'),
}

export default page
