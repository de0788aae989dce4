import type { MatchStore } from '../../app/game'
import { forceShown } from './map_marks'
import { factsOf, isForce, knownPosition, viewOf, type KnownPosition } from './play_view'
import { courseForce } from './sailing'
import { targetHexes, firstChoices, dragItemOf, dragSourceOfPill, dragSourceOfStack, isQuestionAbout, choiceForHex, dropOnHex, reachOf, sailsFar, seaRoute, startDrag, whyNotThere, describeDrop, type DragItem, type DragSource } from './drag'
import { DragController, type Counter, type DraggedUnit } from './drag_controller.svelte'
import { idOf } from './grid'
import type { Route } from './layout'
import { selectedUnit } from './play_march'
import { highlightedIds, pressHex, sendBeyondPhase } from './play_orders'
import { voyageButtons } from './voyages'

/** Dragging in a match: a unit dropped on a hex before its first step is made keeps the hex until it is asked for. */

interface DragRequest {
  side: string
  item: DragItem
  hex: number
}

class PlayDragController extends DragController {
  #wish = $state.raw<DragRequest | null>(null)

  constructor(private readonly store: MatchStore) {
    super((counter) => this.#hold(counter))
  }

  get #now(): KnownPosition {
    return knownPosition(viewOf(this.store.view), factsOf(this.store.pieces))
  }

  #gripOf({ hex, stack, pill, part, force }: Counter): DragSource {
    const position = this.#now
    if (force) return { hex, ids: [force], air: false }
    return stack ? dragSourceOfStack(stack, position) : dragSourceOfPill(pill!, part, position)
  }

  #hold(counter: Counter): DraggedUnit | null {
    const { store } = this
    const item = store.decision && dragItemOf(store, this.#gripOf(counter))
    if (!item) return null
    const was: Pick<MatchStore, 'picks' | 'draft' | 'selectedPlace' | 'tab'> = { picks: store.picks, draft: store.draft, selectedPlace: store.selectedPlace, tab: store.tab }
    const back = (): void => void Object.assign(store, was)
    const may = (hex: number): boolean => reachOf(store, item)?.has(hex) ?? true
    const named = (hex: number): string => factsOf(store.pieces).placeName(idOf(hex))
    const shown = counter.force && forceShown(this.#now, counter.force)
    return {
      id: item.id,
      drawn: shown ? { id: shown.id, hex: counter.hex, forces: [shown], top: shown } : undefined,
      chosen: item.kind === 'asked' || selectedUnit(store) === item.id,
      get reach() {
        return item.kind === 'asked' || item.kind === 'march' ? null : reachOf(store, item)
      },
      begin: () => {
        this.#wish = null
        startDrag(store, item)
      },
      may,
      words: (hex) => [named(hex), describeDrop(store, item, hex)].filter(Boolean).join(': '),
      why: async (hex) => {
        const { text, clause } = await whyNotThere(store, item, hex)
        const said = clause ? `${text.charAt(0).toUpperCase()}${text.slice(1)} (${clause})` : text
        return sailsFar(store, item, hex) && (!courseForce(store) || voyageButtons(store, hex).length) ? `${said}; it gets there in stages` : said
      },
      route: (hex) => (item.kind === 'first' && isForce(item.id) ? seaRoute(store, item.id, hex, '') : null),
      drop: (hex) => void this.#drop(item, hex, back),
      cancel: back,
    }
  }

  async #drop(item: DragItem, hex: number, back: () => void): Promise<void> {
    const { store } = this
    const still = dragItemOf(store, item)
    if (still?.id !== item.id) return back()
    // A fast drop comes before the referee has given the legal hexes.
    if (!reachOf(store, item) || item.kind === 'march') await store.lookahead.settled()
    if (!store.decision) return
    if (reachOf(store, item)?.has(hex)) {
      if (dropOnHex(store, item, hex)) this.#keep(item, hex)
      return
    }
    if (sailsFar(store, item, hex)) {
      if (courseForce(store)) sendBeyondPhase(store, hex)
      else this.#keep(item, hex)
      return
    }
    back()
    const { text, clause } = await whyNotThere(store, item, hex)
    store.notices.refuse(text, clause)
  }

  /** The first step is chosen beside the map: on a tablet the drawer opens for it. */
  #keep(item: DragItem, hex: number): void {
    this.#wish = { side: this.store.decision!.side, item, hex }
    this.store.drawer = true
  }

  /** Other viewers do not see a side's intended hex. */
  get #mine(): DragRequest | null {
    return this.#wish && this.store.decision?.side === this.#wish.side ? this.#wish : null
  }

  override get route(): Route | null {
    const wish = this.#mine
    return super.route ?? (wish && isForce(wish.item.id) && !courseForce(this.store) ? seaRoute(this.store, wish.item.id, wish.hex, 'once it has its Mission') : null)
  }

  override get kept(): number | null {
    return this.#mine?.hex ?? null
  }

  override forget(): boolean {
    const had = !!this.#wish
    this.#wish = null
    return had
  }

  /** The remembered hex is chosen as soon as it is asked for; any other question discards it. */
  override follow(): void {
    const { store } = this
    const wish = this.#wish
    if (!wish || store.busy || !store.decision || this.held) return
    const { item, hex } = wish
    const ids = item.decks ?? [item.id]
    const deck = item.decks?.find((one) => store.picked.has(one) && highlightedIds(store).hexes.has(hex))
    if (deck) {
      this.#wish = null
      return void pressHex(store, hex)
    }
    if (ids.some((id) => firstChoices(store, id).length || (item.decks && targetHexes(store, id).size))) {
      const begun = item.decks ? store.picked.size === 0 || ids.some((id) => store.picked.has(id)) : store.picked.has(item.id)
      const kept = store.picks.length ? begun : store.selectedPlace === item.id && isForce(item.id)
      if (!kept) this.#wish = null
      return
    }
    if (wish.side !== store.decision.side || !ids.some((id) => isQuestionAbout(store, id))) return void (this.#wish = null)
    const open = highlightedIds(store).hexes
    if (!open.size) return
    this.#wish = null
    if (open.has(hex) || courseForce(store)) pressHex(store, hex)
    else {
      const no = choiceForHex(store, { ...item, kind: 'asked' }, hex)
      if (no) void store.whyNot(no.action)
    }
  }
}

export const dragControllerOf = (store: MatchStore): DragController => new PlayDragController(store)
