import type { MatchStore } from '../../app/game'
import { forceShown } from './marks'
import { factsOf, isForce, nowOf, viewOf, type Now } from './play_view'
import { courseForce } from './sailing'
import { aims, firsts, dragItemOf, dragSourceOfPill, dragSourceOfStack, isAbout, meant, dropOnHex, reachOf, sailsFar, seaRoute, startDrag, whyNotThere, wordsAt, type DragItem, type DragSource } from './drag'
import { DragController, type Counter, type DraggedUnit } from './drag_controller.svelte'
import { idOf } from './grid'
import type { Route } from './layout'
import { selectedUnit } from './play_march'
import { highlightedIds, pressHex, sendFar } from './play_orders'
import { voyageButtons } from './voyages'

/** Dragging in a match: a unit dropped on a hex before its first step is made keeps the hex until it is asked for. */

interface Wish {
  side: string
  grasp: DragItem
  hex: number
}

class PlayHands extends DragController {
  #wish = $state.raw<Wish | null>(null)

  constructor(private readonly store: MatchStore) {
    super((counter) => this.#hold(counter))
  }

  get #now(): Now {
    return nowOf(viewOf(this.store.view), factsOf(this.store.pieces))
  }

  #gripOf({ hex, stack, pill, part, force }: Counter): DragSource {
    const now = this.#now
    if (force) return { hex, ids: [force], air: false }
    return stack ? dragSourceOfStack(stack, now) : dragSourceOfPill(pill!, part, now)
  }

  #hold(counter: Counter): DraggedUnit | null {
    const { store } = this
    const grasp = store.decision && dragItemOf(store, this.#gripOf(counter))
    if (!grasp) return null
    const was: Pick<MatchStore, 'picks' | 'draft' | 'selectedPlace' | 'tab'> = { picks: store.picks, draft: store.draft, selectedPlace: store.selectedPlace, tab: store.tab }
    const back = (): void => void Object.assign(store, was)
    const may = (hex: number): boolean => reachOf(store, grasp)?.has(hex) ?? true
    const named = (hex: number): string => factsOf(store.pieces).placeName(idOf(hex))
    const shown = counter.force && forceShown(this.#now, counter.force)
    return {
      id: grasp.id,
      drawn: shown ? { id: shown.id, hex: counter.hex, forces: [shown], top: shown } : undefined,
      chosen: grasp.way === 'asked' || selectedUnit(store) === grasp.id,
      get reach() {
        return grasp.way === 'asked' || grasp.way === 'march' ? null : reachOf(store, grasp)
      },
      begin: () => {
        this.#wish = null
        startDrag(store, grasp)
      },
      may,
      words: (hex) => [named(hex), wordsAt(store, grasp, hex)].filter(Boolean).join(': '),
      why: async (hex) => {
        const { text, clause } = await whyNotThere(store, grasp, hex)
        const said = clause ? `${text.charAt(0).toUpperCase()}${text.slice(1)} (${clause})` : text
        return sailsFar(store, grasp, hex) && (!courseForce(store) || voyageButtons(store, hex).length) ? `${said}; it gets there in stages` : said
      },
      route: (hex) => (grasp.way === 'first' && isForce(grasp.id) ? seaRoute(store, grasp.id, hex, '') : null),
      drop: (hex) => void this.#drop(grasp, hex, back),
      cancel: back,
    }
  }

  async #drop(grasp: DragItem, hex: number, back: () => void): Promise<void> {
    const { store } = this
    const still = dragItemOf(store, grasp)
    if (still?.id !== grasp.id) return back()
    // A fast drop comes before the referee has given the legal hexes.
    if (!reachOf(store, grasp) || grasp.way === 'march') await store.lookahead.settled()
    if (!store.decision) return
    if (reachOf(store, grasp)?.has(hex)) {
      if (dropOnHex(store, grasp, hex)) this.#keep(grasp, hex)
      return
    }
    if (sailsFar(store, grasp, hex)) {
      if (courseForce(store)) sendFar(store, hex)
      else this.#keep(grasp, hex)
      return
    }
    back()
    const { text, clause } = await whyNotThere(store, grasp, hex)
    store.notices.refuse(text, clause)
  }

  /** The first step is chosen beside the map: on a tablet the drawer opens for it. */
  #keep(grasp: DragItem, hex: number): void {
    this.#wish = { side: this.store.decision!.side, grasp, hex }
    this.store.drawer = true
  }

  /** Other viewers do not see a side's intended hex. */
  get #mine(): Wish | null {
    return this.#wish && this.store.decision?.side === this.#wish.side ? this.#wish : null
  }

  override get route(): Route | null {
    const wish = this.#mine
    return super.route ?? (wish && isForce(wish.grasp.id) && !courseForce(this.store) ? seaRoute(this.store, wish.grasp.id, wish.hex, 'once it has its Mission') : null)
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
    const { grasp, hex } = wish
    const ids = grasp.decks ?? [grasp.id]
    const deck = grasp.decks?.find((one) => store.picked.has(one) && highlightedIds(store).hexes.has(hex))
    if (deck) {
      this.#wish = null
      return void pressHex(store, hex)
    }
    if (ids.some((id) => firsts(store, id).length || (grasp.decks && aims(store, id).size))) {
      const begun = grasp.decks ? store.picked.size === 0 || ids.some((id) => store.picked.has(id)) : store.picked.has(grasp.id)
      const kept = store.picks.length ? begun : store.selectedPlace === grasp.id && isForce(grasp.id)
      if (!kept) this.#wish = null
      return
    }
    if (wish.side !== store.decision.side || !ids.some((id) => isAbout(store, id))) return void (this.#wish = null)
    const open = highlightedIds(store).hexes
    if (!open.size) return
    this.#wish = null
    if (open.has(hex) || courseForce(store)) pressHex(store, hex)
    else {
      const no = meant(store, { ...grasp, way: 'asked' }, hex)
      if (no) void store.whyNot(no.action)
    }
  }
}

export const dragControllerOf = (store: MatchStore): DragController => new PlayHands(store)
