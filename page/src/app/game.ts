import type { Component } from 'svelte'
import type { Side } from '../board/types'
import type { TurnSummary } from '../frame/summary'
import type { ChoiceButton, LogLine, TimelineTurn } from '../frame/types'
import type { Ahead } from './ahead.svelte'
import type { Action, ClauseInfo, Decision, Eyes, GameInfo, LogEntry, Sight, ToldEvent, UndoAnswer, View } from './api'
import type { Pick, Question } from './choices'
import type { ForfeitWords, Lost } from './forfeits'
import type { Look } from './looks.svelte'
import type { MoveTold } from './moves'
import type { Notices } from './notices.svelte'
import type { PageParts } from './parts.svelte'
import type { Past } from './past.svelte'
import type { Prompt } from './prompt'
import type { Rolls } from './rolls'
import type { MatchSeats } from './seats.svelte'
import type { Battles } from './stops'
import type { Turns } from './turns.svelte'

/** How one value stands on a button. */
export interface ValueWords {
  label: string
  note?: string
  side?: Side
  icon?: string
  /** the group of a list that it stands in, where that is not its verb, and its place among the others by these words */
  row?: string
  order?: string
}

/** A line of the log, with the entry it came from and the place on the board that it is about. */
export interface StoryLine extends LogLine {
  seq: number
  place?: string
  /** who did it, by their ids, where several are told together */
  units?: readonly string[]
}

/** Where the timeline's steps stand in the log: for every turn, the entry after which each step ends. */
export interface Course {
  turns: readonly TimelineTurn[]
  /** the last entry of each step, turn by turn; steps to come have none */
  ends: readonly (readonly number[])[]
}

/** The step of the turn in which each entry of the log stands, and each event in games where one entry may end a step and begin the next. */
export interface Whens {
  when: ReadonlyMap<number, string>
  told?: ReadonlyMap<ToldEvent, string>
}

/** A question of the game's own, while choices are put together on its page: what is asked, and what its buttons do. */
export interface Filling {
  sentence: string
  /** the same for a narrow box */
  short?: string
  /** the line under it, where the usual one is not wanted */
  subline?: string
  buttons: readonly (ChoiceButton & { act: () => void })[]
  /** something is picked already, and may be left again */
  begun: boolean
}

/** A part of the text board: a place, a force, a counter. One with an id that may be chosen is a button. */
export interface TextNode {
  key: string
  name: string
  note?: string
  side?: Side
  /** what a press on it means to the choices */
  id?: string
  nodes?: readonly TextNode[]
  table?: { head: readonly string[]; rowNames?: readonly [one: string, many: string]; rows: readonly { key: string; id?: string; cells: readonly string[] }[] }
}

/** One step of the guided first turn; it stands while `when` holds and was not read yet. */
export interface TourStep {
  id: string
  when: (desk: Desk) => boolean
  title: string
  text: string
  clause?: string
  /** what it points at, as a CSS selector */
  at?: string
}

/** What help says of the part of the page that the selector finds. */
export interface HelpNote {
  at: string
  title: string
  text: string
}

/** The guided first turn, and help on the parts of the board. */
export interface Guide {
  tour: readonly TourStep[]
  /** whether the tour goes on; without it, through the first turn */
  led?(desk: Desk): boolean
  help: readonly HelpNote[]
}

/** What a game brings to the page. The desk knows no game; everything that is one game's own stands behind this. */
export interface GamePage {
  /** the whole page of a match */
  Page: Component<{ desk: Desk }>
  /** a whole choice, short enough for a button; `name` gives the referee's name for it, where that is wanted */
  choice(action: Action, name: () => string): string
  /** the button of the only choice that what is named leaves; without it that choice stands in the list. A game that has it names
   * the only verb that is left in its question, so that the list need not */
  alone?(action: Action): Partial<ChoiceButton>
  verb(verb: string): string
  /** what the argument at a place of a choice is, from 0: "the base" */
  part?(verb: string, at: number): string | undefined
  value(id: string, verb: string, at: number, desk: Desk): ValueWords
  /** what the choices in words say beside an id, the last of a choice so far: where a unit stands, how fast it is, what a way costs */
  told?(choice: Action, desk: Desk): string | undefined
  /** the question while a choice is half made */
  ask(picks: readonly Pick[], next: 'verb' | 'argument' | 'whole', verb: string | null, desk: Desk): string
  /** the question by the name of what it is about; without it the referee's words stand */
  asks?(desk: Desk): string | undefined
  /** the key of a verb that takes no argument, and its weight */
  manner(verb: string): { key?: string; weight?: 'go' | 'plain' | 'quiet'; icon?: string }
  /** the referee's question in at most 38 characters, where it is longer: for a narrow box */
  short?(desk: Desk): string | undefined
  /** "Turn 1 of 4, August · Operations", and the same for a narrow bar */
  where(view: View): { long: string; brief: string }
  /** the line under the question */
  subline(view: View, decision: Decision, desk?: Desk): string
  /** the clause of a verb that was picked, and what must be known before it is chosen */
  about?(verb: string): { clause: string; text?: string } | undefined
  /** on a shared screen: whether the decision is made behind a curtain, and whether its choices, shown in full on the open
   * board, would tell the other player something */
  curtain(view: View): boolean
  telling(view: View, choices: readonly Action[]): boolean
  /** nothing that a side decides by is hidden from the others, but behind a curtain */
  open?: boolean
  /** long orders: whether choices of this verb are filled in on the page and handed in together */
  long(verb: string): boolean
  /** whether one alone is handed in now: the other side chooses, or a die falls, after each */
  single?(desk: Desk): boolean
  /** verbs whose choice is at once asked on: what completes it is put together with it on the page, and both are one press; of each
   * whether the referee makes the only rest by itself */
  leads?: ReadonlyMap<string, boolean>
  /** choices made together in the order in which they are to be handed in, where that matters */
  ordered?(choices: readonly Action[], desk: Desk): readonly Action[]
  /** those of them in which one thing may be chosen several times: hits given to a ship */
  repeats?(verb: string): boolean
  /** how many of them may be handed in together at most: a die falls with the last, and no more have a place after it */
  most?(verb: string, desk: Desk): number | undefined
  /** what is filled in so far, as one act: its button, what is missing, and the choices */
  order(desk: Desk): { label: string; missing?: string; choices: readonly Action[] } | null
  /** the question while choices are put together on the page; nothing where the usual question serves */
  filling?(desk: Desk): Filling | null
  /** what a choice that gives something up says when it asks */
  forfeit?(verb: string, lost: Lost, desk: Desk): ForfeitWords | null
  /** which panel of the rail stands open when a decision of another sort comes: odds, force, or choices */
  panel?(desk: Desk): string
  /** which entries are worth showing when one comes back, and the one sentence for each; `here`: the sides of persons here */
  worth(log: readonly LogEntry[], place: number, here: readonly string[]): boolean
  headline(entry: LogEntry): string
  /** the dice of an entry, each with what it was for, what it needed and what it did; nothing where none fell */
  rolls?(entry: LogEntry, pieces: unknown): Rolls | null
  /** the events of one act battle by battle, where it may bring the dice of several: each has its own board, roll and report */
  battles?: Battles
  /** who went from where to where in some entries, told with the view before them */
  moves?(entries: readonly LogEntry[], before: View, pieces: unknown): readonly MoveTold[]
  /** all that some entries tell, every unit by its name, alike acts in one line; what was lost comes last */
  tell?(entries: readonly LogEntry[], pieces: unknown): readonly StoryLine[]
  /** the turns that are over, the latest first, as the log tells them; one in hand may stand before them as it would end now */
  summaries?(log: readonly LogEntry[], view: View, pieces: unknown): readonly TurnSummary[]
  /** the summary of a turn opens in the rail before the next decision, without being asked for */
  summaryFirst?: boolean
  course(desk: Desk): Course & Whens
  /** how many turns of the match have begun, where they are not numbered from 1 */
  turn?(desk: Desk): number
  /** what somebody may have meant who chose this id without its being offered */
  guess(desk: Desk, id: string): Action | null
  textBoard(desk: Desk): readonly TextNode[]
  /** what is lit on the board in words, where that is not what the choices alone light */
  lit?(desk: Desk): ReadonlySet<string>
  /** keys of this game beside the common ones */
  keys?: readonly (readonly [keys: string, act: string])[]
  /** fetches the texts of the guide and of help */
  guide(): Promise<Guide>
}

/** Who uses this page: the player of one side, several players on one screen, or somebody who watches. */
export type Seating = 'alone' | 'shared' | 'watching'

/** A match on this page: what is shown, what must be chosen, and what each press does. `MatchDesk` implements it. */
export interface Desk extends PageParts {
  readonly id: string
  readonly info: GameInfo
  readonly game: GamePage
  readonly seats: MatchSeats
  readonly notices: Notices
  readonly turns: Turns
  readonly ahead: Ahead
  readonly sides: readonly string[]
  pieces: unknown
  clauses: readonly ClauseInfo[]
  /** the parts of a choice made so far */
  picks: readonly Pick[]
  /** choices filled in to be handed in together, as the game's page keeps them */
  draft: unknown
  busy: boolean
  gone: boolean
  /** own face-down counters are looked at while this holds */
  peek: boolean
  /** the sides that somebody has open now */
  here: ReadonlySet<string>
  /** the side whose curtain was the last to be lifted here */
  sits: string
  /** the side whose curtain is lifted */
  lifted: string | null
  /** on a shared screen: what may be chosen is shown although it hints at secrets */
  showing: boolean
  /** the eyes chosen after the end */
  chosenEyes: Eyes | null

  // who sits here and what is shown
  readonly sight: Sight
  readonly persons: readonly string[]
  readonly seating: Seating
  readonly mine: string | null
  readonly homeEyes: Eyes
  readonly home: Look
  readonly past: Past | undefined
  readonly actor: string | null
  readonly eyes: Eyes
  readonly away: boolean
  readonly view: View
  readonly log: readonly LogEntry[]
  readonly wholeLog: readonly LogEntry[]
  readonly viewer: string | null
  title(side: string): string
  lookOf(side: string): Look | undefined

  // what must be chosen
  readonly decision: Decision | null
  readonly veiled: string | null
  readonly covered: boolean
  readonly choices: readonly Action[]
  readonly left: Action[]
  readonly question: Question
  readonly lit: ReadonlySet<string>
  readonly picked: ReadonlySet<string>
  readonly prompt: Prompt
  readonly withdrawal: LogEntry | null
  nameOf(choice: Action): string

  // what a press does
  readonly choose: (id: string) => void
  readonly read: (clause: string | null) => void
  press(id: string): boolean
  mean(choices: readonly Action[]): boolean
  drop(id: string, target: string): void
  pick(pick: Pick, plain: boolean): void
  back(): boolean
  submit(choices: readonly Action[], one?: boolean): Promise<boolean>
  together(side: string): number
  asOne(side: string): boolean
  undo(side: string, steps?: number): Promise<boolean>
  answerUndo(side: string, word: UndoAnswer): Promise<boolean>
  withdraw(side: string, entry: number): Promise<boolean>
  resign(side: string): Promise<boolean>
  draw(side: string, word: 'offer' | 'accept' | 'decline'): Promise<boolean>
  answerHints(side: string, word: 'allow' | 'decline'): Promise<boolean>
  seat(side: string, player: string): Promise<boolean>
  whyNot(action: Action, after?: readonly Action[]): Promise<void>
  lift(side: string): void

  // keeping up with the server
  readonly refresh: () => Promise<void>
  start(): Promise<void>
  remember(): void
  seatsGiven(): Promise<void>
  seatsSeen(): void
  playHere(): Promise<void>
  lookAs(eyes: Eyes): Promise<void>
  learnRules(): Promise<void>
  stop(): void
}
