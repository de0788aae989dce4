import type { MatchStore } from './game'
import type { PromptWithActions } from './prompt'

let prompt = $state.raw<typeof import('./by_file_prompt').filePrompt>()

/** The prompt while nothing is asked here, with the files of a match by file; how they are sent is loaded for such a match only. */
export function withFile(store: MatchStore, plain: PromptWithActions): PromptWithActions {
  const { by_file, away } = store.matchView
  if (!(by_file || away) || !store.persons.length) return plain
  if (!prompt) import('./by_file_prompt').then(({ filePrompt }) => (prompt = filePrompt), () => undefined)
  return prompt ? prompt(store, plain) : plain
}
