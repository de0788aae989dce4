import './glossary'
import type { GamePage } from '../../app/game'
import { presentLog, presentView } from '../../app/present'
import { moves } from './play_board'
import { timeline } from './play_timeline'
import { draftPrompt } from './play_draft_prompt'
import { isGroupVerb, inferChoice, inSubmitOrder, oneAtATime } from './play_input'
import { confirmation, panel } from './play_confirmations'
import { headline, storyLines, isWorthShowing } from './play_log'
import { battles, rolls } from './play_rolls'
import { summaries } from './play_summary'
import { textBoard, choiceNote } from './play_text_board'
import { factsOf, procedureOf, viewOf } from './play_view'
import { askNext, choiceText, buttonStyle, shortQuestion, subline, valueText, verbText, turnLabel } from './play_prompts'
import PlayPage from './PlayPage.svelte'

/** Choices made with all blocks face up; for all others, the player also looks at their own hidden blocks. */
const OPEN = new Set(['combat', 'stay_or_withdraw', 'targeting', 'pursuit', 'return_fire', 'land_fight'])

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
  needsCurtain: (view) => !OPEN.has(procedureOf(viewOf(view))),
  revealsSecret: () => false,
  isBatched: isGroupVerb,
  oneAtATime,
  inSubmitOrder,
  draftSubmission: () => null,
  draftPrompt,
  confirmation,
  panel,
  isWorthShowing,
  headline,
  battles,
  rolls: (entry, pieces) => rolls(entry, factsOf(pieces)),
  moves: (entries) => moves(entries),
  storyLines: (entries, pieces) => storyLines(entries, factsOf(pieces)),
  timeline: (store) => timeline(presentLog(store), viewOf(presentView(store)), factsOf(store.pieces)),
  summaries: (log, view, pieces) => summaries(log, viewOf(view), factsOf(pieces)),
  inferChoice,
  textBoard,
  choiceNote,
  guide: () => import('./play_guide'),
}

export default page
