import { keep, kept } from './kept'

/** How the reader likes matches to be shown in this browser. */
export interface Comforts {
  /** how the other side's moves are shown: all together, of themselves, step by step, or not at all */
  pace: 'whole' | 'play' | 'step' | 'skip'
  /** how dice fall: they wait to be rolled and lie until one goes on, fall of themselves, or lie there at once */
  dice: 'wait' | 'short' | 'once'
  /** the text board: not shown, beside the drawn one, or in its place */
  text: 'off' | 'beside' | 'alone'
  /** the guided first turn: still to be taken, being taken, or done with */
  tour: 'new' | 'on' | 'done'
}

const KEY = 'ironbottom.comforts'

export const comforts: Comforts = $state({ pace: 'whole', dice: 'wait', text: 'off', tour: 'new', ...kept<Partial<Comforts>>(KEY) })

export function like(what: Partial<Comforts>): void {
  Object.assign(comforts, what)
  keep(KEY, { ...comforts })
}
