import { SILENCE, type Announcement } from '../../lib/spoken'
import { api, Offline, type PositionCheck, type View } from '../api'
import { writeStored } from '../storage'
import { sentence } from '../notices.svelte'
import { withValue, withoutFields, type Draft } from './draft'
import type { Editing, Switch } from './editing'

/** The key under which this browser stores the edited position. */
export const STORED_POSITION = 'ironbottom.position'
const MAX_UNDO_STEPS = 200

/** A position being edited: its content, the selection, and the errors found by the server. */
export class Editor {
  draft = $state.raw<Draft>({})
  picked = $state.raw<readonly string[]>([])
  selectedPlace = $state('')
  /** the table last shown by the server */
  shown = $state.raw<View>({})
  pieces = $state.raw<unknown>({})
  text = $state('')
  asked = $state.raw<readonly string[]>([])
  error = $state.raw<{ message: string; field?: string; clause?: string } | null>(null)
  checking = $state(false)
  /** the last action, for screen readers */
  announcement = $state.raw<Announcement>(SILENCE)
  #undoStack = $state.raw<readonly Draft[]>([])
  #checks = 0

  constructor(
    readonly editing: Editing,
    readonly game: string,
  ) {
    this.selectedPlace = editing.first
  }

  readonly view = $derived.by((): View => this.editing.view(this.draft, this.shown, this.pieces))
  readonly unitPlaces = $derived.by(() => this.editing.unitPlaces(this.draft, this.pieces))
  readonly places = $derived.by(() => this.editing.places(this.draft, this.pieces))

  get #turnName(): string {
    return this.editing.turnName ?? 'turn'
  }
  get turn(): number {
    return Number(this.draft[this.#turnName] ?? this.editing.turnList?.[0]?.[0] ?? 1)
  }
  /** The current step; empty if the position is in the middle of one. */
  get step(): string {
    return this.draft['frames'] ? '' : String(this.draft['step'] ?? this.editing.steps[0]![0])
  }
  get changed(): boolean {
    return this.#undoStack.length > 0
  }
  nameOf = (id: string): string => this.editing.nameOf(id, this.draft, this.pieces)

  /** Starts from a text, or from the start of the game. Returns whether the text could be read. */
  async open(text: string): Promise<boolean> {
    const answer = await this.#request(text)
    if (!answer?.position) return false
    this.draft = answer.position
    this.#undoStack = []
    this.picked = []
    return true
  }

  /** Replaces the draft; this can be undone. */
  change(draft: Draft, said = ''): void {
    this.#undoStack = [...this.#undoStack.slice(-MAX_UNDO_STEPS), this.draft]
    this.draft = draft
    this.announcement = { text: said }
    void this.#check()
  }

  undo(): void {
    const before = this.#undoStack.at(-1)
    if (!before) return
    this.#undoStack = this.#undoStack.slice(0, -1)
    this.draft = before
    this.announcement = { text: 'Taken back.' }
    void this.#check()
  }

  // -- counters --------------------------------------------------------------------------------------

  pick(id: string): void {
    this.picked = this.picked.includes(id) ? this.picked.filter((one) => one !== id) : [...this.picked, id]
  }

  pickAll(ids: readonly string[]): void {
    const all = ids.every((id) => this.picked.includes(id))
    this.picked = all ? this.picked.filter((id) => !ids.includes(id)) : [...new Set([...this.picked, ...ids])]
  }

  clearPicked(): boolean {
    const had = this.picked.length > 0
    this.picked = []
    return had
  }

  /** Handles a press on a place: selected units move there; without a selection the place is shown. */
  place(id: string): void {
    if (this.picked.length) this.move(this.picked, id)
    this.selectedPlace = id
  }

  move(ids: readonly string[], to: string): void {
    const draft = this.editing.move(this.draft, ids, to, this.pieces)
    this.picked = []
    if (draft !== this.draft) this.change(draft, `${ids.length === 1 ? this.nameOf(ids[0]!) : `${ids.length} units`} moved to ${this.nameOf(to)}.`)
  }

  // -- other fields ----------------------------------------------------------------------------------

  set(path: readonly string[], value: unknown): void {
    this.change(withValue(this.draft, path, value))
  }

  /** Turns and steps start at their beginning: frames of a step in progress are removed. */
  setTurn(turn: number): void {
    const draft = { ...withoutFields(this.draft, 'frames'), [this.#turnName]: turn, ...(this.step ? {} : { step: this.editing.steps[0]![0] }) }
    const come = this.editing.withArrivals?.(draft, turn) ?? draft
    this.change(this.editing.withTurnDefaults?.(come, turn) ?? come)
  }

  setStep(step: string): void {
    if (!step) return
    const draft = { ...withoutFields(this.draft, 'frames'), step }
    this.change(this.editing.withTurnDefaults?.(draft, this.turn) ?? draft)
  }

  isOn({ list, unit }: Switch): boolean {
    return ((this.draft[list] ?? []) as readonly string[]).includes(unit)
  }

  turnOver({ list, unit }: Switch): void {
    const now = (this.draft[list] ?? []) as readonly string[]
    this.change({ ...this.draft, [list]: now.includes(unit) ? now.filter((id) => id !== unit) : [...now, unit] })
  }

  // -- the server's check ----------------------------------------------------------------------------

  async #check(): Promise<void> {
    writeStored(STORED_POSITION, this.draft)
    const { draft } = this
    const answer = await this.#request(JSON.stringify(draft))
    if (!answer?.position || answer.wrong || this.draft !== draft) return
    // Shows units where the server's reading placed them.
    const filled = this.editing.optionalFields.filter((name) => JSON.stringify(answer.position![name]) !== JSON.stringify(draft[name]))
    if (filled.length) this.draft = { ...draft, ...Object.fromEntries(filled.map((name) => [name, answer.position![name]])) }
  }

  /** A sentence with unit names instead of ids. */
  #named(text: string): string {
    const { units = [], ships = [] } = (this.pieces ?? {}) as Record<'units' | 'ships', readonly { id: string; name: string }[] | undefined>
    const names = new Map([...units, ...ships].map(({ id, name }) => [id, name]))
    return text.replace(/[a-z0-9]+(?:_[a-z0-9]+)+/g, (id) => names.get(id) ?? id)
  }

  /** The server's check of a text; outdated answers are ignored. */
  async #request(text: string): Promise<PositionCheck | null> {
    const check = ++this.#checks
    this.checking = true
    try {
      const answer = await api.checkPosition(this.game, text)
      if (check !== this.#checks) return null
      const { wrong: errorMessage, view, pieces } = answer
      this.error = errorMessage ? { message: sentence(this.#named(errorMessage.message)), field: errorMessage.field || undefined, clause: errorMessage.clause ?? undefined } : null
      if (view) [this.shown, this.pieces, this.text, this.asked] = [view, pieces, answer.text ?? '', answer.asked ?? []]
      return answer
    } catch (fault) {
      this.error = { message: fault instanceof Offline ? 'Not connected. Your changes are kept here.' : sentence(fault instanceof Error ? fault.message : String(fault)) }
      return null
    } finally {
      if (check === this.#checks) this.checking = false
    }
  }
}
