import { writeStored, readStored } from './storage'

/** The display settings of this browser. */
export interface Preferences {
  /** how the other side's moves are shown: all at once, automatically one by one, by hand, or not at all */
  pace: 'whole' | 'play' | 'step' | 'skip'
  /** how dice are rolled: they wait to be rolled and then to be confirmed, roll automatically, or show their result at once */
  dice: 'wait' | 'short' | 'once'
  /** the text board: off, beside the drawn one, or instead of it */
  text: 'off' | 'beside' | 'alone'
  /** the guided first turn: not yet taken, running, or done */
  tour: 'new' | 'on' | 'done'
}

const KEY = 'ironbottom.comforts'

export const preferences: Preferences = $state({ pace: 'whole', dice: 'wait', text: 'off', tour: 'new', ...readStored<Partial<Preferences>>(KEY) })

export function setPreferences(what: Partial<Preferences>): void {
  Object.assign(preferences, what)
  writeStored(KEY, { ...preferences })
}
