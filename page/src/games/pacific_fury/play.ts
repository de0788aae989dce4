import './glossary'
import type { GamePage } from '../../app/game'
import { presentLog, presentView } from '../../app/present'
import { forming } from './play_board'
import { timeline } from './play_timeline'
import { assignment, inOrder, total, type Given } from './play_hits'
import { inferChoice, intoBox } from './play_input'
import { confirmation, panel } from './play_confirmations'
import { headline, storyLines, isWorthShowing } from './play_log'
import { battles, rolls } from './play_rolls'
import { summaries } from './play_summary'
import { textBoard } from './play_text_board'
import { counted, topFrame, unitsOf, viewOf } from './play_view'
import { verbHelp, askNext, choiceText, buttonStyle, shortQuestion, subline, valueText, verbText, turnLabel } from './play_prompts'
import { moves } from './play_panels'
import PlayPage from './PlayPage.svelte'

const page: GamePage = {
  Page: PlayPage,
  choice: choiceText,
  verb: verbText,
  value: valueText,
  askNext: (picks, next, verb) => askNext(picks, next, verb),
  buttonStyle,
  turnLabel,
  shortQuestion,
  subline,
  verbHelp,
  needsCurtain: (view) => forming(viewOf(view)) !== null,
  // The operations open to a face-down force reveal its contents (9.1, 9.3, 9.4).
  revealsSecret: (view, choices) => {
    const now = viewOf(view)
    return topFrame(now)?.procedure === 'operations' && choices.some((choice) => now.forces[choice[1] ?? '']?.face_up === false)
  },
  isBatched: (verb) => verb === 'assign' || verb === 'hit',
  repeats: (verb) => verb === 'hit',
  maxChoices: (verb, store) => (verb === 'hit' ? assignment(viewOf(store.view))?.hits : undefined),
  draftSubmission: (store) => {
    if (store.decision && forming(viewOf(store.view))) return intoBox(store)
    const task = store.decision && assignment(viewOf(store.view))
    if (!task) return null
    const given = (store.draft as Given | null) ?? {}
    const left = task.hits - total(given)
    const units = unitsOf(store.pieces)
    return {
      label: left ? 'Assign hits' : `Assign ${counted(task.hits, 'hit')}`,
      missing: left ? `${left} left to assign` : undefined,
      choices: inOrder(given, task.units.flatMap((id) => units.get(id) ?? [])),
    }
  },
  confirmation,
  panel,
  isWorthShowing,
  headline,
  battles,
  holdsBoard: true,
  rolls: (entry, pieces) => rolls(entry, unitsOf(pieces)),
  moves: (entries, before) => moves(entries, viewOf(before)),
  storyLines: (entries, pieces) => storyLines(entries, unitsOf(pieces)),
  timeline: (store) => timeline(presentLog(store), presentView(store), store.pieces),
  summaries: (log, view) => summaries(log, viewOf(view)),
  inferChoice,
  textBoard,
  guide: () => import('./play_guide'),
}

export default page
