import type { LogEntry } from '../../app/api'
import type { TurnTimeline, GamePage, MatchStore, StepLabels, TextNode } from '../../app/game'
import { isImportant } from '../../app/log_lines'
import { presentLog } from '../../app/present'
import { FORMAT } from './log'
import PlayPage from './PlayPage.svelte'
import { boardOf, countersOf, listsOf, named, stacksOf, whenOf, type PlainStack } from './read'

/** A game without a page of its own: the referee's texts, a plain board, and lists. */

/** The whole game as one step, because its turns are not known. */
function timeline(log: readonly LogEntry[]): TurnTimeline & StepLabels {
  return { turns: [{ number: 1, name: 'The game', ticks: [{ label: 'The game' }] }], ends: [[log.at(-1)?.seq ?? 0]], when: new Map() }
}

const MAX_LISTED = 12

/** A stack in words: each counter, or a table if there are many. */
function describe({ key, side, counters }: PlainStack): TextNode[] {
  const one = side ?? ''
  if (counters.length <= MAX_LISTED) return counters.map(({ id, note }) => ({ key: id, id, name: named(id), side, note: note || undefined }))
  return [{ key, name: named(one) || 'Counters', side, note: `${counters.length} counters`, table: { head: ['Counter', 'State'], rowNames: ['counter', 'counters'], rows: counters.map(({ id, note }) => ({ key: id, id, cells: [named(id), note] })) } }]
}

function textBoard(store: MatchStore): TextNode[] {
  const board = boardOf(store.pieces)
  const stacks = stacksOf(countersOf(store.view, board, store.sides))
  const places = board.places.map(({ id, name }): TextNode => ({ key: id, id, name, nodes: (stacks.get(id) ?? []).flatMap(describe) }))
  const lists = listsOf(store.view, board).map(({ key, name, head, rows }): TextNode => ({ key: `list ${key}`, name, table: { head, rowNames: ['row', 'rows'], rows: rows.map((cells, i) => ({ key: `${i}`, cells })) } }))
  return [...places, ...lists]
}

const page: GamePage = {
  Page: PlayPage,
  choice: (_, name) => named(name()),
  verb: named,
  value: (id, _verb, _at, store) => ({ label: boardOf(store.pieces).places.find((place) => place.id === id)?.name ?? named(id) }),
  askNext: (_, next, verb) => (next === 'argument' && verb ? `${named(verb)}: which?` : 'Your choice?'),
  buttonStyle: (verb) => (verb === 'done' ? { weight: 'primary', key: 'D' } : {}),
  turnLabel: (view) => ({ long: whenOf(view), brief: whenOf(view) }),
  subline: () => '',
  // Any decision may be secret, unless the game hides nothing.
  needsCurtain: (_, decision) => decision?.secret ?? true,
  revealsSecret: () => false,
  isBatched: () => false,
  draftSubmission: () => null,
  isWorthShowing: (log, place, here) => isImportant(log, place, here, { settled: new Set(), plain: new Set(), small: new Set() }),
  headline: (entry) => (entry.events?.length ? entry.events.map((event) => FORMAT.line([event]).text).join(' ') : (entry.text ?? '')),
  timeline: (store) => timeline(presentLog(store)),
  inferChoice: () => null,
  textBoard,
  guide: async () => ({ tour: [], help: [] }),
}

export default page
