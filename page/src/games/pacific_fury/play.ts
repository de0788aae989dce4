import './terms'
import type { GamePage } from '../../app/game'
import { forming } from './play_board'
import { course } from './play_course'
import { assignment, inOrder, total, type Given } from './play_hits'
import { guess, intoBox } from './play_hands'
import { forfeit, panel } from './play_gates'
import { headline, tell, worth } from './play_log'
import { rolls } from './play_rolls'
import { summaries } from './play_summary'
import { textBoard } from './play_text'
import { counted, topFrame, unitsOf, viewOf } from './play_view'
import { aboutVerb, askWords, choiceWords, manner, shortPrompt, subline, valueWords, verbWords, where } from './play_words'
import { moves } from './play_panels'
import PlayPage from './PlayPage.svelte'

const page: GamePage = {
  Page: PlayPage,
  choice: choiceWords,
  verb: verbWords,
  value: valueWords,
  ask: (picks, next, verb) => askWords(picks, next, verb),
  manner,
  where,
  short: shortPrompt,
  subline,
  about: aboutVerb,
  curtain: (view) => forming(viewOf(view)) !== null,
  // The operations open to a face-down force reveal its contents (9.1, 9.3, 9.4).
  telling: (view, choices) => {
    const told = viewOf(view)
    return topFrame(told)?.procedure === 'operations' && choices.some((choice) => told.forces[choice[1] ?? '']?.face_up === false)
  },
  long: (verb) => verb === 'assign' || verb === 'hit',
  repeats: (verb) => verb === 'hit',
  most: (verb, desk) => (verb === 'hit' ? assignment(viewOf(desk.view))?.hits : undefined),
  order: (desk) => {
    if (desk.decision && forming(viewOf(desk.view))) return intoBox(desk)
    const task = desk.decision && assignment(viewOf(desk.view))
    if (!task) return null
    const given = (desk.draft as Given | null) ?? {}
    const left = task.hits - total(given)
    const units = unitsOf(desk.pieces)
    return {
      label: left ? 'Assign hits' : `Assign ${counted(task.hits, 'hit')}`,
      missing: left ? `${left} left to assign` : undefined,
      choices: inOrder(given, task.units.flatMap((id) => units.get(id) ?? [])),
    }
  },
  forfeit,
  panel,
  worth,
  headline,
  rolls: (entry, pieces) => rolls(entry, unitsOf(pieces)),
  moves: (entries, before) => moves(entries, viewOf(before)),
  tell: (entries, pieces) => tell(entries, unitsOf(pieces)),
  course: (desk) => course(desk.wholeLog, desk.sight.view, desk.pieces),
  summaries: (log, view) => summaries(log, viewOf(view)),
  guess,
  textBoard,
  guide: () => import('./play_guide'),
}

export default page
