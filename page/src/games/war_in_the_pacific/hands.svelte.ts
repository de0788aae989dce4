import type { Desk } from '../../app/game'
import { forceShown } from './marks'
import { factsOf, isForce, nowOf, viewOf, type Now } from './play_view'
import { courseForce } from './sailing'
import { aims, firsts, graspOf, gripOfPill, gripOfStack, isAbout, meant, putDown, reachOf, sailsFar, seaRoute, takeInHand, whyNotThere, wordsAt, type Grasp, type Grip } from './carry'
import { Carrying, type Counter, type Held } from './carrying.svelte'
import { idOf } from './grid'
import type { Route } from './layout'
import { unitTaken } from './play_march'
import { lit, pressHex, sendFar } from './play_orders'
import { voyageButtons } from './voyages'

/** Dragging in a match: a unit dropped on a hex before its first step is made keeps the hex until it is asked for. */

interface Wish {
  side: string
  grasp: Grasp
  hex: number
}

class PlayHands extends Carrying {
  #wish = $state.raw<Wish | null>(null)

  constructor(private readonly desk: Desk) {
    super((counter) => this.#hold(counter))
  }

  get #now(): Now {
    return nowOf(viewOf(this.desk.view), factsOf(this.desk.pieces))
  }

  #gripOf({ hex, stack, pill, part, force }: Counter): Grip {
    const now = this.#now
    if (force) return { hex, ids: [force], air: false }
    return stack ? gripOfStack(stack, now) : gripOfPill(pill!, part, now)
  }

  #hold(counter: Counter): Held | null {
    const { desk } = this
    const grasp = desk.decision && graspOf(desk, this.#gripOf(counter))
    if (!grasp) return null
    const was = { picks: desk.picks, draft: desk.draft, looked: desk.looked, tab: desk.tab }
    const back = (): void => void Object.assign(desk, was)
    const may = (hex: number): boolean => reachOf(desk, grasp)?.has(hex) ?? true
    const named = (hex: number): string => factsOf(desk.pieces).placeName(idOf(hex))
    const shown = counter.force && forceShown(this.#now, counter.force)
    return {
      id: grasp.id,
      drawn: shown ? { id: shown.id, hex: counter.hex, forces: [shown], top: shown } : undefined,
      chosen: grasp.way === 'asked' || unitTaken(desk) === grasp.id,
      get reach() {
        return grasp.way === 'asked' || grasp.way === 'march' ? null : reachOf(desk, grasp)
      },
      begin: () => {
        this.#wish = null
        takeInHand(desk, grasp)
      },
      may,
      words: (hex) => [named(hex), wordsAt(desk, grasp, hex)].filter(Boolean).join(': '),
      why: async (hex) => {
        const { text, clause } = await whyNotThere(desk, grasp, hex)
        const said = clause ? `${text.charAt(0).toUpperCase()}${text.slice(1)} (${clause})` : text
        return sailsFar(desk, grasp, hex) && (!courseForce(desk) || voyageButtons(desk, hex).length) ? `${said}; it gets there in stages` : said
      },
      route: (hex) => (grasp.way === 'first' && isForce(grasp.id) ? seaRoute(desk, grasp.id, hex, '') : null),
      drop: (hex) => void this.#drop(grasp, hex, back),
      letGo: back,
    }
  }

  async #drop(grasp: Grasp, hex: number, back: () => void): Promise<void> {
    const { desk } = this
    const still = graspOf(desk, grasp)
    if (still?.id !== grasp.id) return back()
    // A fast drop comes before the referee has given the legal hexes.
    if (!reachOf(desk, grasp) || grasp.way === 'march') await desk.ahead.known()
    if (!desk.decision) return
    if (reachOf(desk, grasp)?.has(hex)) {
      if (putDown(desk, grasp, hex)) this.#keep(grasp, hex)
      return
    }
    if (sailsFar(desk, grasp, hex)) {
      if (courseForce(desk)) sendFar(desk, hex)
      else this.#keep(grasp, hex)
      return
    }
    back()
    const { text, clause } = await whyNotThere(desk, grasp, hex)
    desk.notices.refuse(text, clause)
  }

  /** The first step is chosen beside the map: on a tablet the drawer opens for it. */
  #keep(grasp: Grasp, hex: number): void {
    this.#wish = { side: this.desk.decision!.side, grasp, hex }
    this.desk.drawer = true
  }

  /** Other viewers do not see a side's intended hex. */
  get #mine(): Wish | null {
    return this.#wish && this.desk.decision?.side === this.#wish.side ? this.#wish : null
  }

  override get route(): Route | null {
    const wish = this.#mine
    return super.route ?? (wish && isForce(wish.grasp.id) && !courseForce(this.desk) ? seaRoute(this.desk, wish.grasp.id, wish.hex, 'once it has its Mission') : null)
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
    const { desk } = this
    const wish = this.#wish
    if (!wish || desk.busy || !desk.decision || this.held) return
    const { grasp, hex } = wish
    const ids = grasp.decks ?? [grasp.id]
    const deck = grasp.decks?.find((one) => desk.picked.has(one) && lit(desk).hexes.has(hex))
    if (deck) {
      this.#wish = null
      return void pressHex(desk, hex)
    }
    if (ids.some((id) => firsts(desk, id).length || (grasp.decks && aims(desk, id).size))) {
      const begun = grasp.decks ? desk.picked.size === 0 || ids.some((id) => desk.picked.has(id)) : desk.picked.has(grasp.id)
      const kept = desk.picks.length ? begun : desk.looked === grasp.id && isForce(grasp.id)
      if (!kept) this.#wish = null
      return
    }
    if (wish.side !== desk.decision.side || !ids.some((id) => isAbout(desk, id))) return void (this.#wish = null)
    const open = lit(desk).hexes
    if (!open.size) return
    this.#wish = null
    if (open.has(hex) || courseForce(desk)) pressHex(desk, hex)
    else {
      const no = meant(desk, { ...grasp, way: 'asked' }, hex)
      if (no) void desk.whyNot(no.action)
    }
  }
}

export const handsOf = (desk: Desk): Carrying => new PlayHands(desk)
