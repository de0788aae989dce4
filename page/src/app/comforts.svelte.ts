import { keep, kept } from './kept'

/** How the reader likes matches to be shown in this browser. */
export interface Comforts {
  /** how the other side's moves are shown: of themselves, step by step, or not at all */
  pace: 'play' | 'step' | 'skip'
  /** the text board: not shown, beside the drawn one, or in its place */
  text: 'off' | 'beside' | 'alone'
  /** the guided first turn: still to be taken, being taken, or done with */
  tour: 'new' | 'on' | 'done'
}

const KEY = 'ironbottom.comforts'

export const comforts: Comforts = $state({ pace: 'play', text: 'off', tour: 'new', ...kept<Partial<Comforts>>(KEY) })

export function like(what: Partial<Comforts>): void {
  Object.assign(comforts, what)
  keep(KEY, { ...comforts })
}
