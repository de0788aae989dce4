import './terms'
import type { GamePage } from '../../app/game'
import { course } from './play_course'
import { filling } from './play_filling'
import { isGroupVerb, guess, single } from './play_input'
import { confirmation, panel } from './play_confirmations'
import { headline, tell, worth } from './play_log'
import { rolls } from './play_rolls'
import { summaries } from './play_summary'
import { textBoard, choiceNote } from './play_text'
import { factsOf, procedureOf, viewOf } from './play_view'
import { askWords, choiceWords, buttonStyle, shortPrompt, subline, valueWords, verbWords, where } from './play_words'
import { moves } from './play_wakes'
import PlayPage from './PlayPage.svelte'

const page: GamePage = {
  Page: PlayPage,
  choice: choiceWords,
  verb: verbWords,
  value: valueWords,
  ask: askWords,
  buttonStyle,
  where,
  short: shortPrompt,
  subline,
  // Everything is public except both sides' choice of day or night.
  curtain: (view) => procedureOf(viewOf(view)) === 'naming' && viewOf(view).options['day_night'] === 'secret',
  telling: () => false,
  open: true,
  long: isGroupVerb,
  single,
  order: () => null,
  filling,
  confirmation,
  panel,
  worth,
  headline,
  rolls: (entry, pieces) => rolls(entry, factsOf(pieces)),
  moves: (entries, before, pieces) => moves(entries, viewOf(before), factsOf(pieces)),
  tell: (entries, pieces) => tell(entries, factsOf(pieces)),
  course: (store) => course(store.wholeLog, viewOf(store.matchView.view), factsOf(store.pieces)),
  summaries: (log, view, pieces) => summaries(log, viewOf(view), factsOf(pieces)),
  guess,
  textBoard,
  choiceNote,
  guide: () => import('./play_guide'),
}

export default page
