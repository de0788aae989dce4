import type { MatchStore } from './game'
import { pickFile } from './picked_file'
import type { PromptWithActions } from './prompt'
import { saveFromMatch } from './turn_files'

/** The prompt of a match by file while nothing is asked here: it is with the other player, or its file is to be sent. */
export function filePrompt(store: MatchStore, plain: PromptWithActions): PromptWithActions {
  const { over, away } = store.matchView
  const acts = { ...plain.acts, open_file: pickFile, save_file: () => void saveFromMatch(store) }
  if (over) {
    const save = { id: 'save_file', label: away ? 'Save again' : 'Save turn file', key: '5' }
    return { prompt: { ...plain.prompt, choices: [save, ...(plain.prompt.choices ?? [])] }, acts }
  }
  if (!away) {
    const subline = 'Save the turn file and send it to the other player.'
    return { prompt: { ...plain.prompt, subline, choices: [{ id: 'save_file', label: 'Save turn file', key: '1', weight: 'primary' }] }, acts }
  }
  const machine = away === 'machine'
  return {
    prompt: {
      sentence: `The match is ${machine ? 'on another machine' : 'with the other player'}.`,
      subline: 'You can choose again once you open the file that comes back.',
      choices: [
        // The code of a file for another machine is shown in a dialog.
        { id: machine ? 'move' : 'save_file', label: 'Save again', key: '1' },
        { id: 'open_file', label: 'Open turn file', key: '2', weight: 'primary' },
      ],
      waiting: true,
    },
    acts,
  }
}
