import { tick } from 'svelte'
import type { MatchStore } from '../../app/game'
import { settings } from '../../lib/settings.svelte'

/** The keys of this game besides the common ones: G and a number go to a zone, [ and ] step through the units of a place, C shows
 * the convoys, I income, O the ordered moves. */

export const KEYS: readonly (readonly [keys: string, act: string])[] = [
  ['G and a number', 'go to that sea zone: G 4 5'],
  ['[, ]', 'through the units of the place'],
  ['+, − on a number', 'count the unit that has the focus'],
  ['C', 'only convoys, or everything'],
  ['I', 'income'],
  ['O', 'the moves ordered'],
]

const PAUSE = 1200 // milliseconds after which one digit is a complete number
const LAST_ZONE = 54

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea') || !!target.closest('dialog'))

export class WarKeys {
  /** only the layer of convoys is shown */
  convoys = $state(false)
  /** the number typed after G; null if none is */
  zone = $state<string | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly store: MatchStore) {}

  /** Handles keys before the page does, because digits have another meaning there. */
  hear = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || settings.keys === 'off') return
    if (this.zone !== null && this.#number(event.key)) return stop(event)
    this.zone = null
    if (event.shiftKey || this.store.playback?.pastSeq != null) return
    const act = this.#acts[event.key]
    if (!act) return
    act()
    stop(event)
  }

  readonly #acts: Readonly<Record<string, () => void>> = {
    g: () => this.#begin(), '[': () => void this.#along(-1), ']': () => void this.#along(1), c: () => (this.convoys = !this.convoys), i: () => void this.#open('income'),
    o: () => void this.#open('force', '.orders button'),
  }

  #begin(): void {
    this.zone = ''
    this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#go(), PAUSE)
  }

  /** Returns whether the key belongs to the number. */
  #number(key: string): boolean {
    if (key === 'Enter') return this.#go()
    if (key === 'Escape') return (this.zone = null) === null
    if (!/^\d$/.test(key)) return false
    const typed = Number(`${this.zone}${key}`)
    if (typed < 1 || typed > LAST_ZONE) return true
    this.zone = String(typed)
    if (typed > 5) return this.#go() // no zone number continues with another digit
    this.#wait()
    return true
  }

  #go(): boolean {
    clearTimeout(this.#timer)
    const typed = this.zone
    this.zone = null
    if (typed) document.querySelector<HTMLElement>(`#board [data-stop][data-drop="sz${typed}"]`)?.focus({ focusVisible: true } as FocusOptions)
    return true
  }

  async #along(step: 1 | -1): Promise<void> {
    await this.#open('force')
    const all = [...document.querySelectorAll<HTMLElement>('.space [role="spinbutton"][tabindex="0"]')]
    const here = all.indexOf(document.activeElement as HTMLElement)
    all.at(here < 0 ? (step > 0 ? 0 : -1) : (here + step) % all.length)?.focus()
  }

  async #open(tab: string, first?: string): Promise<void> {
    const { store } = this
    store.tab = tab
    store.part = tab === 'force' ? 'forces' : tab
    store.drawer = true
    await tick()
    if (first) document.querySelector<HTMLElement>(first)?.focus()
  }
}

function stop(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
