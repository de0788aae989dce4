import type { Action } from '../../app/api'
import type { MatchStore } from '../../app/game'
import { battleFrame, sinceOpened, casualtyChoiceOf, type CasualtyUnit } from './battle'
import { factsOf, sideOf, topFrame, viewOf, type Facts, type WarView } from './play_view'
import type { LogEntry } from '../../app/api'
import { worthOf } from './swing'
import { pieceOf } from './unit_text'

/** When a battle stops rolling: at its end, when a loss must be chosen, after a loss of a given value, or before a unit of a kind
 * is lost. */
export type StopCondition = { kind: 'end' } | { kind: 'choice' } | { kind: 'ipc'; most: number } | { kind: 'unit'; unit: string }

/** 8.1.3 The kinds that a number of hits remove if the cheapest are lost first; battleships are damaged before any unit is lost. */
export function kindsLostIfCheapest(units: readonly Pick<CasualtyUnit, 'id' | 'n' | 'damaged'>[], hits: number, facts: Facts): ReadonlySet<string> {
  const whole = units.filter(({ id }) => id.endsWith(' battleship')).reduce((sum, { n, damaged }) => sum + n - damaged, 0)
  let left = Math.max(0, hits - whole)
  const found = new Set<string>()
  const piece = (id: string): string => id.split(' ')[1]!
  for (const { id, n } of units.toSorted((a, b) => worthOf(piece(a.id), facts) - worthOf(piece(b.id), facts))) {
    if (left <= 0) break
    found.add(pieceOf(piece(id)).kind)
    left -= n
  }
  return found
}

/** A side's losses in the current battle, in IPC. */
export function lostInBattle(view: WarView, log: readonly LogEntry[], side: string, facts: Facts): number {
  const here = battleFrame(view)
  if (!here) return 0
  return sinceOpened(log, here.place, here.kind)
    .filter((event) => event.event === 'lost' && sideOf(String(event['power'])) === side)
    .reduce((sum, event) => sum + Number(event['number']) * worthOf(String(event['piece']), facts), 0)
}

/** The next choice of a battle that rolls on; null where it stops. */
export function nextAutoChoice(view: WarView, choices: readonly Action[], place: string, until: StopCondition, lost: number, facts: Facts): Action | null {
  if (battleFrame(view)?.place !== place) return null
  const offered = (wanted: Action): Action | null => (choices.some((one) => one.length === wanted.length && one.every((part, n) => part === wanted[n])) ? wanted : null)
  switch (topFrame(view)?.procedure) {
    case 'aftermath':
      return until.kind === 'ipc' && lost >= until.most ? null : offered(['press_on'])
    case 'losses':
      return until.kind === 'choice' || (until.kind === 'unit' && wouldLose(view, choices, until.unit, facts)) ? null : offered(['cheapest_first'])
    case 'submerging':
      return offered(['submerge', '0'])
    default:
      return null
  }
}

function wouldLose(view: WarView, choices: readonly Action[], unit: string, facts: Facts): boolean {
  const taking = casualtyChoiceOf(view, choices, {})
  return !!taking && kindsLostIfCheapest(taking.units, taking.hits, facts).has(unit)
}

const MAX_ROLLS = 200
/** Between two rounds, the dice can be read and the rolling can be paused. */
const ROUND_PAUSE_MS = 450
const MAX_ATTEMPTS = 60 // attempts to wait for the other side's answer
const ATTEMPT_PAUSE_MS = 100

/** Rolls on round by round; a pause takes effect at the end of a round; losses are taken by price. Returns the number of choices made. */
export async function autoRoll(store: MatchStore, until: StopCondition, paused: () => boolean = () => false): Promise<number> {
  const place = battleFrame(viewOf(store.view))?.place
  const side = store.decision?.side
  if (!place || !side) return 0
  const facts = factsOf(store.pieces)
  for (let count = 0; count < MAX_ROLLS; count++) {
    if (!(await waitForOtherSide(store, side, place))) return count
    const view = viewOf(store.view)
    if (paused() && topFrame(view)?.procedure === 'aftermath') return count
    const next = nextAutoChoice(view, store.choices, place, until, lostInBattle(view, store.log, side, facts), facts)
    if (!next || !(await store.submit([next]))) return count
    store.playback?.skip()
    if (next[0] === 'press_on') await new Promise((done) => setTimeout(done, ROUND_PAUSE_MS))
  }
  return MAX_ROLLS
}

/** Waits until the side must decide again; false if the battle is over or others take too long. */
async function waitForOtherSide(store: MatchStore, side: string, place: string): Promise<boolean> {
  for (let times = 0; times < MAX_ATTEMPTS; times++) {
    store.playback?.skip()
    if (store.decision?.side === side) return true
    if (store.matchView.over || battleFrame(viewOf(store.matchView.view))?.place !== place || (store.decision && store.decision.side !== side)) return false
    await new Promise((done) => setTimeout(done, ATTEMPT_PAUSE_MS))
  }
  return false
}
