import type { LogEntry, MatchView, View } from './api'

/** The parts of a match store that say which moment is the present for the reader. */
interface Presented {
  readonly log: readonly LogEntry[]
  readonly wholeLog: readonly LogEntry[]
  readonly view: View
  readonly matchView: MatchView
  readonly playback: { readonly pastSeq: number | null; readonly waiting: readonly unknown[]; readonly heldView: { readonly seq: number; readonly view: View } | null } | undefined
}

/** The view behind the timeline and the tracks: the newest, or that of the moves still to be shown, which reveals no result before its dice. */
export function presentView(store: Presented): View {
  const { playback } = store
  if (!playback?.waiting.length) return store.matchView.view
  return playback.pastSeq === null ? store.view : (playback.heldView?.view ?? store.matchView.view)
}

/** The log behind the timeline, up to the same moment. */
export function presentLog(store: Presented): readonly LogEntry[] {
  const { playback } = store
  if (!playback?.waiting.length) return store.wholeLog
  if (playback.pastSeq === null) return store.log
  const last = playback.heldView?.seq
  return last === undefined ? store.wholeLog : store.wholeLog.filter((entry) => entry.seq <= last)
}

/** Whether the reader knows that the match is over: no moves before the end are still to be shown. */
export const isKnownOver = ({ matchView, playback }: Pick<Presented, 'matchView' | 'playback'>): boolean => matchView.over && !playback?.waiting.length
