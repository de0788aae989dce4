import type { LogEntry } from '../../app/api'
import type { StoryLine } from '../../app/game'
import { logLines, type LogFormat } from '../../app/log_lines'
import { named } from './read'

/** Each event in the referee's words. */
export const FORMAT: LogFormat = {
  groupKey: () => '',
  runKey: () => '',
  line: ([event]) => ({ text: /[.!?]$/.test(event!.text) ? named(event!.text) : `${named(event!.text)}.` }),
  side: (_, entry) => entry.side,
  places: ['place', 'to', 'area', 'hex', 'zone'],
}

export const storyOf = (log: readonly LogEntry[], mine: string | null, when: ReadonlyMap<number, string>): StoryLine[] => logLines(log, mine, when, FORMAT)
