import './terms'
import { question } from './questions'
import type { GamePage } from '../../app/game'
import { presentLog, presentView } from '../../app/present'
import { mustDecide } from './importance'
import { isForce } from './play_view'
import { course, turnNow } from './play_course'
import { confirmation, panel } from './play_confirmations'
import { headline, storyLines, isWorthShowing } from './play_log'
import { moves } from './play_moves'
import { draftPrompt, guess } from './play_orders'
import { gunLit } from './play_gunnery'
import { rolls } from './play_rolls'
import { summaries } from './play_summary'
import { textBoard } from './play_text'
import { factsOf, viewOf } from './play_view'
import { verbHelp, onlyChoiceButton, askNext, choiceWords, buttonStyle, argumentKind, shortQuestion, subline, choiceNote, valueWords, verbWords, turnLabel } from './play_words'
import PlayPage from './PlayPage.svelte'

const page: GamePage = {
  Page: PlayPage,
  choice: choiceWords,
  argumentKind,
  onlyChoiceButton,
  verb: verbWords,
  value: valueWords,
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
  unused: mustDecide,
  confirmation,
  panel,
  isWorthShowing,
  headline,
  rolls: (entry, pieces) => rolls(entry, factsOf(pieces)),
  moves,
  storyLines: (entries) => storyLines(entries),
  course: (store) => course(presentLog(store), viewOf(presentView(store))),
  turn: (store) => turnNow(store.wholeLog, viewOf(store.view)),
  summaries: (log) => summaries(log),
  guess,
  textBoard,
  highlighted: (store) => new Set([...(gunLit(store) ?? store.highlighted), ...store.choices.flatMap(([, id]) => (id !== undefined && isForce(id) ? [id] : []))]),
  choiceNote,
  keys: [
    ['G', 'find a hex or a place'], ['M', 'theatre, section, close'], ['N', 'the next required row, then optional rows, then selectable hexes'], ['T', 'your next Task Force'], ['Z', 'centre the chosen force'], ['Q', 'the next report on the enemy'],
    ['R', 'measure distances from the chosen force or hex'], ['V, 1 to 9', 'layers of the map'], ['arrows, number pad', 'over the hexes'],
  ],
  guide: () => import('./play_guide'),
}

export default page
