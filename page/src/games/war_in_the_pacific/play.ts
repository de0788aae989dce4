import './glossary'
import { question } from './questions'
import type { GamePage } from '../../app/game'
import { presentLog, presentView } from '../../app/present'
import { mandatoryDecisions } from './importance'
import { isForce } from './play_view'
import { timeline, currentTurn } from './play_timeline'
import { confirmation, panel } from './play_confirmations'
import { headline, storyLines, isWorthShowing } from './play_log'
import { moves } from './play_moves'
import { draftPrompt, inferChoice } from './play_orders'
import { gunneryHighlights } from './play_gunnery'
import { rolls } from './play_rolls'
import { summaries } from './play_summary'
import { textBoard } from './play_text_board'
import { factsOf, viewOf } from './play_view'
import { verbHelp, onlyChoiceButton, askNext, choiceText, buttonStyle, argumentKind, shortQuestion, subline, choiceNote, valueText, verbText, turnLabel } from './play_prompts'
import PlayPage from './PlayPage.svelte'

const page: GamePage = {
  Page: PlayPage,
  choice: choiceText,
  argumentKind,
  onlyChoiceButton,
  verb: verbText,
  value: valueText,
  askNext,
  question,
  shortQuestion,
  buttonStyle,
  turnLabel,
  subline,
  verbHelp,
  // Everything that a side's choices depend on is secret: fleets, air points, submarines.
  needsCurtain: () => true,
  revealsSecret: () => false,
  // A secret plot or declaration is completed by the player even if only one choice is left.
  twoStepVerbs: new Map([['enter', false], ['allot', true], ['cover', false], ['shield', false]]),
  isBatched: () => false,
  draftSubmission: () => null,
  draftPrompt,
  unused: mandatoryDecisions,
  confirmation,
  panel,
  isWorthShowing,
  headline,
  rolls: (entry, pieces) => rolls(entry, factsOf(pieces)),
  moves,
  storyLines: (entries) => storyLines(entries),
  timeline: (store) => timeline(presentLog(store), viewOf(presentView(store))),
  turn: (store) => currentTurn(store.wholeLog, viewOf(store.view)),
  summaries: (log) => summaries(log),
  inferChoice,
  textBoard,
  highlighted: (store) => new Set([...(gunneryHighlights(store) ?? store.highlighted), ...store.choices.flatMap(([, id]) => (id !== undefined && isForce(id) ? [id] : []))]),
  choiceNote,
  keys: [
    ['G', 'find a hex or a place'], ['M', 'theatre, section, close'], ['N', 'the next required row, then optional rows, then selectable hexes'], ['T', 'your next Task Force'], ['Z', 'centre the chosen force'], ['Q', 'the next report on the enemy'],
    ['R', 'measure distances from the chosen force or hex'], ['V, 1 to 9', 'layers of the map'], ['arrows, number pad', 'over the hexes'],
  ],
  guide: () => import('./play_guide'),
}

export default page
