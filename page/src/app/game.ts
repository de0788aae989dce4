import type { Component } from 'svelte'
import type { Side } from '../board/types'
import type { TurnSummary } from '../frame/summary'
import type { ChoiceButton, LogLine, TimelineTurn } from '../frame/types'
import type { Lookahead } from './lookahead.svelte'
import type { Action, ClauseInfo, Decision, Viewpoint, GameInfo, LogEntry, MatchView, PresenceInfo, RematchAnswer, VisibleEvent, UndoAnswer, View } from './api'
import type { Pick, Question } from './choices'
import type { ConfirmationText, UnusedOptions } from './unused_options'
import type { Observation } from './observation.svelte'
import type { MoveInfo } from './moves'
import type { Notices } from './notices.svelte'
import type { PageParts } from './page_parts.svelte'
import type { Playback } from './playback.svelte'
import type { Prompt } from './prompt'
import type { Rolls } from './rolls'
import type { MatchSeats } from './seats.svelte'
import type { Battles } from './playback_steps'
import type { Turns } from './turns.svelte'

/** The label of one value on a button. */
export interface ValueText {
  label: string
  note?: string
  side?: Side
  icon?: string
  /** its group in a list, if not its verb, and its sort key */
  row?: string
  order?: string
}

/** A line of the log, with its entry and the place on the board. */
export interface StoryLine extends LogLine {
  seq: number
  place?: string
  /** the ids of the units, if several are combined */
  units?: readonly string[]
}

/** The timeline's steps in the log: for every turn, the entry after which each step ends. */
export interface TurnTimeline {
  turns: readonly TimelineTurn[]
  /** the last entry of each step, turn by turn; undefined for steps to come */
  ends: readonly (readonly number[])[]
}

/** The turn step of each log entry, and of each event in games where one entry may end a step and begin the next. */
export interface StepLabels {
  when: ReadonlyMap<number, string>
  ofEvent?: ReadonlyMap<VisibleEvent, string>
}

/** A game's own question while choices are put together on its page: the text, and the actions of its buttons. */
export interface DraftPrompt {
  sentence: string
  /** the same for a narrow box */
  short?: string
  /** the line under it, if not the usual one */
  subline?: string
  buttons: readonly (ChoiceButton & { act: () => void })[]
  /** something is already selected and may be deselected */
  hasSelection: boolean
}

/** A part of the text board: a place, a force, a counter. If its id may be chosen, it is a button. */
export interface TextNode {
  key: string
  name: string
  note?: string
  side?: Side
  /** the effect of a press on the choices */
  id?: string
  nodes?: readonly TextNode[]
  table?: { head: readonly string[]; rowNames?: readonly [one: string, many: string]; rows: readonly { key: string; id?: string; cells: readonly string[] }[] }
}

/** One step of the guided first turn; shown while `when` holds, until it has been read. */
export interface TourStep {
  id: string
  when: (store: MatchStore) => boolean
  title: string
  text: string
  clause?: string
  /** the element it points at, as a CSS selector */
  at?: string
}

/** The help text for the element found by the selector. */
export interface HelpNote {
  at: string
  title: string
  text: string
}

/** The guided first turn, and help on the parts of the board. */
export interface Guide {
  tour: readonly TourStep[]
  /** whether the tour continues; by default, until the end of the first turn */
  tourContinues?(store: MatchStore): boolean
  help: readonly HelpNote[]
}

/** A game's part of the page. The store knows no game; everything specific to a game is behind this interface. */
export interface GamePage {
  /** the whole page of a match */
  Page: Component<{ store: MatchStore }>
  /** a whole choice, short enough for a button; `name` gives the referee's name for it, if wanted */
  choice(action: Action, name: () => string): string
  /** the button of the only choice left; without it that choice is in the list. A game that defines it names the only verb left
   * in its question, so that the list need not */
  onlyChoiceButton?(action: Action): Partial<ChoiceButton>
  verb(verb: string): string
  /** the kind of the argument at a position of a choice, from 0: "the base" */
  argumentKind?(verb: string, at: number): string | undefined
  value(id: string, verb: string, at: number, store: MatchStore): ValueText
  /** the note beside an id, the last of a choice so far: a unit's place or speed, the cost of a way */
  choiceNote?(choice: Action, store: MatchStore): string | undefined
  /** the question while a choice is unfinished */
  askNext(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', verb: string | null, store: MatchStore): string
  /** the question, named by its subject; by default the referee's text */
  question?(store: MatchStore): string | undefined
  /** the key of a verb without arguments, and its weight */
  buttonStyle(verb: string): { key?: string; weight?: 'primary' | 'plain' | 'quiet'; icon?: string }
  /** the referee's question in at most 38 characters, if it is longer: for a narrow box */
  shortQuestion?(store: MatchStore): string | undefined
  /** "Turn 1 of 4, August · Operations", and the same for a narrow bar */
  turnLabel(view: View): { long: string; brief: string }
  /** the line under the question */
  subline(view: View, decision: Decision, store?: MatchStore): string
  /** the clause of a picked verb, and what the player must know before choosing it */
  verbHelp?(verb: string): { clause: string; text?: string } | undefined
  /** on a shared screen: whether the decision needs a curtain, and whether its choices, shown on the open board, would reveal a
   * secret to the other player */
  needsCurtain(view: View, decision: Decision | null): boolean
  revealsSecret(view: View, choices: readonly Action[]): boolean
  /** nothing that a side needs for its decision is hidden from the others, except behind a curtain */
  hasNoSecrets?: boolean
  /** long orders: whether choices of this verb are filled in on the page and submitted together */
  isBatched(verb: string): boolean
  /** whether only one may be submitted now: the other side chooses, or a die falls, after each */
  oneAtATime?(store: MatchStore): boolean
  /** verbs whose choice leads straight to another: both are completed on the page and submitted by one press; for each, whether
   * the referee makes a single remaining choice itself */
  twoStepVerbs?: ReadonlyMap<string, boolean>
  /** the order in which combined choices must be submitted, if it matters */
  inSubmitOrder?(choices: readonly Action[], store: MatchStore): readonly Action[]
  /** those of them in which one value may be chosen several times: hits on a ship */
  repeats?(verb: string): boolean
  /** the largest number that may be submitted together: the last one rolls a die, and none may follow it */
  maxChoices?(verb: string, store: MatchStore): number | undefined
  /** the filled-in choices as one act: its button, the missing parts, and the choices */
  draftSubmission(store: MatchStore): { label: string; missing?: string; choices: readonly Action[] } | null
  /** the question while choices are put together on the page; undefined if the usual one applies */
  draftPrompt?(store: MatchStore): DraftPrompt | null
  /** of the options that a choice leaves unused, those that must be decided; by default all of them */
  unused?(lost: UnusedOptions, store: MatchStore): UnusedOptions
  /** the text with which a choice that gives something up asks for confirmation */
  confirmation?(verb: string, lost: UnusedOptions, store: MatchStore): ConfirmationText | null
  /** the panel of the rail that opens when a decision of a different kind comes: odds, force, or choices */
  panel?(store: MatchStore): string
  /**
   * the entries worth showing to a returning player, and the sentence for each; `here`: the sides of human players
   * here
   */
  isWorthShowing(log: readonly LogEntry[], place: number, here: readonly string[]): boolean
  headline(entry: LogEntry): string
  /** the dice of an entry, each with its purpose, target number and result; undefined if there are none */
  rolls?(entry: LogEntry, pieces: unknown): Rolls | null
  /** the events of one act by battle, if it may contain the dice of several: each has its own board, roll and report */
  battles?: Battles
  /** the board stays before an act of several battles until all their dice are rolled */
  holdsBoard?: boolean
  /** the moves in the given entries, worked out with the view before them */
  moves?(entries: readonly LogEntry[], before: View, pieces: unknown): readonly MoveInfo[]
  /** the text of the given entries, with all unit names and equal acts combined; losses come last */
  storyLines?(entries: readonly LogEntry[], pieces: unknown): readonly StoryLine[]
  /** the completed turns, latest first, from the log; the current one may precede them, as if it ended now */
  summaries?(log: readonly LogEntry[], view: View, pieces: unknown): readonly TurnSummary[]
  /** opens the summary of a turn in the rail before the next decision, without being asked */
  summaryFirst?: boolean
  timeline(store: MatchStore): TurnTimeline & StepLabels
  /** the number of turns begun, if turns are not numbered from 1 */
  turn?(store: MatchStore): number
  /** what a player probably meant by choosing an id that is not offered */
  inferChoice(store: MatchStore, id: string): Action | null
  textBoard(store: MatchStore): readonly TextNode[]
  /** the highlighted ids in words, if they differ from those of the choices */
  highlighted?(store: MatchStore): ReadonlySet<string>
  /** this game's own keys, in addition to the common ones */
  keys?: readonly (readonly [keys: string, act: string])[]
  /** fetches the texts of the guide and of help */
  guide(): Promise<Guide>
}

/** The user of this page: the player of one side, several players on one screen, or a spectator. */
export type Seating = 'alone' | 'shared' | 'watching'

/**
 * A match on this page: the board shown, the open decision, and the effect of each press. `LiveMatchStore`
 * implements it.
 */
export interface MatchStore extends PageParts {
  readonly id: string
  readonly info: GameInfo
  readonly game: GamePage
  readonly seats: MatchSeats
  readonly notices: Notices
  readonly turns: Turns
  readonly lookahead: Lookahead
  readonly sides: readonly string[]
  pieces: unknown
  clauses: readonly ClauseInfo[]
  /** the parts of a choice made so far */
  picks: readonly Pick[]
  /** choices filled in on the page for one submission, in the game's own format */
  draft: unknown
  busy: boolean
  deleted: boolean
  /** true while the player's own face-down counters are shown */
  showsOwnCounters: boolean
  /** the sides that players have open now */
  here: ReadonlySet<string>
  /** the same with the times, once the server has been asked */
  presence: PresenceInfo | null
  /** the number of the last message in the chat */
  lastMessage: number
  /** the side whose curtain was lifted last */
  seatedSide: string
  /** the side whose curtain is lifted */
  uncoveredSide: string | null
  /** on a shared screen: choices are shown although they hint at secrets */
  choicesShown: boolean
  /** the viewer chosen after the end */
  chosenViewpoint: Viewpoint | null

  // viewers
  readonly matchView: MatchView
  readonly persons: readonly string[]
  readonly seating: Seating
  readonly mine: string | null
  readonly homeViewpoint: Viewpoint
  readonly home: Observation
  readonly playback: Playback | undefined
  readonly actor: string | null
  readonly viewpoint: Viewpoint
  readonly showsPast: boolean
  readonly view: View
  readonly log: readonly LogEntry[]
  readonly wholeLog: readonly LogEntry[]
  readonly viewer: string | null
  title(side: string): string
  observationOf(side: string): Observation | undefined

  // the open decision
  readonly decision: Decision | null
  readonly curtainSide: string | null
  readonly covered: boolean
  readonly choices: readonly Action[]
  readonly remainingChoices: Action[]
  readonly question: Question
  readonly highlighted: ReadonlySet<string>
  readonly picked: ReadonlySet<string>
  readonly prompt: Prompt
  readonly withdrawal: LogEntry | null
  nameOf(choice: Action): string

  // presses
  readonly choose: (id: string) => void
  readonly openClause: (clause: string | null) => void
  press(id: string): boolean
  chooseIfUnambiguous(choices: readonly Action[]): boolean
  drop(id: string, target: string): void
  pick(pick: Pick, plain: boolean): void
  back(): boolean
  submit(choices: readonly Action[], one?: boolean): Promise<boolean>
  lastActSize(side: string): number
  isLastActOneChoice(side: string): boolean
  undo(side: string, steps?: number): Promise<boolean>
  answerUndo(side: string, word: UndoAnswer): Promise<boolean>
  withdraw(side: string, entry: number): Promise<boolean>
  resign(side: string): Promise<boolean>
  draw(side: string, word: 'offer' | 'accept' | 'decline'): Promise<boolean>
  answerHints(side: string, word: 'allow' | 'decline'): Promise<boolean>
  claimWin(side: string): Promise<boolean>
  giveTime(side: string, against: string): Promise<boolean>
  answerRematch(side: string, word: RematchAnswer): Promise<boolean>
  seat(side: string, player: string): Promise<boolean>
  whyNot(action: Action, after?: readonly Action[]): Promise<void>
  liftCurtain(side: string): void

  // updates from the server
  readonly refresh: () => Promise<void>
  start(): Promise<void>
  storeUnfinished(): void
  checkGivenSeats(): Promise<void>
  onSeatsFetched(): void
  takeSeatsHere(): Promise<void>
  lookAs(viewpoint: Viewpoint): Promise<void>
  loadClauses(): Promise<void>
  stop(): void
}
