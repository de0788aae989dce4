import type { LogEntry, VisibleEvent } from '../../app/api'
import { isSide, type Side } from '../../board/sides'
import { diceOf } from './play_log'
import { sideOfId, type Facts } from './play_view'

/** The battles of a log: strikes, surface battles, attacks by submarines, bombardments, landings, attacks on land. */

export type CombatKind = 'air' | 'sea' | 'submarines' | 'bombardment' | 'ground' | 'landing' | 'links'

/** Points that fly in one of the player's waves. */
export interface Sent {
  base: string
  stack: string
  role: string
  points: number
}

export interface Combat {
  id: string
  kind: CombatKind
  /** its first and its last entry of the log */
  seq: number
  last: number
  /** the Game-Turn; null before the first */
  turn: number | null
  /** its hex, or the link of merchant shipping */
  at: string | null
  wave: string | null
  attacker: Side | null
  events: VisibleEvent[]
  /** the targets were chosen in a separate decision */
  chosen: boolean
  /** the points of one of the player's waves */
  sent: readonly Sent[]
}

const OPENS: Readonly<Record<string, CombatKind>> = {
  struck: 'air', raided: 'air', not_found: 'air', met: 'sea', battle: 'sea', broke_off: 'sea', surprise: 'sea', left_battle: 'sea', sub_attack: 'submarines', asw: 'submarines', guns_fired: 'bombardment', bombarded: 'bombardment',
  attack: 'ground', ground_battle: 'ground', landed: 'landing', landing_barred: 'landing', link_attacked: 'links', link_raided: 'links',
}
/** Events that open a battle, unless one of this kind is in progress in the same hex. */
const GOES_ON: ReadonlySet<string> = new Set(['battle', 'broke_off', 'surprise', 'left_battle', 'asw', 'ground_battle', 'bombarded', 'guns_fired', 'landed', 'landing_barred'])
const BELONGS: ReadonlySet<string> = new Set([
  'force_found', 'dummy_removed', 'air_combat', 'flak', 'sighted', 'aimed', 'strafed', 'bombed', 'boats_struck', 'lift_lost', 'link_struck', 'link_ship_lost', 'link_suffered', 'kamikazes_spent', 'hit_on_ground',
  'ship_hit', 'ship_sunk', 'aboard_lost', 'cargo_lost', 'unit_lost', 'reduced', 'broke_off', 'surprise', 'round', 'left_battle', 'battle_over', 'withdrew',
  'retreated', 'stood', 'advanced', 'captured', 'surrendered',
])
const CLOSES: ReadonlySet<string> = new Set(['step_opened', 'phase_opened', 'impulse_opened', 'turn_opened', 'attacks_over', 'marches_over', 'segment_over'])
const KIND_OF_WEAPON: Readonly<Record<string, CombatKind>> = {
  gunnery: 'sea', light_gunnery: 'sea', torpedoes: 'sea', submarines: 'submarines', coastal_guns: 'bombardment', bombs: 'air', air_torpedoes: 'air', strafing: 'air', kamikazes: 'air',
}

const enemyOf = (side: Side): Side => (side === 'japan' ? 'allies' : 'japan')
export const sideOfShip = (ship: string): Side => (ship.startsWith('jp_') ? 'japan' : 'allies')
const textOf = (event: VisibleEvent, field: string): string | null => (typeof event[field] === 'string' ? (event[field] as string) : null)

/** The attacker, as far as an event shows it. */
function attackerOf(event: VisibleEvent, kind: CombatKind, entry: LogEntry): Side | null {
  const [wave, force, ship, unit, link] = ['wave', 'force', 'ship', 'unit', 'link'].map((field) => textOf(event, field))
  if (wave) return sideOfId(wave)
  if (isSide(event['side'])) return event['side']
  if (kind === 'sea') return null
  if (force) return enemyOf(sideOfId(force))
  if (ship) return enemyOf(sideOfShip(ship))
  if (link) return enemyOf(sideOfId(link))
  if (unit) return sideOfId(unit)
  return kind === 'submarines' || !isSide(entry.side) ? null : entry.side
}

/** The battles of these entries, the first one first. */
export function combatsIn(entries: readonly LogEntry[]): Combat[] {
  const found: Combat[] = []
  const waves = new Map<string, readonly Sent[]>()
  let flying: Sent[] = []
  let turn: number | null = null
  let now: Combat | undefined
  const open = (kind: CombatKind, event: VisibleEvent, entry: LogEntry): Combat => {
    const wave = textOf(event, 'wave')
    now = { id: `${entry.seq} ${found.length}`, kind, seq: entry.seq, last: entry.seq, turn, at: textOf(event, 'at') ?? textOf(event, 'link'), wave, attacker: attackerOf(event, kind, entry), events: [], chosen: event.event === 'ship_hit' && kind === 'air', sent: (wave && waves.get(wave)) || [] }
    found.push(now)
    return now
  }
  for (const entry of entries) {
    const [verb, base = '', stack = '', role = '', points] = entry.action ?? []
    if (verb === 'send') flying.push({ base, stack, role, points: Number(points) })
    for (const event of entry.events ?? []) {
      const kind = OPENS[event.event]
      const [wave, at] = [textOf(event, 'wave'), textOf(event, 'at')]
      if (event.event === 'turn_opened') turn = Number(event['turn'])
      if (event.event === 'wave' && wave) {
        waves.set(wave, flying)
        flying = []
      }
      if (CLOSES.has(event.event)) now = undefined
      const weapon = event.event === 'ship_hit' ? KIND_OF_WEAPON[String(event['weapon'])] : undefined
      const goes = !!now && !!kind && GOES_ON.has(event.event) && now.kind === kind && (now.kind === 'submarines' || !at || now.at === at)
      const other = !!now && !!wave && now.kind === 'air' && !!now.wave && now.wave !== wave
      if (kind && !goes) open(kind, event, entry)
      else if (BELONGS.has(event.event) && (other || (wave && now?.kind !== 'air' && event.event !== 'link_struck'))) open('air', event, entry)
      else if (weapon && now?.kind !== weapon && now?.kind !== 'landing') open(weapon, event, entry)
      if (!now || !(kind || BELONGS.has(event.event))) continue
      now.events.push(event)
      now.last = entry.seq
      now.chosen ||= event.event === 'aimed' || event.event === 'sighted'
      now.attacker ??= attackerOf(event, now.kind, entry)
      if (wave && !now.wave) {
        now.wave = wave
        now.sent = waves.get(wave) ?? []
      }
    }
  }
  return found
}

// -- weight ----------------------------------------------------------------------------------------------

const CAPITAL = new Set(['CV', 'XCV', 'CVL', 'CVE', 'BB', 'BC'])
/** A battle of at least this weight is shown on the board. */
const MAIN = 30
const [CARRIERS, LANDING, SURFACE, AIMED, LARGE, SMALL] = [100, 90, 60, 50, 40, 10]
/** 24.2 The combined strength of both sides from which an attack counts as large. */
const MIN_LARGE = 20

/** The ships that a battle names. */
export const shipsOf = ({ events }: Pick<Combat, 'events'>): string[] => [...new Set(events.flatMap((event) => [...(typeof event['ship'] === 'string' ? [event['ship']] : []), ...(Array.isArray(event['ships']) ? (event['ships'] as string[]) : [])]))]

/**
 * The importance of a battle: carriers and battleships, then landings, then battles that are fought ship by ship
 * or are large.
 */
export function weightOf(combat: Combat, facts: Facts): number {
  const capital = shipsOf(combat).filter((ship) => CAPITAL.has(facts.ships.get(ship)?.type ?? '')).length
  if (capital) return CARRIERS + capital
  if (combat.kind === 'landing') return LANDING
  if (combat.kind === 'sea') return SURFACE
  if (combat.chosen) return AIMED
  const strength = Math.max(0, ...combat.events.map((event) => (event.event === 'ground_battle' ? Number(event['attacker']) + Number(event['defender']) : 0)))
  return strength >= MIN_LARGE ? LARGE : SMALL
}

/** Which battles are shown on the board one by one; the others are listed together. */
export type ShownBattles = 'every' | 'main' | 'none'

export const onBoard = (combat: Combat, facts: Facts, rule: ShownBattles): boolean => rule === 'every' || (rule === 'main' && weightOf(combat, facts) >= MAIN)

/** Whether dice were rolled in it. */
export const isRolled = ({ events }: Pick<Combat, 'events'>): boolean => events.some((event) => !!diceOf(event)?.length)
