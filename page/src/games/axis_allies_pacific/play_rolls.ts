import type { LogEntry, VisibleEvent } from '../../app/api'
import { splitBattles } from '../../app/playback_steps'
import { effectsOf, type RollRow, type SideRolls, type RolledDie, type Rolls } from '../../app/rolls'
import { sideName, type Side } from '../../board/sides'
import { counted } from '../../lib/text'
import { WORDS } from './catalogue'
import { diceOf, sideOfEvent } from './play_log'
import type { Facts } from './play_view'
import { capital, pieceText } from './unit_text'

const EFFECTS: ReadonlySet<string> = new Set(['lost', 'damaged', 'submerged', 'no_deck', 'captured', 'vp_lost', 'battle_ended'])

const upTo = (factor: number): string => (factor > 1 ? `hits on 1 to ${factor}` : 'hits on 1')

/** The source of an event's dice: many units of a kind, AA guns, bombs, a kamikaze. */
function rolled(event: VisibleEvent, k: number, facts: Facts): RollRow {
  const dice = diceOf(event) as RolledDie[]
  const hits = dice.filter((one) => one.role === 'hit').length
  const where = event['land'] ?? event['zone']
  const target = event.event === 'kamikaze' ? pieceText(String(event['piece'])) : typeof where === 'string' ? facts.name(where) : undefined
  const attacker = WORDS.roll(event.event)?.title ?? capital(pieceText(String(event['piece']), dice.length))
  const factor = Number(event['factor'] ?? 0)
  const result = event.event === 'bombed' ? event.text.replace(/^.*; /, '').replace(/\.$/, '') : hits ? counted(hits, 'hit') : 'no hit'
  return {
    id: `${k} ${event.event} ${attacker}`, attacker, target,
    needs: factor ? upTo(factor) : event.event === 'aa_fired' || event.event === 'overflown' ? upTo(1) : undefined, dice, result,
  }
}

/** 8.1 The battles of an act: where one was fought without a question, the next began at once. */
export const battles = (events: readonly VisibleEvent[]): VisibleEvent[][] =>
  splitBattles(events, ({ event }) => event === 'battle_opened', (event) => diceOf(event).length > 0)

/** All dice of an entry. */
export function rolls(entry: LogEntry, facts: Facts): Rolls | null {
  const events = (entry.events ?? []).filter((event) => diceOf(event).length)
  const of = (event: VisibleEvent): Side | undefined => (event.event === 'aa_fired' || event.event === 'overflown' ? undefined : sideOfEvent(event, entry))
  const sides = [...new Set(events.map(of))].map((side): SideRolls => {
    const rows = events.filter((event) => of(event) === side).map((event, k) => rolled(event, k, facts))
    const hits = rows.reduce((n, { dice }) => n + dice.filter((one) => one.role === 'hit').length, 0)
    return { side, sideName: side ? sideName(side) : 'AA fire', title: `${counted(rows.reduce((n, { dice }) => n + dice.length, 0), 'die', 'dice')}: ${hits ? counted(hits, 'hit') : 'no hit'}`, rows }
  })
  const n = sides.reduce((all, { rows }) => all + rows.reduce((m, { dice }) => m + dice.length, 0), 0)
  return n ? { what: counted(n, 'die', 'dice'), sides, effects: effectsOf(entry, EFFECTS) } : null
}
