import { Lookahead } from './lookahead.svelte'
import { api, ApiError, Offline, type Action, type OtherView, type ClauseInfo, type Decision, type Viewpoint, type GameInfo, type LogEntry, type MatchView, type PresenceInfo, type RematchAnswer, type UndoAnswer, type View } from './api'
import { actorOf, selectableIds, isOffered, isPickable, question, matchingChoices, completeChoice, type Pick, type Question } from './choices'
import { storeCatalogue } from '../lib/catalogue'
import type { MatchStore, GamePage, Seating } from './game'
import { loadUnfinishedChoice, storeUnfinishedChoice } from './unfinished_choice'
import { separateChoices, combinedChoices, requestsSecondStep } from './combined_choices'
import { listen } from './live'
import { Observation, withdrawable, type Version } from './observation.svelte'
import { Names, choicesToPreload } from './names.svelte'
import { Notices } from './notices.svelte'
import { PageParts } from './page_parts.svelte'
import { Playback, type PlaybackRules } from './playback.svelte'
import type { Presence } from './presence'
import type { PromptWithActions } from './prompt'
import { promptOf } from './prompt_builder'
import { RefreshQueue } from './refresh_queue'
import { diceIn } from './rolls'
import type { MatchSeats } from './seats.svelte'
import { Submitter } from './submitter'
import { UndoGroups } from './undo_groups'
import { Turns } from './turns.svelte'

/** What the history of a match needs to know about an entry. */
const playbackRulesOf = (store: MatchStore): PlaybackRules => ({
  isWorthShowing: (log, place) => store.game.isWorthShowing(log, place, store.persons),
  countDice: (entry) => diceIn(store.game.rolls?.(entry, store.pieces)),
  battles: store.game.battles,
  holdsBoard: store.game.holdsBoard,
})

/** A match as the player at this page sees it: the board shown, the open decision, and the meaning of each press. */
export class LiveMatchStore extends PageParts implements MatchStore {
  readonly notices = new Notices()
  readonly turns: Turns
  readonly lookahead = new Lookahead(this)
  readonly sides: readonly string[]
  pieces = $state.raw<unknown>(null)
  clauses = $state.raw<readonly ClauseInfo[]>([])
  /** the parts of a choice made so far */
  picks = $state.raw<readonly Pick[]>([])
  /** choices filled in on the page for one submission, in the game's own format */
  draft = $state.raw<unknown>(null)
  busy = $state(false)
  deleted = $state(false)
  /** true while the player's own face-down counters are shown */
  showsOwnCounters = $state(false)
  /** the sides that players have open now */
  here = $state.raw<ReadonlySet<string>>(new Set())
  presence = $state.raw<PresenceInfo | null>(null)
  /** the number of the last message in the chat */
  lastMessage = $state(0)
  /** the side whose curtain was lifted last; sent to other pages */
  seatedSide = ''
  /** the side whose curtain is lifted */
  uncoveredSide = $state<string | null>(null)
  /** on a shared screen: choices are shown although they hint at secrets */
  choicesShown = $state(false)
  /** the viewer chosen after the end */
  chosenViewpoint = $state<Viewpoint | null>(null)
  readonly #version: Version
  readonly #submitter: Submitter
  readonly #names: Names
  readonly #undoGroups: UndoGroups
  #observations = $state.raw<ReadonlyMap<Viewpoint, Observation>>(new Map())
  #playback = $state.raw<ReadonlyMap<Viewpoint, Playback>>(new Map())
  #unsubscribe: () => void = () => undefined
  readonly #refreshQueue = new RefreshQueue(() => this.busy, (mark) => mark === this.matchView.mark, () => this.refresh())

  /** the seats as known when the page last asked who holds them */
  #lastSeatsKey = ''
  /** the sides held here then, and the side of the live connection */
  #heldSeats = ''
  #listening: Viewpoint = 'public'
  #presence: Presence | undefined
  #stopped = false

  constructor(readonly id: string, readonly info: GameInfo, readonly game: GamePage, first: Observation, readonly seats: MatchSeats) {
    super()
    this.sides = info.sides.map((side) => side.id)
    this.#version = first.version
    this.#submitter = new Submitter(id)
    this.#names = new Names(id)
    this.#undoGroups = new UndoGroups(id)
    this.#observations = new Map([[first.viewpoint, first]])
    this.turns = new Turns(this)
    this.#lastSeatsKey = seatsKey(first.matchView)
  }

  // -- viewers -----------------------------------------------------------------------------------------

  /** The current view of this page's own viewer. */
  get matchView(): MatchView {
    return this.home.matchView
  }

  /** The human players' sides that this browser holds, if their views have been fetched. */
  get persons(): readonly string[] {
    const { mine } = this.seats
    return this.sides.filter((side) => mine.includes(side) && this.#observations.has(side))
  }

  get seating(): Seating {
    return this.persons.length === 0 ? 'watching' : this.persons.length === 1 ? 'alone' : 'shared'
  }

  /** The one side played here; null if there are two, or none. */
  get mine(): string | null {
    return this.seating === 'alone' ? this.persons[0]! : null
  }

  get homeViewpoint(): Viewpoint {
    return this.chosenViewpoint ?? this.mine ?? 'public'
  }

  get home(): Observation {
    return this.#observations.get(this.homeViewpoint) ?? this.#observations.get('public')!
  }

  get playback(): Playback | undefined {
    return this.#playback.get(this.home.viewpoint)
  }

  /** The side of a person here that must choose now. */
  get actor(): string | null {
    return this.matchView.over ? null : (this.persons.find((side) => this.#observations.get(side)?.matchView?.decision) ?? null)
  }

  /** The viewer of the board now. */
  get viewpoint(): Viewpoint {
    const { actor } = this
    if (actor && this.seating === 'shared' && !this.showsPast && (this.showsOwnCounters || this.uncoveredSide === actor)) return actor
    return this.home.viewpoint
  }

  /** Whether the board shows a past moment. */
  get showsPast(): boolean {
    return this.playback?.shownSeq != null || !!this.playback?.shownView
  }

  get view(): View {
    if (this.showsPast && this.playback!.shownView) return this.playback!.shownView.view
    return this.#observations.get(this.viewpoint)!.matchView.view
  }

  /** The log up to the moment on the board. */
  get log(): readonly LogEntry[] {
    const log = this.#observations.get(this.viewpoint)!.log
    if (!this.showsPast) return log
    const { shownView: shown, lastSeenSeq: seen, step, hidesDice: unread } = this.playback!
    const last = shown?.seq ?? seen
    // For an act with several battles, the log ends with the battle shown.
    const replayed = step?.previous && this.playback!.pastSeq === null ? [...step.previous, ...(unread ? [] : step.entries)] : null
    return replayed ? [...log.filter((entry) => entry.seq < step!.seq), ...replayed] : log.filter((entry) => entry.seq <= last)
  }

  /** The whole log of the current viewer. */
  readonly wholeLog = $derived.by((): readonly LogEntry[] => this.#observations.get(this.viewpoint)!.log)

  /** The viewer's side; null on the open board. */
  readonly viewer = $derived.by((): string | null => (this.sides.includes(this.viewpoint) ? this.viewpoint : null))

  title(side: string): string {
    return this.info.sides.find((one) => one.id === side)?.title ?? side
  }

  // -- the open decision -------------------------------------------------------------------------------

  /** The decision open here; null while a past moment or a curtain is shown. */
  get decision(): Decision | null {
    const { actor } = this
    if (!actor || this.showsPast || this.deleted || this.curtainSide) return null
    return this.#observations.get(actor)!.matchView.decision
  }

  /** The side behind the curtain: everything is covered until its player confirms. */
  get curtainSide(): string | null {
    const { actor } = this
    if (!actor || this.seating !== 'shared' || this.showsPast || this.uncoveredSide === actor) return null
    return this.#needsCurtain(actor) ? actor : null
  }

  #needsCurtain(side: string): boolean {
    const { view, decision } = this.#observations.get(side)!.matchView
    return this.game.needsCurtain(view, decision)
  }

  /** Whether choices are covered on a shared screen because they hint at secrets. */
  get covered(): boolean {
    const { decision } = this
    return !!decision && this.seating === 'shared' && !this.choicesShown && this.uncoveredSide === null && this.game.revealsSecret(this.view, this.choices)
  }

  readonly choices = $derived.by((): readonly Action[] => combinedChoices(this))

  readonly remainingChoices = $derived.by((): Action[] => matchingChoices(this.choices, this.picks))

  readonly question = $derived.by((): Question => question(this.choices, this.picks))

  /** The highlighted ids: those that may be chosen next; while choices are covered, only the units that may act. */
  readonly highlighted = $derived.by((): ReadonlySet<string> => (this.covered && this.picks.length ? new Set() : selectableIds(this.choices, this.picks)))

  readonly picked = $derived.by((): ReadonlySet<string> => new Set(this.picks.flatMap((pick) => ('id' in pick ? [pick.id] : []))))

  readonly #promptWithActions = $derived.by((): PromptWithActions => {
    if (this.decision) this.#names.request(this.decision.side, choicesToPreload(this.choices, this.picks, this.game).filter((choice) => separateChoices(this, choice).length === 1))
    return promptOf(this)
  })

  /** The question now, with its buttons. */
  get prompt(): PromptWithActions['prompt'] {
    return this.#promptWithActions.prompt
  }

  /** Handles a button of the prompt; anything beyond the prompt opens a dialog. */
  choose = (id: string): void => (this.#promptWithActions.acts[id] ?? (() => (this.dialog = id)))()

  /** Opens a clause of the rules in the rail. */
  openClause = (clause: string | null): void => {
    this.clause = clause
    void this.loadClauses()
    if (clause === null) return
    this.tab = this.part = 'rules'
    this.drawer = true
  }

  /** The open log entry, if it is the player's own choice and may be withdrawn freely. */
  get withdrawal(): LogEntry | null {
    const side = this.actor ?? this.mine
    if (this.openEntry === null || !side || this.viewpoint !== side) return null
    const observation = this.#observations.get(side)!
    return withdrawable(observation.log, side, observation.matchView.undo.steps).find((entry) => entry.seq === this.openEntry) ?? null
  }

  /** The referee's name of a choice; until it arrives, the page's own text. */
  nameOf(choice: Action): string {
    const name = this.#names.of(choice)
    if (name !== undefined) return name
    const [, then] = separateChoices(this, choice)
    if (then) return then.slice(1).map((id, at) => this.game.value(id, then[0]!, at, this).label).join(', ')
    if (this.decision && isOffered(this.choices, choice)) this.#names.request(this.decision.side, [choice])
    const [verb = '', ...parts] = choice
    return [this.game.verb(verb), ...parts.map((id, at) => this.game.value(id, verb, at, this).label)].join(' ')
  }
  // -- what a press does ---------------------------------------------------------------------------------

  /** Handles a press on an id of the board. Returns whether it was part of a choice. */
  press(id: string): boolean {
    if (!this.decision || this.busy) return false
    if (this.covered && this.picks.length && !selectableIds(this.choices, []).has(id)) return false
    if (this.picked.has(id)) {
      this.picks = this.picks.slice(0, this.picks.findIndex((pick) => 'id' in pick && pick.id === id))
      return true
    }
    if (isPickable(this.choices, this.picks, id)) return (this.#add({ id }), true)
    const verbs = this.picks.filter((pick) => 'verb' in pick)
    for (const start of [verbs, []]) {
      if (selectableIds(this.choices, start).has(id)) {
        this.picks = start
        return (this.#add({ id }), true)
      }
    }
    const meant = this.game.inferChoice(this, id)
    if (meant) void this.whyNot(meant)
    return !!meant
  }

  /** Complete choices that a press means although none of them names the id: the only choice, or a button for each. */
  chooseIfUnambiguous(choices: readonly Action[]): boolean {
    const [only] = choices
    if (!this.decision || this.busy || !only) return false
    this.notices.clear()
    if (choices.length === 1) void this.submit([only])
    else this.picks = [{ among: choices }]
    return true
  }

  #add(pick: Pick): void {
    this.notices.clear()
    this.picks = [...this.picks, pick]
    const choice = this.covered ? null : completeChoice(this.choices, this.picks)
    if (choice) void this.submit([choice])
  }

  /** A counter was dragged onto something. */
  drop(id: string, target: string): void {
    if (!this.decision) return
    this.picks = []
    if (this.covered) this.choicesShown = true
    if (isPickable(this.choices, [], id)) {
      this.picks = [{ id }]
      if (isPickable(this.choices, this.picks, target)) return this.#add({ id: target })
    } else this.picks = [{ id }]
    const meant = this.game.inferChoice(this, target)
    this.picks = this.remainingChoices.length ? this.picks : []
    if (meant) void this.whyNot(meant)
  }

  /** Handles a button of the question; `plain`: no further confirmation is needed. */
  pick(pick: Pick, plain: boolean): void {
    this.notices.clear()
    this.picks = [...this.picks, pick]
    const actor = actorOf(this.choices, this.picks)
    if (actor) this.picks = [...this.picks, actor]
    if (plain && this.remainingChoices.length === 1) void this.submit([this.remainingChoices[0]!])
  }

  /** Removes the last part of an unfinished choice. Returns whether there was one. */
  back(): boolean {
    const begun = !this.picks.length && !!this.decision && !!this.game.draftPrompt?.(this)?.hasSelection
    if (!this.picks.length && !this.notices.refusal && !begun && !this.isConfirming(this)) return false
    if (this.isConfirming(this)) return !(this.pendingConfirmation = null)
    this.notices.clear()
    if (begun) this.draft = null
    this.picks = this.picks.slice(0, -1)
    if (actorOf(this.choices, this.picks)) this.picks = []
    if (!this.picks.length) this.choicesShown = false
    return true
  }

  /** Submits choices, all or none; `one`: the player sees them as one choice. Returns whether they were accepted. */
  async submit(choices: readonly Action[], one = choices.length === 1): Promise<boolean> {
    const { actor } = this
    if (!actor || this.busy || this.matchView.dice?.wanted || !choices.length) return false
    const asked = requestsSecondStep(this, choices)
    if (asked && (await asked)) return false
    const observation = this.#observations.get(actor)!
    const all = (this.game.inSubmitOrder?.(choices, this) ?? choices).flatMap((choice) => separateChoices(this, choice))
    return this.#change(observation, async () => this.#undoGroups.add(actor, all.length, await this.#submitter.submit(observation, actor, all, this.#others(observation)), one && all.length > 1))
  }

  /** The number of choices in the last act. */
  lastActSize = (side: string): number => this.#undoGroups.lastCount(side, this.#observations.get(side)!.matchView)

  /** Whether the player made the last act as one choice. */
  isLastActOneChoice = (side: string): boolean => this.#undoGroups.asOne(side, this.#observations.get(side)!.matchView)

  /** Takes back the last choices of the side here; if others have acted since, asks them. */
  undo(side: string, steps = 1): Promise<boolean> {
    const observation = this.#observations.get(side)!
    return this.#change(observation, () => api.undo(this.id, { side, steps, seq: observation.matchView.seq, held: observation.stamp }))
  }

  /** Accepts or declines another side's undo request, or cancels a request made here. */
  answerUndo = (side: string, word: UndoAnswer): Promise<boolean> => this.#change(this.#observations.get(side)!, () => api.answerUndo(this.id, side, word))

  withdraw(side: string, entry: number): Promise<boolean> {
    const observation = this.#observations.get(side)!
    return this.#change(observation, () => api.withdraw(this.id, { side, entry, seq: observation.matchView.seq, held: observation.stamp }))
  }

  resign = (side: string): Promise<boolean> => this.#change(this.#observations.get(side)!, () => api.resign(this.id, side))

  draw = (side: string, word: 'offer' | 'accept' | 'decline'): Promise<boolean> => this.#change(this.#observations.get(side)!, () => api.draw(this.id, side, word))

  answerHints = (side: string, word: 'allow' | 'decline'): Promise<boolean> => this.#change(this.#observations.get(side)!, () => api.answerHints(this.id, side, word))

  /** Claims the win because an opponent's time has run out. */
  claimWin = (side: string): Promise<boolean> => this.#change(this.#observations.get(side)!, () => api.time(this.id, side, 'claim'))

  giveTime = (side: string, against: string): Promise<boolean> => this.#change(this.#observations.get(side)!, () => api.time(this.id, side, 'give', against))

  answerRematch = (side: string, word: RematchAnswer): Promise<boolean> => this.#change(this.#observations.get(side)!, () => api.rematch(this.id, side, word))

  seat = (side: string, player: string): Promise<boolean> => this.#change(null, () => api.seat(this.id, side, player))

  /** Asks the referee why a choice is not offered, or not after other choices, and shows the answer. */
  async whyNot(action: Action, after?: readonly Action[]): Promise<void> {
    if (!this.actor) return
    try {
      const answer = await api.whyNot(this.id, this.actor, action, after)
      if (answer.message) this.notices.refuse(answer.message, answer.clause)
    } catch (error) {
      this.notices.failed(error)
    }
  }

  // -- updates ---------------------------------------------------------------------------------------------

  /** Performs an act on the match and shows the result. */
  async #change(observation: Observation | null, act: () => Promise<MatchView>): Promise<boolean> {
    if (this.busy) return false
    this.notices.clear()
    this.busy = true
    try {
      const before = this.view
      const matchView = await act()
      this.notices.offline = false
      if (this.picks.length) this.picks = []
      this.draft = null
      this.choicesShown = false
      const gone = observation && matchView.side !== observation.viewpoint && (await this.#refreshSeats(), true) // another player sits here now
      await this.#fetch(before, gone ? null : observation, gone ? null : matchView)
      return true
    } catch (error) {
      if (this.notices.failed(error)) await this.refresh()
      else if (error instanceof ApiError && error.status === 403) await this.#onSeatsLost()
      return false
    } finally {
      this.busy = false
      void this.#refreshQueue.flush()
    }
  }

  /** The viewers at this store. */
  get #localObservations(): Observation[] {
    return [...this.#observations.values()].filter((observation) => observation.viewpoint === this.home.viewpoint || this.persons.includes(observation.viewpoint))
  }

  /** The viewers other than the acting one whose views come with the same response. */
  #others(observation: Observation): OtherView[] {
    return this.#localObservations.filter((one) => one !== observation).map(({ viewpoint, lastSeq, stamp }) => ({ side: viewpoint, since: lastSeq, held: stamp }))
  }

  /** Fetches new data for all viewers at this store, except those already updated, and shows it all at once. */
  async #fetch(before: View, updated: Observation | null = null, matchView: MatchView | null = null): Promise<void> {
    const observations = this.#localObservations.filter((observation) => observation !== updated)
    const matchViews = await Promise.all(observations.map((observation) => observation.fetch(matchView?.also?.find(({ side }) => side === observation.viewpoint))))
    await this.#names.fetchFor([matchView, ...matchViews], this.game)
    this.#version.batch(() => {
      if (updated && matchView) updated.store(matchView)
      observations.forEach((observation, place) => observation.store(matchViews[place]!))
    })
    if (seatsKey(this.matchView) !== this.#lastSeatsKey && (await this.#refreshSeats())) return this.refresh()
    void this.#afterUpdate(before)
  }

  /** Updates the page after new data: moves to be shown, a curtain that must close again. */
  async #afterUpdate(before: View | null): Promise<void> {
    const { actor } = this
    if (this.uncoveredSide && (this.uncoveredSide !== actor || !this.#needsCurtain(actor))) this.uncoveredSide = null
    if (this.picks.length && !this.remainingChoices.length && this.decision) this.picks = []
    if (this.#observations.get(this.home.viewpoint)) await this.playback?.catchUp(before)
  }

  /** Fetches new data; an unfinished choice stays if it is still possible. */
  refresh = async (): Promise<void> => {
    const before = this.view
    try {
      await this.#fetch(before)
      this.notices.offline = false
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.deleted = true
      if (error instanceof ApiError && error.status === 403 && (await this.#refreshSeats().catch(() => false))) return this.refresh()
      this.notices.failed(error, this.refresh)
    }
  }

  /** Prepares the page's own viewer, and subscribes to the match. */
  async start(): Promise<void> {
    const [pieces] = await Promise.all([api.pieces(this.id), ...this.seats.mine.map((side) => this.#addObservation(side))])
    storeCatalogue(this.info.id, pieces)
    this.pieces = pieces
    this.#heldSeats = this.persons.join()
    await this.#names.fetchFor([...this.#observations.values()].map((observation) => observation.matchView), this.game)
    this.#restoreUnfinished()
    this.#subscribe()
    void this.#startPresence()
    await this.#afterUpdate(null)
  }

  // -- an unfinished choice survives a reload ---------------------------------------------------------------

  /** Stores the unfinished choice for the open decision in the browser; nothing is stored on a shared screen. */
  storeUnfinished(): void {
    if (this.mine && !this.busy) storeUnfinishedChoice(this.id, this.#observations.get(this.mine)!, this)
  }

  #restoreUnfinished(): void {
    const was = this.mine ? loadUnfinishedChoice(this.id, this.#observations.get(this.mine)!) : null
    if (!was) return
    ;[this.picks, this.draft] = [was.picks, was.draft]
    // A first step given in full had already led to the next one: do so again.
    if (was.picks.length) void requestsSecondStep(this, this.remainingChoices)
  }

  async #addObservation(viewpoint: Viewpoint): Promise<void> {
    if (this.#observations.has(viewpoint)) return
    const observation = new Observation(this.id, viewpoint, this.#version)
    await observation.refresh()
    this.#observations = new Map([...this.#observations, [viewpoint, observation]])
  }

  /**
   * Asks again who holds the seats, and shows the views of the sides held here. Returns whether the page now listens
   * for another side.
   */
  async #refreshSeats(): Promise<boolean> {
    const open = this.#observations.get('public')!
    await Promise.all([this.seats.refresh(), open.refresh()])
    this.#lastSeatsKey = seatsKey(open.matchView)
    void this.#startPresence()
    await Promise.all(this.seats.mine.map((side) => this.#addObservation(side)))
    if (this.#heldSeats === this.persons.join()) return false
    const before = this.#listening
    this.#heldSeats = this.persons.join()
    if (!this.persons.includes(this.seatedSide)) this.seatedSide = ''
    // An unfinished choice of a side still held here is kept.
    if (!this.uncoveredSide || !this.persons.includes(this.uncoveredSide)) [this.picks, this.draft] = [[], null]
    this.uncoveredSide = null
    // A browser that no longer holds a seat discards that side's data.
    if (!open.matchView.over) this.#observations = new Map([...this.#observations].filter(([viewpoint]) => viewpoint === 'public' || this.persons.includes(viewpoint)))
    this.#subscribe()
    return this.#listening !== before
  }

  /** A seat was refused, or the connection broke: another player may hold the seat now. */
  async #onSeatsLost(): Promise<void> {
    if (await this.#refreshSeats().catch(() => false)) await this.refresh()
  }

  /** Polls for players on other screens, if there are any or somebody is invited. */
  async #startPresence(): Promise<void> {
    if (!this.seats.persons.some(({ claimed, yours, invitation }) => (yours ? invitation : claimed))) return
    const { Presence } = await import('./presence')
    if (!this.#stopped) await (this.#presence ??= new Presence(this)).ask()
  }

  /** A friend may have taken a seat of this browser by its link, which the open board does not show. */
  async checkGivenSeats(): Promise<void> {
    if (this.seats.persons.some(({ yours, invitation }) => yours && invitation)) await this.#onSeatsLost()
  }

  /** Another part of the page fetched the seats: shows what they allow here. */
  onSeatsFetched(): void {
    if (this.seats.mine.join() !== this.#heldSeats) void this.#onSeatsLost()
  }

  /** Takes the seats that another browser holds, as the server allows on its own machine. */
  async takeSeatsHere(): Promise<void> {
    try {
      await this.seats.takeOver()
      if (await this.#refreshSeats()) await this.refresh()
    } catch (error) {
      this.notices.failed(error)
    }
  }

  /** Lifts a side's curtain; other pages are notified. */
  liftCurtain(side: string): void {
    const moved = side !== this.seatedSide
    ;[this.uncoveredSide, this.seatedSide] = [side, side]
    if (moved) this.#subscribe()
  }

  #subscribe(): void {
    this.#unsubscribe()
    const { home } = this
    this.#listening = home.viewpoint
    if (!this.#playback.has(home.viewpoint)) {
      const playback = new Playback(home, playbackRulesOf(this), this.seating === 'watching')
      if (!playback.lastSeenSeq) playback.lastSeenSeq = this.seating === 'shared' || this.chosenViewpoint ? home.lastSeq : home.matchView.log_from
      this.#playback = new Map([...this.#playback, [home.viewpoint, playback]])
    }
    this.#unsubscribe = listen(this.id, home.viewpoint, {
      changed: (mark = '') => this.#refreshQueue.notify(mark),
      written: (number) => (this.lastMessage = Math.max(number, this.lastMessage)),
      on: (on) => {
        if (on && this.notices.offline) void this.refresh()
        this.notices.offline = !on
        if (!on) void this.#onSeatsLost()
      },
      gone: () => (this.deleted = true),
    }, this.seatedSide)
  }

  /** After the end: changes the viewer. */
  async lookAs(viewpoint: Viewpoint): Promise<void> {
    try {
      await this.#addObservation(viewpoint)
      const at = this.playback?.pastSeq ?? null
      this.chosenViewpoint = viewpoint
      this.#subscribe()
      if (at !== null) this.playback?.skip()
    } catch (error) {
      this.notices.failed(error)
    }
  }

  observationOf = (side: string): Observation | undefined => this.#observations.get(side)
  async loadClauses(): Promise<void> {
    if (this.clauses.length) return
    try {
      this.clauses = await api.clauses(this.info.id)
    } catch (error) {
      if (!(error instanceof Offline)) this.notices.failed(error)
    }
  }

  stop(): void {
    this.#stopped = true
    this.#presence?.leave()
    for (const leave of [this.#unsubscribe, ...[...this.#playback.values()].map((playback) => () => playback.leave())]) leave()
  }
}

/** The seats in a view. When they change, the page asks again what it may do. */
const seatsKey = ({ claimed, players, seats, resigned }: MatchView): string => JSON.stringify([claimed, players, seats, resigned])
