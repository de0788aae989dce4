import { SILENCE, type Announcement } from '../lib/spoken'
import type { LogEntry } from './api'
import type { MatchStore } from './game'
import { rollsText } from './rolls'
import { battleByBattle } from './playback_steps'

type SpokenEvents = Pick<MatchStore, 'home' | 'playback' | 'game' | 'pieces'>

/** The announcements of new log entries on a match page: dice and results, once; on a shared screen only what both players may hear. */
export class Announcer {
  #viewpoint = ''
  #seq = 0

  /** New text since the last call; undefined leaves the last announcement. */
  next(store: SpokenEvents): Announcement | undefined {
    const { viewpoint, log } = store.home
    const { step, hidesDice: unread, shownSeq: at } = store.playback ?? {}
    const last = step?.previous ? ((unread ? step.previous : step.entries).at(-1)?.seq ?? step.seq - 1) : (at ?? log.at(-1)?.seq ?? 0)
    const [before, elsewhere] = [this.#seq, this.#viewpoint !== viewpoint]
    this.#viewpoint = viewpoint
    this.#seq = Math.max(last, elsewhere ? 0 : before)
    if (elsewhere) return SILENCE
    if (store.playback?.pastSeq != null || last <= before) return undefined
    const entries = log.flatMap((entry) => (entry.seq > before ? battleByBattle(entry, store.game.battles) : []))
    return { text: entries.filter((entry) => entry.seq > before && entry.seq <= last).map((entry) => inSentence(store, entry)).join(' ') }
  }
}

/** Announces dice one by one: the roller, the target and the result. */
function inSentence({ game, pieces }: SpokenEvents, entry: LogEntry): string {
  const rolls = entry.act === 'choice' ? game.rolls?.(entry, pieces) : null
  return rolls ? rollsText(rolls) : game.headline(entry)
}
