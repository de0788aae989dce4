import type { MatchStore } from '../../app/game'
import { unusedIds, type UnusedOptions } from '../../app/unused_options'
import type { ConfirmationText } from '../../app/unused_options'
import { forming } from './play_board'
import { counted, isForce, topFrame, viewOf } from './play_view'

/** The text with which a choice that gives something up asks for confirmation. */
export function confirmation(_verb: string, lost: UnusedOptions, store: MatchStore): ConfirmationText | null {
  const view = viewOf(store.view)
  const ids = unusedIds(lost)
  if (forming(view)) {
    const n = ids.filter((id) => !/^\d+$/.test(id)).length
    return { label: `Leave ${n} in base`, sentence: `${counted(n, 'ship')} ${n === 1 ? 'has' : 'have'} no box yet.`, subline: 'Ships without a box stay in base this turn.' }
  }
  if (topFrame(view)?.procedure !== 'operations') return null
  const n = ids.filter(isForce).length
  return { label: `Pass with ${n} ready`, sentence: `Pass? ${counted(n, 'task force')} could still act.` }
}

/** The panel of the rail for a decision: the operations of a force are listed, hits and fights have their odds. */
export function panel(store: MatchStore): string {
  const procedure = topFrame(viewOf(store.view))?.procedure
  if (procedure === 'operations') return 'choices'
  return procedure === 'form_forces' ? 'force' : 'odds'
}
