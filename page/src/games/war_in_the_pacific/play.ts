import './terms'
import { asks } from './questions'
import type { GamePage } from '../../app/game'
import { mustDecide } from './importance'
import { isForce } from './play_view'
import { course, turnNow } from './play_course'
import { confirmation, panel } from './play_confirmations'
import { headline, tell, worth } from './play_log'
import { moves } from './play_moves'
import { filling, guess } from './play_orders'
import { gunLit } from './play_gunnery'
import { rolls } from './play_rolls'
import { summaries } from './play_summary'
import { textBoard } from './play_text'
import { factsOf, viewOf } from './play_view'
import { about, aloneWords, askWords, choiceWords, buttonStyle, partWords, shortPrompt, subline, choiceNote, valueWords, verbWords, where } from './play_words'
import PlayPage from './PlayPage.svelte'

const page: GamePage = {
  Page: PlayPage,
  choice: choiceWords,
  part: partWords,
  alone: aloneWords,
  verb: verbWords,
  value: valueWords,
  ask: askWords,
  asks,
  short: shortPrompt,
  buttonStyle,
  where,
  subline,
  about,
  // Everything that a side's choices depend on is secret: fleets, air points, submarines.
  curtain: () => true,
  telling: () => false,
  // A secret plot or declaration is completed by the player even if only one way is left.
  leads: new Map([['enter', false], ['allot', true], ['cover', false], ['shield', false]]),
  long: () => false,
  order: () => null,
  filling,
  unused: mustDecide,
  confirmation,
  panel,
  worth,
  headline,
  rolls: (entry, pieces) => rolls(entry, factsOf(pieces)),
  moves,
  tell: (entries) => tell(entries),
  course: (store) => course(store.wholeLog, viewOf(store.matchView.view)),
  turn: (store) => turnNow(store.wholeLog, viewOf(store.view)),
  summaries: (log) => summaries(log),
  guess,
  textBoard,
  lit: (store) => new Set([...(gunLit(store) ?? store.lit), ...store.choices.flatMap(([, id]) => (id !== undefined && isForce(id) ? [id] : []))]),
  choiceNote,
  keys: [
    ['G', 'find a hex or a place'], ['M', 'theatre, section, close'], ['N', 'the next row that must be decided, or else that may be, or the next hex that may be chosen'], ['T', 'your next Task Force'], ['Z', 'centre the chosen force'], ['Q', 'the next report on the enemy'],
    ['R', 'measure distances from the chosen force or hex'], ['V, 1 to 9', 'layers of the map'], ['arrows, number pad', 'over the hexes'],
  ],
  guide: () => import('./play_guide'),
}

export default page
